import type { Page } from "../content/page.ts";
import { memoize } from "../lib/once.ts";
import { percentDecoded } from "../lib/text.ts";
import { stem, stopWords, wordsOf } from "./words.ts";

// On which pages each word is, and how much it says about them.

/** Words in a text of usual length. A constant, because with the site's average an edit would change every page. */
const usualLength = 400;

/**
 * A word weighs more in title, address, keywords, headings, tags and description; then by its frequency, which counts
 * less the longer the text is (as in BM25). Of a page in English the stems are counted, and no words that say nothing.
 * A page that did not change since the last build of a running server is not counted again.
 */
const weightsOf = memoize((page: Page): ReadonlyMap<string, number> => {
  const termsOf = /^en\b/i.test(page.language) ? englishTermsOf : plainTermsOf;
  const weights = new Map<string, number>();
  const add = (term: string, weight: number): void => void weights.set(term, (weights.get(term) ?? 0) + weight);
  let length = 0;
  for (const part of page.text.split(" "))
    for (const term of termsOf(part)) {
      add(term, 1);
      length++;
    }
  // The text of lists is the titles of other pages, which are to be found first.
  const best = page.type === "list" || page.type === "home" ? 1 : 5;
  for (const [term, count] of weights) weights.set(term, (best * count) / (count + 0.5 + (0.5 * length) / usualLength));
  const keywords = (page.front_matter["keywords"] as string[] | undefined) ?? [];
  const fields: [texts: readonly string[], weight: number, divided: number][] = [
    [[page.title], 5, 4],
    [keywords, 5, 0],
    [[percentDecoded(page.id.slice(page.id.lastIndexOf("/") + 1))], 2, 4],
    [page.headings.map(({ text }) => text), 2, 0],
    [page.tags, 2, 0],
    [[page.description], 1.5, 0],
  ];
  for (const [texts, weight, divided] of fields) {
    const terms = new Set<string>();
    for (const part of texts.flatMap((text) => text.split(" "))) for (const term of termsOf(part)) terms.add(term);
    for (const term of terms) add(term, weight + divided / terms.size);
  }
  return weights;
});

/** The words in a part of a text between blanks; remembered, because texts repeat their words. */
const plainTermsOf = remembered((part) => wordsOf(part).map(({ term }) => term));
/** The same in English: stems, and nothing for words that say nothing. */
const englishTermsOf = remembered((part) =>
  plainTermsOf(part)
    .filter((term) => !stopWords.has(term))
    .map(stem),
);

function remembered(compute: (part: string) => readonly string[]): (part: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (part) => {
    let terms = known.get(part);
    if (terms === undefined) known.set(part, (terms = compute(part)));
    return terms;
  };
}

/**
 * The words of the pages, in order of UTF-16 code units, as the browser compares them. A word's pages are text: of each
 * the distance from the page before, unless it is the next one, and how much the word says about it, from a to z.
 */
export function invertedIndex(pages: readonly Page[]): [term: string, pages: string][] {
  const index = new Map<string, { last: number; text: string }>();
  for (const [page, weights] of pages.map(weightsOf).entries())
    for (const [term, weight] of weights) {
      let found = index.get(term);
      if (found === undefined) index.set(term, (found = { last: -1, text: "" }));
      const distance = page - found.last;
      const letter = String.fromCharCode(96 + Math.max(1, Math.min(26, Math.round(weight))));
      found.text += `${distance === 1 ? "" : distance}${letter}`;
      found.last = page;
    }
  const terms = [...index].map(([term, { text }]): [string, string] => [term, text]);
  return terms.sort(([a], [b]) => (a < b ? -1 : 1));
}
