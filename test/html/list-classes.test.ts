import { describe, expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { sampleSite } from "../build/site.ts";

// The layout knows lines of lists by how the build writes them. Whoever changes how a list prints a
// date, a status, a number or an action sees here that its column or block is lost.

const { model, html } = await sampleSite();
const pages = model.pages.filter(({ type }) =>
  ["home", "list", "realm", "greeting"].includes(type),
);

/** How often a pattern stands in a text. */
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The lines of lists in a page's Markdown. */
const linesOf = (page: (typeof pages)[number]) =>
  String(markdownOf(page))
    .split("\n")
    .filter((line) => /^- \[.*\]\(/.test(line));

describe.each(pages.map((page) => [page.path, page] as const))("the lists of %s", (path, page) => {
  const lines = linesOf(page);
  const document = html.get(path) ?? "";

  test("have a column for each date, whatever its form", () => {
    const hasLists = page.type === "list" || page.type === "home";
    const years = lines.filter((line) => hasLists && /\) \(.*\b20\d\d\b.*?\)(?::|$)/.test(line));
    expect(count(document, /<li><a [^>]*>[^<]*<\/a> <div class="when/g)).toBe(years.length);
  });

  test("have a block for each action", () => {
    const actions = lines.filter((line) => /\): `[A-Z]+ \S+` gives `/.test(line));
    expect(count(document, /<div class="way">/g)).toBe(actions.length);
    const named = page.type === "greeting" ? model.greeting_affordances : page.realm?.affordances;
    if (page.type === "realm") expect(actions).toHaveLength(named?.length ?? 0);
  });
});

test("the lists of realms have a column for each status, and of folders and tags a number", () => {
  const all = pages.map(({ path }) => html.get(path) ?? "").join("");
  const realms = html.get("/realms/") ?? "";
  expect(count(realms, /<div class="state">/g)).toBe(model.realms.length);
  expect(count(all, /<ul class="counted">/g)).toBeGreaterThan(0);
  expect(count(html.get("/tags/") ?? "", /<ul class="counted">/g)).toBe(1);
});

test("each promise has its plate, and each endpoint and each language of first steps its fold", () => {
  const manifesto = html.get(model.manifesto.path) ?? "";
  expect(count(manifesto, /<span class="plate">/g)).toBe(model.promises.length);
  const endpoints = model.catalogue.filter(({ group }) => group === "api").length;
  const api = html.get("/api/") ?? "";
  const languages = count(api, /<div class="inside" id="with-/g);
  expect(languages).toBe(3);
  expect(count(api, /<details class="fold">/g)).toBe(
    endpoints + model.operations.length + 1 + languages,
  );
  expect(count(api, /<span class="call"><code>/g)).toBe(endpoints + model.operations.length + 1);
});
