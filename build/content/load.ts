import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Facts } from "../schemas/facts.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import { addressOf, type Address } from "./address.ts";
import { readFacts } from "./facts.ts";
import { recording, repeat, type Report } from "./faults.ts";
import { isMarkdown, listFiles, type ContentFile } from "./files.ts";
import { readSource, type Source } from "./front-matter.ts";
import { stampOf, type Memory } from "./memory.ts";
import { pageTypes, type PageType } from "./page.ts";

/** A Markdown file that has been read, checked and given an address, but not rendered. Data only, so that any thread can render it. */
export interface Manuscript extends Address {
  /** Path in the content folder, or null for one of the pages that ship with the pipeline. */
  source: string | null;
  /** How the file is named in a fault. */
  file: string;
  type: PageType;
  matter: FrontMatter;
  body: string;
  /** Lines of the file above the body. */
  offset: number;
}

/** A manuscript with the means to name the lines of its front matter. */
export interface Draft extends Manuscript {
  lineOf: Source["lineOf"];
}

/** A draft's data alone. */
export function manuscriptOf({ lineOf: _, ...manuscript }: Draft): Manuscript {
  return manuscript;
}

/** A content folder, read and checked. */
export interface Content {
  facts: Facts;
  drafts: Draft[];
  /** Addresses of pages that were removed for good. */
  gone: string[];
  /** Pages that have a file and are not published, drafts and those that are gone: for telling whoever links to one. */
  unpublished: Draft[];
  assets: ContentFile[];
}

/** What ships with the pipeline and serves where a folder has nothing of its own. */
const defaults = join(import.meta.dirname, "../defaults");

export interface LoadOptions {
  /** All files of the content folder. */
  files: readonly ContentFile[];
  /** Whether drafts are published: only ever in the local server. */
  drafts: boolean;
  /** What an earlier build of the same process remembers. */
  memory?: Memory | undefined;
}

/** Reads the files of a content folder. Faults go to the report, which throws them all when it is closed. */
export function loadContent({ files, drafts: withDrafts, memory }: LoadOptions, report: Report): Content | undefined {
  const factsFile = files.find(({ path }) => path === "facts.yaml");
  // Faulty facts stop the build, but not the reading: the faults of all files are told together.
  const facts = (factsFile && readFacts("facts.yaml", factsFile.absolute, report)) ?? readFacts("facts.yaml", join(defaults, "facts.yaml"), report);

  remarkOnNeighbours(files, report);
  const own = readDrafts(files, true, report, memory);
  const isShown = ({ draft }: FrontMatter): boolean => withDrafts || !draft;
  const shown = own.filter(({ matter }) => isShown(matter));
  const published = shown.filter(({ matter }) => !matter.gone);
  const gone = shown.filter(({ matter }) => matter.gone);
  const drafts = [...published, ...missing(readDrafts(listFiles(defaults), false, report, memory), published)];

  if (!facts) return undefined;
  return {
    facts,
    drafts: drafts.sort((a, b) => (a.path < b.path ? -1 : 1)),
    gone: gone.map(({ path }) => path),
    unpublished: own.filter(({ matter }) => matter.gone || !isShown(matter)),
    assets: files.filter((file) => file !== factsFile && !isMarkdown(file.path)),
  };
}

/** Files that look as if they were meant to be read, and are only copied. */
function remarkOnNeighbours(files: readonly ContentFile[], report: Report): void {
  for (const { path } of files) {
    if (path !== "facts.yaml" && /^facts\.ya?ml$/i.test(path)) report.fault({ file: path, problem: "is not read as the facts of this site", expected: "the name `facts.yaml`", publishable: true });
  }
  const mdx = files.filter(({ path }) => /\.mdx$/i.test(path)).length;
  if (mdx > 0) report.warn(`Files in MDX are copied as they are, not made into pages: ${mdx}.`);
}

function readDrafts(files: readonly ContentFile[], own: boolean, report: Report, memory: Memory | undefined): Draft[] {
  const pages = files.filter(({ path }) => isMarkdown(path));
  const withIndex = new Set(pages.filter(({ path }) => /(^|\/)index\.[^/]+$/i.test(path)).map(({ path }) => folderOf(path)));
  return pages.map((file) => remembered(file, memory, report, (told) => readDraft(file, own, !withIndex.has(folderOf(file.path)), told), withIndex.has(folderOf(file.path))));
}

/** A file's draft from memory, if the file is as it was; read anew otherwise. */
function remembered(file: ContentFile, memory: Memory | undefined, report: Report, read: (report: Report) => Draft, hasIndex: boolean): Draft {
  if (!memory) return read(report);
  const stamp = `${stampOf(file.absolute)} ${hasIndex}`;
  const known = memory.drafts.get(file.absolute);
  if (known?.stamp === stamp) {
    repeat(known.said, report);
    return known.draft;
  }
  const told = recording();
  const draft = read(told.report);
  repeat(told.said, report);
  memory.drafts.set(file.absolute, { stamp, draft, said: told.said });
  return draft;
}

function readDraft(file: ContentFile, own: boolean, readmeIsIndex: boolean, report: Report): Draft {
  const address = addressOf(file.path, readmeIsIndex);
  const name = own ? file.path : `(shipped) ${file.path}`;
  const { data: matter, body, offset, lineOf } = readSource(name, readText(file, name, report), report);
  return { ...address, source: own ? file.path : null, file: name, type: typeOf(address.path, matter.type), matter, body, offset, lineOf };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function readText(file: ContentFile, name: string, report: Report): string {
  const text = readFileSync(file.absolute, "utf8"); // in one call, which is many times faster than bytes and a decoder
  if (!text.includes("\uFFFD") || isUtf8(readFileSync(file.absolute))) return text;
  report.fault({ file: name, problem: "is not UTF-8 text", expected: "a file saved as UTF-8", publishable: true });
  return readFileSync(file.absolute, "latin1");
}

/** A page's type: some addresses decide it, otherwise the author does. */
function typeOf(path: string, type: string | undefined): PageType {
  const fixed: Record<string, PageType> = { "/": "home", "/guestbook/": "guestbook", "/api/": "api", "/search/": "search", "/notes/": "list", "/realms/": "list" };
  return fixed[path] ?? pageTypes.find((known) => known === type && known !== "home" && known !== "api" && known !== "search" && known !== "guestbook") ?? "page";
}

/** The shipped pages that this folder has nothing of its own for. */
function missing(shipped: readonly Draft[], own: readonly Draft[]): Draft[] {
  const lists: Record<string, PageType> = { "/notes/": "note", "/realms/": "realm" };
  return shipped.flatMap((page) => {
    const listed = lists[page.path];
    if (listed !== undefined && !own.some(({ type }) => type === listed)) return [];
    const single = page.type === "manifesto" || page.type === "greeting";
    if (single && own.some(({ type }) => type === page.type)) return [];
    if (!own.some(({ path }) => path === page.path)) return [page];
    // A plain page already lives at /manifesto/ or /greeting/; ours moves next door.
    return single ? [{ ...page, id: `house-${page.id}`, path: `/house-${page.id}/`, markdown_path: `/house-${page.id}.md` }] : [];
  });
}
