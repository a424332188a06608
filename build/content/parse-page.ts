import { findInlineTags } from "../markdown/inline-tags.ts";
import { readLogseq } from "../markdown/logseq.ts";
import { readOtherMarkup } from "../markdown/other-markup.ts";
import { plainWords } from "../markdown/plain-text.ts";
import type { Remnant } from "../markdown/remnants.ts";
import { type PageType, pageTypes } from "../schemas/fields.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import { type Address, addressOf, dateInName, formerAddressesOf, hasImpossibleDate } from "./address.ts";
import { type RecordedDiagnostic, recordDiagnostics } from "./diagnostics.ts";
import { readText } from "./file-text.ts";
import type { ContentFile } from "./files.ts";
import { readSource } from "./front-matter.ts";
import { readMdx } from "./mdx.ts";
import { otherAddressesOf } from "./other-addresses.ts";
import type { GeneratedList } from "./page.ts";
import { addressByPattern, type Permalink, patternIn } from "./permalinks.ts";
import { tagSlug } from "./tags.ts";
import type { Translation } from "./translations.ts";

/** Keys whose lines are kept, for faults that are found after parsing. */
const keysWithLines = ["type", "gone", "aliases", "affordances", "promises"] as const;

/**
 * A Markdown file that has been read, checked and given an address, but not rendered. Plain data, so that a worker
 * thread can parse or render it.
 */
export interface SourcePage extends Address {
  /** Path in the content folder, or null for one of the pages that ship with the pipeline. */
  source: string | null;
  /** The path of which its address is made, where that is another one: `fr/page.md` for `page.fr.md`. */
  place?: string;
  /** Its title where neither its head nor a heading says one, if another tool's settings do. */
  navTitle?: string;
  /** The name of the file in diagnostics. */
  file: string;
  type: PageType;
  matter: FrontMatter;
  body: string;
  /** Lines of the file above the body. */
  offset: number;
  /** One-based lines of the file on which keys of the front matter stand. */
  lines: Partial<Record<(typeof keysWithLines)[number], number>>;
  /** Those of its aliases that are names for links in double brackets. */
  names?: readonly string[];
  /** Those of its aliases that its author did not write as such: the addresses that it had with another tool. */
  former?: readonly string[];
  /** What was left out of the body. */
  remnants?: Remnant[];
  /** Whether tags stand in its text, as in a vault of Obsidian; they are among those of its head. */
  hasInlineTags?: boolean;
  /** For a file in MDX: whether that was the greater part, and it has no title. */
  mostlyCode?: boolean;
  /** What the page lists, if the build generated it. */
  list?: GeneratedList;
}

/** A Markdown file to be parsed. */
export interface SourceFile {
  file: ContentFile;
  /** False for the pages that ship with the pipeline. */
  own: boolean;
  /** Whether it stands for its folder, as `index.md`, `_index.md` or `README.md`. */
  isFolderPage: boolean;
  /** Whether the address of a post keeps its date or `_posts`, because another page has the one without. */
  keepPlace: boolean;
  /** Whether it is in a vault of Obsidian, where tags may stand in the text. */
  isInVault: boolean;
  /** Whether it is in a graph of Logseq, where pages and blocks have properties. */
  isInGraph: boolean;
  /** Whether it is in a site of Zola, where all aliases are addresses. */
  isOfZola: boolean;
  /** What its place says of its language, for a page that does not say one itself. */
  translation: Translation;
  /** What the settings of another tool say for pages that do not say it themselves, by keys of front matter. */
  handed?: Readonly<Record<string, string | string[] | number>> | undefined;
  /** What its link says in the navigation of another tool. */
  navTitle?: string | undefined;
  /** The pattern by which another tool makes its address. */
  permalink?: Permalink | undefined;
}

/** A parsed file, and the diagnostics of its parsing. */
export interface ParsedPage {
  sourcePage: SourcePage;
  diagnostics: RecordedDiagnostic[];
}

/** Reads a Markdown file, checks its front matter and gives it an address. Faults are recorded, never thrown. */
export function parsePage({
  file,
  own,
  isFolderPage,
  keepPlace,
  isInVault,
  isInGraph,
  isOfZola,
  translation: { language, place, folder },
  handed,
  navTitle,
  permalink,
}: SourceFile): ParsedPage {
  const { report, diagnostics } = recordDiagnostics();
  const address = addressOf(place, isFolderPage, keepPlace);
  const name = own ? file.path : `(shipped) ${file.path}`;
  const source = readSource(name, readText(file, name, report), report, dateInName(place), handed, isOfZola);
  if (hasImpossibleDate(place))
    report.warn("Names of files begin with a date that does not exist, so it is a part of the name", name);
  const { data: matter, names, body, offset, lineOf } = source;
  const lines = Object.fromEntries(
    keysWithLines.filter((key) => matter[key] !== undefined).map((key) => [key, lineOf(key)]),
  );
  for (const key of ["title", "short_title", "description"] as const) {
    const written = matter[key];
    if (written !== undefined) matter[key] = plainWords(written);
  }
  if (language !== undefined) matter.language ??= language;
  const { aliases = [] } = matter;
  const pattern = patternIn(matter) ?? permalink;
  const byPattern = pattern && addressByPattern(pattern, place.slice(folder.length), matter);
  const former = new Set([
    ...(byPattern === undefined ? [] : [folder === "" ? byPattern : `/${folder.slice(0, -1)}${byPattern}`]),
    ...formerAddressesOf(place, matter),
    ...otherAddressesOf(address.path, matter),
  ]);
  for (const each of [address.path, ...aliases]) former.delete(each);
  if (former.size > 0) matter.aliases = [...aliases, ...former];
  const mdx = /\.mdx$/i.test(file.path) ? readMdx(body) : undefined;
  const left: ReturnType<typeof readOtherMarkup>["left"] = [...(mdx?.left ?? [])];
  const graph = isInGraph ? readLogseq(body, (kind, line) => left.push({ kind, line })) : undefined;
  if (graph?.title !== undefined) matter.title ??= plainWords(graph.title);
  const other = readOtherMarkup(mdx?.body ?? graph?.body ?? body, isInVault || isInGraph);
  const inlineTags = isInVault ? findInlineTags(other.body) : [];
  const tags = [...(matter.tags ?? []), ...(graph?.tags ?? []), ...inlineTags];
  if ((isInVault || isInGraph) && tags.length > 0) matter.tags = withOuterTags(tags);
  left.push(...other.left);
  return {
    sourcePage: {
      ...address,
      source: own ? file.path : null,
      ...(place !== file.path && { place }),
      ...(navTitle !== undefined && { navTitle: plainWords(navTitle) }),
      file: name,
      type: typeOf(address.path, matter.type),
      matter,
      body: other.body,
      offset,
      lines,
      ...(names.length > 0 && { names }),
      ...(former.size > 0 && { former: [...former] }),
      ...(left.length > 0 && {
        remnants: left.map(({ kind, line }) => ({ kind, file: name, line: line + 1 + offset })),
      }),
      ...(inlineTags.length > 0 && { hasInlineTags: true }),
      // What has a title is meant as a page, however little text is left of it.
      ...(mdx && { mostlyCode: mdx.share < 0.5 && matter.title === undefined }),
    },
    diagnostics,
  };
}

/** Each tag once, and before `garden/herbs` its outer tag `garden`. */
function withOuterTags(tags: readonly string[]): string[] {
  const all = tags.flatMap((tag) => tag.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/")));
  return [...new Map(all.map((tag) => [tagSlug(tag), tag])).values()];
}

/** A page's type: fixed at some addresses, otherwise the author's; `page` where that is unknown or reserved. */
export function typeOf(path: string, type: string | undefined): PageType {
  const fixed: Record<string, PageType> = {
    "/": "home",
    "/guestbook/": "guestbook",
    "/api/": "api",
    "/search/": "search",
    "/notes/": "list",
    "/realms/": "list",
  };
  return (
    fixed[path] ??
    pageTypes.find(
      (known) => known === type && known !== "home" && known !== "api" && known !== "search" && known !== "guestbook",
    ) ??
    "page"
  );
}

/** The page at another address, which ends with a slash and is not the home page's. */
export function movedTo(page: SourcePage, path: string): SourcePage {
  const id = path.slice(1, -1);
  return { ...page, id, path, markdown_path: `/${id}.md`, type: typeOf(path, page.matter.type) };
}
