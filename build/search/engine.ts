import { isOneTypo } from "../lib/did-you-mean.ts";
import { postingsOf } from "./postings.ts";
import { stem, stopWords, unspaced, wordsOf } from "./words.ts";

// Finds pages by words. It loads only the files of the index that the words need, and knows nothing of the browser.

/** What is read of /search/index.json. */
export interface WordsIndex {
  pages: number;
  pages_per_file: number;
  first_words: string[];
  word_bytes: number[];
  word_files: string[];
  page_files: string[];
}

export interface FoundPage {
  path: string;
  title: string;
  description: string;
  headings: { id: string; text: string }[];
}

export interface SearchResult {
  /** The numbers of the pages that have the most of the words, the best first. */
  pages: number[];
  /** Words of the query that none of these pages need have, because no page has them or too much would be loaded. */
  missing: string[];
  /** Whether there may be more pages, with longer words of which not all were loaded. */
  isMore: boolean;
  /** The query with words that exist in place of those that do not, or null. */
  suggestion: string | null;
  /** Which word of the query a word of a text is; undefined if it is none. */
  wordFor(term: string): string | undefined;
}

/** A word of the index with its pages. */
type IndexedWord = readonly [term: string, postings: string];

/** Most bytes of files of words that one search loads. */
const limit = 160_000;
/** Most words of a query that are looked at. */
const mostWords = 8;

/** How much a word of the index counts for a word of a query: all, half if it is only a longer word, or nothing. */
function likeness(term: string, word: string): number {
  if (term === word || term === stem(word)) return 1;
  return isBeginning(word) && term.startsWith(word) ? 0.5 : 0;
}

/** Fewer letters are a whole word only. In a script without spaces one is enough. */
function isBeginning(word: string): boolean {
  return word.length >= 3 || unspaced.test(word);
}

/** @param load Loads a JSON file at a root-relative address; its errors are passed on. */
export function createSearch(index: WordsIndex, load: (path: string) => Promise<unknown>) {
  const { pages, pages_per_file, first_words, word_bytes, word_files, page_files } = index;
  const loaded = new Map<string, Promise<unknown>>();
  const once = <T>(path: string): Promise<T> => {
    const known = loaded.get(path) ?? load(path);
    loaded.set(path, known);
    known.catch(() => loaded.delete(path));
    return known as Promise<T>;
  };
  /** The file in which a word is, if it is in any: the last one that begins with it or before it. */
  const fileOf = (word: string): number =>
    Math.max(
      0,
      first_words.findLastIndex((first) => first <= word),
    );

  /** @throws what `load` throws */
  async function search(query: string): Promise<SearchResult> {
    const all = [...new Set(wordsOf(query).flatMap(({ term, isLast }) => (isLast ? [] : [term])))].slice(0, mostWords);
    const telling = all.filter((word) => !stopWords.has(word));
    const words = telling.length > 0 ? telling : all;
    const chosen = new Set<number>();
    const fits = (files: readonly number[]): boolean => {
      const bytes = [...new Set([...chosen, ...files])].reduce((sum, file) => sum + (word_bytes[file] as number), 0);
      const isFirst = chosen.size === 0;
      if (bytes <= limit || isFirst) for (const file of files) chosen.add(file);
      return bytes <= limit || isFirst;
    };
    // A long list has a file of its own, so the smaller files are those of the rarer words.
    const sizeOf = (word: string): number => word_bytes[fileOf(stem(word))] as number;
    const looked = first_words.length === 0 ? [] : words.toSorted((a, b) => sizeOf(a) - sizeOf(b));
    const wanted = looked.filter((word) => fits([fileOf(stem(word)), fileOf(word)]));
    const beginnings = wanted.filter(isBeginning).map((word) => {
      const [first, last] = [fileOf(word), fileOf(`${word}\uffff`)];
      return fits(Array.from({ length: last - first + 1 }, (_, number) => first + number));
    });
    const files = await Promise.all(
      [...chosen].map((file) => once<{ words: Record<string, string> }>(`/search/words/${word_files[file]}.json`)),
    );
    const entries = files.flatMap((file): IndexedWord[] => Object.entries(file.words));
    const { found, has } = rank(entries, wanted, pages);
    return {
      pages: found,
      missing: words.filter((word) => !has.includes(word)),
      isMore: beginnings.includes(false),
      suggestion: suggest(query, words, entries),
      wordFor: (term) => words.find((word) => likeness(term, word) > 0 || likeness(stem(term), word) === 1),
    };
  }

  /** What is shown of a page, by its number. @throws what `load` throws */
  async function page(number: number): Promise<FoundPage> {
    const file = page_files[Math.floor(number / pages_per_file)] as string;
    return (await once<{ pages: FoundPage[] }>(`/search/pages/${file}.json`)).pages[
      number % pages_per_file
    ] as FoundPage;
  }

  return { search, page };
}

/**
 * The numbers of the pages with the most of the words, the best first, and those of the words that any page has. Rare
 * words count more; by the logarithm a page with something of all words comes before one with much of a single one.
 */
function rank(entries: readonly IndexedWord[], words: readonly string[], pages: number) {
  const score = new Float32Array(pages);
  const matched = new Uint8Array(pages);
  const has = words.filter((word) => {
    const best = new Map<number, number>();
    for (const [term, postings] of entries) {
      const factor = likeness(term, word);
      if (factor === 0) continue;
      for (const [page, weight] of postingsOf(postings))
        best.set(page, Math.max(best.get(page) ?? 0, factor * Math.log2(weight + 2)));
    }
    const rarity = Math.log(1 + pages / Math.max(1, best.size));
    for (const [page, weight] of best) {
      (score[page] as number) += weight * rarity;
      (matched[page] as number)++;
    }
    return best.size > 0;
  });
  const most = matched.reduce((a, b) => Math.max(a, b), 0);
  const found = [...matched.keys()].filter((page) => most > 0 && matched[page] === most);
  return { found: found.sort((a, b) => (score[b] as number) - (score[a] as number) || a - b), has };
}

/** Replaces words that are on no page by the most frequent ones that differ by one typing error; null without any. */
function suggest(query: string, words: readonly string[], entries: readonly IndexedWord[]): string | null {
  let better = query;
  for (const { term, start, end } of wordsOf(query).reverse()) {
    if (term.length < 4 || !words.includes(term) || entries.some(([other]) => likeness(other, term) > 0)) continue;
    const near = entries.filter(([other]) => isOneTypo(term, other)).sort(([, a], [, b]) => b.length - a.length)[0];
    if (near) better = better.slice(0, start) + near[0] + better.slice(end);
  }
  return better === query ? null : better;
}
