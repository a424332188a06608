import type { Page } from "../content/page.ts";
import { memoize, memoizeText } from "../lib/once.ts";
import { percentDecoded } from "../lib/text.ts";
import { splitIntoWords, stem, stopWords } from "./words.ts";

// The pages of each word, and how relevant the word is to each of them.

/** Words in a typical text: constant, because with an average one edit would change all weights. */
const usualLength = 400;

/** A number for each term read so far, because counting by number is faster than by word. */
const numberByTerm = new Map<string, number>();
/** By the number of a term, its weight on the page that is being read; 0 between pages. */
const weights: number[] = [];

function numberOf(term: string): number {
  let number = numberByTerm.get(term);
  if (number === undefined) numberByTerm.set(term, (number = weights.push(0) - 1));
  return number;
}

/**
 * The terms of a page by number, each with a letter from a to z for its weight: how often it is in
 * the text, which counts less the longer the text is (as in BM25), plus more if it is in title,
 * address, keywords, headings, tags or description. English pages give stems, and no stop words. A
 * page that has not changed since a running server's last build is not counted again.
 */
const termsOfPage = memoize((page: Page) => {
  const termsOf = /^en\b/i.test(page.language) ? englishTermsOf : plainTermsOf;
  const found: number[] = [];
  let length = 0;
  // Without line breaks, the same parts recur in all texts.
  for (const part of page.text.replace(/[\n\t]+/g, " ").split(" "))
    length += addTerms(termsOf(part), 1, found);
  // Lists and the home page repeat titles of other pages, and those pages are to be found first.
  const textWeight = page.type === "list" || page.type === "home" ? 1 : 5;
  found.forEach((term) => {
    const count = weights[term] as number;
    weights[term] = (textWeight * count) / (count + 0.5 + (0.5 * length) / usualLength);
  });
  const keywords = (page.front_matter["keywords"] as string[] | undefined) ?? [];
  const fields: [texts: readonly string[], weight: number, sharedWeight: number][] = [
    [[page.title], 5, 4],
    [keywords, 5, 0],
    [[percentDecoded(page.id.slice(page.id.lastIndexOf("/") + 1))], 2, 4],
    [page.headings.map(({ text }) => text), 2, 0],
    [page.tags, 2, 0],
    [[page.description], 1.5, 0],
  ];
  for (const [texts, weight, sharedWeight] of fields) {
    const inField = new Set<number>();
    for (const text of texts)
      for (const part of text.split(" ")) for (const term of termsOf(part)) inField.add(term);
    addTerms([...inField], weight + sharedWeight / inField.size, found);
  }
  const letters = found.map((term) => {
    const weight = Math.round(weights[term] as number);
    weights[term] = 0;
    return String.fromCharCode(96 + Math.max(1, Math.min(26, weight)));
  });
  return { numbers: found, letters: letters.join("") };
});

/** Adds a weight to each term, and each new term to `found`. @returns the number of terms */
function addTerms(terms: readonly number[], weight: number, found: number[]): number {
  // An iterator for each word would be a twentieth of the memory that a large build takes.
  for (let index = 0; index < terms.length; index++) {
    const term = terms[index] as number;
    const before = weights[term] as number;
    if (before === 0) found.push(term);
    weights[term] = before + weight;
  }
  return terms.length;
}

/**
 * The term numbers of the words between two spaces of a text; remembered, because words recur.
 */
const plainTermsOf = memoizeText((part) => splitIntoWords(part).map(({ term }) => numberOf(term)));
/** The same for English: stems, without stop words. */
const englishTermsOf = memoizeText((part) =>
  splitIntoWords(part)
    .filter(({ term }) => !stopWords.has(term))
    .map(({ term }) => numberOf(stem(term))),
);

/**
 * The words of the pages, in order of UTF-16 code units, as the browser compares them. Each has its
 * pages as a string: for each page the distance from the one before, unless it is 1, and the word's
 * weight from a to z.
 */
export function invertedIndex(pages: readonly Page[]): [term: string, pages: string][] {
  const postings: string[][] = [];
  const last: number[] = [];
  pages.map(termsOfPage).forEach(({ numbers, letters }, page) => {
    numbers.forEach((term, index) => {
      const distance = page - (last[term] ?? -1);
      const letter = letters.charAt(index);
      (postings[term] ??= []).push(distance === 1 ? letter : distance + letter);
      last[term] = page;
    });
  });
  const terms = [...numberByTerm.keys()].filter((term) => postings[numberOf(term)]);
  return terms.sort().map((term) => [term, postings[numberOf(term)]?.join("") ?? ""]);
}
