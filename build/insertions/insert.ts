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
import { allNotes, allRealms, generatedList, latestNotes, pagesOfTag, sectionList, tagList } from "./lists.ts";
import { affordanceList, contact, documents, permissions, promises, source } from "./site-facts.ts";
import { allPages, frontPage, siteIndex } from "./site-lists.ts";
import { threeForms } from "./three-forms.ts";

type InsertionOf = (model: SiteOutline, argument: string) => string | undefined;
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
  "latest-notes": latestNotes,
  "three-forms": threeForms,
  notes: allNotes,
  realms: allRealms,
  tags: (model) => tagList(model),
  home: frontPage,
  pages: allPages,
  "site-index": siteIndex,
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

const marker = /^ {0,3}<!--\s*insert:\s*([\w-]+?)(?:[ \t]+(\S+?))?\s*-->[ \t]*$/;

/** The same for insertions that take an argument; undefined where there is nothing of that name. */
const insertionsOf: Readonly<Record<string, { argument: string; insert: InsertionOf; expected: string }>> = {
  section: {
    argument: "FOLDER",
    expected: "the address of a folder with pages, such as `/guide/`",
    insert(model, folder) {
      const section = model.sections.get(encodeURI(decodedPath(`/${folder}/`.replace(/\/+/g, "/"))));
      return section && sectionList(section, model);
    },
  },
  tag: {
    argument: "TAG",
    expected: "a tag of a page, with hyphens for spaces",
    insert(model, name) {
      const tag = model.tags.get(tagSlug(decodedPath(name)));
      return tag && pagesOfTag(tag, model);
    },
  },
};

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
      const withArgument = Object.hasOwn(insertionsOf, name) ? insertionsOf[name] : undefined;
      if (withArgument) {
        const inserted = withArgument.insert(model, argument);
        if (inserted !== undefined) return inserted;
        const problem = `asks for the ${name} \`${argument}\`, which this site does not have`;
        fault(number, problem, withArgument.expected);
        return "";
      }
      const insertion = Object.hasOwn(insertions, name) ? insertions[name] : undefined;
      if (insertion) return insertion(model, affordances);
      const known = [
        ...Object.keys(insertions),
        ...Object.entries(insertionsOf).map(([each, { argument }]) => `${each} ${argument}`),
        "code FILE",
      ];
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
    [type === "search", "site-index", ""],
    [type === "realm" && (matter.affordances?.length ?? 0) > 0, "affordances", "## What you can do here\n\n"],
  ];
  return needs.reduce(
    (text, [needed, name, heading]) =>
      needed && !text.split("\n").some((line) => marker.exec(line)?.[1] === name)
        ? `${text.trimEnd()}\n\n${heading}<!-- insert: ${name} -->\n`
        : text,
    body,
  );
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
