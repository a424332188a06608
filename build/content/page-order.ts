import { compareTimes } from "../lib/dates.ts";

/** What the order of a page in lists depends on. */
export interface Sortable {
  /** Root-relative, percent-encoded, with a slash at its end. */
  path: string;
  /** RFC 3339, or null where it is undated. */
  published: string | null;
  order: number | null;
}

/**
 * Pages in the order of lists: by date, newest first and undated ones last, or else by `order`; where equal by address,
 * with numbers in it compared as numbers.
 */
export function sorted<T extends Sortable>(pages: readonly T[], byDate: boolean): T[] {
  const positionOf = ({ order }: T): number => order ?? Number.MAX_VALUE;
  return withKeys(pages)
    .sort(
      (a, b) =>
        (byDate ? compareTimes(b.page.published ?? "", a.page.published ?? "") : 0) ||
        positionOf(a.page) - positionOf(b.page) ||
        compare(a.key, b.key) ||
        compare(a.page.path, b.page.path),
    )
    .map(({ page }) => page);
}

/** Pages by address alone, with numbers in it compared as numbers: the order of lists of all pages for readers. */
export function byAddress<T extends { path: string }>(pages: readonly T[]): T[] {
  return withKeys(pages)
    .sort((a, b) => compare(a.key, b.key) || compare(a.page.path, b.page.path))
    .map(({ page }) => page);
}

/** Pages, each with its address in which numbers have their full length. */
function withKeys<T extends { path: string }>(pages: readonly T[]): { page: T; key: string }[] {
  return pages.map((page) => {
    let key = keys.get(page.path);
    if (key === undefined) keys.set(page.path, (key = page.path.replace(/\d+/g, (digits) => digits.padStart(16, "0"))));
    return { page, key };
  });
}

/** These keys by address: a page is in some ten lists. */
const keys = new Map<string, string>();

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
