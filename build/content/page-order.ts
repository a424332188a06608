import { compareTimes } from "../lib/dates.ts";
import { memoizeText } from "../lib/once.ts";

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
 * equals by address, in which numbers are compared as numbers.
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

/**
 * Pages by address alone, in which numbers are compared as numbers: the order of lists of all pages
 * for readers.
 */
export function byAddress<T extends { path: string }>(pages: readonly T[]): T[] {
  return pages.toSorted(compareAddresses);
}

function compareAddresses(a: { path: string }, b: { path: string }): number {
  return (
    compareTexts(withPaddedNumbers(a.path), withPaddedNumbers(b.path)) ||
    compareTexts(a.path, b.path)
  );
}

/** An address with its numbers padded to one length; kept, because a page is in some ten lists. */
const withPaddedNumbers = memoizeText((path) =>
  path.replace(/\d+/g, (digits) => digits.padStart(16, "0")),
);

/** Compares texts by their UTF-16 code units, as `<` does. */
export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
