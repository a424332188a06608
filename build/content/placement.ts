import { addressOf, folderPageNames, isInCollection, postOf, withoutEnding } from "./address.ts";
import type { ContentFile } from "./files.ts";
import type { HandedDown } from "./jekyll.ts";
import type { OtherConfig } from "./other-config.ts";
import type { SourceFile, SourcePage } from "./parse-page.ts";
import { assetPath } from "./path-encoding.ts";
import type { ScopedPermalink } from "./permalinks.ts";
import { type Languages, translationOf } from "./translations.ts";

/** What files of one folder have in common. */
export interface Origin extends Pick<SourceFile, "own" | "isInVault" | "isInGraph" | "isOfZola"> {
  languages: Languages;
  /** The patterns of another tool for the addresses of pages. */
  permalinks: readonly ScopedPermalink[];
  /** What it gives pages that do not say it themselves. */
  handedDown: readonly HandedDown[];
  nav: OtherConfig["nav"];
  /** The folders of which a README is not the page, as `templatedFolders` finds them. */
  templated: ReadonlySet<string>;
}

/** Decides what each file depends on besides its own text and path. Linear in the number of files. */
export function sourceFilesOf(
  pages: readonly ContentFile[],
  { own, isInVault, isInGraph, isOfZola, languages, permalinks, handedDown, nav, templated }: Origin,
): SourceFile[] {
  const files = new Set(pages.map(({ path }) => path));
  const placed = pages.map((file) => {
    const translation = translationOf(file.path, languages);
    // Where a file has that path, both keep their own.
    const isTaken = translation.place !== file.path && files.has(translation.place);
    return { file, ...(isTaken ? { ...translation, place: file.path, folder: "" } : translation) };
  });
  /** The place in `folderPageNames` of the file that stands for each folder. */
  const ranks = new Map<string, number>();
  for (const { place } of placed) {
    const rank = folderPageRank(place);
    if (rank !== -1) ranks.set(folderOf(place), Math.min(rank, ranks.get(folderOf(place)) ?? rank));
  }
  const isFolderPage = (path: string): boolean => {
    const rank = folderPageRank(path);
    if (rank === -1 || rank !== ranks.get(folderOf(path))) return false;
    return !(folderPageNames[rank] === "readme" && templated.has(folderOf(path)));
  };
  const handedTo = (path: string): SourceFile["handed"] =>
    Object.fromEntries(handedDown.flatMap(({ of, values }) => (of(path) ? Object.entries(values) : [])));
  const sources = placed.map(({ file, ...translation }): SourceFile => {
    const name = translation.place.slice(translation.folder.length);
    const entry = nav?.(name);
    return {
      file,
      own,
      isInVault,
      isInGraph,
      isOfZola,
      isFolderPage: isFolderPage(translation.place),
      keepPlace: false,
      translation,
      handed: { ...handedTo(file.path), ...(entry && { nav_order: entry.order }) },
      navTitle: entry?.title,
      permalink: permalinks.find(({ of }) => of(name))?.permalink,
    };
  });
  const posts = new Set(
    sources.filter(({ translation: { place } }) => postOf(place) !== undefined || isInCollection(place)),
  );
  if (posts.size === 0) return sources;
  // Of posts, and pages of collections, with one name the first keeps the short address, so that a new one does not
  // move it.
  const taken = new Set([
    "/index/", // whose Markdown would be the home page's
    ...sources
      .filter((each) => !posts.has(each))
      .map((each) => addressOf(each.translation.place, each.isFolderPage).path),
  ]);
  return sources.map((source) => {
    if (!posts.has(source)) return source;
    const { path } = addressOf(source.translation.place, source.isFolderPage);
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
