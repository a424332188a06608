import type { Report } from "../content/diagnostics.ts";
import type { FragmentLink } from "../content/link-resolver.ts";
import type { Page } from "../content/page.ts";
import { firstThatFit } from "../lib/counts.ts";
import { percentDecoded } from "../lib/markup.ts";

/** Finds the parts of pages that links lead to. */
interface PartFinder {
  /**
   * Ids of parts by links that write them otherwise (`/x/#Some-Part` to `some-part`), and those by the files with the
   * links. Other tools write capitals or punctuation where the id has none.
   */
  corrections(links: readonly FragmentLink[]): Map<string, Record<string, string>>;
  /** Reports each link to a part of a page that is no heading and no other element with such an id. */
  check(links: readonly FragmentLink[], findsOthers: boolean, report: Report): void;
}

/** The ids of a page, and its headings by their ids without what tools write differently; null where several fit. */
interface Parts {
  ids: Set<string | null | undefined>;
  headings?: Map<string, string | null>;
}

/** Read once for each page, because a page is asked several times. */
const parts = new WeakMap<Page, Parts>();

/** @param pages The pages that are rendered. */
export function createPartFinder(pages: Iterable<Page>): PartFinder {
  const byPath = new Map([...pages].map((page) => [page.path, page]));

  const partsOf = (page: Page): Parts => {
    let known = parts.get(page);
    if (!known) {
      const written = [...page.html.matchAll(/ (?:id|name)="([^"]+)"/g)].map(([, id]) => id);
      parts.set(page, (known = { ids: new Set(["top", page.title_id, ...written]) }));
    }
    return known;
  };
  /** Whether a page is rendered and has no such part. The guestbook's entries are parts that are not known here. */
  const isMissing = ({ path, fragment }: FragmentLink): boolean => {
    const page = byPath.get(path);
    if (!page || page.type === "guestbook") return false;
    const { ids } = partsOf(page);
    return !ids.has(fragment) && !ids.has(percentDecoded(fragment));
  };
  const headingOf = ({ path, fragment }: FragmentLink): string | undefined => {
    const page = byPath.get(path);
    const known = page && partsOf(page);
    if (!known) return undefined;
    known.headings ??= byPlainId([page.title_id ?? "", ...page.headings.map(({ id }) => id)]);
    return known.headings.get(plainId(percentDecoded(fragment))) ?? undefined;
  };

  return {
    corrections(links) {
      const found = new Map<string, Record<string, string>>();
      for (const link of links) {
        const id = isMissing(link) ? headingOf(link) : undefined;
        if (id === undefined) continue;
        const ofFile = found.get(link.file) ?? {};
        ofFile[`${link.path}#${link.fragment}`] = id;
        found.set(link.file, ofFile);
      }
      return found;
    },
    check(links, findsOthers, report) {
      for (const link of links) {
        if (!isMissing(link) || (findsOthers && headingOf(link) !== undefined)) continue;
        const { file, line, path, fragment } = link;
        const ids = (byPath.get(path)?.headings ?? []).map(({ id }) => `#${id}`);
        const first = firstThatFit(ids.slice(0, 12), 200);
        const more = ids.length > first.length ? ` and ${ids.length - first.length} more` : "";
        report.fault({
          file,
          line,
          problem: `links to #${fragment} of ${path}, which has no such part`,
          expected: ids.length > 0 ? `one of ${first.join(", ")}${more}` : "a heading of that page",
          publishable: true,
        });
      }
    },
  };
}

function byPlainId(ids: readonly string[]): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const id of ids) {
    const plain = plainId(id);
    if (plain !== "") found.set(plain, found.has(plain) ? null : id);
  }
  return found;
}

/** An id in lower case, letters and digits only. */
function plainId(id: string): string {
  return id
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
