import { type SearchResult, search } from "../../build/search/engine.ts";
import type { BuiltSite } from "../build/site.ts";

export interface Answer extends SearchResult {
  /** Addresses of the pages that a visitor sees first. */
  paths: string[];
  /** Bytes loaded until they can be shown, styles and scripts not counted. */
  bytes: number;
}

/** Searches a built site as the search page does, with nothing loaded before. */
export async function searchIn(
  site: Pick<BuiltSite, "text">,
  query: string,
  first?: number,
): Promise<Answer> {
  const loaded = new Map<string, string>();
  const load = async (path: string): Promise<unknown> => {
    loaded.set(path, site.text(path));
    return JSON.parse(loaded.get(path) as string);
  };
  const found = await search(query, load, first);
  const bytes = [...loaded.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { ...found, paths: found.pages.map(({ path }) => path), bytes };
}
