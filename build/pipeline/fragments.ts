import type { Report } from "../content/diagnostics.ts";
import type { FragmentLink } from "../content/link-resolver.ts";
import type { Page } from "../content/page.ts";
import { percentDecoded } from "../lib/text.ts";

/**
 * Reports each link to a part of a page that is no heading and no other element with such an id. The fault names the
 * id that is meant, if one differs only in case and punctuation.
 * @param pages The pages that are rendered. Of other addresses the parts are not known, nor of the guestbook, whose
 * entries are parts.
 */
export function checkParts(links: readonly FragmentLink[], pages: readonly Page[], report: Report): void {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const partsOf = new Map<Page, Set<string>>();
  for (const { file, line, path, fragment } of links) {
    const page = byPath.get(path);
    if (!page || page.type === "guestbook") continue;
    const ids = partsOf.get(page) ?? idsIn(page);
    partsOf.set(page, ids);
    if (ids.has(fragment) || ids.has(percentDecoded(fragment))) continue;
    const expected = expectedPart(fragment, page);
    report.fault({
      file,
      line,
      problem: `links to #${fragment} of ${path}, which has no such part`,
      expected,
      publishable: true,
    });
  }
}

/** Ids of all elements of a page, with `top`, which every page has. */
function idsIn({ html, title_id }: Page): Set<string> {
  const written = [...html.matchAll(/ (?:id|name)="([^"]+)"/g)].map(([, id]) => id as string);
  return new Set(["top", ...(title_id === null ? [] : [title_id]), ...written]);
}

/** The one heading that a fragment may mean, else the first of all as an example. */
function expectedPart(fragment: string, { title_id, headings }: Page): string {
  const ids = headings.map(({ id }) => id);
  const plain = plainId(percentDecoded(fragment));
  const meant = [title_id ?? "", ...ids].filter((id) => plain !== "" && plainId(id) === plain);
  if (meant.length === 1) return `#${meant[0]}`;
  return ids.length > 0 ? `a heading of that page, such as #${ids[0]}` : "a heading of that page";
}

/** An id in lower case, letters and digits only. */
function plainId(id: string): string {
  return id
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
