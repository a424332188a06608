import type { Page } from "../content/page.ts";
import { memoize } from "../lib/once.ts";
import { percentDecoded } from "../lib/text.ts";
import { encoded, heaviest } from "./postings.ts";
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
  const isEnglish = /^en\b/i.test(page.language);
  const termsOf = (text: string): string[] => {
    const terms = wordsOf(text).map(({ term }) => (isEnglish ? englishTerm(term) : term));
    return terms.filter((term) => term !== "");
  };
  const weights = new Map<string, number>();
  const add = (term: string, weight: number): void => void weights.set(term, (weights.get(term) ?? 0) + weight);
  const inText = termsOf(page.text);
  const often = new Map<string, number>();
  for (const term of inText) often.set(term, (often.get(term) ?? 0) + 1);
  // The text of lists is the titles of other pages, which are to be found first.
  const best = page.type === "list" || page.type === "home" ? 1 : 5;
  for (const [term, count] of often) add(term, (best * count) / (count + 0.5 + (0.5 * inText.length) / usualLength));
  const fields: [text: string, weight: number, divided: number][] = [
    [page.title, 5, 4],
    [(page.front_matter["keywords"] as string[] | undefined)?.join("\n") ?? "", 5, 0],
    [percentDecoded(page.id.slice(page.id.lastIndexOf("/") + 1)), 2, 4],
    [page.headings.map(({ text }) => text).join("\n"), 2, 0],
    [page.tags.join("\n"), 2, 0],
    [page.description, 1.5, 0],
  ];
  for (const [text, weight, divided] of fields) {
    const terms = new Set(termsOf(text));
    for (const term of terms) add(term, weight + divided / terms.size);
  }
  for (const [term, weight] of weights) weights.set(term, Math.max(1, Math.min(heaviest, Math.round(weight))));
  return weights;
});

const englishTerms = new Map<string, string>();

/** The stem of an English word, and nothing of one that says nothing; remembered, because texts repeat their words. */
function englishTerm(term: string): string {
  const known = englishTerms.get(term) ?? (stopWords.has(term) ? "" : stem(term));
  englishTerms.set(term, known);
  return known;
}

/** Pages and weights by word, as text: the page before, and the digits. */
interface Postings {
  last: number;
  text: string;
}

/** The words of the pages with their postings, in order of UTF-16 code units, as the browser compares them. */
export function invertedIndex(pages: readonly Page[]): [term: string, postings: string][] {
  const index = new Map<string, Postings>();
  for (const [page, weights] of pages.map(weightsOf).entries())
    for (const [term, weight] of weights) {
      const postings = index.get(term) ?? { last: -1, text: "" };
      postings.text += encoded(page - postings.last, weight);
      postings.last = page;
      index.set(term, postings);
    }
  const terms = [...index].map(([term, { text }]): [string, string] => [term, text]);
  return terms.sort(([a], [b]) => (a < b ? -1 : 1));
}
