/**
 * Whether two different words are one typing error apart: a letter added, dropped or changed, or two neighbours
 * swapped.
 */
export function isOneTypo(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    areSwapped(restA, restB)
  );
}

/** Whether two words differ in that the first two letters are swapped. */
function areSwapped(a: string, b: string): boolean {
  return a[0] !== b[0] && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
}

/**
 * Whether an unknown word may be a known one with a typing error; both in lower case. Few letters are soon one error
 * apart, so in a word of four only two swapped neighbours count, and in a shorter one nothing.
 */
function mayMean(word: string, known: string): boolean {
  if (word.length >= 5) return isOneTypo(word, known);
  return (
    word.length === 4 &&
    [0, 1, 2].some((at) => word.slice(0, at) === known.slice(0, at) && areSwapped(word.slice(at), known.slice(at)))
  );
}

/**
 * The known word that an unknown one was probably meant to be, or undefined.
 * A word of four letters matches only one with two neighbours swapped, a shorter one only one that differs in case.
 */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const plain = word.toLowerCase();
  for (const candidate of known)
    if (plain === candidate.toLowerCase() || mayMean(plain, candidate.toLowerCase())) return candidate;
  return undefined;
}

/** Longer words are found only where they differ in case alone: each letter of a word costs an entry of the index. */
const longestIndexed = 100;

/**
 * Gives the same answers as `didYouMean`, for many words and many known ones: the cost of an answer does not grow with
 * the number of known words. Two words that are one typing error apart become the same when at most one letter is left
 * out of each, so the index holds each known word whole and without each of its letters.
 * @param known Without doubles; the first that matches is the answer.
 */
export function createSuggestions(known: readonly string[]): (word: string) => string | undefined {
  const byCase = new Map<string, number>();
  const byShortened = new Map<string, number[]>();
  for (const [index, name] of known.entries()) {
    const plain = name.toLowerCase();
    if (byCase.has(plain)) continue; // the first name of the two is found
    byCase.set(plain, index);
    for (const key of shortened(plain)) {
      const found = byShortened.get(key);
      if (found) found.push(index);
      else byShortened.set(key, [index]);
    }
  }
  return (word) => {
    const plain = word.toLowerCase();
    const same = byCase.get(plain);
    const near = word.length < 4 ? [] : shortened(plain).flatMap((key) => byShortened.get(key) ?? []);
    const typos = near.filter((index) => mayMean(plain, (known[index] as string).toLowerCase()));
    return known[[...(same === undefined ? [] : [same]), ...typos].reduce((a, b) => Math.min(a, b), known.length)];
  };
}

/** A word, and the word without each of its letters. */
function shortened(word: string): string[] {
  if (word.length > longestIndexed) return [];
  const words = new Set([word]);
  for (let index = 0; index < word.length; index++) words.add(word.slice(0, index) + word.slice(index + 1));
  return [...words];
}
