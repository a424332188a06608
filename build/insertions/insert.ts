import { decodedPath } from "../content/address.ts";
import type { Report } from "../content/diagnostics.ts";
import type { SourcePage } from "../content/read-page.ts";
import { tagSlug } from "../content/tags.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { withoutControlCharacters } from "../lib/text.ts";
import { asReference, sayMarkdown, withPhrases } from "../markdown/insertion-marks.ts";
import type { SiteOutline } from "../model/site-model.ts";
import type { Affordance, PageType } from "../schemas/fields.ts";
import { FrontMatter } from "../schemas/front-matter.ts";
import { fieldsOf } from "../schemas/read-schema.ts";
import { apiReference, guestbookReference } from "./api-reference.ts";
import { allPages, folderList, frontPage, newestNotes, pagesOfTag, tagList } from "./lists.ts";
import { affordanceList, contact, permissions, promiseSections } from "./site-facts.ts";

/** The sources of inserted Markdown. */
interface Sources {
  /** The site before pages with insertions are rendered. */
  model: SiteOutline;
  /** The page's resolved affordances. */
  affordances: readonly Affordance[];
  /** @returns the text of a file in the content folder; undefined if there is none */
  readFile(path: string): string | undefined;
}

/**
 * The insertions, by name: each replaces a line `<!-- insert: name argument -->`.
 * @returns undefined if the site does not have the thing that the argument names
 */
const insertions: Readonly<
  Record<string, (sources: Sources, argument: string) => string | undefined>
> = {
  promises: ({ model }) => promiseSections(model),
  api: ({ model }) => apiReference(model),
  guestbook: ({ model }) => guestbookReference(model),
  contact: ({ model }) => contact(model),
  permissions: ({ model }) => permissions(model),
  "front-matter": frontMatterReference,
  affordances: ({ model, affordances }) => affordanceList(model, affordances),
  list: ({ model }, what) => listOf(what, model),
  code: ({ readFile }, file) => codeOf(file, readFile(file)),
};

/** Arguments of `<!-- insert: list … -->` besides a folder's address and `#` with a tag. */
const namedLists: Readonly<Record<string, (model: SiteOutline) => string>> = {
  newest: newestNotes,
  all: allPages,
  front: frontPage,
  tags: tagList,
};

const known = Object.keys(insertions);
const expected =
  `one of ${known.join(", ")}; with \`list\` one of ${Object.keys(namedLists).join(", ")}, the address of a folder, or ` +
  "`#` and a tag; with `code` the path of a file, seen from the content folder";

const marker = /^ {0,3}<!--\s*insert:\s*([\w-]+?)(?:[ \t]+(\S+(?: \S+)*?))?\s*-->[ \t]*$/;

/** Insertions that a type of page must have, each with its heading for the page's end. */
const required: Partial<Record<PageType, [insertion: string, heading: string]>> = {
  api: ["api", ""],
  manifesto: ["promises", "## The seven promises\n\n"],
  guestbook: ["guestbook", "## {guestbook.programs_heading} {#for-programs}\n\n"],
  search: ["list all", ""],
  realm: ["affordances", "## {list.actions_heading}\n\n"],
};

/**
 * Insertions with the software's words only, which would be the same in every site's corpus and are
 * not part of a manifesto's covenant.
 */
const references = ["api", "front-matter", "guestbook", "list all", "promises"];

function requiredOn({ type, matter }: SourcePage) {
  return type === "realm" && !matter.affordances?.length ? undefined : required[type];
}

/** The insertions that a page must have by its type, if the author did not place them. */
function missingOn(page: SourcePage) {
  const found = requiredOn(page);
  const name = found?.[0].split(" ")[0];
  const isPlaced = page.body.split("\n").some((line) => marker.exec(line)?.[1] === name);
  return isPlaced ? undefined : found;
}

/**
 * Whether a page has generated parts, so that it is rendered after the pages they are made from.
 */
export function hasInsertions(page: SourcePage): boolean {
  return (
    page.list !== undefined || /<!--\s*insert:/.test(page.body) || requiredOn(page) !== undefined
  );
}

/**
 * A page's Markdown with all insertions. Those that its type must have are added at its end, unless
 * the author placed them.
 */
export function insertInto(
  page: SourcePage,
  { report, ...sources }: Sources & { report: Report },
): string {
  if (page.list !== undefined) return `${page.body}\n\n${listOf(page.list, sources.model)}`;
  let fence: string | undefined;
  let bullet = "-";
  const [missing, heading = ""] = missingOn(page) ?? [];
  const added = missing && `${page.body.trimEnd()}\n\n<!-- insert: ${missing} -->\n`;
  const { words } = sources.model;
  const said = withPhrases(heading, words, (phrase) => sayMarkdown(words, phrase));
  const lines = (added ?? page.body).split("\n");
  const inserted = lines.map((line, index) => {
    const delimiter = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (delimiter && (fence === undefined || delimiter.startsWith(fence)))
      fence = fence === undefined ? delimiter : undefined;
    const [, name, argument = ""] = (fence === undefined && marker.exec(line)) || [];
    if (name === undefined) return line;
    const insert = Object.hasOwn(insertions, name) ? insertions[name] : undefined;
    const markdown = insert?.(sources, argument);
    if (markdown !== undefined) {
      const isAdded = added !== undefined && index === lines.length - 2;
      // A list beside another has other bullets, because the two would be one list.
      const above = lines.slice(0, index).findLast((other) => other.trim() !== "") ?? "";
      const below = lines.slice(index + 1).find((other) => other.trim() !== "") ?? "";
      const isBeside = marker.test(above) ? bullet === "-" : /^- /m.test(`${above}\n${below}`);
      bullet = isBeside ? "*" : "-";
      const apart = name === "list" ? markdown.replace(/^- /gm, `${bullet} `) : markdown;
      const whole = isAdded ? said + apart : apart;
      const isReference = references.includes(`${name} ${argument}`.trim());
      return isReference ? asReference(whole) : whole;
    }
    const suggestion = didYouMean(name, known);
    const problem =
      suggestion === name
        ? `asks for the ${name} \`${argument}\`, which this site does not have`
        : `asks for \`${name}\` to be inserted, which is not known${suggestion ? `; did you mean \`${suggestion}\`?` : ""}`;
    report.fault({ file: page.file, line: index + 1 + page.offset, problem, expected });
    return "";
  });
  return inserted.join("\n");
}

/** The list that an argument names; undefined if the site has no such folder or tag. */
function listOf(what: string, model: SiteOutline): string | undefined {
  if (Object.hasOwn(namedLists, what)) return namedLists[what]?.(model);
  const tag = what.startsWith("#") && model.tags.get(tagSlug(decodedPath(what.slice(1))));
  if (tag) return pagesOfTag(tag, model);
  const section = model.sections.get(encodeURI(decodedPath(`/${what}/`.replace(/\/+/g, "/"))));
  return section && folderList(section, model);
}

/** A file of the content folder, shown as code. */
function codeOf(file: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const code = withoutControlCharacters(text).trimEnd();
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const ending = file.slice(file.lastIndexOf(".") + 1);
  return `${fence}${ending.replace(/^[cm](?=[jt]s$)/, "")}\n${code}\n${fence}`;
}

/**
 * The reference of front matter for authors, made from the descriptions in its schema. Fields of
 * objects in a list are below the list's key.
 */
function frontMatterReference(): string {
  const lines = fieldsOf(FrontMatter).map(({ name, meaning }) => {
    const [key, field] = name.split("[].");
    return field === undefined ? `- \`${key}\`: ${meaning}` : `  - \`${field}\`: ${meaning}`;
  });
  return lines.join("\n");
}
