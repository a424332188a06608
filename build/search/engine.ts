import { isOneTypo } from "../lib/did-you-mean.ts";
import { splitIntoWords, stem, stopWords } from "./words.ts";

// Finds pages by words. It loads only the index files that the words need, and does not depend on
// the browser.

/** The fields of /search/index.json that are read. */
interface WordsIndex {
  pages: number;
  pages_per_file: number;
  first_words: string[];
  word_files: string[];
  page_files: string[];
}

export interface FoundPage {
  path: string;
  title: string;
  description: string;
  /** BCP 47, if it is not the site's. */
  language?: string;
  headings: { id: string; text: string }[];
}

export interface SearchResult {
  /** How many pages were found: those with the most words of the query. */
  count: number;
  /** The first of the found pages, the best first. */
  pages: FoundPage[];
  /** Words of the query that none of the loaded files has. */
  missing: string[];
  /** Whether there may be more pages: too many words begin like the query's to load all of them. */
  isMore: boolean;
  /** The query with missing words replaced by existing ones, or null. */
  suggestion: string | null;
  /** Whether a word of a text is one that was looked for. */
  isWanted(term: string): boolean;
}

/** A word of the index with its pages, as `build/documents/search-index.ts` describes them. */
type IndexedWord = readonly [term: string, pages: string];

/** The most files of words that one search loads. */
const mostFiles = 6;

/** How well a word matches a query's word: 1 for the same, 0.5 for a longer one, else 0. */
function likeness(term: string, word: string): number {
  if (term === word || [term, stem(term)].includes(stem(word))) return 1;
  return isBeginning(word) && term.startsWith(word) ? 0.5 : 0;
}

/** One or two Latin letters match only the same word, because too many words begin with them. */
function isBeginning(word: string): boolean {
  return !/^[a-z\d]{1,2}$/.test(word);
}

/**
 * @param load Loads a JSON file at a root-relative address; its errors are passed on.
 * @param most How many of the found pages to load.
 */
export async function search(
  query: string,
  load: (path: string) => Promise<unknown>,
  most = 10,
): Promise<SearchResult> {
  const index = (await load("/search/index.json")) as WordsIndex;
  const all = [...new Set(splitIntoWords(query).map(({ term }) => term))];
  const telling = all.filter((word) => !stopWords.has(word));
  const words = telling.length > 0 ? telling : all;
  /** The only file that may have a word: the last whose first word is not after it. */
  const fileOf = (word: string): number =>
    index.first_words.findLastIndex((first) => first <= word);
  const longerWords = words.filter(isBeginning).flatMap((word) => {
    const [first, last] = [fileOf(word), fileOf(`${word}\uffff`)];
    return Array.from({ length: last - first }, (_, number) => first + 1 + number);
  });
  const needed = new Set([
    ...words.flatMap((word) => [fileOf(stem(word)), fileOf(word)]),
    ...longerWords,
  ]);
  needed.delete(-1); // before the first word there is none
  const files = await Promise.all(
    [...needed]
      .slice(0, mostFiles)
      .map((file) => load(`/search/words/${index.word_files[file]}.json`)),
  );
  const entries = files.flatMap((file) =>
    Object.entries((file as { words: Record<string, string> }).words),
  );
  const weights = words.map((word) => weightsOf(word, entries));
  const found = rank(weights, index.pages);
  const pages = found.slice(0, most).map(async (number) => {
    const file = await load(
      `/search/pages/${index.page_files[Math.floor(number / index.pages_per_file)]}.json`,
    );
    return (file as { pages: FoundPage[] }).pages[number % index.pages_per_file] as FoundPage;
  });
  return {
    count: found.length,
    pages: await Promise.all(pages),
    missing: words.filter((_, number) => weights[number]?.size === 0),
    isMore: needed.size > mostFiles,
    suggestion: suggest(query, words, entries),
    isWanted: (term) => words.some((word) => likeness(term, word) > 0),
  };
}

/** The weight of a query's word on each page, by the most similar word there. */
function weightsOf(word: string, entries: readonly IndexedWord[]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const [term, pages] of entries) {
    const factor = likeness(term, word);
    if (factor === 0) continue;
    let page = -1;
    for (const [, distance, letter] of pages.matchAll(/(\d*)([a-z])/g)) {
      page += Number(distance || 1);
      const weight = factor * ((letter as string).charCodeAt(0) - 96);
      weights.set(page, Math.max(weights.get(page) ?? 0, weight));
    }
  }
  return weights;
}

/** Numbers of the pages with the most of the query's words, best first. Rare words count more. */
function rank(weights: readonly Map<number, number>[], pages: number): number[] {
  const matched = new Map<number, number>();
  const score = new Map<number, number>();
  for (const word of weights) {
    const rarity = Math.log(1 + pages / word.size);
    for (const [page, weight] of word) {
      matched.set(page, (matched.get(page) ?? 0) + 1);
      score.set(page, (score.get(page) ?? 0) + Math.log2(weight + 2) * rarity);
    }
  }
  const most = Math.max(...matched.values());
  const found = [...matched.keys()].filter((page) => matched.get(page) === most);
  return found.sort((a, b) => (score.get(b) as number) - (score.get(a) as number) || a - b);
}

/** Replaces words on no page by the most frequent ones a typing error away, or returns null. */
function suggest(
  query: string,
  words: readonly string[],
  entries: readonly IndexedWord[],
): string | null {
  let better = query;
  const isKnown = (term: string) => entries.some(([other]) => likeness(other, term) > 0);
  for (const { term, start, end } of splitIntoWords(query).reverse()) {
    if (term.length < 4 || !words.includes(term) || isKnown(term)) continue;
    // The index has stems of English words; the query's ending is kept.
    const base = stem(term);
    const isNear = (other: string) => isOneTypo(term, other) || isOneTypo(base, other);
    const near = entries
      .filter(([other]) => isNear(other))
      .sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
    const ending =
      near && !isOneTypo(term, near) && term.startsWith(base) ? term.slice(base.length) : "";
    if (near) better = better.slice(0, start) + near + ending + better.slice(end);
  }
  return better === query ? null : better;
}
