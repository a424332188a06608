import { createRequire } from "node:module";
import type library from "robots-parser";
import { contentSignal } from "../../model/permissions.ts";
import { differs, type Findings } from "../finding.ts";
import { at, readExpected } from "../json.ts";
import { meetsExpectations, probesFor } from "../requests.ts";
import type { Site } from "../site.ts";
import { pageRows } from "./page-facts.ts";

// Its types say that the function is the module's member `default`, but it is the module itself.
const readRobots = createRequire(import.meta.url)("robots-parser") as typeof library.default;

/** Crawlers, by the purpose that their operators state. */
export const crawlers = readExpected<Readonly<Record<string, readonly string[]>>>("crawlers");

/** Whether the permissions are the same as in the index wherever they are stated. */
export async function freeToUse(site: Site, found: Findings): Promise<void> {
  const { permissions, base_url } = site;
  await found.each(["/robots.txt"], async (path) => {
    const text = await site.text(path);
    const groups = text.split(/\n\s*\n/).filter((group) => /^user-agent:/im.test(group));
    const signals = groups.map((group) => /^content-signal:(.*)$/im.exec(group)?.[1]?.trim());
    const rules = readRobots(base_url + path, text);
    // A crawler without a group, here `others`, may read in any case.
    const names = [...Object.values(crawlers).flat(), "others"];
    const kept = names.filter((name) => rules.isDisallowed(`${base_url}/`, name));
    const refused = Object.entries(crawlers).filter(([use]) => !at(permissions, use));
    const signal = contentSignal(permissions);
    return [
      // Every group must have the signal, because a crawler with a group of its own ignores the
      // others.
      differs("has groups with the signal", [...new Set(signals)].join(", "), signal),
      differs("keeps out", kept.join(", "), refused.flatMap(([, names]) => names).join(", ")),
    ];
  });
  const manifesto = (await site.pages()).find(({ type }) => type === "manifesto");
  const { "free-to-use": probes } = probesFor(site, manifesto?.markdown_path);
  await meetsExpectations(site, probes, found);
  await found.each(await site.sample(), (page) => pageRows(page, site, "free-to-use"));
}
