import type { Report } from "./diagnostics.ts";
import { assetPath } from "./link-targets.ts";
import type { Content } from "./load.ts";
import type { Draft } from "./parse-page.ts";

/**
 * Every address belongs to one thing: a page, a file, a document of the build, a page that is gone, or a page's former address.
 * @param documents Root-relative paths of documents and operations.
 */
export function checkClaims(
  { drafts, unpublished, gone, assets }: Content,
  documents: readonly string[],
  report: Report,
): void {
  const pages = new Map<string, Draft>();
  for (const draft of drafts) {
    const other = pages.get(draft.path);
    if (other)
      report.fault({
        file: draft.file,
        problem: `has the same address as ${other.file}: ${decodeURIComponent(draft.path)}`,
        expected: "another file name",
      });
    else pages.set(draft.path, draft);
  }
  const made = new Set([...documents, ...drafts.map(({ markdown_path }) => markdown_path)]);
  for (const draft of drafts) {
    // A file cannot be a folder too: a page `/llms.txt/` would stand in the way of that file, and so would a page below it.
    const taken = foldersOf(draft.path).find((folder) => made.has(folder));
    if (taken !== undefined)
      report.fault({
        file: draft.file,
        problem: `would be at ${decodeURIComponent(draft.path)}, where the build itself publishes ${taken}`,
        expected: "another file name",
      });
  }
  const published = new Set(documents);
  for (const draft of drafts.filter(({ markdown_path }) => published.has(markdown_path))) {
    report.fault({
      file: draft.file,
      problem: `would have its Markdown at ${draft.markdown_path}, where the build itself publishes a document`,
      expected: "another file name",
    });
  }
  for (const type of ["manifesto", "greeting"] as const) {
    const [first, second] = drafts.filter((draft) => draft.type === type);
    if (first && second)
      report.fault({
        file: second.file,
        line: second.lines.type,
        field: "type",
        problem: `is a second ${type}; ${first.file} is one already`,
        expected: `one ${type}`,
      });
  }
  const removed = new Map(unpublished.filter(({ path }) => gone.includes(path)).map((draft) => [draft.path, draft]));
  for (const draft of removed.values()) {
    const page = pages.get(draft.path);
    if (page && page.source !== null)
      report.fault({
        file: draft.file,
        line: draft.lines.gone,
        field: "gone",
        problem: `says that ${decodeURIComponent(draft.path)} is gone, but ${page.file} is published there`,
        expected: "one of the two",
      });
  }
  if (!drafts.some(({ matter }) => matter.aliases)) return;
  const owners = new Map<string, string>([
    ...documents.map((path): [string, string] => [path, "a document of the build"]),
    ...assets.map(({ path }): [string, string] => [assetPath(path), path]),
    ...drafts.map(({ markdown_path, file }): [string, string] => [markdown_path, `the Markdown of ${file}`]),
    ...[...removed.values()].map(({ path, file }): [string, string] => [path, `${file}, which is gone`]),
    ...drafts.map(({ path, file }): [string, string] => [path, file]),
  ]);
  checkAliases(drafts, owners, report);
}

function checkAliases(drafts: readonly Draft[], owners: ReadonlyMap<string, string>, report: Report): void {
  const former = new Map<string, Draft>();
  for (const draft of drafts) {
    for (const alias of draft.matter.aliases ?? []) {
      const fault = (problem: string, expected: string, publishable = false) =>
        report.fault({
          file: draft.file,
          line: draft.lines.aliases,
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
      if (path === draft.path || path === draft.markdown_path) {
        // Nothing has to lead there: the page is there.
        fault(`is the page's own ${path === draft.path ? "" : "Markdown "}address`, "an address no page has", true);
        continue;
      }
      // Who knew the page knew its Markdown too: both lead on.
      const addresses = path.endsWith("/") ? [path, `${path.slice(0, -1)}.md`] : [path];
      const owner = owners.get(path) ?? owners.get(path.slice(0, -1));
      const earlier = addresses.map((each) => former.get(each)).find((other) => other && other !== draft);
      if (owner !== undefined) fault(`is the address of ${owner}`, "an address no page has");
      else if (earlier) fault(`is an alias of ${earlier.file} too`, "an address that leads to one page");
      for (const each of addresses) former.set(each, draft);
    }
  }
}

/** The folders that a page's address is in, its own among them, without slashes at the end: `/a/b/` is in `/a` and `/a/b`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) folders.push(path.slice(0, end));
  return folders;
}

/** An address as pages have theirs, percent-encoded, however its author wrote it. */
function encoded(path: string): string {
  return new URL(path, "http://site.invalid").pathname;
}
