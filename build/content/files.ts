import { existsSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { readIgnoreLines } from "../lib/ignore-lines.ts";
import { bundlesOfHugo, hugoRoots, isHugoSite, partsOfBundles } from "./hugo.ts";
import { excludedPaths } from "./jekyll.ts";
import { leftOutOfLogseq } from "./logseq.ts";
import { isSummary, orderOfMdBook } from "./mdbook.ts";
import { placesOfSettings, readOtherConfig } from "./other-config.ts";
import { isPrivate } from "./private-names.ts";
import { aroundPages, isAroundPages, isWiki } from "./wiki.ts";

/** A file of the content folder; `path` is its place in the site: relative to that folder, with forward slashes. */
export interface ContentFile {
  path: string;
  absolute: string;
}

/** Name of the file that marks an output folder of a build; such a folder inside the content is not content. */
export const outputMark = ".open-house";

/** @throws Error of one line if there is no such content folder. */
export function assertFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no content folder ${folder}. Name one with --input=DIR.`);
  if (!found.isDirectory()) throw new Error(`${folder} is a file; the content must be a folder.`);
}

/** What a content folder holds. All paths are relative to it and sorted. */
export interface Listing {
  files: ContentFile[];
  /** Files and folders whose names mark them as private; folders end with a slash and were not looked into. */
  unpublished: string[];
  /** Files that the settings of another tool leave out, and which: "`exclude` in `_config.yml`". */
  excluded: { path: string; by: string }[];
  /**
   * Links to folders, which are not followed: one may lead to a folder above it, or to what nobody meant to publish.
   */
  linkedFolders: string[];
  /** Links to files outside the folder, or to private ones in it, which are not followed. */
  linkedAway: string[];
  /** Links to nothing. */
  brokenLinks: string[];
  /** Files and folders that cannot be opened, because their names are not UTF-8. */
  unopened: string[];
  /** What a Hugo site has besides its pages and files; undefined for any other folder. Folders end with a slash. */
  besidesHugo?: string[];
  /** Whether it is a wiki of a git host. */
  isWiki: boolean;
}

/**
 * Lists all files below a folder, except private ones, the output of builds, and what `.eleventyignore` and the
 * settings of another tool leave out. Of a Hugo site these are the files in `content` and `static`, without the names
 * of these folders, as Hugo publishes them, and those in folders of languages beside them, below the language.
 * @param isTemplate Whether a file, or a folder whose path ends with a slash, is for Eleventy: those are listed
 * whatever their names.
 * @throws Error of one line if the folder is missing.
 */
export function listContent(folder: string, isTemplate: (path: string) => boolean = () => false): Listing {
  assertFolder(folder);
  const listing: Listing = {
    files: [],
    unpublished: [],
    excluded: [],
    linkedFolders: [],
    linkedAway: [],
    brokenLinks: [],
    unopened: [],
    isWiki: false,
  };
  const root = realpathSync(folder);
  const visit = (directory: string, prefix: string): void => {
    const entries = readdirSync(directory, { withFileTypes: true });
    if (prefix !== "" && entries.some(({ name }) => name === outputMark)) return;
    for (const entry of entries) {
      const absolute = join(directory, entry.name);
      const path = prefix + entry.name;
      const kind = entry.isSymbolicLink() ? targetOf(absolute) : entry;
      const isFolder = kind?.isDirectory() ?? false;
      if (entry.name === "_site") continue;
      if (isPrivate(path, isFolder) && !isTemplate(isFolder ? `${path}/` : path))
        listing.unpublished.push(isFolder ? `${path}/` : path);
      else if (entry.name.includes("\uFFFD") && !existsSync(absolute)) listing.unopened.push(path);
      else if (entry.isDirectory()) visit(absolute, `${path}/`);
      else if (isFolder) listing.linkedFolders.push(path);
      else if (kind === undefined) listing.brokenLinks.push(path);
      else if (entry.isSymbolicLink() && leadsAway(absolute, root) && !isTemplate(path)) listing.linkedAway.push(path);
      else if (kind.isFile()) listing.files.push({ path, absolute });
    }
  };
  const config = readOtherConfig(folder);
  if (isHugoSite(folder, config?.tool === "hugo" ? config.file : undefined)) {
    const languages = (config?.languageFolders ?? []).filter((each) => {
      const absolute = join(folder, each.folder);
      return existsSync(absolute) && !leadsAway(absolute, root);
    });
    for (const root of hugoRoots.filter((name) => existsSync(join(folder, name)))) visit(join(folder, root), "");
    for (const each of languages) visit(join(folder, each.folder), each.prefix);
    const read = [...hugoRoots, ...languages.map((each) => each.folder.split("/", 1)[0] as string)];
    const facts = { path: "facts.yaml", absolute: join(folder, "facts.yaml") };
    if (existsSync(facts.absolute)) listing.files.push(facts);
    listing.besidesHugo = readdirSync(folder, { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .filter((name) => !read.includes(name.slice(0, -1)) && name !== facts.path)
      .sort();
    // A page's own file stands before one of the same name in `static`.
    listing.files = [...new Map(listing.files.reverse().map((file) => [file.path, file])).values()];
  } else visit(folder, "");
  const names = readdirSync(folder);
  const leaveOut = (by: string, test: (path: string) => boolean): void => {
    const { left = [], kept = [] } = Object.groupBy(listing.files, ({ path }) => (test(path) ? "left" : "kept"));
    listing.files = kept;
    for (const { path } of left) listing.excluded.push({ path, by });
  };
  if (config ? config.tool === "hugo" : listing.besidesHugo)
    leaveOut(bundlesOfHugo, partsOfBundles(listing.files.map(({ path }) => path)));
  for (const { key, test } of config?.leftOut ?? []) leaveOut(`\`${key}\` in \`${config?.file}\``, test);
  leaveOut("dynamic routes of VitePress (`[name].md` with `[name].paths.js`)", dynamicRoutes(listing.files));
  if (config?.file === "book.toml" && config.nav) leaveOut(orderOfMdBook, isSummary);
  listing.isWiki = isWiki(names, config !== undefined);
  if (listing.isWiki) leaveOut(aroundPages, isAroundPages);
  for (const { by, test } of leftOutOfLogseq(folder)) leaveOut(by, test);
  if (names.includes(".eleventyignore")) {
    const isIgnored = readIgnoreLines(readFileSync(join(folder, ".eleventyignore"), "utf8"));
    if (isIgnored) leaveOut("`.eleventyignore`", isIgnored);
  }
  if (config && /^_config\.ya?ml$/.test(config.file)) {
    leaveOutUnderscored(listing, ["_posts", "_index.md", ...config.underscored], isTemplate);
    const isExcluded = names.includes(config.file) ? excludedPaths(config.exclude) : undefined;
    if (isExcluded) leaveOut("`exclude` in `_config.yml`", isExcluded);
  } else if (isOfDocusaurus(folder)) {
    leaveOutUnderscored(listing, [], isTemplate);
    leaveOut("Docusaurus, which keeps the authors of a blog to itself", (path) => /(^|\/)authors\.ya?ml$/.test(path));
  }
  listing.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const paths of [listing.unpublished, listing.linkedFolders, listing.linkedAway, listing.brokenLinks])
    paths.sort();
  return listing;
}

/**
 * Takes out of the list the files and folders that begin with an underscore, such as `_plugins` and `_partial.md`, which
 * these tools do not publish:
 * - Jekyll, other than `_posts`, `_index.md`, which is a folder's page here, and what its settings name as collections
 *   or under `include` (https://jekyllrb.com/docs/structure/), and Hexo;
 * - Docusaurus (https://docusaurus.io/docs/markdown-features/react).
 * @param shown Names that are published all the same.
 */
function leaveOutUnderscored(listing: Listing, shown: readonly string[], isTemplate: (path: string) => boolean): void {
  const left = new Set<string>();
  listing.files = listing.files.filter(({ path }) => {
    const parts = path.split("/");
    const at = parts.findIndex((name) => name.startsWith("_") && !shown.includes(name));
    if (at === -1 || isTemplate(path)) return true;
    left.add(at === parts.length - 1 ? path : `${parts.slice(0, at + 1).join("/")}/`);
    return false;
  });
  listing.unpublished.push(...left);
}

/**
 * Tests for the files of which VitePress makes several pages, and those that say which
 * (https://vitepress.dev/guide/routing#dynamic-routes).
 */
function dynamicRoutes(files: readonly ContentFile[]): (path: string) => boolean {
  const data = files.filter(({ path }) => path.includes("[") && /\.paths\.m?[jt]s$/.test(path));
  const left = new Set(data.flatMap(({ path }) => [path, path.replace(/\.paths\.m?[jt]s$/, ".md")]));
  return (path) => left.has(path);
}

/** Whether a folder is a site of Docusaurus, or the folder of its pages beside its settings. */
function isOfDocusaurus(folder: string): boolean {
  return placesOfSettings(folder).some((place) =>
    readdirSync(place).some((name) => /^docusaurus\.config\.[cm]?[jt]s$/.test(name)),
  );
}

/** What a link leads to; undefined where that is nothing, or the link itself. */
function targetOf(link: string): Stats | undefined {
  try {
    return statSync(link, { throwIfNoEntry: false });
  } catch {
    return undefined; // ELOOP: links that lead to one another
  }
}

/**
 * Whether a link leads to a file outside a folder, or to one in it that is private by the names on its real path: a
 * link must not publish under its own name what is private under another.
 * @param root The folder's real path.
 */
function leadsAway(link: string, root: string): boolean {
  const parts = relative(root, realpathSync(link)).split(sep);
  // Outside, the path begins with `..`, or with a drive of another letter.
  if (parts[0] === ".." || parts[0]?.endsWith(":")) return true;
  return parts.some((_, at) => isPrivate(parts.slice(0, at + 1).join("/"), at < parts.length - 1));
}
