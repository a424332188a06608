import { decodedPath } from "../content/address.ts";
import type { Report } from "../content/diagnostics.ts";
import type { SourcePage } from "../content/read-page.ts";
import { tagSlug } from "../content/tags.ts";
import { exampleOf } from "../documents/examples.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import type { SiteModel, SiteOutline } from "../model/site-model.ts";
import type { Affordance } from "../schemas/fields.ts";
import { FrontMatter } from "../schemas/front-matter.ts";
import { apiReference, guestbookReference } from "./api-reference.ts";
import { folderList, generatedList, pagesOfTag, tagList } from "./lists.ts";
import { affordanceList, contact, documents, permissions, promises, source } from "./site-facts.ts";
import { allPages, frontPage, newestNotes } from "./site-lists.ts";
import { threeForms } from "./three-forms.ts";

type Insertion = (model: SiteOutline, affordances: readonly Affordance[]) => string;

/** The API's reference shows examples of documents, so it is made last, when all other pages are rendered. */
const api: Insertion = (model) => {
  if (!isComplete(model)) throw new Error("The API's reference is made from a site whose pages are rendered.");
  return apiReference(model, (document) => exampleOf(document, model));
};

function isComplete(model: SiteOutline): model is SiteModel {
  return "version" in model;
}

/** By name, what replaces `<!-- insert: name -->`, alone on a line: Markdown made from the site model. */
const insertions: Readonly<Record<string, Insertion>> = {
  "three-forms": threeForms,
  promises,
  documents,
  api,
  guestbook: guestbookReference,
  contact,
  source,
  permissions,
  "front-matter": frontMatterReference,
  affordances: affordanceList,
};

/** What `<!-- insert: list … -->` takes besides the address of a folder and `#` with a tag. */
const lists: Readonly<Record<string, (model: SiteOutline) => string>> = {
  newest: newestNotes,
  all: allPages,
  front: frontPage,
  tags: tagList,
};

/** Other names of lists. A folder of a kind of page that a site does not have is an empty list. */
const otherLists: Readonly<Record<string, string>> = {
  ...{ "latest-notes": "newest", pages: "all", "site-index": "all", home: "front", tags: "tags" },
  ...{ notes: "/notes/", realms: "/realms/" },
};

/** A list by what it is asked for with; undefined where the site has no such folder or tag. */
function listOf(model: SiteOutline, what: string): string | undefined {
  if (Object.hasOwn(lists, what)) return lists[what]?.(model);
  if (what.startsWith("#")) {
    const tag = model.tags.get(tagSlug(decodedPath(what.slice(1))));
    return tag && pagesOfTag(tag, model);
  }
  const section = model.sections.get(encodeURI(decodedPath(`/${what}/`.replace(/\/+/g, "/"))));
  return section && folderList(section, model);
}

const marker = /^ {0,3}<!--\s*insert:\s*([\w-]+?)(?:[ \t]+(\S+?))?\s*-->[ \t]*$/;

/** Whether a page has generated parts, so that it is rendered after the pages they are made from. */
export function hasInsertions({ body, type, matter, list }: SourcePage): boolean {
  return (
    list !== undefined ||
    /<!--\s*insert:/.test(body) ||
    type === "api" ||
    type === "manifesto" ||
    type === "guestbook" ||
    type === "search" ||
    (type === "realm" && (matter.affordances?.length ?? 0) > 0)
  );
}

/** Whether a page shows examples of documents, for which all other pages must be rendered. */
export function hasExamples({ body, type }: SourcePage): boolean {
  return type === "api" || /<!-- insert:\s*api\s*-->/.test(body);
}

interface Insertable {
  affordances: readonly Affordance[];
  /** The site before pages with insertions are rendered. */
  model: SiteOutline;
  report: Report;
  /** @returns the text of a file in the content folder; undefined if there is none */
  readFile(path: string): string | undefined;
}

/**
 * A page's Markdown with everything inserted. What a type of page must have is added at its end, unless the author
 * placed it.
 */
export function insertInto(sourcePage: SourcePage, { affordances, model, report, readFile }: Insertable): string {
  if (sourcePage.list) return `${ownSentence(sourcePage, model)}\n\n${generatedList(sourcePage.list, model)}`;
  let fence: string | undefined;
  const fault = (number: number, problem: string, expected: string): void => {
    const line = number + 1 + sourcePage.offset;
    report.fault({ file: sourcePage.file, line, problem, expected, publishable: true });
  };
  const lines = completed(sourcePage)
    .split("\n")
    .map((line, number) => {
      const delimiter = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (delimiter && (fence === undefined || delimiter.startsWith(fence)))
        fence = fence === undefined ? delimiter : undefined;
      const [, name, argument = ""] = (fence === undefined ? marker.exec(line) : null) ?? [];
      if (name === undefined) return line;
      if (name === "code") {
        const code = codeOf(argument, readFile);
        if (code !== undefined) return code;
        const problem = `asks for the code of \`${argument}\`, which is not in the content folder`;
        fault(number, problem, "the path of a file, seen from the content folder");
        return "";
      }
      if (Object.hasOwn(otherLists, name)) return listOf(model, otherLists[name] as string) ?? "";
      if (name === "list" || name === "section" || name === "tag") {
        const inserted = listOf(model, name === "tag" ? `#${argument}` : argument);
        if (inserted !== undefined) return inserted;
        const problem = `asks for the ${name} \`${argument}\`, which this site does not have`;
        fault(number, problem, `${Object.keys(lists).join(", ")}, the address of a folder, or \`#\` and a tag`);
        return "";
      }
      const insertion = Object.hasOwn(insertions, name) ? insertions[name] : undefined;
      if (insertion) return insertion(model, affordances);
      const known = [...Object.keys(insertions), ...Object.keys(otherLists), "list WHAT", "code FILE"];
      const suggestion = didYouMean(name, known);
      const meant = suggestion ? `; did you mean \`${suggestion}\`?` : "";
      fault(number, `asks for \`${name}\` to be inserted, which is not known${meant}`, `one of ${known.join(", ")}`);
      return line;
    });
  return lines.join("\n");
}

/** `<!-- insert: code examples/x.mjs -->`: a file of the content folder, shown as code. */
function codeOf(file: string, readFile: Insertable["readFile"]): string | undefined {
  const code = readFile(file)?.trimEnd();
  if (code === undefined) return undefined;
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const language = file
    .slice(file.lastIndexOf(".") + 1)
    .replace(/^[cm]?js$/, "js")
    .replace(/^[cm]?ts$/, "ts");
  return `${fence}${language}\n${code}\n${fence}`;
}

function completed({ body, type, matter }: SourcePage): string {
  const needs: [boolean, string, string][] = [
    [type === "api", "api", ""],
    [type === "manifesto", "promises", "## The seven promises\n\n"],
    [type === "guestbook", "guestbook", "## For programs {#for-programs}\n\n"],
    [type === "search", "list all", ""],
    [type === "realm" && (matter.affordances?.length ?? 0) > 0, "affordances", "## What you can do here\n\n"],
  ];
  return needs.reduce(
    (text, [needed, name, heading]) =>
      needed && !text.split("\n").some((line) => insertedBy(line) === name.split(" ")[0])
        ? `${text.trimEnd()}\n\n${heading}<!-- insert: ${name} -->\n`
        : text,
    body,
  );
}

/** The name of what a line inserts, whichever of its names is written; undefined if it inserts nothing. */
function insertedBy(line: string): string | undefined {
  const name = marker.exec(line)?.[1];
  return name !== undefined && Object.hasOwn(otherLists, name) ? "list" : name;
}

/** The sentence above a generated list. It is English, and says so where the list is in another language. */
function ownSentence({ matter }: SourcePage, { facts }: SiteOutline): string {
  const sentence = escapeMarkdown(matter.description ?? "");
  const isEnglish = /^en\b/i.test(matter.language ?? facts.language);
  return isEnglish ? sentence : `<span lang="en" dir="ltr">${sentence}</span>`;
}

/** The reference of front matter for authors, made from the descriptions in its schema. */
function frontMatterReference(): string {
  return Object.entries(FrontMatter.properties)
    .map(([key, schema]) => `- \`${key}\`: ${(schema as { description?: string }).description ?? ""}`)
    .join("\n");
}
