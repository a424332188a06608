import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beginningOf, memoizeFile, stampOf } from "../lib/file-system.ts";
import { holdsPlace } from "../lib/places.ts";
import { countOf } from "../lib/text.ts";
import { wordsOf } from "../words/words.ts";
import { byPath, folderPages, hasFolderPageName, isMarkdown, pathsOf } from "./address.ts";
import type { Report } from "./diagnostics.ts";
import { type DirectoryData, defaultsFor, readDirectoryData } from "./directory-data.ts";
import { identityFrom, readFacts } from "./facts.ts";
import { type ContentFile, type Listing, listContent } from "./files.ts";
import { localizePage, missingPages, shippedFolder } from "./generated-pages.ts";
import { readOwnWords } from "./own-words.ts";
import { holdsPrivateKey } from "./private-files.ts";
import { readPage, type SourcePage } from "./read-page.ts";

/**
 * Files that were read, which a running server keeps from build to build: by absolute path, with a
 * stamp that changes with the file.
 */
export type ReadPages = Map<string, ReturnType<typeof readPage> & { stamp: string }>;

/** A content folder, read and checked. */
export type LoadedContent = Awaited<ReturnType<typeof loadContent>>;

/**
 * Reads a content folder. Faults go to the report, which throws all of them when it is closed.
 * @param folder Absolute path of the content folder.
 * @param listing Its files except those that Eleventy runs or reads.
 * @param templates The files that Eleventy runs or reads.
 * @param withDrafts Whether drafts are published, which only the local server does.
 * @param memory Pages of earlier builds in the same process.
 */
export async function loadContent(
  folder: string,
  listing: Listing,
  templates: readonly ContentFile[],
  withDrafts: boolean,
  report: Report,
  memory?: ReadPages,
) {
  const { files } = listing;
  const factsFile = files.find(({ path }) => path === "facts.yaml");
  // Pages are read even if the facts are faulty, so that all faults are reported together.
  const read = (file: string) => readFacts("facts.yaml", file, report);
  const known = (factsFile && read(factsFile.absolute)) ?? read(join(shippedFolder, "facts.yaml"));
  const wordsFile = files.find(({ path }) => path === "words.yaml");
  if (known) known.own_words = wordsFile && readOwnWords(wordsFile.absolute, report);
  reportNames(listing, report);
  reportIgnoreFile(folder, listing, report);

  const hidden = listing.unpublished
    .map((path) => ({ path, absolute: join(folder, path) }))
    .filter(({ path, absolute }) => !path.endsWith("/") && existsSync(absolute));
  const data = await readDirectoryData(basename(folder), [...files, ...hidden], templates, report);
  const own = readPages(files.filter(isPageFile), data, true, report, memory);
  if (own.length === 0)
    report.warn(
      "The content folder has no Markdown file, so the site has only the pages that come with the software.",
    );
  const isShown = ({ keptOutBy }: SourcePage) => withDrafts || keptOutBy === undefined;
  const keptOut = own.filter((page) => !isShown(page));
  // Drafts marked with `draft:` need no warning.
  const drafts = keptOut.filter(({ keptOutBy }) => keptOutBy?.key === "draft");
  for (const { keptOutBy, file } of new Set(keptOut).difference(new Set(drafts)))
    report.warn(`Pages are kept out because of \`${keptOutBy?.words}\``, file);
  const shown = own.filter(isShown);
  const published = shown.filter(({ matter }) => !matter.gone);
  checkSinglePages(published, report);
  const shippedFiles = listContent(shippedFolder).files.filter(isPageFile);
  if (!known) throw new Error("The facts that ship with the software cannot be read.");
  const words = wordsOf(known)(known.language);
  const shipped = readPages(shippedFiles, [], false, report, memory);
  const localized = shipped.map((page) => localizePage(page, words));
  const missing = missingPages(localized, published);
  // The author's pages claim their addresses first.
  const sourcePages = [...published.sort(byPath), ...missing];
  const facts = factsFile ? known : { ...known, ...identityFrom(sourcePages, folder, known) };
  const withheld = new Map<string, string>();
  for (const path of listing.unpublished) withheld.set(path, "is private by its name");
  for (const path of listing.notFollowed) withheld.set(path, "is a link that is not followed");
  for (const { path, isRead } of data) {
    if (!isRead && !withheld.has(path))
      report.warn("Data files of Eleventy are not published", path);
    withheld.set(path, "is a data file of Eleventy");
  }
  const ofTemplates = new Set(pathsOf(templates));
  const settings = [factsFile, wordsFile];
  const others = files.filter((file) => !settings.includes(file) && !isPageFile(file));
  for (const { path, absolute } of others.filter(({ path }) => !withheld.has(path))) {
    if (isMarkdown(path) || hasHead(path, absolute)) {
      withheld.set(path, "is not published");
      report.warn(
        "Files that begin with front matter and are neither pages nor templates are not published",
        path,
      );
    }
    if (holdsPrivateKey(absolute)) {
      withheld.set(path, "has a private key in it");
      report.warn("Files with a private key are not published", path);
    }
  }
  const assets = others.filter(({ path }) => !withheld.has(path));
  reportMedia(assets, report);
  return {
    facts,
    /** Whether the folder has a `facts.yaml`. */
    hasFacts: factsFile !== undefined,
    /** All pages to be published: the author's, then shipped ones. */
    sourcePages,
    /** Pages that were removed for good. */
    gone: shown.filter(({ matter }) => matter.gone),
    /** Pages that have a file and are not published: drafts, and pages that are gone. */
    unpublished: own.filter((page) => page.matter.gone || !isShown(page)),
    /** Names of the files that are left out as drafts. */
    drafts: drafts.map(({ file }) => file),
    /** Files that are copied unchanged. */
    assets,
    /** Data of the author's templates and pages, by the path of their folder. */
    templateData: data.filter(({ isRead, path }) => isRead && !ofTemplates.has(path)),
    /**
     * Why files and folders are left out, as the rest of a sentence, by their paths; folders end
     * with a slash.
     */
    withheld: [...withheld],
  };
}

/** Whether a file is a page; the data of a drawing program may have the same ending. */
function isPageFile({ path }: ContentFile): boolean {
  return isMarkdown(path) && !/\.excalidraw\.md$/i.test(path);
}

const namedAsFolder =
  "These files have the name of their folder and its address, as in Eleventy; named `index.md`, they would have it without a warning";

const linksWarning =
  "Links are followed to files of the content folder that are not private, and to nothing else";

/** Reads Markdown files, or takes unchanged ones from memory. */
function readPages(
  files: readonly ContentFile[],
  data: readonly DirectoryData[],
  own: boolean,
  report: Report,
  memory: ReadPages | undefined,
): SourcePage[] {
  const ofFolders = folderPages(pathsOf(files));
  return files.map((file) => {
    const isFolderPage = ofFolders.has(file.path);
    if (isFolderPage && !hasFolderPageName(file.path)) report.warn(namedAsFolder, file.path);
    const given = data.length > 0 ? defaultsFor(file.path, data) : undefined;
    const stamp =
      memory && `${stampOf(file.absolute)} ${isFolderPage} ${given ? JSON.stringify(given) : ""}`;
    const known = memory?.get(file.absolute);
    const { sourcePage, diagnostics } =
      known && known.stamp === stamp ? known : readPage(file, own, isFolderPage, given);
    if (stamp !== undefined) memory?.set(file.absolute, { stamp, sourcePage, diagnostics });
    for (const tell of diagnostics) tell(report);
    return sourcePage;
  });
}

/** Reports private names, unreadable names, and probable mistakes for `facts.yaml` and `words.yaml`. */
function reportNames({ files, unpublished, notFollowed, unopened }: Listing, report: Report): void {
  const count = countOf(unpublished.length, "file or folder is", "files and folders are");
  // Each folder may have a hidden file such as `.DS_Store`, which is named once.
  for (const path of unpublished) {
    const name = /(^|\/)(\.[^/]+\/?)$/.exec(path)?.[2] ?? path;
    report.warn(`${count} private by name and not published`, name);
  }
  for (const path of notFollowed) report.warn(linksWarning, path);
  const problem = "has a name that is not UTF-8, so it cannot be opened";
  for (const file of unopened) report.fault({ file, problem, expected: "another name" });
  for (const { path: file } of files) {
    const [, name = ""] = /^(facts|words)\.ya?ml$/i.exec(file.toLowerCase()) ?? [];
    if (name === "" || file === `${name}.yaml`) continue;
    const problem = `is not read as the ${name} of this site`;
    report.fault({ file, problem, expected: `the name \`${name}.yaml\`` });
  }
}

/** Reports `.eleventyignore`, which hides pages in Eleventy but not here. */
function reportIgnoreFile(folder: string, { unpublished }: Listing, report: Report): void {
  const file = ".eleventyignore";
  if (!unpublished.includes(file) || readFileSync(join(folder, file), "utf8").trim() === "") return;
  const expected =
    "`draft: true` in the pages it names, or a folder whose name begins with `_`, and no such file";
  report.fault({ file, problem: "is not obeyed here, and might keep pages out", expected });
}

/** Reports further ones: a site has one manifesto and one greeting. */
function checkSinglePages(pages: readonly SourcePage[], report: Report): void {
  for (const type of ["manifesto", "greeting"] as const) {
    const [first, second] = pages.filter((page) => page.type === type);
    if (!first || !second) continue;
    const { file, lines } = second;
    const problem = `is a second ${type}; ${first.file} is one already`;
    report.fault({ file, line: lines.type, field: "type", problem, expected: `one ${type}` });
  }
}

/** Whether a file begins with front matter; a YAML file may begin with the same line. */
function hasHead(path: string, absolute: string): boolean {
  if (/\.ya?ml$/i.test(path)) return false;
  const start = beginningOf(absolute, 512).toString();
  return /^\s*(?:---[ \t]*(?:ya?ml|toml|json)?|\+{3}|;{3})[ \t]*\r?\n/i.test(start);
}

const media =
  /\.(?:jpe?g?|jfif|a?png|gif|webp|avif|hei[cf]|hif|jxl|tiff?|dng|svg|bmp|ico|mp4|m4v|mov|qt|3gp|3g2)$/i;

const isPlaced = memoizeFile(holdsPlace);

/**
 * Warns of photographs and films that say where they were taken. The files stay as they are.
 * @param assets The files that are published.
 */
function reportMedia(assets: readonly ContentFile[], report: Report): void {
  for (const { path, absolute } of assets) {
    if (media.test(path) && isPlaced(absolute))
      report.warn(
        "These photographs and films tell everybody where they were taken. Take that out with " +
          "`exiftool -gps:all= -xmp:geotag= -gpscoordinates= -locationinformation= FILE`, " +
          "or export them again without their location",
        path,
      );
  }
}
