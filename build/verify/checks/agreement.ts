import { unescaped } from "../../lib/html-tokens.ts";
import { mapConcurrently } from "../../lib/map-concurrently.ts";
import { stem, stopWords, wordsOf } from "../../search/words.ts";
import { differs, type Findings, listDiffers, type Row } from "../finding.ts";
import { at, listAt, readExpected, textAt, textsAt } from "../json.ts";
import { bodyOf, plainWords, wordsOfText } from "../parity.ts";
import { type PageFacts, type Site, sampleOf } from "../site.ts";
import { feed, feeds, latestOf } from "./feeds.ts";
import { fieldBounds } from "./guestbook.ts";
import { fullText, llms, sitemapMarkdown } from "./plain-texts.ts";

/** For each document its lists, and its members with the places of values that must be equal. */
type Table = Record<
  string,
  Record<string, string> & {
    lists?: Record<string, { of: string; by: string; sorted?: boolean }>;
    words?: Record<string, string>;
  }
>;

/** Documents of which more than members is compared. */
const documents: readonly [path: string, rowsOf: (site: Site) => Promise<readonly Row[]>][] = [
  ["/api/site.json", siteFacts],
  ["/api/state.json", stateDigest],
  ["/sitemap.xml", sitemap],
  ["/sitemap.md", sitemapMarkdown],
  ["/feed.xml", feed],
  ["/feeds/{name}.xml", feeds],
  ["/llms.txt", llms],
  ["/llms-full.txt", fullText],
  ["/search/index.json", searchIndex],
];

/**
 * Whether all documents agree, because they are made from one source. Expected values come from the
 * published documents alone.
 */
export async function agreement(site: Site, found: Findings): Promise<void> {
  const values = await valuesOf(site);
  const table = readExpected<Table>("agreement", { base_url: site.base_url });
  const valueAt = (place: string) =>
    place.startsWith("= ") ? place.slice(2) : inside(values, place);
  const expected = Object.entries(table);
  await found.each(expected, async ([path, { lists = {}, words = {}, ...members }]) => {
    const document = await site.json(path);
    const rows = Object.entries(members).map(([member, place]) =>
      differs(`\`${member}\` is`, inside(document, member), valueAt(place)),
    );
    for (const [text, markdown] of Object.entries(words)) {
      const [given, expected] = [text, markdown].map((place) => String(inside(document, place)));
      rows.push(differs(`\`${text}\` says`, plainWords(given), wordsOfText(expected ?? "")));
    }
    for (const [member, { of, by, sorted }] of Object.entries(lists)) {
      const itemsOf = (list: unknown, side: number) => {
        const names = by.split(" ").map((name) => name.split("=").at(side) ?? "");
        const items = listAt(list).map((item) => names.map((name) => at(item, name)));
        return sorted ? items.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) : items;
      };
      const [given, expected] = [
        itemsOf(inside(document, member), 0),
        itemsOf(inside(values, of), -1),
      ];
      rows.push(listDiffers(`${member}, of which number`, given, expected));
    }
    return rows;
  });
  await found.each(documents, ([, rowsOf]) => rowsOf(site));
}

/** The value at a place in another one, with points between the keys. */
const inside = (value: unknown, place: string): unknown => at(value, ...place.split("."));

/** The values that the table names: documents, lists of pages, and values derived from them. */
async function valuesOf(site: Site) {
  const listed = await site.json("/api/site.json");
  const pages = listAt(listed, "pages");
  const license = site.license.id;
  const written = pages
    .filter((page) => at(page, "generated") !== true)
    .map((page) => ({ ...Object(page), license }));
  const ofType = (type: string) => pages.filter((page) => at(page, "type") === type);
  const greeting = await pageOf(site, "greeting");
  const offers = greeting?.generated
    ? readExpected("offers", { base_url: site.base_url })
    : at(await site.json("/api/greeting.json"), "affordances");
  const answers = [...listAt(site.index, "endpoints"), ...listAt(site.index, "formats")];
  const latest = await latestOf(site);
  const isOperation = (answer: unknown) => textAt(answer, "id").startsWith("guestbook");
  return {
    index: site.index,
    site: listed,
    manifest: await site.json("/api/manifest.json"),
    pages,
    written,
    notes: ofType("note"),
    realms: ofType("realm"),
    latest: pages.find((page) => textAt(page, "url") === latest?.url),
    words: written.reduce<number>((sum, page) => sum + Number(at(page, "words") ?? 0), 0),
    digests: Object.fromEntries((await site.pages()).map(({ path, sha256 }) => [path, sha256])),
    apis: listAt(site.index, "endpoints").filter(
      (each) => !/{|_sign/.test(textAt(each, "path") + textAt(each, "id")),
    ),
    documents: answers.filter((answer) => !isOperation(answer)),
    operations: answers.filter(isOperation),
    bounds: fieldBounds,
    // A page that a template makes is not in the list of pages.
    greeting: greeting ?? (await site.json("/api/greeting.json")),
    offers,
    manifesto: await pageOf(site, "manifesto"),
  };
}

/** The only page of a type, and its Markdown; nothing if there is none. */
async function pageOf(site: Site, type: string) {
  const page = (await site.pages()).find((each) => each.type === type);
  return page && { ...page, markdown: bodyOf(await site.text(page.markdown_path)) };
}

/** Whether the text for programs is in English, whatever the language of the site. */
async function siteFacts(site: Site): Promise<Row[]> {
  const isShipped = ({ type, id, generated }: PageFacts) =>
    generated && /^(api|greeting|manifesto|page corpus)\b/.test(`${type} ${id}`);
  const shipped = (await site.pages()).filter(isShipped);
  return shipped.map(({ path, language }) => differs(`the language of ${path} is`, language, "en"));
}

async function sitemap(site: Site): Promise<Row[]> {
  // If the sitemap is divided, its parts list the pages.
  const index = (await site.text("/sitemap.xml")).matchAll(/<sitemap>\s*<loc>([^<]*)/g);
  const paths = ["/sitemap.xml", ...Array.from(index, ([, url = ""]) => site.local(url) ?? url)];
  const page = /<url>\s*<loc>([^<]*)<\/loc>\s*(?:<lastmod>([^<]*))?/g;
  const listed = (await mapConcurrently(paths, site.text)).flatMap((xml) =>
    Array.from(xml.matchAll(page), ([, url = "", changed = ""]) => `${unescaped(url)} ${changed}`),
  );
  const pages = (await site.pages()).map(({ url, changed }) => `${url} ${changed}`);
  // Then it may list pages from the author's templates, which are undated and in no document; the
  // check of links requests them.
  const own = listed.filter(
    (line, place) => place < pages.length || !line.endsWith(" ") || !site.local(line.trim()),
  );
  return [
    listDiffers("address", own, pages),
    [new Set(listed).size < listed.length, "lists a page twice"],
  ];
}

/** Whether a version ends with the beginning of the digest. */
async function stateDigest(site: Site): Promise<Row[]> {
  const { digest, version } = textsAt(await site.json("/api/state.json"), "digest", "version");
  return [differs("`digest` begins with", digest.slice(0, 12), version.slice(-12))];
}

/**
 * Whether the search has all pages in order, and finds each by words of its title and text.
 * Generated lists may be left out, because they only repeat other pages.
 */
async function searchIndex(site: Site): Promise<Row[]> {
  const index = await site.json("/search/index.json");
  const most = site.client.limits.sample;
  const names = listAt(index, "page_files").slice(0, most);
  const files = await mapConcurrently(names, (name) => site.json(`/search/pages/${name}.json`));
  const found = files.flatMap((file) => listAt(file, "pages"));
  const given = found.map((page) => textsAt(page, "path", "title"));
  const paths = new Set(given.map(({ path }) => path));
  const pages = (await site.pages()).filter(
    ({ path, type, generated }) =>
      type !== "search" && (type !== "list" || !generated || paths.has(path)),
  );
  const shown = pages.slice(0, names.length < most ? pages.length : found.length);
  const expected = shown.map((page) => textsAt(page, "path", "title"));
  const rows = [
    listDiffers("page", given, expected),
    differs("`pages` is", at(index, "pages"), pages.length),
  ];
  for (const [number, page] of sampleOf([...pages.entries()], most)) {
    const lost = await lostWord(site, page, number);
    rows.push([lost !== undefined, `does not find ${page.path} by “${lost}”`]);
  }
  return rows;
}

/** A word of a page's title, or of some of its text, for which the index lacks the page. */
async function lostWord(site: Site, { title, url, language }: PageFacts, number: number) {
  const index = await site.json("/search/index.json");
  const records = listAt(await site.json("/api/corpus.json"), "documents");
  const record = records.find((each) => textAt(each, "url") === url);
  const termsOf = (text: string) => {
    const terms = wordsOf(text).map(({ term }) => term);
    return /^en\b/i.test(language) ? terms.filter((term) => !stopWords.has(term)).map(stem) : terms;
  };
  for (const term of [...termsOf(title), ...sampleOf(termsOf(textAt(record, "text")), 12)]) {
    const file = listAt(index, "first_words").findLastIndex((first) => String(first) <= term);
    if (file >= site.client.limits.sample) continue;
    const name = listAt(index, "word_files")[file];
    const words = at(await site.json(`/search/words/${name}.json`), "words");
    // For each page the distance from the one before, unless it is 1, and a letter.
    let last = -1;
    const pages = textAt(words, term).matchAll(/(\d*)[a-z]/g);
    if (!pages.some(([, distance]) => (last += Number(distance || 1)) === number)) return term;
  }
  return undefined;
}
