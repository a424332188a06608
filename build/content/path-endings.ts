import { slug, withoutEnding } from "./address.ts";

/** A page by which a link is found, and its path as the site has it. */
interface FilePage {
  source: string | null;
  path: string;
}

/** A page that a link leads to by the end of its path, and the page's file. */
export interface EndingMatch {
  path: string;
  source: string;
}

/**
 * Finds pages for links that lead nowhere as they are written, because their author's tool leaves out numbers before
 * names, `01-app/05-start.md`, or has the site below a base such as `/docs/`.
 * @returns a search by the path of a link, decoded, with which the page's path ends. Or the path without its first
 * names is the whole path of the page, or at least two names at its end. With `wholly` only the whole path counts. It
 * finds nothing where no page fits, or several do, and takes the same time however many pages there are.
 */
export function createEndingIndex(
  pages: Iterable<FilePage>,
): (href: string, wholly?: boolean) => EndingMatch | undefined {
  /** Pages by their whole paths and by the ends of these; null where several have one. */
  const whole = new Map<string, EndingMatch | null>();
  const endings = new Map<string, EndingMatch | null>();
  for (const { source, path } of pages) {
    if (source === null) continue;
    const segments = segmentsOf(source);
    for (const index of segments.keys()) {
      const map = index === 0 ? [whole, endings] : [endings];
      const key = segments.slice(index).join("/");
      for (const each of map) each.set(key, each.has(key) ? null : { source, path });
    }
  }
  return (href, wholly = false) => {
    const segments = segmentsOf(href);
    if (wholly || segments.length === 1) return whole.get(segments.join("/")) ?? undefined;
    for (const index of segments.slice(0, -1).keys()) {
      const key = segments.slice(index).join("/");
      const found = whole.get(key) ?? endings.get(key);
      if (found !== undefined) return found ?? undefined;
    }
    // One name alone says too little, except below the usual base.
    const [base = "", name = "", more] = segments;
    const isBelowBase = href.startsWith("/") && usualBases.has(base) && more === undefined;
    return (isBelowBase && whole.get(name)) || undefined;
  };
}

/** Folders below which documentation is published; on the way there its own folder's name may be lost. */
const usualBases = new Set(["doc", "docs", "documentation"]);

/** The names in a path as they are compared: without numbers, the file's ending, and the name of a folder's page. */
function segmentsOf(path: string): string[] {
  const names = withoutEnding(path.replace(/\.html?$/i, ""))
    .split("/")
    .filter((name) => name !== "")
    .map((name) => slug(withoutNumber(name)));
  return /^(_?index|readme)$/.test(names.at(-1) ?? "") ? names.slice(0, -1) : names;
}

/**
 * A name without the number that puts it in its place: `01-start`, `1. Start`, `003_start`. A date is no such number.
 */
export function withoutNumber(name: string): string {
  return name.replace(/^(?!\d+[-_.]\d)\d{1,3}(?:[-_]|\.\s*)(?=[^\s\d])/, "");
}
