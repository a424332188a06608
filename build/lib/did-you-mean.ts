/**
 * Whether two different words are one typing error apart: a letter added, dropped or changed, or
 * two neighbours swapped.
 */
export function isOneTypo(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  // The rest, between the common beginning and the common end.
  const [inA, inB] = [a.length - start - end, b.length - start - end];
  const isSwapped =
    inA === 2 && inB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
  return (inA <= 1 && inB <= 1) || isSwapped;
}

/**
 * The known word that an unknown one was probably meant to be, or undefined. Short words are easily
 * one error apart, so one of less than five letters matches only if it differs in case alone.
 */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const plain = word.toLowerCase();
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    if (plain === other || (plain.length >= 5 && isOneTypo(plain, other))) return candidate;
  }
  return undefined;
}
