import { foldersAbove } from "../lib/folders-above.ts";
import { byPath, folderPageNames, withoutEnding } from "./address.ts";
import type { Report } from "./diagnostics.ts";
import { withSoleAliases } from "./former-addresses.ts";
import type { Content } from "./load.ts";
import { movedTo, type SourcePage } from "./parse-page.ts";
import { assetPath } from "./path-encoding.ts";

/**
 * Gives everything an address of its own. An address belongs to one of: a page, a copied file, a document of the build,
 * a page that is gone, or the former address (alias) of one page. Conflicts are reported; pages that lose one get
 * another address, which counts where the faults are tolerated. Also reports a second manifesto or greeting.
 * @param documents Root-relative paths of documents and operations.
 * @returns the content with these pages, sorted by path. Pages without a conflict are the same objects.
 */
export function resolveAddressConflicts(content: Content, documents: readonly string[], report: Report): Content {
  const { unpublished, gone } = content;
  checkSinglePages(content.sourcePages, report);
  const nextFree = createNames(content, documents);
  const apart = moveFromDocuments(content.sourcePages, documents, nextFree, report);
  const placed = moveFromPages(apart, nextFree, report);
  const removed = unpublished.filter(({ path }) => gone.includes(path));
  checkRemovedPages(removed, placed, report);
  const sourcePages = withSoleAliases(placed, removed, content, documents, report);
  return { ...content, sourcePages: sourcePages.sort(byPath) };
}

/** Makes an address out of one that is taken: the first that is free of `/a-2`, `/a-3` …, without a last slash. */
type NextFree = (path: string) => string;

function createNames({ sourcePages, unpublished, assets }: Content, documents: readonly string[]): NextFree {
  let taken: Set<string> | undefined; // made at the first conflict, because most sites have none
  const last = new Map<string, number>();
  return (path) => {
    taken ??= new Set([
      ...documents,
      ...assets.flatMap((asset) => foldersAbove(`${assetPath(asset.path)}/`)),
      ...[...sourcePages, ...unpublished].flatMap((page) => [...foldersAbove(page.path), page.markdown_path]),
      ...sourcePages.flatMap(({ matter }) => (matter.aliases ?? []).map((alias) => alias.replace(/\/$/, ""))),
    ]);
    for (let number = last.get(path) ?? 2; ; number++) {
      const name = `${path}-${number}`;
      if (taken.has(name) || taken.has(`${name}.md`)) continue;
      last.set(path, number + 1);
      return name;
    }
  };
}

/**
 * Pages at addresses of documents and of Markdown files that the build makes, or below them, and pages whose Markdown
 * would be at such an address: the folder there gets another name, with all pages in it.
 */
function moveFromDocuments(
  sourcePages: readonly SourcePage[],
  documents: readonly string[],
  nextFree: NextFree,
  report: Report,
): readonly SourcePage[] {
  const published = new Set(documents);
  const made = new Set([...documents, ...sourcePages.map(({ markdown_path }) => markdown_path)]);
  const moved = new Map<string, string>();
  for (const page of sourcePages) {
    // A file cannot be a folder too: a page `/llms.txt/`, or one below it, would need a folder where that file is.
    const taken = foldersAbove(page.path).find((folder) => made.has(folder));
    const folder = taken ?? (hasTwinOf(page, published) ? page.path.slice(0, -1) : undefined);
    if (folder === undefined) continue;
    if (!moved.has(folder)) moved.set(folder, nextFree(folder));
    const path = page.path.replace(folder, moved.get(folder) as string);
    report.fault({
      file: page.file,
      ...(taken === undefined
        ? { problem: `would have its Markdown at ${page.markdown_path}, where the build itself publishes a document` }
        : {
            kind: "would be at an address where the build itself publishes a document",
            problem: `would be at ${decodeURIComponent(page.path)}, where the build itself publishes ${taken}`,
          }),
      expected: otherName(path),
      publishable: true,
    });
  }
  if (moved.size === 0) return sourcePages;
  return sourcePages.map((page) => {
    const folder = foldersAbove(page.path).find((each) => moved.has(each));
    return folder === undefined ? page : movedTo(page, page.path.replace(folder, moved.get(folder) as string));
  });
}

/** Whether a page's Markdown would be where a document is, or the home page's Markdown. */
function hasTwinOf({ path, markdown_path }: SourcePage, documents: ReadonlySet<string>): boolean {
  return documents.has(markdown_path) || (markdown_path === "/index.md" && path !== "/");
}

/** Of pages with one address, the page of a folder keeps it, or else the first; the others get their own. */
function moveFromPages(sourcePages: readonly SourcePage[], nextFree: NextFree, report: Report): readonly SourcePage[] {
  const keepers = new Map<string, SourcePage>();
  for (const page of sourcePages) {
    const other = keepers.get(page.path);
    if (!other || (standsForFolder(page) && !standsForFolder(other))) keepers.set(page.path, page);
  }
  if (keepers.size === sourcePages.length) return sourcePages;
  return sourcePages.map((page) => {
    const keeper = keepers.get(page.path) as SourcePage;
    if (keeper === page) return page;
    const path = `${nextFree(page.path === "/" ? "/index" : page.path.slice(0, -1))}/`;
    report.fault({
      file: page.file,
      kind: "has the same address as another page",
      problem: `has the same address as ${keeper.file}: ${decodeURIComponent(page.path)}${differingForms(page.file, keeper.file)}`,
      expected: otherName(path),
      publishable: true,
    });
    return movedTo(page, path);
  });
}

function standsForFolder({ file }: SourcePage): boolean {
  return folderPageNames.includes(withoutEnding(file.slice(file.lastIndexOf("/") + 1)).toLowerCase());
}

/**
 * Where two names read alike because they differ only in their Unicode normal form, how they differ, as a sentence that
 * follows another; else nothing.
 */
function differingForms(name: string, other: string): string {
  if (name === other || name.normalize("NFC") !== other.normalize("NFC")) return "";
  const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
  const [here, there] = [name, other].map((each) => [...letters.segment(each)].map(({ segment }) => segment));
  const at = here?.findIndex((letter, index) => letter !== there?.[index]) ?? 0;
  const [mine = "", theirs = ""] = [here?.[at], there?.[at]];
  return `. The names read alike, but ${mine} is ${codePoints(mine)} in this one and ${codePoints(theirs)} in the other`;
}

function codePoints(text: string): string {
  return [...text].map((each) => `U+${each.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`).join(" ");
}

function otherName(path: string): string {
  return `another file name; with --lenient the page is at ${decodeURIComponent(path)}`;
}

/** A site has one manifesto and one greeting. */
function checkSinglePages(sourcePages: readonly SourcePage[], report: Report): void {
  for (const type of ["manifesto", "greeting"] as const) {
    const [first, second] = sourcePages.filter((page) => page.type === type);
    if (first && second)
      report.fault({
        file: second.file,
        line: second.lines.type,
        field: "type",
        problem: `is a second ${type}; ${first.file} is one already`,
        expected: `one ${type}`,
      });
  }
}

/**
 * An address cannot answer 410 and show one of the author's pages. A page that ships with the pipeline is no conflict:
 * it is left out.
 */
function checkRemovedPages(removed: readonly SourcePage[], sourcePages: readonly SourcePage[], report: Report): void {
  const pages = new Map(removed.length > 0 ? sourcePages.map((page) => [page.path, page]) : []);
  for (const { path, file, lines } of removed) {
    const page = pages.get(path);
    if (page && page.source !== null)
      report.fault({
        file,
        line: lines.gone,
        field: "gone",
        problem: `says that ${decodeURIComponent(path)} is gone, but ${page.file} is published there`,
        expected: "one of the two",
      });
  }
}
