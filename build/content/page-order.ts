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
  if (pages.length < 2) return [...pages];
  const key = addressKeys();
  return [...pages].sort(
    (a, b) =>
      (byDate ? compareTimes(b.published ?? "", a.published ?? "") : 0) ||
      (a.order === b.order ? 0 : (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY)) ||
      compare(key(a), key(b)) ||
      compare(a.path, b.path),
  );
}

/** Pages by address alone, with numbers in it compared as numbers: the order of lists of all pages for readers. */
export function byAddress<T extends { path: string }>(pages: readonly T[]): T[] {
  const key = addressKeys();
  return [...pages].sort((a, b) => compare(key(a), key(b)) || compare(a.path, b.path));
}

/** Makes the address with numbers in full length, once for each page that is compared by it. */
function addressKeys(): (page: { path: string }) => string {
  const keys = new Map<string, string>();
  return ({ path }) => {
    const known = keys.get(path) ?? path.replace(/\d+/g, (digits) => digits.padStart(16, "0"));
    keys.set(path, known);
    return known;
  };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
