// How the index writes the pages of a word, and the browser reads them. Pages are numbered in their order, from 0. A
// posting is the distance from the page before, from 1 on (the first: from -1), times 16, plus the word's weight, in
// digits of base 64 with five bits each, the lowest first; a sixth bit says that another follows.

/** How much a word says about a page is an integer from 1 to this. */
export const heaviest = 15;

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** @param distance The number of the page less that of the page before. */
export function encoded(distance: number, weight: number): string {
  let text = "";
  let value = distance * (heaviest + 1) + weight;
  for (; value > 31; value >>>= 5) text += digits[(value & 31) | 32];
  return text + digits[value];
}

/** The pages of a word, each with the word's weight. */
export function postingsOf(postings: string): [page: number, weight: number][] {
  const found: [number, number][] = [];
  let [page, value, shift] = [-1, 0, 0];
  for (const character of postings) {
    const digit = digits.indexOf(character);
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if (digit > 31) continue;
    page += Math.floor(value / (heaviest + 1));
    found.push([page, value % (heaviest + 1)]);
    [value, shift] = [0, 0];
  }
  return found;
}
