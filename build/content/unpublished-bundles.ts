import { posix } from "node:path";
import { foldersAbove } from "../lib/folders-above.ts";
import type { Report } from "./diagnostics.ts";
import { isIndex } from "./hugo.ts";
import type { OtherConfig } from "./other-config.ts";
import type { SourcePage } from "./parse-page.ts";

/**
 * Finds what belongs to Hugo's leaf bundles that are not published: all that is beside and below an `index.md` which is
 * a draft, in all its languages. Hugo publishes none of it (https://gohugo.io/content-management/page-bundles/).
 * @param pages The folder's own, with what keeps them out applied.
 * @returns whether a file, by its path, belongs to one; never the `index.md` itself.
 */
export function unpublishedBundles(
  pages: readonly SourcePage[],
  config: OtherConfig | undefined,
): (path: string) => boolean {
  if (config?.tool === undefined) return () => false;
  const indexes = pages.filter(({ file }) => isIndex(file));
  const byFolder = Map.groupBy(indexes, ({ file }) => posix.dirname(file));
  const folders = new Set(
    [...byFolder].flatMap(([folder, some]) =>
      folder !== "." && some.every(({ matter }) => matter.draft === true) ? [folder] : [],
    ),
  );
  if (folders.size === 0) return () => false;
  return (path) =>
    foldersAbove(path).some((folder) => folders.has(folder) && !(isIndex(path) && posix.dirname(path) === folder));
}

/** Makes drafts of the pages in such bundles. */
export function withoutBundled(
  pages: readonly SourcePage[],
  isBundled: (path: string) => boolean,
  report: Report,
): readonly SourcePage[] {
  return pages.map((page) => {
    if (page.matter.draft === true || !isBundled(page.file)) return page;
    report.warn(bundledAway, page.file);
    return { ...page, matter: { ...page.matter, draft: true } };
  });
}

/** The warning of pages and files, followed by their paths. */
export const bundledAway = "What is beside an `index.md` that is not published is not published either, as by Hugo";
