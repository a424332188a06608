import type { Token } from "markdown-it";
import createParser from "markdown-it/dist/index.cjs.js";
import definitionLists from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import { alerts, alertTitle } from "./alerts.ts";
import { definitions } from "./definitions.ts";
import type { Heading } from "./headings.ts";
import { headingAnchors, nameHeadings, ownIds } from "./headings.ts";
import { hiddenText, reportMarks } from "./hidden-text.ts";
import { highlight } from "./highlight.ts";
import {
  beginsReference,
  endsReference,
  htmlWithoutMarks,
  markdownWithoutMarks,
  withoutReferences,
} from "./insertion-marks.ts";
import type { LinkResolver, PageEnv } from "./link-types.ts";
import { linksPlugin } from "./links.ts";
import { formulas, mathml } from "./math.ts";
import { countWords, firstSentence, ideographs, plainText, writtenText } from "./plain-text.ts";
import { demoteHeadings, takeTitleHeading } from "./title-heading.ts";
import { applyEdits, placesIn } from "./twin-edits.ts";
import { reportUnreadMarkup } from "./unread-markup.ts";
import { wikilinks } from "./wikilinks.ts";

/** The facts that lists of pages need, from a page's Markdown. */
export interface Opening {
  /** The text of the first level-one heading, for a page without a title of its own. */
  title_heading: string | undefined;
  /**
   * Looks for the first sentence, which few pages need; empty if there is none besides the title.
   */
  firstSentence: () => string;
}

/**
 * The result of rendering a page's Markdown; everything published about the page is made from it.
 */
export interface Rendered extends Opening {
  /** The id of the heading that was left out because it is the title; null if there was none. */
  title_id: string | null;
  /** Markdown without the heading that repeats the title, links absolute. */
  markdown: string;
  html: string;
  text: string;
  words: number;
  /** The same without inserted references; null if there are none. */
  own: Pick<Rendered, "markdown" | "text" | "words"> | null;
  headings: Heading[];
  /** Zero-based lines of the body on which hidden text begins or ends. */
  hidden: number[];
}

const md = new createParser({ html: true, linkify: true, typographer: false });
// As at GitHub, an address begins with a scheme or `www.`: `file.md` and `example.org` are words.
md.linkify.set({ fuzzyLink: false });
md.linkify.add("www.", {
  validate: (text, at, self) => self.testSchemaAt(text, "//", at),
  normalize: (match) => void (match.url = `http://${match.url}`),
});
// Every address has one of these; looking for them first takes a tenth of the time.
const pretest = md.linkify.pretest.bind(md.linkify);
md.linkify.pretest = (text) => /@|\/\/|www\./i.test(text) && pretest(text);
// Chinese and Japanese have no space between an address and their punctuation.
const testSchemaAt = md.linkify.testSchemaAt.bind(md.linkify);
md.linkify.testSchemaAt = (text, schema, at) => {
  const length = testSchemaAt(text, schema, at);
  const end = text.slice(at, at + length).search(/[、。，；：？！「」『』（）【】《》〈〉]/);
  return end === -1 ? length : end;
};
// Nor between words, so emphasis may begin or end beside them: `**注意：**这`.
const besideWords = new RegExp(`[${ideographs}\\uac00-\\ud7a3]`);
md.inline.State = class extends md.inline.State {
  override scanDelims(start: number, canSplitWord: boolean) {
    const run = super.scanDelims(start, canSplitWord);
    const [before, after] = [this.src.charAt(start - 1), this.src.charAt(start + run.length)];
    run.can_open ||= canSplitWord && besideWords.test(before) && /\S/.test(after);
    run.can_close ||= canSplitWord && besideWords.test(after) && /\S/.test(before);
    return run;
  }
};
// Skipped, because reading the file already made line ends LF and left out control characters.
md.core.ruler.disable("normalize");
md.use(footnotes)
  .use(definitionLists)
  .use(taskLists, { label: true })
  .use(formulas)
  .use(alerts)
  .use(hiddenText)
  .use(linksPlugin)
  .use(definitions)
  .use(wikilinks)
  .use(ownIds)
  .use(headingAnchors);
md.renderer.rules["table_open"] = (_tokens, _index, _options, env) => {
  const number = ++(env as unknown as PageEnv).tables; // each region needs a name of its own
  return `<div class="table" tabindex="0" role="region" aria-label="Table ${number}">\n<table>\n`;
};
// The parser writes a column's alignment as a style attribute, which the Content-Security-Policy
// blocks.
for (const cell of ["th_open", "td_open"]) {
  md.renderer.rules[cell] = (tokens, index) => {
    const token = tokens[index] as Token;
    const alignment = /^text-align:(\w+)$/.exec(String(token.attrGet("style")))?.[1];
    return alignment ? `<${token.tag} class="align-${alignment}">` : `<${token.tag}>`;
  };
}
md.renderer.rules["table_close"] = () => "</table>\n</div>\n";
md.renderer.rules["fence"] = (tokens, index) => {
  const { content, info } = tokens[index] as Token;
  const formula = info.trim() === "math" ? mathml(content, true) : undefined;
  if (formula !== undefined) return `${formula}\n`;
  return codeBlock(content, md.utils.unescapeAll(info).trim().split(/\s+/, 1)[0] ?? "");
};
md.renderer.rules["code_block"] = (tokens, index) =>
  codeBlock((tokens[index] as Token).content, "");

function codeBlock(code: string, language: string): string {
  const name = language === "" ? "" : ` class="language-${md.utils.escapeHtml(language)}"`;
  const byAuthor = md.options.highlight?.(code, language, "");
  if (byAuthor?.startsWith("<pre")) return `${byAuthor}\n`;
  const html =
    byAuthor || ((language ? highlight(code, language) : null) ?? md.utils.escapeHtml(code));
  return `<pre tabindex="0"><code${name}>${html}</code></pre>\n`;
}

export type Parser = typeof md;

let isAmended = false;

/** Lets an author change the parser. A process has one parser, so only the first call counts. */
export function amendParser(amendments: readonly ((parser: Parser) => void)[]): void {
  if (!isAmended) for (const amend of amendments) amend(md);
  isAmended ||= amendments.length > 0;
}

/**
 * Parses and renders a page's Markdown. Without `title`, the first level-one heading is the page's
 * title. It is left out of the result if no words come before it, it has no note, and it does not
 * differ from `title`. If level-one headings remain, all headings move one level down in the HTML;
 * the Markdown keeps the author's levels.
 * @param title The author's own title, if there is one.
 * @param ids Ids of elements that the layout puts around the body.
 */
export function renderMarkdown(
  body: string,
  title: string | undefined,
  resolver: LinkResolver,
  ids: readonly string[] = [],
): Rendered {
  const { env, tokens, headings, heading, ...opening } = readOpening(body, title, resolver, ids);
  reportUnreadMarkup(tokens, resolver);
  if (heading?.hasNote)
    resolver.report(
      heading.lines[0],
      "has a note in the heading that is its title",
      "the note after a word of the text",
    );
  if (heading?.taken) {
    const [start, end] = heading.lines.map(
      (line) => body.split(/(?<=\n)/, line).join("").length,
    ) as [number, number];
    env.edits.push({ start, end, replace: "" });
  }
  demoteHeadings(tokens, headings);
  const markdown = applyEdits(body, env.edits);
  const forms = (source: string, shown: readonly Token[]) => {
    const text = plainText(shown);
    return { markdown: source.replace(/^\n+/, "").trimEnd(), text, words: countWords(text) };
  };
  return {
    ...forms(markdownWithoutMarks(markdown), tokens),
    own: beginsReference(body)
      ? forms(markdownWithoutMarks(withoutReferences(markdown)), ownTokens(tokens))
      : null,
    ...opening,
    title_id: heading?.taken ? heading.id : null,
    html: htmlWithoutMarks(md.renderer.render(tokens, md.options, env as never)),
    headings,
    hidden: env.hidden,
  };
}

/** The tokens outside of references. */
function ownTokens(tokens: readonly Token[]): Token[] {
  let isOwn = true;
  return tokens.filter(({ content }) => {
    isOwn &&= !beginsReference(content);
    const isKept = isOwn;
    isOwn ||= endsReference(content);
    return isKept;
  });
}

/**
 * Parses a page's Markdown, to render the page or to list it before that. The title
 * heading is taken out of `tokens` and `headings`.
 */
export function readOpening(
  body: string,
  title: string | undefined,
  resolver: LinkResolver,
  ids: readonly string[] = [],
) {
  const env: PageEnv = {
    resolver,
    edits: [],
    placesOf: placesIn(body),
    placeAt: () => ({ offset: 0, line: 0 }),
    inset: 0,
    isCell: false,
    heading: undefined,
    depth: 0,
    hidden: [],
    targets: new Map(),
    definitions: [],
    unresolved: [],
    ids: new Set(ids),
    tables: 0,
  };
  const tokens = md.parse(body, env as never);
  const headings = nameHeadings(tokens, idsOf(env, body), resolver.report);
  reportMarks(body, tokens, env);
  const heading = takeTitleHeading(tokens, headings, title);
  return {
    env,
    tokens,
    headings,
    heading,
    title_heading: heading?.text,
    firstSentence: () => firstSentence(proseOf(tokens, title ?? heading?.text)),
  };
}

/**
 * A page's ids outside its headings, those of notes included. Reports HTML that repeats the id of
 * a note.
 */
function idsOf({ ids, footnotes, resolver }: PageEnv, body: string): ReadonlySet<string> {
  const notes = (footnotes?.list ?? []).flatMap(({ count = 1 }, index) => {
    const reference = `fnref${index + 1}`;
    const others = Array.from({ length: count - 1 }, (_, more) => `${reference}:${more + 1}`);
    return [`fn${index + 1}`, reference, ...others];
  });
  for (const id of notes.filter((each) => ids.has(each))) {
    const line = body.split("\n").findIndex((row) => row.includes(id));
    resolver.report(line, `has the id \`${id}\` a second time`, "an id that no note has");
  }
  return new Set([...ids, ...notes]);
}

/**
 * The text of the first paragraph that has letters, or else of the first list item. Words of images
 * do not count, nor do paragraphs that begin with the title as a sentence, or hold marks of a
 * template such as `{{`.
 */
function proseOf(tokens: readonly Token[], title = ""): string {
  const alike = (text: string): string =>
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? "";
  const isTemplate = ({ children }: Token) =>
    children?.some(({ type, content }) => type === "text" && /\{\{|\{%|^\s*:::/.test(content)) ??
    false;
  const first = (item: boolean) =>
    tokens.find((token, at) => {
      const open = tokens[at - 1];
      return (
        token.type === "inline" &&
        open?.type === "paragraph_open" &&
        open.hidden === item &&
        open.attrGet("class") !== alertTitle &&
        /\p{L}/u.test(writtenText(token)) &&
        alike(firstSentence(writtenText(token))) !== alike(title) &&
        !isTemplate(token)
      );
    });
  const found = first(false) ?? first(true);
  return found ? writtenText(found) : "";
}
