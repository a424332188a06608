import { describe, expect, test } from "vitest";
import { robots } from "../../build/documents/robots.ts";
import type { SiteModel } from "../../build/model/site-model.ts";
import type { Permissions } from "../../build/schemas/facts.ts";
import { sampleSite } from "../build/site.ts";
import { readRobots } from "../judges/judge/robots.ts";

/**
 * Crawlers by the use that their operators state. Written down here and not read from the file
 * under test, so that a name that disappears from it is missed.
 */
const crawlers: Readonly<Record<keyof Permissions, readonly string[]>> = {
  search: [
    "Googlebot",
    "Bingbot",
    "DuckDuckBot",
    "OAI-SearchBot",
    "Claude-SearchBot",
    "PerplexityBot",
    "Applebot",
  ],
  ai_input: ["ChatGPT-User", "Claude-User", "Perplexity-User", "DuckAssistBot", "MistralAI-User"],
  ai_train: [
    "GPTBot",
    "ClaudeBot",
    "Google-Extended",
    "Applebot-Extended",
    "CCBot",
    "Amazonbot",
    "Meta-ExternalAgent",
    "Bytespider",
  ],
};
const uses = ["search", "ai_input", "ai_train"] as const;

/** Every combination of permissions. */
const combinations = [...Array(8).keys()].map(
  (bits): Permissions => ({
    search: (bits & 1) > 0,
    ai_input: (bits & 2) > 0,
    ai_train: (bits & 4) > 0,
  }),
);

const { model } = await sampleSite();

async function robotsWith(permissions: Permissions): Promise<string> {
  const site: SiteModel = { ...model, facts: { ...model.facts, permissions } };
  return String(await robots.render(site, { written: [], templates: [] }));
}

describe.each(combinations)("where search, ai_input and ai_train are %o", (permissions) => {
  test("a crawler may read every page exactly if its use is permitted", async () => {
    const file = readRobots(`${model.base_url}/robots.txt`, await robotsWith(permissions));
    for (const use of uses)
      for (const name of crawlers[use])
        for (const path of ["/", "/notes/first/", "/api/corpus.json", "/guestbook/"])
          expect(
            [name, path, file.isAllowed(model.base_url + path, name)],
            `${use} is ${permissions[use]}`,
          ).toEqual([name, path, permissions[use]]);
    expect(file.isAllowed(`${model.base_url}/`, "SomebodyElsesBot")).toBe(true);
    expect(file.getSitemaps()).toEqual([`${model.base_url}/sitemap.xml`]);
  });

  test("every group has the same signal, because one that names a crawler hides the others", async () => {
    const [first = "", ...groups] = (await robotsWith(permissions))
      .split(/\n\n+/)
      .filter((group) => /^User-agent:/m.test(group));
    const signal = /^Content-Signal: .*$/m.exec(first)?.[0];
    const yes = uses.map((use) => `${use.replace("_", "-")}=${permissions[use] ? "yes" : "no"}`);
    expect(signal).toBe(`Content-Signal: ${yes.join(", ")}`);
    for (const group of groups) expect(group.split("\n")).toContain(signal);
  });
});

test("the crawlers that the file names are the ones that are tried here", async () => {
  const [all] = combinations as [Permissions];
  const named = (await robotsWith(all)).matchAll(/^User-agent: (.*)$/gm);
  expect(Array.from(named, ([, name]) => name)).toEqual(["*", ...Object.values(crawlers).flat()]);
});
