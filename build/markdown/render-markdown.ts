import type { MarkdownIt, Token } from "markdown-it";
import { oneLine } from "../lib/text.ts";
import type { PageType } from "../schemas/fields.ts";
import { alertTitle } from "./alerts.ts";
import { renderWithFolds } from "./folds.ts";
import { type Heading, nameHeadings } from "./headings.ts";
import { reportMarks } from "./hidden-text.ts";
import { nameHomeLists } from "./home-lists.ts";
import * as marks from "./insertion-marks.ts";
import type { LinkResolver, PageEnv } from "./link-types.ts";
import { parser } from "./parser.ts";
import { countWords, firstSentence, plainText, writtenText } from "./plain-text.ts";
import { demoteHeadings, takeTitleHeading } from "./title-heading.ts";
import { applyEdits, placesIn } from "./twin-edits.ts";
import { reportUnreadMarkup } from "./unread-markup.ts";

/** The facts that lists of pages need, from a page's Markdown. */
export interface Opening {
  /** The text of the first level-one heading, for a page without a title of its own. */
  title_heading: string | undefined;
  /** Looks for the first sentence, which few pages need; empty if there is none but the title. */
  firstSentence: () => string;
}

interface ParseOptions {
  /** Ids of elements that the layout puts around the body. */
  ids?: readonly string[];
  /** The parser, if it is not the one that an author may have changed. */
  md?: MarkdownIt | undefined;
  /** The page's type, for what only the home page and the API page have. */
  type?: PageType;
}

/** The result of rendering a page's Markdown, from which all that is published of it is made. */
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

/**
 * Parses and renders a page's Markdown. Without `title`, the first level-one heading is the page's
 * title. It is left out of the result if no words come before it, it has no note, and it does not
 * differ from `title`. If level-one headings remain, all headings move one level down in the HTML;
 * the Markdown keeps the author's levels.
 * @param title The author's own title, if there is one.
 */
export function renderMarkdown(
  body: string,
  title: string | undefined,
  resolver: LinkResolver,
  options: ParseOptions = {},
): Rendered {
  const { md = parser } = options;
  const opened = readOpening(body, title, resolver, options);
  const { env, tokens, headings, heading, ...opening } = opened;
  reportUnreadMarkup(tokens, resolver);
  const noteProblem = "has a note in the heading that is its title";
  if (heading?.hasNote)
    resolver.report(heading.lines[0], noteProblem, "the note after a word of the text");
  if (heading?.taken) {
    const offsetOf = (line: number): number => body.split(/(?<=\n)/, line).join("").length;
    const [first, end] = heading.lines;
    env.edits.push({ start: offsetOf(first), end: offsetOf(end), replace: "" });
  }
  demoteHeadings(tokens, headings);
  const markdown = applyEdits(body, env.edits);
  const forms = (source: string, shown: readonly Token[]) => {
    const text = plainText(shown);
    return { markdown: source.replace(/^\n+/, "").trimEnd(), text, words: countWords(text) };
  };
  const render = (some: readonly Token[]): string =>
    md.renderer.render([...some], md.options, env as never);
  if (options.type === "home") nameHomeLists(tokens);
  return {
    ...forms(marks.markdownWithoutMarks(markdown), tokens),
    own: marks.beginsReference(body)
      ? forms(marks.markdownWithoutMarks(marks.withoutReferences(markdown)), ownTokens(tokens))
      : null,
    ...opening,
    title_id: heading?.taken ? heading.id : null,
    html: marks.htmlWithoutMarks(renderWithFolds(tokens, render)),
    headings,
    hidden: env.hidden,
  };
}

/** The tokens outside of references. */
function ownTokens(tokens: readonly Token[]): Token[] {
  let isOwn = true;
  return tokens.filter(({ content }) => {
    isOwn &&= !marks.beginsReference(content);
    const isKept = isOwn;
    isOwn ||= marks.endsReference(content);
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
  { ids = [], md = parser, type }: ParseOptions = {},
) {
  const env: PageEnv = {
    resolver,
    edits: [],
    placesOf: placesIn(body),
    placeAt: () => ({ offset: 0, line: 0 }),
    inset: 0,
    isCell: false,
    heading: undefined,
    hasFolds: type === "api",
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

/** A page's ids outside its headings, with those of notes, which HTML must not repeat. */
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
  const normalize = (text: string) => oneLine(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " "));
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
        normalize(firstSentence(writtenText(token))) !== normalize(title) &&
        !isTemplate(token)
      );
    });
  const found = first(false) ?? first(true);
  return found ? writtenText(found) : "";
}
