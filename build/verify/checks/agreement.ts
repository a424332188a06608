import { unescaped } from "../../lib/markup.ts";
import { textOf } from "../answer.ts";
import { type Check, type Finding, unless } from "../finding.ts";
import { at, listAt, membersAt, same, textAt } from "../json.ts";
import type { Site } from "../site.ts";

/** The documents are made from one source, so the same fact has the same value in all of them. */
export const agreement: Check = {
  id: "agreement",
  title: "The documents agree with one another on counts, versions and addresses",
  part: "contract",
  async run(site) {
    const [siteJson, corpus, state, digests, realms, greeting, manifest] = await Promise.all(
      ["site", "corpus", "state", "digests", "realms", "greeting", "manifest"].map((id) => site.document(id)),
    );
    const urls = listAt(siteJson, "pages").map((page) => textAt(page, "url"));
    const records = listAt(corpus, "documents");
    const words = sum(records);
    const version = textAt(site.index, "version");
    return [
      ...versions(version, {
        site: at(siteJson, "metadata", "version"),
        corpus: at(corpus, "version"),
        state: at(state, "version"),
        digests: at(digests, "version"),
      }),
      ...equal("/api/state.json", "`api_version`", at(state, "api_version"), at(site.index, "api_version")),
      ...unless(new Set(urls).size === urls.length, "/api/site.json", "lists a page twice"),
      ...equal("/api/site.json", "`metadata.page_count`", at(siteJson, "metadata", "page_count"), urls.length),
      ...equal("/api/state.json", "`counts.pages`", at(state, "counts", "pages"), urls.length),
      ...equal("/api/state.json", "`counts.words`", at(state, "counts", "words"), words),
      ...equal("/api/state.json", "`counts.realms`", at(state, "counts", "realms"), listAt(realms, "realms").length),
      ...equal(
        "/api/state.json",
        "`counts.notes`",
        at(state, "counts", "notes"),
        listAt(siteJson, "pages").filter((page) => textAt(page, "type") === "note").length,
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
        membersAt(digests, "digests").map(([path]) => site.base_url + path),
        urls,
      ),
      ...subset(
        "/api/realms.json",
        listAt(realms, "realms").map((realm) => textAt(realm, "url")),
        urls,
      ),
      ...recordsAgree(siteJson, records),
      ...unless(
        same(listAt(greeting, "promises").map(short), listAt(manifest, "promises").map(short)),
        "/api/greeting.json",
        "has other promises than /api/manifest.json",
      ),
      ...(await sitemap(site, urls)),
      ...(await feed(site, urls)),
      ...(await fullText(site, urls)),
    ];
  },
};

function versions(version: string, others: Readonly<Record<string, unknown>>): Finding[] {
  return Object.entries(others).flatMap(([id, other]) => equal(`/api/${id}.json`, "`version`", other, version));
}

function equal(where: string, what: string, found: unknown, expected: unknown): Finding[] {
  const given = JSON.stringify(found) ?? "missing";
  return unless(
    found === expected,
    where,
    `${what} is ${given}; ${JSON.stringify(expected)} was expected from the other documents`,
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

/** Members that the record of a page and its entry in site.json share. */
const shared = "id type title description language published updated words sha256 markdown_url".split(" ");

function recordsAgree(siteJson: unknown, records: readonly unknown[]): Finding[] {
  const byUrl = new Map(records.map((record) => [textAt(record, "url"), record]));
  return listAt(siteJson, "pages").flatMap((page) => {
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

async function sitemap(site: Site, urls: readonly string[]): Promise<Finding[]> {
  const text = textOf((await site.get("/sitemap.xml")).bytes);
  const locs = locations(text);
  if (!text.includes("<sitemapindex")) return listsEveryPage(site, locs, urls);
  const found: string[] = [];
  for (const path of locs.flatMap((loc) => site.local(loc) ?? []))
    found.push(...locations(textOf((await site.get(path)).bytes)));
  return listsEveryPage(site, found, urls);
}

/**
 * Whether the sitemap lists every page. It may also list pages of the author's own templates, which no document lists;
 * the check of links requests them.
 */
function listsEveryPage(site: Site, found: readonly string[], pages: readonly string[]): Finding[] {
  const named = new Set(found);
  const missing = pages.filter((url) => !named.has(url));
  const elsewhere = found.filter((url) => site.local(url) === null);
  return [
    ...unless(missing.length === 0, "/sitemap.xml", `lacks ${some(missing)}`),
    ...unless(elsewhere.length === 0, "/sitemap.xml", `names ${some(elsewhere)}, which is not of this site`),
  ];
}

export function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => unescaped(loc as string));
}

async function feed(site: Site, urls: readonly string[]): Promise<Finding[]> {
  const text = textOf((await site.get("/feed.xml")).bytes);
  const ids = [...text.matchAll(/<entry>\s*<id>([^<]*)<\/id>/g)].map(([, id]) => unescaped(id as string));
  return subset("/feed.xml", ids, urls);
}

async function fullText(site: Site, urls: readonly string[]): Promise<Finding[]> {
  const text = textOf((await site.get("/llms-full.txt")).bytes);
  const there = new Set([...text.matchAll(/^canonical_url: (".*")$/gm)].map(([, url]) => url));
  const missing = urls.filter((url) => !there.has(JSON.stringify(url)));
  return unless(missing.length === 0, "/llms-full.txt", `lacks ${some(missing)}`);
}
