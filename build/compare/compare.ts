import { mapConcurrently } from "../lib/map-concurrently.ts";
import type { Client } from "../verify/client.ts";
import { answerOf, type Published, usualFeeds } from "./published.ts";

export type Comparison = Awaited<ReturnType<typeof compare>>;

/**
 * Compares a new build with the published site. All lists have paths from the root.
 * @param build Requests the new build, served as the host would.
 * @param meant Paths that are meant to be lost.
 */
export async function compare(
  published: Published,
  built: Published,
  build: Client,
  meant: readonly string[],
) {
  const added = [...built.pages].filter((path) => !published.pages.has(path));
  const lostOf = async (paths: readonly string[]) => {
    const answers = await mapConcurrently(paths, (path) => answerOf(build, path));
    return paths.filter((_, at) => answers[at]?.status === 404);
  };
  const removed = [...published.pages].filter((path) => !built.pages.has(path));
  const pages = await lostOf(removed);
  const isUnmeant = (path: string) => !meant.includes(path);
  const lost = pages.filter(isUnmeant);
  // The Markdown of a lost page is not listed: it comes back with the page.
  const kept = [...published.digests.keys()].filter((page) => !pages.includes(page));
  const ids = await mapConcurrently([...published.ids], async ([before, id]) => {
    const { path } = built.pages.has(before) ? { path: before } : await answerOf(build, before);
    const now = built.ids.get(path)?.replace(built.origin, published.origin) ?? id;
    return now === id ? [] : { path, id, now };
  });
  return {
    added,
    /** Pages whose Markdown differs, if both sides publish digests. */
    changed: [...published.digests].flatMap(([path, digest]) =>
      built.digests.has(path) && built.digests.get(path) !== digest ? path : [],
    ),
    removed,
    /** Pages that the new build answers with 404, each with the page that may have replaced it. */
    lostPages: lost.map((path) => ({ path, successor: successorOf(path, added) })),
    /** The same for feeds, and for the Markdown of pages that are still there. */
    lostFiles: (await lostOf([...kept.map(markdownPath), ...published.feeds]))
      .filter(isUnmeant)
      .map((path) => ({ path, successor: usualFeeds.includes(path) ? usualFeeds[0] : undefined })),
    /** Pages that feed readers would show again, with the published id and the new one. */
    ids: ids.flat(),
  };
}

/** The address of the Markdown of a page. */
function markdownPath(page: string): string {
  return page === "/" ? "/index.md" : `${page.replace(/\/$/, "")}.md`;
}

/** The last name in an address, with any date folders above it, without a file extension. */
const lastName = /(?:\d{4}\/\d\d\/\d\d\/)?[^/]*?(?=(?:\.\w+)?\/?$)/;

/** The only new page with the same name, ignoring case: compared with dates first, then without. */
function successorOf(path: string, added: readonly string[]): string | undefined {
  const dated = (page: string) => lastName.exec(page.toLowerCase())?.[0].replaceAll("/", "-");
  const undated = (page: string) => dated(page)?.replace(/^\d{4}-\d\d-\d\d-/, "");
  return [dated, undated].flatMap((nameOf) => {
    const named = added.filter((page) => nameOf(page) === nameOf(path));
    return named.length === 1 ? named : [];
  })[0];
}
