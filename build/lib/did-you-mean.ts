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
