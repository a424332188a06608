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
 * The known word that an unknown one was probably meant to be, or undefined. Few letters are soon one error apart, so a
 * word of less than five matches only one that differs in case.
 */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const plain = word.toLowerCase();
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    if (plain === other || (plain.length >= 5 && isOneTypo(plain, other))) return candidate;
  }
  return undefined;
}
