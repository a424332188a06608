import { isDeepStrictEqual } from "node:util";
import * as model from "../../model/permissions.ts";
import { type Answer, attributeOf, elementsOf, structuredDataOf } from "../answer.ts";
import type { Findings, Row } from "../finding.ts";
import { foreignPattern } from "../foreign-schemas.ts";
import { at, listAt, textAt, valuesIn } from "../json.ts";
import type { Site } from "../site.ts";

/** A place that states the permissions or the license in its own format. */
type Surface = readonly [where: string, rowsOf: () => Promise<Row[]>];

/** What a surface states, and what the index says. */
function states(what: string, given: unknown, expected: unknown): Row {
  const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return [
    !isDeepStrictEqual(given, expected),
    `${what} ${shown(given) || "(none)"}; the index says ${shown(expected)}`,
  ];
}

/** The different ones among several values, which are one if all are the same. */
function unique(values: readonly string[]): string {
  return [...new Set(values)].join(", ");
}

/** Whether every place that states the permissions states those of the index. */
export async function freeToUse(site: Site, found: Findings): Promise<void> {
  const { permissions, license } = site;
  const sample = await site.sample();
  const licensed = sample.filter(({ type }) => type !== "guestbook");
  const inDocuments = (ids: readonly string[], rowsOf: (document: unknown) => Row[]) =>
    ids.map((id): Surface => [id, async () => rowsOf(await site.document(id))]);
  const inTexts = (paths: readonly string[], rowsOf: (text: string, site: Site) => Row[]) =>
    paths.map((path): Surface => [path, async () => rowsOf(await site.text(path), site)]);
  const said = (text: string): Row => {
    const sentence = model.permissionSentence(permissions);
    return [!text.includes(sentence), `does not say “${sentence}”`];
  };
  const twins = licensed.map(({ markdown_path }) => markdown_path);
  const manifestos = (await site.pages()).filter(({ type }) => type === "manifesto");
  const surfaces: Surface[] = [
    ...inDocuments(["site", "greeting", "corpus", "ai_manifest"], (document) => [
      states("`permissions` are", at(document, "permissions"), permissions),
      states("`license` is", at(document, "license"), license),
    ]),
    ...inDocuments(["openapi"], (document) => [
      states("`info.license.url` is", at(document, "info", "license", "url"), license.url),
      said(textAt(document, "info", "description")),
    ]),
    ...inDocuments(["corpus"], (document) => {
      const licenses = listAt(document, "documents").map((record) => textAt(record, "license"));
      return [states("gives its records the license", unique(licenses), license.id)];
    }),
    ...inTexts(["/robots.txt"], inRobots),
    ["/.well-known/tdmrep.json", async () => inReservations(await site.json("/.well-known/tdmrep.json"), site)],
    // llms.txt, the home page and the manifesto state the permissions as a sentence, and name the license.
    ...inTexts(["/", "/llms.txt", ...manifestos.map(({ markdown_path }) => markdown_path)], (text) => [
      said(text),
      [!text.includes(license.url), `does not name the license ${license.url}`],
    ]),
    ...[...site.documents, ...licensed]
      .map(({ path }) => path)
      .concat(twins)
      .map((path): Surface => [path, async () => inHeaders(await site.get(path), site)]),
    ...inTexts([...twins, "/llms-full.txt"], (text) => {
      // The full text is made of pages, each with the front matter of its Markdown.
      const heads = Array.from(text.matchAll(/^canonical_url: .*\n(?:\w+: .*\n)*/gm), ([head]) => head);
      const licenses = heads.map((head) => /^license: (.*)$/m.exec(head)?.[1] ?? "");
      return [states("states in its front matter the license", unique(licenses), JSON.stringify(license.id))];
    }),
    ...inTexts(["/feed.xml"], (text) => [states("links to the license", licenseLinks(text, "link"), license.url)]),
    ...inTexts(
      sample.map(({ path }) => path),
      inHtml,
    ),
    ...inTexts(
      licensed.map(({ path }) => path),
      (html) => [
        states("has in its head the license", licenseLinks(html, "link"), license.url),
        states("links to the license", licenseLinks(html), license.url),
        states("states in its structured data the license", unique(licensesIn(structuredDataOf(html))), license.url),
      ],
    ),
  ];
  await found.each(surfaces, ([, rowsOf]) => rowsOf());
}

/** Where the elements that name a license lead to. */
function licenseLinks(markup: string, name?: string): string {
  const elements = elementsOf(markup).filter((element) => /\blicense\b/.test(attributeOf(element, "rel")));
  const named = elements.filter((element) => name === undefined || element.name === name);
  return unique(named.map((element) => attributeOf(element, "href")));
}

function licensesIn(data: unknown): string[] {
  return [...valuesIn(data)].map((value) => at(value, "license")).filter((value) => typeof value === "string");
}

/** Every group of robots.txt carries the signal, because a group that names a crawler hides the others from it. */
function inRobots(robots: string, { permissions }: Site): Row[] {
  const groups = robots.split(/\n\s*\n/).filter((group) => /^user-agent:/im.test(group));
  const valueIn = (group: string, name: string) => new RegExp(`^${name}:(.*)$`, "im").exec(group)?.[1]?.trim();
  const disallows = Object.values(permissions).every(Boolean) && /^disallow:\s*\S/im.test(robots);
  const expected = `“${model.contentSignal(permissions)}”`;
  return [
    [!/^user-agent:\s*\*\s*$/im.test(robots), "has no group for everyone"],
    [disallows, "disallows something, although everything is permitted"],
    ...groups.map((group) =>
      states(`gives ${valueIn(group, "user-agent")} the signal`, `“${valueIn(group, "content-signal")}”`, expected),
    ),
  ];
}

/** The file for data mining reserves what visitors wrote, and says of all else what the permissions say. */
function inReservations(rules: unknown, { permissions }: Site): Row[] {
  // The first rule that matches counts. Locations are prefixes; `$` ends one, `*` is any text.
  const reservationAt = (path: string): unknown => {
    const rule = listAt(rules).find((candidate) => {
      const location = textAt(candidate, "location");
      const pattern = location.replace(/[.+?^{}()|[\]\\]|\$(?!$)/g, "\\$&").replaceAll("*", ".*");
      return location !== "" && foreignPattern(`^${pattern}`).test(path);
    });
    return at(rule, "tdm-reservation");
  };
  const reserved = model.strangersReservation;
  const open = ["/guestbook/", "/api/guestbook"].filter((path) => reservationAt(path) !== reserved).join(" and ");
  return [
    states("says", reservationAt("/"), model.tdmReservation(permissions)),
    [open !== "", `does not reserve ${open}, where visitors write; expected a rule with ${reserved} before the others`],
  ];
}

function inHeaders({ headers }: Answer, { permissions, license }: Site): Row[] {
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

/** What the HTML of any page says; the guestbook's shows what visitors wrote, and need not name the license. */
function inHtml(html: string): Row[] {
  const data = structuredDataOf(html);
  const isFree = (block: unknown) => [...valuesIn(block)].some((value) => at(value, "isAccessibleForFree") === true);
  const takesBack = elementsOf(html).some(
    (element) => element.name === "meta" && /noindex|noai/i.test(attributeOf(element, "content")),
  );
  return [
    [!data.every(isFree), "does not say in its structured data that it is free to read"],
    [takesBack, "takes back in a <meta> what it permits elsewhere"],
  ];
}
