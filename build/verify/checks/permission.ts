import { createRequire } from "node:module";
import type library from "robots-parser";
import { readTemplate } from "../../lib/text.ts";
import { readYaml } from "../../lib/yaml.ts";
import * as model from "../../model/permissions.ts";
import {
  type Answer,
  attributeOf,
  elementsOf,
  jsonOf,
  linkOf,
  structuredDataOf,
  textOf,
} from "../answer.ts";
import { differs, type Findings } from "../finding.ts";
import { foreignPattern } from "../foreign-schemas.ts";
import { at, listAt, textAt, valuesIn } from "../json.ts";
import type { Site } from "../site.ts";

// Its types say that the function is a member `default` of the module; it is the module.
const readRobots = createRequire(import.meta.url)("robots-parser") as typeof library.default;

const uses = ["search", "ai_input", "ai_train"] as const;

/** Crawlers by the use that their operators state. */
export const crawlers = readYaml(readTemplate(import.meta.dirname, "../crawlers.yaml")({}))
  .value as Readonly<Record<(typeof uses)[number], readonly string[]>>;

/** Reads what an answer states. */
type Read = (text: string, answer: Answer) => unknown;

/** Whether every place that states the permissions states those of the index. */
export async function freeToUse(site: Site, found: Findings): Promise<void> {
  const { permissions, license } = site;
  const sample = await site.sample();
  // The guestbook's page shows what visitors wrote, and need not name the license.
  const licensed = sample.filter(({ type }) => type !== "guestbook");
  const [html, twins] = [
    licensed.map(({ path }) => path),
    licensed.map(({ markdown_path }) => markdown_path),
  ];
  const manifestos = (await site.pages()).filter(({ type }) => type === "manifesto");
  const inWords = ["/", "/llms.txt", ...manifestos.map(({ markdown_path }) => markdown_path)];
  const documents = [
    "/api/site.json",
    "/api/greeting.json",
    "/api/corpus.json",
    "/ai-manifest.json",
  ];
  const [robots, openapi, rules] = ["/robots.txt", "/api/openapi.json", "/.well-known/tdmrep.json"];
  const all = [...site.documents.map(({ path }) => path), ...html, ...twins];
  const pages = sample.map(({ path }) => path);
  const sentence = model.permissionSentence(permissions);
  const tdmReservation = String(model.tdmReservation(permissions));
  const reserved = model.strangersReservation;
  const refused = uses.filter((use) => !permissions[use]);
  const surfaces: [paths: string[], what: string, read: Read, expected: unknown][] = [
    [documents, "`permissions` are", (_, answer) => at(jsonOf(answer), "permissions"), permissions],
    [documents, "`license` is", (_, answer) => at(jsonOf(answer), "license"), license],
    [["/api/corpus.json"], "gives its records the license", licenseOfRecords, license.id],
    [
      [openapi],
      "`info.license.url` is",
      (_, answer) => at(jsonOf(answer), "info", "license", "url"),
      license.url,
    ],
    [
      [openapi],
      "says",
      (_, answer) => piece(textAt(jsonOf(answer), "info", "description"), sentence),
      sentence,
    ],
    [inWords, "says", (text) => piece(text, sentence), sentence],
    [inWords, "names the license", (text) => piece(text, license.url), license.url],
    // Every group has the signal, because a group that names a crawler hides the others from it.
    [[robots], "has groups with the signal", signalOfGroups, model.contentSignal(permissions)],
    [[robots], "has a group for everyone:", (text) => /^user-agent:\s*\*\s*$/im.test(text), true],
    [[robots], "keeps out", crawlersKeptOut(site.base_url), crawlersOf(refused)],
    // The file for data mining reserves what visitors wrote, and says of all else what the
    // permissions say.
    [[rules], "says of /", reservationAt("/"), Number(tdmReservation)],
    [[rules], "says of /guestbook/", reservationAt("/guestbook/"), reserved],
    [[rules], "says of /api/guestbook", reservationAt("/api/guestbook"), reserved],
    [
      all,
      "has content-usage:",
      (_, { headers }) => headers.get("content-usage"),
      model.contentUsage(permissions),
    ],
    [
      all,
      "has tdm-reservation:",
      (_, { headers }) => headers.get("tdm-reservation"),
      tdmReservation,
    ],
    [
      all,
      "links in its headers to the license",
      (_, answer) => linkOf(answer, "license"),
      license.url,
    ],
    [all, "asks not to be indexed:", isHidden, !permissions.search],
    // The full text is made of pages, each with the front matter of its Markdown.
    [
      [...twins, "/llms-full.txt"],
      "states in its front matter the license",
      licenseOfHeads,
      `"${license.id}"`,
    ],
    [["/feed.xml", ...html], "links to the license", (text) => licenseLink(text), license.url],
    [html, "has in its head the license", (text) => licenseLink(text, "link"), license.url],
    [html, "states in its structured data the license", licenseOfData, license.url],
    [pages, "says in its structured data that it is free to read:", isFree, true],
    [pages, "takes back in a <meta> what it permits elsewhere:", takesBack, false],
  ];
  for (const [paths, what, read, expected] of surfaces)
    await found.each(paths, async (path) => {
      const answer = await site.get(path);
      return [differs(what, read(textOf(answer), answer), expected)];
    });
}

/** A piece of a text, where it stands there. */
function piece(text: string, wanted: string): string {
  return text.includes(wanted) ? wanted : "";
}

/** The different ones among several values, which are one if all are the same. */
function unique(values: readonly unknown[]): string {
  return [...new Set(values)].join(", ");
}

const licenseOfRecords: Read = (_, answer) =>
  unique(listAt(jsonOf(answer), "documents").map((record) => textAt(record, "license")));

function crawlersOf(some: readonly (typeof uses)[number][]): string {
  return some.flatMap((use) => crawlers[use]).join(", ");
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
  return unique(groups.map((group) => /^content-signal:(.*)$/im.exec(group)?.[1]?.trim()));
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

const isHidden: Read = (_, { headers }) => /noindex/.test(headers.get("x-robots-tag") ?? "");

const licenseOfHeads: Read = (text) => {
  const heads = Array.from(text.matchAll(/^canonical_url: .*\n(?:\w+: .*\n)*/gm), ([head]) => head);
  return unique(heads.map((head) => /^license: (.*)$/m.exec(head)?.[1]));
};

/** Where the elements that name a license lead to, those of a name or all. */
function licenseLink(markup: string, name?: string): string {
  const elements = elementsOf(markup).filter((element) =>
    /\blicense\b/.test(attributeOf(element, "rel")),
  );
  const named = elements.filter((element) => name === undefined || element.name === name);
  return unique(named.map((element) => attributeOf(element, "href")));
}

const licenseOfData: Read = (html) => {
  const licenses = [...valuesIn(structuredDataOf(html))].map((value) => at(value, "license"));
  return unique(licenses.filter((value) => typeof value === "string"));
};

const isFree: Read = (html) =>
  structuredDataOf(html).every((block) =>
    [...valuesIn(block)].some((value) => at(value, "isAccessibleForFree")),
  );

const takesBack: Read = (html) =>
  elementsOf(html).some(
    (tag) => tag.name === "meta" && /noindex|noai/i.test(attributeOf(tag, "content")),
  );
