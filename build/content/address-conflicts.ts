import type { Report } from "./diagnostics.ts";
import { assetPath } from "./link-targets.ts";
import type { Content } from "./load.ts";
import type { SourcePage } from "./parse-page.ts";

/**
 * Reports every address that two things would have. An address belongs to one of: a page, a copied file, a document of
 * the build, a page that is gone, or the former address (alias) of one page. Also reports a second manifesto or
 * greeting.
 * @param documents Root-relative paths of documents and operations.
 */
export function reportAddressConflicts(
  { sourcePages, unpublished, gone, assets }: Content,
  documents: readonly string[],
  report: Report,
): void {
  const byPath = pagesByPath(sourcePages, report);
  checkBuildAddresses(sourcePages, documents, report);
  checkSinglePages(sourcePages, report);
  const removed = new Map(unpublished.filter(({ path }) => gone.includes(path)).map((page) => [page.path, page]));
  checkRemovedPages(removed, byPath, report);
  if (!sourcePages.some(({ matter }) => matter.aliases)) return;
  const owners = new Map<string, string>([
    ...documents.map((path): [string, string] => [path, "a document of the build"]),
    ...assets.map(({ path }): [string, string] => [assetPath(path), path]),
    ...sourcePages.map(({ markdown_path, file }): [string, string] => [markdown_path, `the Markdown of ${file}`]),
    ...[...removed.values()].map(({ path, file }): [string, string] => [path, `${file}, which is gone`]),
    ...sourcePages.map(({ path, file }): [string, string] => [path, file]),
  ]);
  checkAliases(sourcePages, owners, report);
}

/** Pages by their path. A page whose path another page already has is reported and left out. */
function pagesByPath(sourcePages: readonly SourcePage[], report: Report): Map<string, SourcePage> {
  const byPath = new Map<string, SourcePage>();
  for (const page of sourcePages) {
    const other = byPath.get(page.path);
    if (other)
      report.fault({
        file: page.file,
        kind: "has the same address as another page",
        problem: `has the same address as ${other.file}: ${decodeURIComponent(page.path)}`,
        expected: "another file name",
      });
    else byPath.set(page.path, page);
  }
  return byPath;
}

/** Pages at addresses of documents and of Markdown files that the build makes, or below them. */
function checkBuildAddresses(sourcePages: readonly SourcePage[], documents: readonly string[], report: Report): void {
  const made = new Set([...documents, ...sourcePages.map(({ markdown_path }) => markdown_path)]);
  for (const page of sourcePages) {
    // A file cannot be a folder too: a page `/llms.txt/`, or one below it, would need a folder where that file is.
    const taken = foldersOf(page.path).find((folder) => made.has(folder));
    if (taken !== undefined)
      report.fault({
        file: page.file,
        kind: "would be at an address where the build itself publishes a document",
        problem: `would be at ${decodeURIComponent(page.path)}, where the build itself publishes ${taken}`,
        expected: "another file name",
      });
  }
  const published = new Set(documents);
  for (const page of sourcePages.filter(({ markdown_path }) => published.has(markdown_path))) {
    report.fault({
      file: page.file,
      problem: `would have its Markdown at ${page.markdown_path}, where the build itself publishes a document`,
      expected: "another file name",
    });
  }
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
function checkRemovedPages(
  removed: ReadonlyMap<string, SourcePage>,
  byPath: ReadonlyMap<string, SourcePage>,
  report: Report,
): void {
  for (const { path, file, lines } of removed.values()) {
    const page = byPath.get(path);
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

/** @param owners What each address in use belongs to, as the end of a sentence. */
function checkAliases(sourcePages: readonly SourcePage[], owners: ReadonlyMap<string, string>, report: Report): void {
  const former = new Map<string, SourcePage>();
  for (const page of sourcePages) {
    for (const alias of page.matter.aliases ?? []) {
      const fault = (problem: string, expected: string, publishable = false) =>
        report.fault({
          file: page.file,
          line: page.lines.aliases,
          field: "aliases",
          problem: `${alias} ${problem}`,
          expected,
          publishable,
        });
      if (/\*|\/:/.test(alias)) {
        fault("is a pattern to the host, not an address", "one address, without `*` and `/:`");
        continue;
      }
      const path = encoded(alias.endsWith("/") || /\.[a-z0-9]+$/i.test(alias) ? alias : `${alias}/`);
      if ([page.path, page.markdown_path, `${page.path}index.html`].includes(path)) {
        // Tolerable, because no redirect is needed: the page is at that address.
        fault(
          `is the page's own ${path === page.markdown_path ? "Markdown " : ""}address`,
          "an address no page has",
          true,
        );
        continue;
      }
      // The former address of the page's Markdown redirects as well.
      const addresses = path.endsWith("/") ? [path, `${path.slice(0, -1)}.md`] : [path];
      const asFolder = path.replace(/\/index\.html$/, "/"); // the file in which a page's HTML is
      const owner = owners.get(path) ?? owners.get(path.slice(0, -1)) ?? owners.get(asFolder);
      const earlier = addresses.map((each) => former.get(each)).find((other) => other && other !== page);
      if (owner !== undefined) fault(`is the address of ${owner}`, "an address no page has");
      else if (earlier) fault(`is an alias of ${earlier.file} too`, "an address that leads to one page");
      for (const each of addresses) former.set(each, page);
    }
  }
}

/**
 * The folders that a page's address is in, its own included, without trailing slashes: `/a/b/` is in `/a` and `/a/b`.
 */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) folders.push(path.slice(0, end));
  return folders;
}

/** An address percent-encoded as page paths are, however its author wrote it. */
function encoded(path: string): string {
  return new URL(path, "http://site.invalid").pathname;
}
