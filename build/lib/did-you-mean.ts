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
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

/**
 * The known word that an unknown one was probably meant to be, or undefined.
 * A word of fewer than five letters matches only a word that differs in case alone.
 */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const plain = word.toLowerCase();
  for (const candidate of known)
    if (plain === candidate.toLowerCase() || (word.length >= 5 && isOneTypo(plain, candidate.toLowerCase())))
      return candidate;
  return undefined;
}
