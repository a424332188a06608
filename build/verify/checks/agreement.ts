import { isDeepStrictEqual } from "node:util";
import { mapConcurrently } from "../../lib/map-concurrently.ts";
import { attributeOf, elementsOf, textsInXml } from "../answer.ts";
import { differs, type Findings, type Row } from "../finding.ts";
import { at, listAt, membersAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";

/** Members that the record of a page and its entry in site.json share. */
const shared =
  "id type title description language published updated words sha256 markdown_url".split(" ");

/** Whether the same fact has the same value in all documents, which are made from one source. */
export async function agreement(site: Site, found: Findings): Promise<void> {
  const json = (id: string) => site.json(`/api/${id}.json`);
  const pages = listAt(await json("site"), "pages");
  const records = listAt(await json("corpus"), "documents");
  const rooms = listAt(await json("realms"), "realms").map(urlOf);
  const [urls, inCorpus] = [pages.map(urlOf), records.map(urlOf)];
  const written = pages.filter((page) => at(page, "generated") !== true).map(urlOf);
  const twins = records.map((record) => textAt(record, "markdown_url"));
  const words = records.reduce<number>((sum, record) => sum + Number(at(record, "words") ?? 0), 0);
  const notes = pages.filter((page) => textAt(page, "type") === "note").length;
  const version = at(site.index, "version");
  const promises = (document: unknown) =>
    listAt(document, "promises").map((promise) =>
      ["number", "id", "title"].map((key) => at(promise, key)),
    );
  const facts: [id: string, member: string, expected: unknown][] = [
    ["site", "metadata.version", version],
    ["corpus", "version", version],
    ["state", "version", version],
    ["digests", "version", version],
    ["state", "api_version", at(site.index, "api_version")],
    ["site", "metadata.page_count", urls.length],
    ["state", "counts.pages", urls.length],
    ["state", "counts.words", words],
    ["state", "counts.realms", rooms.length],
    ["state", "counts.notes", notes],
    ["realms", "count", rooms.length],
    ["corpus", "counts.documents", records.length],
    ["corpus", "counts.pages", urls.length],
    ["corpus", "counts.words", words],
  ];
  for (const [id, member, expected] of facts)
    found.faults(`/api/${id}.json`, [
      differs(`\`${member}\` is`, at(await json(id), ...member.split(".")), expected),
    ]);
  const byUrl = new Map(records.map((record) => [urlOf(record), record]));
  for (const page of pages) {
    const record = byUrl.get(urlOf(page));
    const unlike = shared.filter(
      (member) => record && !isDeepStrictEqual(at(page, member), at(record, member)),
    );
    const what = `says something else than /api/site.json of ${urlOf(page)}: ${unlike.join(", ")}`;
    found.faults("/api/corpus.json", [[unlike.length > 0, what]]);
  }
  const [greeted, promised] = [promises(await json("greeting")), promises(await json("manifest"))];
  found.faults("/api/greeting.json", [differs("promises", greeted, promised)]);
  found.faults("/api/site.json", [[new Set(urls).size < urls.length, "lists a page twice"]]);

  const digested = membersAt(await json("digests"), "digests").map(
    ([path]) => site.base_url + path,
  );
  const fullText = (await site.text("/llms-full.txt")).matchAll(/^canonical_url: "(.*)"$/gm);
  const inFullText = Array.from(fullText, ([, url = ""]) => url);
  // The id of an entry may be a former address. The feed itself has no link to Markdown.
  const inFeed = elementsOf(await site.text("/feed.xml"))
    .filter((element) => attributeOf(element, "type") === "text/markdown")
    .map((link) => attributeOf(link, "href"));
  // Of a divided sitemap, the parts list the pages.
  const parts = textsInXml(await site.text("/sitemap.xml"), "sitemap", "loc").flatMap(
    (url) => site.local(url) ?? [],
  );
  const sitemaps = await mapConcurrently(["/sitemap.xml", ...parts], site.text);
  const inSitemap = sitemaps.flatMap((xml) => textsInXml(xml, "url", "loc"));
  // The sitemap may also list pages of the author's own templates, which no document lists; the
  // check of links requests them.
  const elsewhere = inSitemap.filter((url) => site.local(url) === null);
  const lists: [where: string, missing: string[], unknown: string[]][] = [
    ["/api/corpus.json", without(written, inCorpus), without(inCorpus, written)],
    ["/api/digests.json", without(urls, digested), without(digested, urls)],
    ["/api/realms.json", [], without(rooms, urls)],
    ["/sitemap.xml", without(urls, inSitemap), elsewhere],
    ["/feed.xml", [], without(inFeed, twins)],
    ["/llms-full.txt", without(written, inFullText), without(inFullText, urls)],
  ];
  for (const [where, missing, unknown] of lists)
    found.faults(where, [
      ...missing.map((url): Row => [true, `lacks ${url}`]),
      ...unknown.map((url): Row => [true, `names ${url}, which /api/site.json does not list`]),
    ]);
}

function urlOf(value: unknown): string {
  return textAt(value, "url");
}

function without(urls: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return urls.filter((url) => !known.has(url));
}
