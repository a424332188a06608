import { unescaped } from "../../lib/html-tokens.ts";
import { mapConcurrently } from "../../lib/map-concurrently.ts";
import { stem, stopWords, wordsOf } from "../../search/words.ts";
import { differs, type Findings, listDiffers, type Row } from "../finding.ts";
import { at, listAt, readExpected, textAt, textsAt } from "../json.ts";
import { bodyOf, split, wordsDiffer, wordsOfText } from "../parity.ts";
import { type PageFacts, type Site, sampleOf } from "../site.ts";
import { feed, feeds, latestOf } from "./feeds.ts";
import { fieldBounds } from "./guestbook.ts";
import { fullText, llms, sitemapMarkdown } from "./plain-texts.ts";

/** For each document its members, with the place of the value each must equal, and its lists. */
type Lists = Record<string, { of: string; by: string; sorted?: boolean }>;
type Table = Record<
  string,
  Record<string, string> & { lists?: Lists; words?: Record<string, string> }
>;

/** Documents that are compared by more than their members. */
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
 * Whether the documents agree with one another on all that several of them say, because they are
 * made from one source. What is expected follows from the published documents alone.
 */
export async function agreement(site: Site, found: Findings): Promise<void> {
  const values = await valuesOf(site);
  const table = readExpected<Table>("agreement", { base_url: site.base_url });
  const valueAt = (place: string) =>
    place.startsWith("= ") ? place.slice(2) : at(values, ...place.split("."));
  await found.each(
    Object.entries(table),
    async ([path, { lists = {}, words = {}, ...members }]) => {
      const document = await site.json(path);
      const wordsAt = (member: string) => textAt(document, ...member.split("."));
      return [
        ...Object.entries(members).map(([member, place]) =>
          differs(`\`${member}\` is`, at(document, ...member.split(".")), valueAt(place)),
        ),
        ...Object.entries(words).map(([text, markdown]) =>
          wordsDiffer(`\`${text}\``, split(wordsAt(text)), wordsOfText(wordsAt(markdown))),
        ),
        ...Object.entries(lists).map(([member, { of, by, sorted }]) => {
          const names = by.split(" ").map((name) => name.split("="));
          const [given, expected] = [
            listAt(document, ...member.split(".")),
            listAt(values, ...of.split(".")),
          ].map((list, side) => {
            const items = list.map((item) =>
              names.map((pair) => at(item, pair[side] ?? pair[0] ?? "")),
            );
            return sorted ? items.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)) : items;
          });
          return listDiffers(`${member}, of which number`, given ?? [], expected ?? []);
        }),
      ];
    },
  );
  await found.each(documents, ([, rowsOf]) => rowsOf(site));
}

/** The values that the table names: documents, lists of pages, and values derived from them. */
async function valuesOf(site: Site) {
  const [listed, manifest] = [
    await site.json("/api/site.json"),
    await site.json("/api/manifest.json"),
  ];
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
  const isOperation = (answer: unknown) => /^guestbook/.test(textAt(answer, "id"));
  return {
    index: site.index,
    site: listed,
    manifest,
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
    // One that a template makes is no page of the list.
    greeting: greeting ?? (await site.json("/api/greeting.json")),
    offers,
    manifesto: await pageOf(site, "manifesto"),
  };
}

/** The page of a type that a site has once, and its Markdown; nothing where there is none. */
async function pageOf(site: Site, type: string) {
  const page = (await site.pages()).find((each) => each.type === type);
  return page && { ...page, markdown: bodyOf(await site.text(page.markdown_path)) };
}

async function siteFacts(site: Site): Promise<Row[]> {
  const pages = await site.pages();
  // Programs are told of the service in English, whatever the language of the site.
  const shipped = pages.filter(
    ({ id, type, generated }) =>
      generated && /^(api|greeting|manifesto)|^page corpus/.test(`${type} ${id}`),
  );
  return shipped.map(({ path, language }) =>
    differs(`of ${path}, the language is`, language, "en"),
  );
}

async function sitemap(site: Site): Promise<Row[]> {
  // Of a divided sitemap, the parts list the pages.
  const index = (await site.text("/sitemap.xml")).matchAll(/<sitemap>\s*<loc>([^<]*)/g);
  const paths = ["/sitemap.xml", ...Array.from(index, ([, url = ""]) => site.local(url) ?? url)];
  const listed = (await mapConcurrently(paths, site.text)).flatMap((xml) =>
    Array.from(
      xml.matchAll(/<url>\s*<loc>([^<]*)<\/loc>\s*(?:<lastmod>([^<]*))?/g),
      ([, url = "", changed = ""]) => `${unescaped(url)} ${changed}`,
    ),
  );
  const pages = (await site.pages()).map(({ url, changed }) => `${url} ${changed}`);
  // After them it may list pages of the author's own templates, which no document lists and which
  // have no date; the check of links requests them.
  const others = listed.slice(pages.length);
  const foreign = others.filter((line) => !line.endsWith(" ") || !site.local(line.trim()));
  return [
    listDiffers("address", [...listed.slice(0, pages.length), ...foreign], pages),
    [new Set(listed).size < listed.length, "lists a page twice"],
  ];
}

/** Whether a version ends as the digest begins. */
async function stateDigest(site: Site): Promise<Row[]> {
  const { digest, version } = textsAt(await site.json("/api/state.json"), "digest", "version");
  return [differs("`digest` begins with", digest.slice(0, 12), version.slice(-12))];
}

/**
 * Whether the search has all pages in their order, and finds each by words of title and text. Lists that the build made may be left out, as
 * they only repeat what other pages say.
 */
async function searchIndex(site: Site): Promise<Row[]> {
  const index = await site.json("/search/index.json");
  const most = site.client.limits.sample;
  const names = listAt(index, "page_files").slice(0, most);
  const files = await mapConcurrently(names, (name) => site.json(`/search/pages/${name}.json`));
  const found = files.flatMap((file) => listAt(file, "pages"));
  const given = found.map((page) => [textAt(page, "path"), textAt(page, "title")]);
  const paths = new Set(given.map(([path]) => path));
  const pages = (await site.pages()).filter(
    ({ path, type, generated }) =>
      type !== "search" && (type !== "list" || !generated || paths.has(path)),
  );
  const looked = sampleOf([...pages.entries()], most);
  const lost = await mapConcurrently(looked, ([number, page]) => lostWord(site, page, number));
  const expected = pages.slice(0, names.length < most ? pages.length : found.length);
  return [
    listDiffers(
      "page",
      given,
      expected.map(({ path, title }) => [path, title]),
    ),
    differs("`pages` is", at(index, "pages"), pages.length),
    ...looked.map(([, { path }], place): Row => {
      return [lost[place] !== undefined, `does not find ${path} by “${lost[place]}”`];
    }),
  ];
}

/** A word of a page's title, or one of some of its text, with which the index does not name it. */
async function lostWord(site: Site, { title, url, language }: PageFacts, number: number) {
  const index = await site.json("/search/index.json");
  const records = listAt(await site.json("/api/corpus.json"), "documents");
  const text = textAt(
    records.find((each) => textAt(each, "url") === url),
    "text",
  );
  const isEnglish = /^en\b/i.test(language);
  const terms = [title, text].map((each) => wordsOf(each).map(({ term }) => term));
  const [ofTitle = [], ofText = []] = terms.map((each) =>
    isEnglish ? each.filter((term) => !stopWords.has(term)).map(stem) : each,
  );
  for (const term of [...ofTitle, ...sampleOf(ofText, 12)]) {
    const file = listAt(index, "first_words").findLastIndex((first) => String(first) <= term);
    if (file >= site.client.limits.sample) continue;
    const name = listAt(index, "word_files")[file];
    const words = at(await site.json(`/search/words/${name}.json`), "words");
    // Of each page the distance from the one before, unless it is 1, and a letter.
    let last = -1;
    const pages = textAt(words, term).matchAll(/(\d*)[a-z]/g);
    if (!pages.some(([, distance]) => (last += Number(distance || 1)) === number)) return term;
  }
  return undefined;
}
