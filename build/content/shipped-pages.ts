import { join } from "node:path";
import type { PageType } from "../schemas/fields.ts";
import type { SourcePage } from "./parse-page.ts";

/** The facts and pages that ship with the pipeline, for folders that lack their own. */
export const defaults = join(import.meta.dirname, "defaults");

/** The shipped pages for which the folder has none of its own; lists only where there is something to list. */
export function missingPages(shipped: readonly SourcePage[], own: readonly SourcePage[]): SourcePage[] {
  const lists: Record<string, PageType> = { "/notes/": "note", "/realms/": "realm" };
  const paths = new Set(own.map(({ path }) => path));
  return shipped.flatMap((page) => {
    const listed = lists[page.path];
    if (listed !== undefined && !own.some(({ type }) => type === listed)) return [];
    const single = page.type === "manifesto" || page.type === "greeting";
    if (single && own.some(({ type }) => type === page.type)) return [];
    if (!paths.has(page.path)) return [page];
    // A plain page already has the address /manifesto/ or /greeting/, so the shipped one gets another.
    return single
      ? [{ ...page, id: `house-${page.id}`, path: `/house-${page.id}/`, markdown_path: `/house-${page.id}.md` }]
      : [];
  });
}
