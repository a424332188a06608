import { unspaced } from "./words.ts";

// Orders the pages that have the words of a query.

/** A word of the index with its pages. */
export type Entry = readonly [term: string, postings: string];

/** Fewer letters are a whole word, more also the beginning of longer ones. In a script without spaces one is enough. */
const shortestBeginning = 3;

/** How much a page counts that has only a longer word. */
const longerWord = 0.5;

/** Whether a word of a query is also taken as the beginning of longer words. */
export function isBeginning(word: string): boolean {
  return word.length >= shortestBeginning || unspaced.test(word);
}

/** Whether a word of the index is what a word of a query asks for. */
export function isMatch(term: string, word: string): boolean {
  return term.startsWith(word) && (term.length === word.length || isBeginning(word));
}

/**
 * @param entries Words of the index, with all that match.
 * @param words Those that a page should have.
 * @param extra Those that raise a page which has them.
 * @param pages How many there are.
 * @returns `found`: the numbers of the pages with the most of the words, the best first; `most`: how many of the words
 *   these have; `unknown`: the words that no page has.
 */
export function rank(entries: readonly Entry[], words: readonly string[], extra: readonly string[], pages: number) {
  const score = new Float32Array(pages);
  const matched = new Uint8Array(pages);
  const unknown: string[] = [];
  for (const word of [...words, ...extra]) {
    const best = weightsOf(entries, word, pages);
    const [count, rarity] = rarityOf(best);
    const isWanted = !extra.includes(word);
    if (count === 0 && isWanted) unknown.push(word);
    for (const [page, weight] of best.entries()) {
      (score[page] as number) += weight * rarity;
      if (weight > 0 && isWanted) (matched[page] as number)++;
    }
  }
  const most = matched.reduce((a, b) => Math.max(a, b), 0);
  const found: number[] = [];
  for (let page = 0; page < pages; page++) if (most > 0 && matched[page] === most) found.push(page);
  found.sort((a, b) => (score[b] as number) - (score[a] as number) || a - b);
  return { found, most, unknown };
}

/**
 * How much each page has of a word: 0 for nothing, else the best of the words that match. By the logarithm a page with
 * something of all words comes before one with much of a single one.
 */
function weightsOf(entries: readonly Entry[], word: string, pages: number): Float32Array {
  const best = new Float32Array(pages);
  for (const [term, postings] of entries) {
    if (!isMatch(term, word)) continue;
    const factor = term === word ? 1 : longerWord;
    eachPosting(postings, (page, weight) => {
      best[page] = Math.max(best[page] as number, factor * Math.log2(weight + 2));
    });
  }
  return best;
}

/** On how many pages a word is, and how much that says: the fewer they are, the more. */
function rarityOf(weights: Float32Array): [count: number, rarity: number] {
  const count = weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
  return [count, Math.log(1 + weights.length / Math.max(1, count))];
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const values = new Map([...digits].map((digit, value) => [digit.charCodeAt(0), value]));

/** Reads a list of postings, whose form the schema of the files of words describes. */
export function eachPosting(postings: string, use: (page: number, weight: number) => void): void {
  let [page, value, shift] = [-1, 0, 0];
  for (let at = 0; at < postings.length; at++) {
    const digit = values.get(postings.charCodeAt(at)) ?? 0;
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if (digit > 31) continue;
    page += Math.floor(value / 16);
    use(page, value % 16);
    [value, shift] = [0, 0];
  }
}
