import { compareTimes } from "../lib/dates.ts";
import { memoizeText } from "../lib/once.ts";
import { percentDecoded } from "../lib/text.ts";

/** The fields that decide the order of pages in lists. */
export interface Sortable {
  /** Root-relative, percent-encoded, with a slash at its end. */
  path: string;
  /** RFC 3339 date-time, or null for an undated page. */
  published: string | null;
  /** Place among the pages and folders beside it, lowest first; null is after all others. */
  order: number | null;
}

/**
 * Pages in the order of lists: by date, newest first and undated last, or else by `order`; among
 * equals by address.
 */
export function sortPages<T extends Sortable>(pages: readonly T[], byDate: boolean): T[] {
  const positionOf = ({ order }: T): number => order ?? Number.MAX_VALUE;
  return pages.toSorted(
    (a, b) =>
      (byDate ? compareTimes(b.published ?? "", a.published ?? "") : 0) ||
      positionOf(a) - positionOf(b) ||
      compareAddresses(a, b),
  );
}

/** Pages by address alone: the order of lists of all pages, and of tags, for readers. */
export function byAddress<T extends { path: string }>(pages: readonly T[]): T[] {
  return pages.toSorted(compareAddresses);
}

/** Compares addresses with their numbers as numbers, and accents only between equals. */
function compareAddresses(a: { path: string }, b: { path: string }): number {
  return compareTexts(asCompared(a.path), asCompared(b.path)) || compareTexts(a.path, b.path);
}

/**
 * An address without the slash at its end, so that `c` comes before `c-2`, its numbers padded to
 * one length, and letters without accents; kept, because a page is in some ten lists.
 */
const asCompared = memoizeText((path) => {
  const signs = percentDecoded(path).normalize("NFD");
  const letters = signs.replace(/[\u0300-\u036f]|\/$/g, "");
  return letters.replace(/\d+/g, (digits) => digits.padStart(16, "0"));
});

/** Compares texts by their UTF-16 code units, as `<` does. */
export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
