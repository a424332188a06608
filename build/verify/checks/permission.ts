import * as model from "../../model/permissions.ts";
import { foreignPattern } from "../examine.ts";
import { each, type Findings, type Row } from "../finding.ts";
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
  const member = (id: string, keys: string[], expected: unknown): Surface => [
    id,
    async () => {
      const given = canonical(at(await site.document(id), ...keys));
      return [states(`\`${keys.join(".")}\` is`, given, canonical(expected))];
    },
  ];
  const croissants = endpoints.filter(({ id }) => id === "croissant");
  const worded = [
    ...["/", "/llms.txt", "/api/openapi.json", ...croissants.map(({ path }) => path)],
    ...manifestos.map(({ markdown_path }) => markdown_path),
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
    ...croissants.map(({ id }) => member(id, ["license"], license.url)),
    ["/api/corpus.json", () => inRecords(site)],
    ["/robots.txt", () => inRobots(site)],
    ["/.well-known/tdmrep.json", () => inReservations(site)],
    ["/feed.xml", () => inFeed(site)],
    ...eachOf(worded, inWords),
    ...eachOf([...site.documents.map(({ path }) => path), ...licensed.map(({ path }) => path), ...twins], inHeaders),
    ...eachOf([...twins, "/llms-full.txt"], inFrontMatter),
    ...sample.map((page): Surface => [page.path, () => inHtml(site, page)]),
  ];
  const look = async ([where, compare]: Surface, found: Findings) => found.faults(where, await compare());
  await each(found, surfaces, look, ([where]) => where);
}

async function inRecords({ document, license }: Site): Promise<Row[]> {
  return listAt(await document("corpus"), "documents")
    .map((record) => states(`gives ${textAt(record, "url")} the license`, textAt(record, "license"), license.id))
    .filter(([isWrong]) => isWrong)
    .slice(0, 3);
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
  const linked = /<link rel="license" href="([^"]*)"/.exec(await text("/feed.xml"))?.[1] ?? "";
  return [states("links to the license", linked, license.url)];
}

/** What people and programs read first states the permissions as a sentence, and names the license. */
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
  const stated = [...valuesIn(data)]
    .flatMap((value) => at(value, "license") ?? [])
    .filter((value) => typeof value === "string");
  const isGuestbook = type === "guestbook";
  // The guestbook's page shows what visitors wrote, which the license does not cover; it need not name it.
  const named = (urls: readonly string[]) =>
    isGuestbook && urls.length === 0 ? license.url : [...new Set(urls)].join(", ");
  const isFree = (block: unknown) => [...valuesIn(block)].some((value) => at(value, "isAccessibleForFree") === true);
  const metas = elements.filter(({ name }) => name === "meta");
  const takesBack = metas.some((element) => /noindex|noai/i.test(attributeOf(element, "content")));
  const isReserved = metas.some((meta) => attributeOf(meta, "name") === "tdm-reservation");
  return [
    states("links to the license", named(linked.map((element) => attributeOf(element, "href"))), license.url),
    states("states in its structured data the license", named(stated), license.url),
    [!data.every(isFree), "does not say in its structured data that it is free to read"],
    [takesBack, "takes back in a <meta> what it permits elsewhere"],
    [!isGuestbook && !linked.some(({ name }) => name === "link"), 'has no <link rel="license">'],
    [isGuestbook && !isReserved, "has no <meta> that reserves what visitors wrote"],
    [isGuestbook && !html.includes("does not cover them"), "does not say that the permission leaves out the entries"],
  ];
}

async function inFrontMatter({ text, license }: Site, path: string): Promise<Row[]> {
  const [head = ""] = (await text(path)).split("\n---\n");
  const stated = /^license: (.*)$/m.exec(head)?.[1] ?? "";
  return [states("states in its front matter the license", stated, JSON.stringify(license.id))];
}
