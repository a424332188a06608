import { join } from "node:path";
import type { Facts } from "../schemas/facts.ts";
import type { PageType } from "../schemas/fields.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import { byPath } from "./address.ts";
import { type Memory, stampOf } from "./cache.ts";
import { type Report, repeat } from "./diagnostics.ts";
import { readFacts } from "./facts.ts";
import { type ContentFile, isMarkdown, listFiles } from "./files.ts";
import type { Draft, ReadDraft, Unread } from "./parse-page.ts";

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
const defaults = join(import.meta.dirname, "defaults");

export interface LoadOptions {
  /** All files of the content folder. */
  files: readonly ContentFile[];
  /** Whether drafts are published: only ever in the local server. */
  drafts: boolean;
  /** Reads files, here or elsewhere. */
  read(files: readonly Unread[]): Promise<ReadDraft[]>;
  /** What an earlier build of the same process remembers. */
  memory?: Memory | undefined;
}

/** Reads the files of a content folder. Faults go to the report, which throws them all when it is closed. */
export async function loadContent(
  { files, drafts: withDrafts, read, memory }: LoadOptions,
  report: Report,
): Promise<Content | undefined> {
  const factsFile = files.find(({ path }) => path === "facts.yaml");
  // Faulty facts stop the build, but not the reading: the faults of all files are told together.
  const facts =
    (factsFile && readFacts("facts.yaml", factsFile.absolute, report)) ??
    readFacts("facts.yaml", join(defaults, "facts.yaml"), report);

  remarkOnNeighbours(files, report);
  const own = await readDrafts(files, true, report, read, memory);
  const isShown = ({ draft }: FrontMatter): boolean => withDrafts || !draft;
  const shown = own.filter(({ matter }) => isShown(matter));
  const published = shown.filter(({ matter }) => !matter.gone);
  const gone = shown.filter(({ matter }) => matter.gone);
  const drafts = [
    ...published,
    ...missing(await readDrafts(listFiles(defaults), false, report, read, memory), published),
  ];

  if (!facts) return undefined;
  return {
    facts,
    drafts: drafts.sort(byPath),
    gone: gone.map(({ path }) => path),
    unpublished: own.filter(({ matter }) => matter.gone || !isShown(matter)),
    assets: files.filter((file) => file !== factsFile && !isMarkdown(file.path)),
  };
}

/** Files that look as if they were meant to be read, and are only copied. */
function remarkOnNeighbours(files: readonly ContentFile[], report: Report): void {
  for (const { path } of files) {
    if (path !== "facts.yaml" && /^facts\.ya?ml$/i.test(path))
      report.fault({
        file: path,
        problem: "is not read as the facts of this site",
        expected: "the name `facts.yaml`",
        publishable: true,
      });
  }
  const mdx = files.filter(({ path }) => /\.mdx$/i.test(path)).length;
  if (mdx > 0) report.warn(`Files in MDX are copied as they are, not made into pages: ${mdx}.`);
}

/** Files that are as they were come from memory; all others are read. */
async function readDrafts(
  files: readonly ContentFile[],
  own: boolean,
  report: Report,
  read: LoadOptions["read"],
  memory: Memory | undefined,
): Promise<Draft[]> {
  const pages = files.filter(({ path }) => isMarkdown(path));
  const withIndex = new Set(
    pages.filter(({ path }) => /(^|\/)index\.[^/]+$/i.test(path)).map(({ path }) => folderOf(path)),
  );
  const unread = pages.map((file): Unread => ({ file, own, readmeIsIndex: !withIndex.has(folderOf(file.path)) }));
  const stamps = memory && unread.map(({ file, readmeIsIndex }) => `${stampOf(file.absolute)} ${readmeIsIndex}`);
  const known = unread.map(({ file }, index) => {
    const before = memory?.drafts.get(file.absolute);
    return before && before.stamp === stamps?.[index] ? before : undefined;
  });
  const fresh = (await read(unread.filter((_, index) => !known[index]))).values();
  return unread.map(({ file }, index) => {
    const { draft, said } = known[index] ?? (fresh.next().value as ReadDraft);
    memory?.drafts.set(file.absolute, { stamp: stamps?.[index] ?? "", draft, said });
    repeat(said, report);
    return draft;
  });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
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
    return single
      ? [{ ...page, id: `house-${page.id}`, path: `/house-${page.id}/`, markdown_path: `/house-${page.id}.md` }]
      : [];
  });
}
