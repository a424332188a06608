import { isDeepStrictEqual } from "node:util";
import type { Findings } from "../finding.ts";
import { at, listAt, membersAt, textAt } from "../json.ts";
import { textsInXml } from "../markup.ts";
import type { Site } from "../site.ts";

/** Members that the record of a page and its entry in site.json share. */
const shared = "id type title description language published updated words sha256 markdown_url".split(" ");

/** Whether the same fact has the same value in all documents, which are made from one source. */
export async function agreement(site: Site, found: Findings): Promise<void> {
  const ids = ["site", "corpus", "state", "digests", "realms", "greeting", "manifest"] as const;
  const read = await Promise.all(ids.map(async (id) => [id, await site.document(id)] as const));
  const documents = Object.fromEntries(read) as Record<(typeof ids)[number], unknown>;
  const pages = listAt(documents.site, "pages");
  const records = listAt(documents.corpus, "documents");
  const rooms = listAt(documents.realms, "realms");
  const [urls, inCorpus] = [pages.map(urlOf), records.map(urlOf)];
  const written = pages.filter((page) => at(page, "generated") !== true).map(urlOf);
  const words = records.reduce<number>((sum, record) => sum + Number(at(record, "words") ?? 0), 0);
  const notes = pages.filter((page) => textAt(page, "type") === "note").length;
  const promisesOf = (document: unknown) =>
    listAt(document, "promises").map((promise) => ["number", "id", "title"].map((key) => at(promise, key)));

  const facts: [id: (typeof ids)[number], keys: string[], expected: unknown][] = [
    ["site", ["metadata", "version"], at(site.index, "version")],
    ["corpus", ["version"], at(site.index, "version")],
    ["state", ["version"], at(site.index, "version")],
    ["digests", ["version"], at(site.index, "version")],
    ["state", ["api_version"], at(site.index, "api_version")],
    ["site", ["metadata", "page_count"], urls.length],
    ["state", ["counts", "pages"], urls.length],
    ["state", ["counts", "words"], words],
    ["state", ["counts", "realms"], rooms.length],
    ["state", ["counts", "notes"], notes],
    ["realms", ["count"], rooms.length],
    ["corpus", ["counts", "documents"], records.length],
    ["corpus", ["counts", "pages"], urls.length],
    ["corpus", ["counts", "words"], words],
  ];
  for (const [id, keys, expected] of facts) {
    const given = at(documents[id], ...keys);
    const wanted = `${JSON.stringify(expected)} was expected from the other documents`;
    if (given !== expected)
      found.fault(`/api/${id}.json`, `\`${keys.join(".")}\` is ${JSON.stringify(given) ?? "missing"}; ${wanted}`);
  }
  if (new Set(urls).size < urls.length) found.fault("/api/site.json", "lists a page twice");

  const byUrl = new Map(records.map((record) => [urlOf(record), record]));
  for (const page of pages) {
    const record = byUrl.get(urlOf(page));
    const unlike = shared.filter((member) => record && !isDeepStrictEqual(at(page, member), at(record, member)));
    const what = `says something else than /api/site.json of ${urlOf(page)}: ${unlike.join(", ")}`;
    if (unlike.length > 0) found.fault("/api/corpus.json", what);
  }
  if (!isDeepStrictEqual(promisesOf(documents.greeting), promisesOf(documents.manifest)))
    found.fault("/api/greeting.json", "has other promises than /api/manifest.json");

  // The sitemap may also list pages of the author's own templates, which no document lists; the check of links requests
  // them.
  const inSitemap = await urlsOfSitemap(site);
  const elsewhere = inSitemap.filter((url) => site.local(url) === null);
  if (elsewhere.length > 0) found.fault("/sitemap.xml", `names ${some(elsewhere)}, which is not of this site`);
  const digested = membersAt(documents.digests, "digests").map(([path]) => site.base_url + path);
  const inFullText = (await site.text("/llms-full.txt")).matchAll(/^canonical_url: "(.*)"$/gm);
  const lists: [where: string, given: string[], expected: string[], isWhole: boolean, mayHaveOthers: boolean][] = [
    ["/api/corpus.json", inCorpus, written, true, false],
    ["/api/digests.json", digested, urls, true, false],
    ["/api/realms.json", rooms.map(urlOf), urls, false, false],
    ["/sitemap.xml", inSitemap, urls, true, true],
    ["/feed.xml", textsInXml(await site.text("/feed.xml"), "entry", "id"), written, false, false],
    ["/llms-full.txt", [...inFullText].map(([, url = ""]) => url), written, true, false],
  ];
  for (const [where, given, expected, isWhole, mayHaveOthers] of lists) {
    const missing = isWhole ? without(expected, given) : [];
    const unknown = mayHaveOthers ? [] : without(given, expected);
    found.faults(where, [
      [missing.length > 0, `lacks ${some(missing)}`],
      [unknown.length > 0, `names ${some(unknown)}, which /api/site.json does not list`],
    ]);
  }
}

/** The addresses of pages in the sitemap, or in the parts of a divided one. */
async function urlsOfSitemap(site: Site): Promise<string[]> {
  const text = await site.text("/sitemap.xml");
  const urls = textsInXml(text, "url", "loc");
  for (const path of textsInXml(text, "sitemap", "loc").flatMap((url) => site.local(url) ?? []))
    urls.push(...textsInXml(await site.text(path), "url", "loc"));
  return urls;
}

function urlOf(value: unknown): string {
  return textAt(value, "url");
}

function without(urls: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return urls.filter((url) => !known.has(url));
}

function some(urls: readonly string[]): string {
  return urls.slice(0, 3).join(", ") + (urls.length > 3 ? ` and ${urls.length - 3} more` : "");
}
