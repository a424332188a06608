import { unescaped } from "../../lib/markup.ts";
import { textOf } from "../client.ts";
import { type Check, type Finding, unless } from "../finding.ts";
import type { House } from "../house.ts";
import { at, listAt, membersAt, same, textAt } from "../json.ts";

/** Documents are made from one source, so what two of them say of the same thing is the same. */
export const agreement: Check = {
  id: "agreement",
  title: "The documents agree with one another on counts, versions and addresses",
  part: "contract",
  async run(house) {
    const [site, corpus, state, digests, realms, greeting, manifest] = await Promise.all(
      ["site", "corpus", "state", "digests", "realms", "greeting", "manifest"].map((id) => house.document(id)),
    );
    const urls = listAt(site, "pages").map((page) => textAt(page, "url"));
    const records = listAt(corpus, "documents");
    const words = sum(records);
    const version = textAt(house.index, "version");
    return [
      ...versions(version, {
        site: at(site, "metadata", "version"),
        corpus: at(corpus, "version"),
        state: at(state, "version"),
        digests: at(digests, "version"),
      }),
      ...equal("/api/state.json", "`api_version`", at(state, "api_version"), at(house.index, "api_version")),
      ...unless(new Set(urls).size === urls.length, "/api/site.json", "lists a page twice"),
      ...equal("/api/site.json", "`metadata.page_count`", at(site, "metadata", "page_count"), urls.length),
      ...equal("/api/state.json", "`counts.pages`", at(state, "counts", "pages"), urls.length),
      ...equal("/api/state.json", "`counts.words`", at(state, "counts", "words"), words),
      ...equal("/api/state.json", "`counts.realms`", at(state, "counts", "realms"), listAt(realms, "realms").length),
      ...equal(
        "/api/state.json",
        "`counts.notes`",
        at(state, "counts", "notes"),
        listAt(site, "pages").filter((page) => textAt(page, "type") === "note").length,
      ),
      ...equal("/api/realms.json", "`count`", at(realms, "count"), listAt(realms, "realms").length),
      ...equal("/api/corpus.json", "`counts.documents`", at(corpus, "counts", "documents"), records.length),
      ...equal("/api/corpus.json", "`counts.words`", at(corpus, "counts", "words"), words),
      ...sameSet(
        "/api/corpus.json",
        records.map((record) => textAt(record, "url")),
        urls,
      ),
      ...sameSet(
        "/api/digests.json",
        membersAt(digests, "digests").map(([path]) => house.base_url + path),
        urls,
      ),
      ...subset(
        "/api/realms.json",
        listAt(realms, "realms").map((realm) => textAt(realm, "url")),
        urls,
      ),
      ...recordsAgree(site, records),
      ...unless(
        same(listAt(greeting, "promises").map(short), listAt(manifest, "promises").map(short)),
        "/api/greeting.json",
        "tells the promises otherwise than /api/manifest.json",
      ),
      ...(await sitemap(house, urls)),
      ...(await feed(house, urls)),
      ...(await fullText(house, urls)),
    ];
  },
};

function versions(version: string, others: Readonly<Record<string, unknown>>): Finding[] {
  return Object.entries(others).flatMap(([id, other]) => equal(`/api/${id}.json`, "`version`", other, version));
}

function equal(where: string, what: string, found: unknown, expected: unknown): Finding[] {
  return unless(
    found === expected,
    where,
    `${what} is ${JSON.stringify(found) ?? "missing"}; ${JSON.stringify(expected)} was expected from the other documents`,
  );
}

function sameSet(where: string, found: readonly string[], expected: readonly string[]): Finding[] {
  const known = new Set(found);
  const missing = expected.filter((url) => !known.has(url));
  return [...unless(missing.length === 0, where, `lacks ${some(missing)}`), ...subset(where, found, expected)];
}

function subset(where: string, found: readonly string[], expected: readonly string[]): Finding[] {
  const known = new Set(expected);
  const unknown = found.filter((url) => !known.has(url));
  return unless(unknown.length === 0, where, `names ${some(unknown)}, which /api/site.json does not list`);
}

function some(urls: readonly string[]): string {
  return urls.slice(0, 3).join(", ") + (urls.length > 3 ? ` and ${urls.length - 3} more` : "");
}

const shared = [
  "id",
  "type",
  "title",
  "description",
  "language",
  "published",
  "updated",
  "words",
  "sha256",
  "markdown_url",
];

function recordsAgree(site: unknown, records: readonly unknown[]): Finding[] {
  const byUrl = new Map(records.map((record) => [textAt(record, "url"), record]));
  return listAt(site, "pages").flatMap((page) => {
    const record = byUrl.get(textAt(page, "url"));
    const unlike = record === undefined ? [] : shared.filter((member) => !same(at(page, member), at(record, member)));
    return unless(
      unlike.length === 0,
      "/api/corpus.json",
      `says something else than /api/site.json of ${textAt(page, "url")}: ${unlike.join(", ")}`,
    );
  });
}

function sum(records: readonly unknown[]): number {
  return records.reduce<number>((total, record) => total + Number(at(record, "words") ?? 0), 0);
}

function short(promise: unknown) {
  return { number: at(promise, "number"), id: at(promise, "id"), title: at(promise, "title") };
}

async function sitemap(house: House, urls: readonly string[]): Promise<Finding[]> {
  const text = textOf((await house.get("/sitemap.xml")).bytes);
  const locs = locations(text);
  if (!text.includes("<sitemapindex")) return listsEveryPage(house, locs, urls);
  const found: string[] = [];
  for (const path of locs.flatMap((loc) => house.local(loc) ?? []))
    found.push(...locations(textOf((await house.get(path)).bytes)));
  return listsEveryPage(house, found, urls);
}

/** The sitemap names every page, and may name pages of the site's own templates, which stand nowhere else; the links are followed in a check of their own. */
function listsEveryPage(house: House, found: readonly string[], pages: readonly string[]): Finding[] {
  const named = new Set(found);
  const missing = pages.filter((url) => !named.has(url));
  const elsewhere = found.filter((url) => house.local(url) === null);
  return [
    ...unless(missing.length === 0, "/sitemap.xml", `lacks ${some(missing)}`),
    ...unless(elsewhere.length === 0, "/sitemap.xml", `names ${some(elsewhere)}, which is not of this site`),
  ];
}

export function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => unescaped(loc as string));
}

async function feed(house: House, urls: readonly string[]): Promise<Finding[]> {
  const text = textOf((await house.get("/feed.xml")).bytes);
  const ids = [...text.matchAll(/<entry>\s*<id>([^<]*)<\/id>/g)].map(([, id]) => unescaped(id as string));
  return subset("/feed.xml", ids, urls);
}

async function fullText(house: House, urls: readonly string[]): Promise<Finding[]> {
  const text = textOf((await house.get("/llms-full.txt")).bytes);
  const there = new Set([...text.matchAll(/^canonical_url: (".*")$/gm)].map(([, url]) => url));
  const missing = urls.filter((url) => !there.has(JSON.stringify(url)));
  return unless(missing.length === 0, "/llms-full.txt", `lacks ${some(missing)}`);
}
