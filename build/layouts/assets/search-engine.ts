import { isOneTypo } from "../../lib/did-you-mean.ts";
import { type Entry, isBeginning, isMatch, rank } from "./search-ranking.ts";
import { type Word, wordsOf } from "./words.ts";

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
}

export interface Found {
  /** The numbers of the pages, the best first. */
  pages: number[];
  /** Whether these pages have all words of the query. */
  hasAll: boolean;
  /** Words of the query that no page has. */
  unknown: string[];
  /** Whether these pages have all words but the unknown ones. */
  hasOthers: boolean;
  /** Whether there may be more pages: with longer words, of which not all were loaded. */
  isMore: boolean;
  /** Words that were left out, because their files would have been too much to load. */
  leftOut: string[];
  /** The query with a word that exists in place of one that does not, if there is one that is nearly the same. */
  suggestion: string | null;
  /** The word of the query that a term is, or begins with; undefined if it is none. */
  wordFor(term: string): string | undefined;
}

/** Most bytes of files of words that one search loads: 300 kB less the index, scripts and the files of ten pages. */
const limit = 160_000;
/** Most words of a query that are looked at. */
const mostWords = 12;

/**
 * @param load Loads a JSON file at a root-relative address; its errors are passed on.
 */
export function createSearch(index: WordsIndex, load: (path: string) => Promise<unknown>) {
  const { pages, pages_per_file, first_words, word_bytes, word_files, page_files } = index;
  const files = new Map<string, Promise<unknown>>();
  const once = <T>(path: string): Promise<T> => {
    const known = files.get(path) ?? load(path);
    files.set(path, known);
    known.catch(() => files.delete(path));
    return known as Promise<T>;
  };
  const words = async (file: number): Promise<Entry[]> =>
    Object.entries((await once<{ words: Record<string, string> }>(`/search/words/${word_files[file]}.json`)).words);
  /** The file in which a word is, if it is in any: the last one that begins with it or before it. */
  const fileOf = (word: string): number => {
    let [low, high] = [0, first_words.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((first_words[middle] as string) <= word) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const sizeOf = (list: Iterable<number>): number =>
    [...list].reduce((sum, file) => sum + (word_bytes[file] as number), 0);

  /** @throws what `load` throws */
  async function search(query: string): Promise<Found> {
    const { required, wholes } = readQuery(query);
    const chosen = new Set<number>();
    const spent = (): number => sizeOf(chosen);
    // A long list has a file of its own, so the smaller files are those of the rarer words.
    const affordable = (terms: readonly string[]): string[] =>
      [...terms]
        .sort((a, b) => (word_bytes[fileOf(a)] as number) - (word_bytes[fileOf(b)] as number))
        .filter((term) => {
          const file = fileOf(term);
          const fits = chosen.size === 0 || chosen.has(file) || spent() + (word_bytes[file] as number) <= limit;
          if (fits) chosen.add(file);
          return fits;
        });
    const looked = first_words.length === 0 ? [] : affordable(required);
    const extra = affordable(looked.length === 0 ? [] : wholes);
    let isMore = false;
    const ranges = looked.filter(isBeginning).map((word) => between(fileOf(word), fileOf(`${word}\uffff`)));
    for (const range of ranges.sort((a, b) => a.length - b.length)) {
      const missing = range.filter((file) => !chosen.has(file));
      if (spent() + sizeOf(missing) > limit) isMore = true;
      else for (const file of missing) chosen.add(file);
    }
    const entries = (await Promise.all([...chosen].sort((a, b) => a - b).map(words))).flat();

    const { found, most, unknown } = rank(entries, looked, extra, pages);
    const wanted = [...looked, ...extra];
    return {
      pages: found,
      hasAll: most === looked.length,
      unknown,
      hasOthers: most === looked.length - unknown.length,
      isMore,
      leftOut: required.filter((word) => !looked.includes(word)),
      suggestion: unknown.length === 0 ? null : suggest(query, unknown, entries),
      wordFor: (term) => (wanted.includes(term) ? term : wanted.find((word) => isMatch(term, word))),
    };
  }

  /** What is shown of a page, by its number. @throws what `load` throws */
  async function page(number: number): Promise<FoundPage> {
    const file = page_files[Math.floor(number / pages_per_file)] as string;
    const { pages: some } = await once<{ pages: FoundPage[] }>(`/search/pages/${file}.json`);
    return some[number % pages_per_file] as FoundPage;
  }

  return { search, page };
}

export type Search = ReturnType<typeof createSearch>;

/** The words of a query, each once. Those with more parts, such as `base_url`, are wanted besides their parts. */
function readQuery(query: string): { required: string[]; wholes: string[] } {
  const terms = (kind: Word["kind"]) => [
    ...new Set(
      wordsOf(query)
        .filter((word) => word.kind === kind)
        .map(({ term }) => term),
    ),
  ];
  return { required: terms("word").slice(0, mostWords), wholes: terms("whole").slice(0, mostWords) };
}

function between(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Replaces words that are on no page by the most frequent ones that differ by one typing error; null without any. */
function suggest(query: string, unknown: readonly string[], entries: readonly Entry[]) {
  let better = query;
  for (const { term, start, end } of wordsOf(query).reverse()) {
    if (!unknown.includes(term) || term.length < 4) continue;
    const near = entries.filter(([other]) => isOneTypo(term, other)).sort(([, a], [, b]) => b.length - a.length)[0];
    if (near) better = better.slice(0, start) + near[0] + better.slice(end);
  }
  return better === query ? null : better;
}
