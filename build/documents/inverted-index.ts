import type { Page } from "../content/page.ts";
import { eachWord, wordsOf } from "../layouts/assets/words.ts";
import { percentDecoded } from "../lib/percent-decoded.ts";

// On which pages each word is. A posting is a page and how much the word says about it, as an integer from 0 to 15.

/** Words, each with a number. */
class Vocabulary {
  readonly terms: string[] = [];
  readonly numbers = new Map<string, number>();
  /** How often the page that is being read has each word, and what the word's places in it are worth; else zero. */
  readonly frequency: number[] = [];
  readonly worth: number[] = [];

  numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    this.numbers.set(term, this.terms.length);
    this.frequency.push(0);
    this.worth.push(0);
    return this.terms.push(term) - 1;
  }
}

/** The words of all pages, for as long as the process runs; nothing published depends on their numbers. */
const vocabulary = new Vocabulary();

/** The words of pages that were counted, each as `weigh` returns them. */
const weights = new WeakMap<Page, Uint32Array>();

const bits = 4;
const heaviest = 2 ** bits - 1;

/** Words in a text of usual length. A constant, because with the site's average an edit would change every page. */
const usualLength = 400;

/** Whether a page is searched. Lists that the build generates repeat the titles of other pages, so they are not. */
export function isSearched({ type, list }: Pick<Page, "type" | "list">): boolean {
  return type !== "search" && list === null;
}

/** The words of a page, which a running server counts once. */
function weightsOf(page: Page): Uint32Array {
  const known = weights.get(page) ?? weigh(page);
  weights.set(page, known);
  return known;
}

/**
 * The words of a page: the word's number and, in the last four bits, its weight. A word weighs more in titles, the
 * address, headings, tags and description; then by its frequency, which counts less the longer the text is (as in
 * BM25).
 */
function weigh(page: Page): Uint32Array {
  const { frequency, worth } = vocabulary;
  const found: number[] = [];
  const see = (term: string): number => {
    const number = vocabulary.numberOf(term);
    if (frequency[number] === 0 && worth[number] === 0) found.push(number);
    return number;
  };
  const inField = (text: string, value: (words: number) => number): void => {
    const words = new Set(wordsOf(text).map(({ term }) => term));
    for (const term of words) (worth[see(term)] as number) += value(words.size);
  };
  let length = 0;
  eachWord(page.text, (term) => {
    length++;
    (frequency[see(term)] as number)++;
  });
  inField(page.title, (words) => 5 + 4 / words);
  inField(lastPartOf(page.id), (words) => 2 + 4 / words);
  inField(page.headings.map(({ text }) => text).join("\n"), () => 2);
  inField(page.tags.join("\n"), () => 2);
  inField(page.description, () => 1.5);
  // The text of lists is the titles of other pages, which are to be found first.
  const best = page.type === "list" || page.type === "home" ? 1 : 5;
  const weighed = new Uint32Array(found.length);
  for (const [index, number] of found.entries()) {
    const often = frequency[number] as number;
    const weight = (worth[number] as number) + (best * often) / (often + 0.5 + (0.5 * length) / usualLength);
    weighed[index] = number * (heaviest + 1) + Math.min(heaviest, Math.round(weight));
    frequency[number] = 0;
    worth[number] = 0;
  }
  return weighed;
}

/** The last part of an address, decoded: `hello world` of `notes/hello%20world`. */
function lastPartOf(id: string): string {
  return percentDecoded(id.slice(id.lastIndexOf("/") + 1));
}

/** The terms sorted by UTF-16 code units, as the browser compares them; kept for a build that finds no new ones. */
let sorted: string[] = [];

/**
 * Calls back for each word of the pages, in order of UTF-16 code units, with its postings as text. Pages are numbered
 * in their order, from 0. A posting is the distance from the page before, from 1 on (the first: from -1), times 16,
 * plus the weight, in digits of base 64 with five bits each, the lowest first; a sixth bit says that another follows.
 */
export function eachTerm(pages: readonly Page[], use: (term: string, postings: string) => void): void {
  const weighed = pages.map(weightsOf);
  const { terms, numbers } = vocabulary;
  const ends = new Uint32Array(terms.length + 1);
  for (const weights of weighed) for (const weight of weights) (ends[weight >>> bits] as number)++;
  let total = 0;
  for (const [number, count] of ends.entries()) ends[number] = (total += count) - count;
  const postings = new Uint32Array(total);
  for (const [page, weights] of weighed.entries())
    for (const weight of weights)
      postings[(ends[weight >>> bits] as number)++] = page * (heaviest + 1) + (weight & heaviest);
  if (sorted.length !== terms.length) sorted = [...terms].sort();
  for (const term of sorted) {
    const number = numbers.get(term) as number;
    const start = number === 0 ? 0 : (ends[number - 1] as number);
    const end = ends[number] as number;
    if (start < end) use(term, encode(postings.subarray(start, end)));
  }
}

const digits = Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
let buffer = Buffer.alloc(1 << 16);

function encode(postings: Uint32Array): string {
  if (buffer.length < postings.length * 7) buffer = Buffer.alloc(postings.length * 7); // 32 bits are seven digits
  let at = 0;
  let page = -1;
  for (const posting of postings) {
    const next = posting >>> bits;
    let value = (next - page) * (heaviest + 1) + (posting & heaviest);
    page = next;
    for (; value > 31; value >>>= 5) buffer[at++] = digits[(value & 31) | 32] as number;
    buffer[at++] = digits[value] as number;
  }
  return buffer.toString("latin1", 0, at);
}
