import { join } from "node:path";
import type { PageType } from "../schemas/fields.ts";
import type { SourcePage } from "./read-page.ts";

/** The facts and pages that ship with the pipeline, for folders that lack their own. */
export const defaults = join(import.meta.dirname, "defaults");

/** Shipped pages that only list something, with the type of what they list. */
const lists: ReadonlyMap<string, PageType> = new Map([
  ["/notes/", "note"],
  ["/realms/", "realm"],
]);

/** The shipped pages for which the folder has none of its own; lists only where there is something to list. */
export function missingPages(shipped: readonly SourcePage[], own: readonly SourcePage[]): SourcePage[] {
  const paths = new Set(own.map(({ path }) => path));
  const types = new Set(own.map(({ type }) => type));
  return shipped.flatMap((page) => {
    const listed = lists.get(page.path);
    if (listed !== undefined && !types.has(listed)) return [];
    const isSingle = page.type === "manifesto" || page.type === "greeting";
    if (isSingle && types.has(page.type)) return [];
    if (!paths.has(page.path)) return [page];
    // A plain page already has the address /manifesto/ or /greeting/, so the shipped one gets another.
    const id = `house-${page.id}`;
    return isSingle ? [{ ...page, id, path: `/${id}/`, markdown_path: `/${id}.md` }] : [];
  });
}
