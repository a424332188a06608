import { unescaped } from "../../lib/html-tokens.ts";
import type { Check, Findings } from "../finding.ts";
import { at, listAt, membersAt, same, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { locations } from "./families.ts";

/** The documents are made from one source, so the same fact has the same value in all of them. */
export const agreement: Check = {
  id: "agreement",
  title: "The documents agree with one another on counts, versions and addresses",
  part: "contract",
  async run(site, found) {
    const [siteJson, corpus, state, digests, realms, greeting, manifest] = await Promise.all(
      ["site", "corpus", "state", "digests", "realms", "greeting", "manifest"].map((id) => site.document(id)),
    );
    const pages = listAt(siteJson, "pages");
    const urls = pages.map(urlOf);
    const written = pages.filter((page) => at(page, "generated") !== true).map(urlOf);
    const records = listAt(corpus, "documents");
    const rooms = listAt(realms, "realms");
    const words = records.reduce<number>((sum, record) => sum + Number(at(record, "words") ?? 0), 0);
    const notes = pages.filter((page) => textAt(page, "type") === "note").length;
    const version = at(site.index, "version");
    const facts: [where: string, document: unknown, keys: string[], expected: unknown][] = [
      ["/api/site.json", siteJson, ["metadata", "version"], version],
      ["/api/corpus.json", corpus, ["version"], version],
      ["/api/state.json", state, ["version"], version],
      ["/api/digests.json", digests, ["version"], version],
      ["/api/state.json", state, ["api_version"], at(site.index, "api_version")],
      ["/api/site.json", siteJson, ["metadata", "page_count"], urls.length],
      ["/api/state.json", state, ["counts", "pages"], urls.length],
      ["/api/state.json", state, ["counts", "words"], words],
      ["/api/state.json", state, ["counts", "realms"], rooms.length],
      ["/api/state.json", state, ["counts", "notes"], notes],
      ["/api/realms.json", realms, ["count"], rooms.length],
      ["/api/corpus.json", corpus, ["counts", "documents"], records.length],
      ["/api/corpus.json", corpus, ["counts", "pages"], urls.length],
      ["/api/corpus.json", corpus, ["counts", "words"], words],
    ];
    for (const [where, document, keys, expected] of facts) {
      const given = at(document, ...keys);
      const wanted = `${JSON.stringify(expected)} was expected from the other documents`;
      if (given !== expected)
        found.fault(where, `\`${keys.join(".")}\` is ${JSON.stringify(given) ?? "missing"}; ${wanted}`);
    }
    if (new Set(urls).size < urls.length) found.fault("/api/site.json", "lists a page twice");
    const digested = membersAt(digests, "digests").map(([path]) => site.base_url + path);
    hasAll("/api/corpus.json", records.map(urlOf), written, found);
    hasNoOther("/api/corpus.json", records.map(urlOf), written, found);
    hasAll("/api/digests.json", digested, urls, found);
    hasNoOther("/api/digests.json", digested, urls, found);
    hasNoOther("/api/realms.json", rooms.map(urlOf), urls, found);
    recordsAgree(pages, records, found);
    if (!same(listAt(greeting, "promises").map(short), listAt(manifest, "promises").map(short)))
      found.fault("/api/greeting.json", "has other promises than /api/manifest.json");
    await sitemap(site, urls, found);
    const entries = (await site.text("/feed.xml")).matchAll(/<entry>\s*<id>([^<]*)<\/id>/g);
    const inFeed = [...entries].map(([, id = ""]) => unescaped(id));
    hasNoOther("/feed.xml", inFeed, written, found);
    const heads = (await site.text("/llms-full.txt")).matchAll(/^canonical_url: "(.*)"$/gm);
    const inFullText = [...heads].map(([, url = ""]) => url);
    hasAll("/llms-full.txt", inFullText, written, found);
    hasNoOther("/llms-full.txt", inFullText, written, found);
  },
};

function urlOf(value: unknown): string {
  return textAt(value, "url");
}

function hasAll(where: string, given: readonly string[], expected: readonly string[], found: Findings): void {
  const known = new Set(given);
  const missing = expected.filter((url) => !known.has(url));
  if (missing.length > 0) found.fault(where, `lacks ${some(missing)}`);
}

function hasNoOther(where: string, given: readonly string[], expected: readonly string[], found: Findings): void {
  const known = new Set(expected);
  const unknown = given.filter((url) => !known.has(url));
  if (unknown.length > 0) found.fault(where, `names ${some(unknown)}, which /api/site.json does not list`);
}

function some(urls: readonly string[]): string {
  return urls.slice(0, 3).join(", ") + (urls.length > 3 ? ` and ${urls.length - 3} more` : "");
}

/** Members that the record of a page and its entry in site.json share. */
const shared = "id type title description language published updated words sha256 markdown_url".split(" ");

function recordsAgree(pages: readonly unknown[], records: readonly unknown[], found: Findings): void {
  const byUrl = new Map(records.map((record) => [urlOf(record), record]));
  for (const page of pages) {
    const record = byUrl.get(urlOf(page));
    const unlike = record === undefined ? [] : shared.filter((member) => !same(at(page, member), at(record, member)));
    if (unlike.length > 0)
      found.fault(
        "/api/corpus.json",
        `says something else than /api/site.json of ${urlOf(page)}: ${unlike.join(", ")}`,
      );
  }
}

function short(promise: unknown) {
  return { number: at(promise, "number"), id: at(promise, "id"), title: at(promise, "title") };
}

/**
 * Whether the sitemap lists every page. It may also list pages of the author's own templates, which no document lists;
 * the check of links requests them.
 */
async function sitemap(site: Site, urls: readonly string[], found: Findings): Promise<void> {
  const where = "/sitemap.xml";
  const text = await site.text(where);
  const listed: string[] = [];
  if (text.includes("<sitemapindex"))
    for (const path of locations(text).flatMap((url) => site.local(url) ?? []))
      listed.push(...locations(await site.text(path)));
  else listed.push(...locations(text));
  hasAll(where, listed, urls, found);
  const elsewhere = listed.filter((url) => site.local(url) === null);
  if (elsewhere.length > 0) found.fault(where, `names ${some(elsewhere)}, which is not of this site`);
}
