import { compareTimes } from "../lib/dates.ts";

/** What the order of a page in lists depends on. */
export interface Sortable {
  /** Root-relative, percent-encoded, with a slash at its end. */
  path: string;
  /** RFC 3339, or null where it is undated. */
  published: string | null;
  order: number | null;
  /** Its front matter, in which other tools' keys for the order are. */
  front_matter: Readonly<Record<string, unknown>>;
}

/**
 * Pages in the order of lists: by date, newest first and undated ones last, or else by `order`, for which the keys of
 * other tools serve as well; where equal by address, with numbers in it compared as numbers.
 */
export function sorted<T extends Sortable>(pages: readonly T[], byDate: boolean): T[] {
  if (pages.length < 2) return [...pages];
  return pages
    .map((page) => ({ page, date: byDate ? (page.published ?? "") : "", order: orderOf(page), key: undefined }))
    .sort((a: SortedPage, b: SortedPage) => {
      const later = compareTimes(b.date, a.date);
      if (later !== 0) return later;
      if (a.order !== b.order) return a.order - b.order;
      return compareAddresses(a, b);
    })
    .map(({ page }) => page);
}

/** Pages by address alone, with numbers in it compared as numbers: the order of lists of all pages for readers. */
export function byAddress<T extends { path: string }>(pages: readonly T[]): T[] {
  return pages
    .map((page) => ({ page, key: undefined }))
    .sort(compareAddresses)
    .map(({ page }) => page);
}

interface Addressed {
  page: { path: string };
  /** The path with numbers in full length, made when it decides. */
  key: string | undefined;
}

interface SortedPage extends Addressed {
  page: Sortable;
  date: string;
  order: number;
}

function compareAddresses(a: Addressed, b: Addressed): number {
  const [keyA, keyB] = [keyOf(a), keyOf(b)];
  return keyA === keyB ? (a.page.path < b.page.path ? -1 : 1) : keyA < keyB ? -1 : 1;
}

function keyOf(entry: Addressed): string {
  entry.key ??= entry.page.path.replace(/\d+/g, inFullLength);
  return entry.key;
}

/** The first pages of the list by date, newest first, found without sorting all. */
export function newestPages<T extends Sortable>(pages: readonly T[], count: number): T[] {
  const dates = pages.map(({ published }) => published ?? "").sort(compareTimes);
  const oldest = dates.at(-count) ?? "";
  return sorted(
    pages.filter(({ published }) => compareTimes(published ?? "", oldest) >= 0),
    true,
  ).slice(0, count);
}

function inFullLength(digits: string): string {
  return digits.padStart(16, "0");
}

/** Keys for the order of pages in Hugo, Docusaurus and Just the Docs. In Hugo, 0 is no weight. */
export const otherOrders = ["weight", "sidebar_position", "nav_order"] as const;

function orderOf({ order, front_matter }: Sortable): number {
  if (order !== null) return order;
  for (const key of otherOrders) {
    const value = front_matter[key];
    if (typeof value === "number" && (key !== "weight" || value !== 0)) return value;
  }
  return Infinity;
}
