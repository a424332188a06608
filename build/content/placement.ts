import { addressOf, folderPageNames, isInCollection, postOf, withoutEnding } from "./address.ts";
import type { ContentFile } from "./files.ts";
import { assetPath } from "./link-targets.ts";
import type { SourceFile, SourcePage } from "./parse-page.ts";
import type { ScopedPermalink } from "./permalinks.ts";
import { languageOfPlace } from "./translations.ts";

/** What files of one folder have in common. */
export interface Origin extends Pick<SourceFile, "own" | "isInVault"> {
  /** The languages that the settings of another tool name. */
  languages: ReadonlySet<string>;
  /** The patterns of another tool for the addresses of pages. */
  permalinks: readonly ScopedPermalink[];
}

/** Decides what each file depends on besides its own text and path. Linear in the number of files. */
export function sourceFilesOf(
  pages: readonly ContentFile[],
  { own, isInVault, languages, permalinks }: Origin,
): SourceFile[] {
  /** The place in `folderPageNames` of the file that stands for each folder. */
  const ranks = new Map<string, number>();
  for (const { path } of pages) {
    const rank = folderPageRank(path);
    if (rank !== -1) ranks.set(folderOf(path), Math.min(rank, ranks.get(folderOf(path)) ?? rank));
  }
  const isFolderPage = (path: string): boolean => {
    const rank = folderPageRank(path);
    return rank !== -1 && rank === ranks.get(folderOf(path));
  };
  const sources = pages.map(
    (file): SourceFile => ({
      file,
      own,
      isInVault,
      isFolderPage: isFolderPage(file.path),
      keepPlace: false,
      language: languageOfPlace(file.path, languages),
      permalink: permalinks.find(({ of }) => of(file.path))?.permalink,
    }),
  );
  const posts = new Set(sources.filter(({ file }) => postOf(file.path) ?? isInCollection(file.path)));
  if (posts.size === 0) return sources;
  // Of posts, and pages of collections, with one name the first keeps the short address, so that a new one does not
  // move it.
  const taken = new Set([
    "/index/", // whose Markdown would be the home page's
    ...sources.filter((each) => !posts.has(each)).map((each) => addressOf(each.file.path, each.isFolderPage).path),
  ]);
  return sources.map((source) => {
    if (!posts.has(source)) return source;
    const { path } = addressOf(source.file.path, source.isFolderPage);
    const keepPlace = taken.has(path);
    taken.add(path);
    return { ...source, keepPlace };
  });
}

/** Pages without those former addresses of posts that another page or file has, or an earlier post had. */
export function withFreeAliases(pages: readonly SourcePage[], files: readonly ContentFile[]): readonly SourcePage[] {
  if (!pages.some(({ former }) => former)) return pages;
  const taken = new Set(files.map(({ path }) => assetPath(path)));
  for (const { path, matter, former = [] } of pages) {
    taken.add(path);
    for (const alias of matter.aliases ?? []) if (!former.includes(alias)) taken.add(alias);
  }
  return pages.map((page) => {
    const { former = [], matter } = page;
    const occupied = former.filter((address) => taken.has(address));
    for (const address of former) taken.add(address);
    if (occupied.length === 0) return page;
    return { ...page, matter: { ...matter, aliases: matter.aliases?.filter((alias) => !occupied.includes(alias)) } };
  });
}

function folderPageRank(path: string): number {
  const name = withoutEnding(path.slice(path.lastIndexOf("/") + 1)).toLowerCase();
  // A file `Home` at the top is the home page where there is no other.
  return name === "home" && !path.includes("/") ? folderPageNames.length : folderPageNames.indexOf(name);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
