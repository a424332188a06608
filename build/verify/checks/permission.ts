import { createRequire } from "node:module";
import type library from "robots-parser";
import * as model from "../../model/permissions.ts";
import { type Answer, jsonOf, textOf } from "../answer.ts";
import { differs, type Findings } from "../finding.ts";
import { foreignPattern } from "../foreign-schemas.ts";
import { at, listAt, readExpected, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { pageRows } from "./page-facts.ts";

// Its types say that the function is a member `default` of the module; it is the module.
const readRobots = createRequire(import.meta.url)("robots-parser") as typeof library.default;

const uses = ["search", "ai_input", "ai_train"] as const;

/** Crawlers by the use that their operators state. */
export const crawlers =
  readExpected<Readonly<Record<(typeof uses)[number], readonly string[]>>>("crawlers");

/** Reads what an answer states. */
type Read = (text: string, answer: Answer) => unknown;

/** Whether every place that states the permissions states those of the index. */
export async function freeToUse(site: Site, found: Findings): Promise<void> {
  const { permissions, license } = site;
  const manifesto = (await site.pages()).find(({ type }) => type === "manifesto");
  const [robots, rules] = ["/robots.txt", "/.well-known/tdmrep.json"];
  const reserved = model.strangersReservation;
  const refused = uses.filter((use) => !permissions[use]).flatMap((use) => crawlers[use]);
  const surfaces: [path: string, what: string, read: Read, expected: unknown][] = [
    // Every group has the signal, because a group that names a crawler hides the others from it.
    [robots, "has groups with the signal", signalOfGroups, model.contentSignal(permissions)],
    [robots, "keeps out", crawlersKeptOut(site.base_url), refused.join(", ")],
    // The file for data mining reserves what visitors wrote, and says of all else what the
    // permissions say.
    [rules, "says of /", reservationAt("/"), model.tdmReservation(permissions)],
    [rules, "says of /guestbook/", reservationAt("/guestbook/"), reserved],
    [rules, "says of /api/guestbook", reservationAt("/api/guestbook"), reserved],
  ];
  await found.each(surfaces, async ([path, what, read, expected]) => {
    const answer = await site.get(path);
    return [differs(what, read(textOf(answer), answer), expected)];
  });
  const words = readExpected<Record<string, string[]>>("permission", {
    sentence: model.permissionSentence(permissions),
    license_url: license.url,
    manifesto: manifesto?.markdown_path ?? "/manifesto.md",
  });
  await found.each(Object.entries(words), async ([path, texts]) => {
    const given = await site.text(path);
    return texts.map((text) => [!given.includes(text), `does not say “${text}”`]);
  });
  await found.each(await site.sample(), (page) => pageRows(page, site, "free-to-use"));
}

/** The crawlers that may not read the home page, and `others` if a crawler without a group may not. */
function crawlersKeptOut(base_url: string): Read {
  return (text) => {
    const rules = readRobots(`${base_url}/robots.txt`, text);
    const names = [...uses.flatMap((use) => crawlers[use]), "others"];
    return names.filter((name) => rules.isDisallowed(`${base_url}/`, name)).join(", ");
  };
}

const signalOfGroups: Read = (text) => {
  const groups = text.split(/\n\s*\n/).filter((group) => /^user-agent:/im.test(group));
  const signals = groups.map((group) => /^content-signal:(.*)$/im.exec(group)?.[1]?.trim());
  return [...new Set(signals)].join(", ");
};

/** What the file for data mining states for a path. */
function reservationAt(path: string): Read {
  // The first rule that matches counts. Locations are prefixes; `$` ends one, `*` is any text.
  const isFor = (rule: unknown) => {
    const location = textAt(rule, "location");
    const pattern = location.replace(/[.+?^{}()|[\]\\]|\$(?!$)/g, "\\$&").replaceAll("*", ".*");
    return location !== "" && foreignPattern(`^${pattern}`).test(path);
  };
  return (_, answer) => at(listAt(jsonOf(answer)).find(isFor), "tdm-reservation");
}
