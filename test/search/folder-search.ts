import { createSearch, type FoundPage, type SearchResult, type WordsIndex } from "../../build/search/engine.ts";
import type { BuiltSite } from "../build/site.ts";

export interface Answer extends SearchResult {
  /** The pages that a visitor sees first, and their addresses. */
  shown: FoundPage[];
  paths: string[];
  /** Bytes loaded until the first ten results can be shown, styles and scripts not counted. */
  bytes: number;
}

/** Searches a built site as the search page does, with nothing loaded before. */
export async function searchIn(site: Pick<BuiltSite, "text">, query: string, first = 10): Promise<Answer> {
  let bytes = 0;
  const load = async (path: string): Promise<unknown> => {
    const text = site.text(path);
    bytes += Buffer.byteLength(text);
    return JSON.parse(text);
  };
  const search = createSearch((await load("/search/index.json")) as WordsIndex, load);
  const found = await search.search(query);
  const shown = await Promise.all(found.pages.slice(0, first).map((number) => search.page(number)));
  return { ...found, shown, paths: shown.map(({ path }) => path), bytes };
}
