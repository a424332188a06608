import * as model from "../../model/permissions.ts";
import { foreignPattern } from "../examine.ts";
import type { Findings, Row } from "../finding.ts";
import { at, canonical, listAt, textAt, valuesIn } from "../json.ts";
import { attributeOf, elementsOf, structuredDataOf } from "../markup.ts";
import type { Site, SitePage } from "../site.ts";

/** A place that states the permissions or the license, in its own format, and how it is compared with the index. */
type Surface = readonly [where: string, compare: () => Promise<readonly Row[]>];

/** What a surface states, and what the index says, both as the report shows them. */
function states(what: string, given: string, expected: string): Row {
  return [given !== expected, `${what} ${given || "(none)"}; the index says ${expected}`];
}

/** Whether every place that states the permissions states those of the index. */
export async function freeToUse(site: Site, found: Findings): Promise<void> {
  const { permissions, license, endpoints } = site;
  const sample = await site.sample();
  const licensed = sample.filter(({ type }) => type !== "guestbook");
  const manifestos = (await site.pages()).filter(({ type }) => type === "manifesto");
  const croissant = endpoints.filter(({ id }) => id === "croissant");
  const sentence = model.permissionSentence(permissions);
  const member = (id: string, keys: string[], expected: unknown): Surface => [
    id,
    async () => {
      const given = canonical(at(await site.document(id), ...keys));
      return [states(`\`${keys.join(".")}\` is`, given, canonical(expected))];
    },
  ];
  const description = (id: string, ...keys: string[]): Surface => [
    id,
    async () => {
      const isSaid = textAt(await site.document(id), ...keys, "description").includes(sentence);
      return [[!isSaid, `does not say in its description “${sentence}”`]];
    },
  ];
  const twins = licensed.map(({ markdown_path }) => markdown_path);
  const eachOf = (paths: readonly string[], compare: (site: Site, path: string) => Promise<Row[]>) =>
    paths.map((path): Surface => [path, () => compare(site, path)]);
  const surfaces: Surface[] = [
    ...["site", "greeting", "corpus", "ai_manifest"].flatMap((id) => [
      member(id, ["permissions"], permissions),
      member(id, ["license"], license),
    ]),
    member("openapi", ["info", "license", "url"], license.url),
    description("openapi", "info"),
    ...croissant.flatMap(({ id }) => [member(id, ["license"], license.url), description(id)]),
    ["/api/corpus.json", () => inRecords(site)],
    ["/robots.txt", () => inRobots(site)],
    ["/.well-known/tdmrep.json", () => inReservations(site)],
    ["/feed.xml", () => inFeed(site)],
    ["/llms-full.txt", () => inFullText(site)],
    ...eachOf(["/", "/llms.txt", ...manifestos.map(({ markdown_path }) => markdown_path)], inWords),
    ...eachOf([...site.documents.map(({ path }) => path), ...licensed.map(({ path }) => path), ...twins], inHeaders),
    ...eachOf(twins, inFrontMatter),
    ...sample.map((page): Surface => [page.path, () => inHtml(site, page)]),
  ];
  await found.each(surfaces, ([, compare]) => compare());
}

async function inRecords({ document, license }: Site): Promise<Row[]> {
  const records = listAt(await document("corpus"), "documents");
  return someOf(
    records.map((record) =>
      states(`gives ${textAt(record, "url")} the license`, textAt(record, "license"), license.id),
    ),
  );
}

/** The first three rows that are wrong. */
function someOf(rows: readonly Row[]): Row[] {
  return rows.filter(([isWrong]) => isWrong).slice(0, 3);
}

/** Every group of robots.txt carries the signal, because a group that names a crawler hides the others from it. */
async function inRobots({ text, permissions }: Site): Promise<Row[]> {
  const robots = await text("/robots.txt");
  const groups = robots.split(/\n\s*\n/).filter((group) => /^user-agent:/im.test(group));
  const valueIn = (group: string, name: string) => new RegExp(`^${name}:(.*)$`, "im").exec(group)?.[1]?.trim();
  const isForAll = (group: string) => /^user-agent:\s*\*\s*$/im.test(group);
  const disallows = Object.values(permissions).every(Boolean) && /^disallow:\s*\S/im.test(robots);
  const expected = `“${model.contentSignal(permissions)}”`;
  return [
    [!groups.some(isForAll), "has no group for everyone"],
    [disallows, "disallows something, although everything is permitted"],
    ...groups.map((group) => {
      const signal = `“${valueIn(group, "content-signal") ?? "(none)"}”`;
      return states(`gives ${valueIn(group, "user-agent")} the signal`, signal, expected);
    }),
  ];
}

async function inReservations({ json, permissions }: Site): Promise<Row[]> {
  const rules = listAt(await json("/.well-known/tdmrep.json"));
  // The first rule that matches counts. Locations are prefixes; `$` ends one, `*` is any text.
  const reservationAt = (path: string): unknown => {
    const rule = rules.find((candidate) => {
      const location = textAt(candidate, "location");
      const pattern = location.replace(/[.+?^{}()|[\]\\]|\$(?!$)/g, "\\$&").replaceAll("*", ".*");
      return location !== "" && foreignPattern(`^${pattern}`).test(path);
    });
    return at(rule, "tdm-reservation");
  };
  const reserved = model.strangersReservation;
  const strangers = ["/guestbook/", "/api/guestbook"].filter((path) => reservationAt(path) !== reserved).join(" and ");
  const expected = `expected a rule with ${reserved} before the others`;
  return [
    states("says", JSON.stringify(reservationAt("/")) ?? "", String(model.tdmReservation(permissions))),
    [strangers !== "", `does not reserve ${strangers}, where visitors write; ${expected}`],
  ];
}

async function inFeed({ text, license }: Site): Promise<Row[]> {
  const linked = elementsOf(await text("/feed.xml")).filter((element) => attributeOf(element, "rel") === "license");
  return [states("links to the license", linked.map((element) => attributeOf(element, "href")).join(), license.url)];
}

/** Each page in the full text begins with the front matter of its Markdown. */
async function inFullText({ text, license }: Site): Promise<Row[]> {
  const heads = (await text("/llms-full.txt")).matchAll(/^canonical_url: "(.*)"\n([^]*?)\n---$/gm);
  const expected = JSON.stringify(license.id);
  return someOf([...heads].map(([, url, head = ""]) => states(`gives ${url} the license`, licenseIn(head), expected)));
}

/** llms.txt, the home page and the manifesto state the permissions as a sentence, and name the license. */
async function inWords({ text, permissions, license }: Site, path: string): Promise<Row[]> {
  const [words, sentence] = [await text(path), model.permissionSentence(permissions)];
  return [
    [!words.includes(sentence), `does not say “${sentence}”`],
    [!words.includes(license.url), `does not name the license ${license.url}`],
  ];
}

async function inHeaders({ get, permissions, license }: Site, path: string): Promise<Row[]> {
  const { headers } = await get(path);
  const linked = /<([^>]*)>; rel="license"/.exec(headers.get("link") ?? "")?.[1] ?? "";
  const isHidden = /noindex/.test(headers.get("x-robots-tag") ?? "");
  return [
    states("has content-usage:", headers.get("content-usage") ?? "", model.contentUsage(permissions)),
    states("has tdm-reservation:", headers.get("tdm-reservation") ?? "", String(model.tdmReservation(permissions))),
    states("links in its headers to the license", linked, license.url),
    [isHidden && permissions.search, "asks not to be indexed, although that is permitted"],
    [!isHidden && !permissions.search, "lacks X-Robots-Tag: noindex"],
  ];
}

/** What a page says of its license in HTML and JSON-LD. */
async function inHtml({ text, license }: Site, { path, type }: SitePage): Promise<Row[]> {
  const html = await text(path);
  const elements = elementsOf(html);
  const data = structuredDataOf(html);
  const linked = elements.filter((element) => /\blicense\b/.test(attributeOf(element, "rel")));
  const isInHead = type === "guestbook" || linked.some(({ name }) => name === "link");
  const stated = [...valuesIn(data)]
    .flatMap((value) => at(value, "license") ?? [])
    .filter((value) => typeof value === "string");
  // The guestbook's page shows what visitors wrote, which the license does not cover; it need not name it.
  const named = (urls: readonly string[]) =>
    type === "guestbook" && urls.length === 0 ? license.url : [...new Set(urls)].join(", ");
  const isFree = (block: unknown) => [...valuesIn(block)].some((value) => at(value, "isAccessibleForFree") === true);
  const takesBack = elements.some(
    (element) => element.name === "meta" && /noindex|noai/i.test(attributeOf(element, "content")),
  );
  return [
    states("links to the license", named(linked.map((element) => attributeOf(element, "href"))), license.url),
    [!isInHead, 'has no <link rel="license">'],
    states("states in its structured data the license", named(stated), license.url),
    [!data.every(isFree), "does not say in its structured data that it is free to read"],
    [takesBack, "takes back in a <meta> what it permits elsewhere"],
  ];
}

async function inFrontMatter({ text, license }: Site, path: string): Promise<Row[]> {
  const [head = ""] = (await text(path)).split("\n---\n");
  return [states("states in its front matter the license", licenseIn(head), JSON.stringify(license.id))];
}

/** The license in a front matter, as it is written there. */
function licenseIn(head: string): string {
  return /^license: (.*)$/m.exec(head)?.[1] ?? "";
}
