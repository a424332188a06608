import { mapConcurrently } from "../../lib/map-concurrently.ts";
import { memoize } from "../../lib/once.ts";
import { splitIntoWords, stem, stopWords } from "../../search/words.ts";
import { differs, listDiffers, type Row } from "../finding.ts";
import { at, listAt, textAt, textsAt } from "../json.ts";
import { type PageFacts, type Site, sampleOf } from "../site.ts";

/** What the search shows of pages, by their paths, as far as its files are read. Done once for a site. */
export const searchRecords = memoize(async (site: Site): Promise<Map<string, unknown>> => {
  const index = await site.json("/search/index.json");
  const names = listAt(index, "page_files").slice(0, site.client.limits.sample);
  const files = await mapConcurrently(names, (name) => site.json(`/search/pages/${name}.json`));
  const records = files.flatMap((file) => listAt(file, "pages"));
  return new Map(records.map((record) => [textAt(record, "path"), record]));
});

/**
 * Whether the search has all pages in order, and finds each by words of its title and text.
 * Generated lists may be left out, because they only repeat other pages.
 */
export async function searchIndex(site: Site): Promise<Row[]> {
  const index = await site.json("/search/index.json");
  const records = await searchRecords(site);
  const most = site.client.limits.sample;
  const names = listAt(index, "page_files");
  const size = listAt(await site.json(`/search/pages/${names[0]}.json`), "pages").length;
  const pages = (await site.pages()).filter(
    ({ path, type, generated }) =>
      type !== "search" && (type !== "list" || !generated || records.has(path)),
  );
  const shown = pages.slice(0, names.length < most ? pages.length : records.size);
  const named = (page: unknown) => textsAt(page, "path", "title");
  const words = listAt(index, "word_files").slice(0, most);
  const files = await mapConcurrently(words, (name) => site.get(`/search/words/${name}.json`));
  const sizes = files.map(({ bytes }) => bytes.byteLength);
  const perFile = Math.min(Number(at(index, "pages_per_file")), pages.length);
  const rows = [
    listDiffers("`word_bytes`, of which number", listAt(index, "word_bytes").slice(0, most), sizes),
    listDiffers("page", [...records.values()].map(named), shown.map(named)),
    differs("`pages_per_file` is at least", perFile, size),
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
  const record = (await site.records()).get(url);
  const termsOf = (text: string) => {
    const terms = splitIntoWords(text).map(({ term }) => term);
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
