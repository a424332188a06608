import createParser, { type Token } from "markdown-it";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import { type HtmlTag, type HtmlToken, tokenize } from "../lib/html-tokens.ts";
import { alerts } from "../markdown/alerts.ts";
import { formulas } from "../markdown/math.ts";
import { inlineText, plainText } from "../markdown/plain-text.ts";
import { attributeOf } from "./answer.ts";

/** The forms one page is published in. */
export interface Forms {
  title: string;
  /** The whole HTML document. */
  html: string;
  /** The twin as served, front matter included. */
  twin: string;
  /**
   * `markdown` and `text` of its record in the corpus; null for a generated page, which has none.
   */
  markdown: string | null;
  text: string | null;
  /**
   * Whether the page's HTML has a book of entries amid the text of its Markdown, as the guestbook's
   * has.
   */
  has_entries: boolean;
}

const md = new createParser({ html: true, linkify: false, typographer: false })
  .use(footnotes)
  .use(taskLists, { label: true })
  .use(formulas)
  .use(alerts);
md.renderer.renderInlineAsText = inlineText; // entities too, in words of images

/**
 * Compares the forms of a page: the body of the twin is exactly the corpus's Markdown, and HTML and
 * plain text have the words of that Markdown when it is rendered here, independently of the site.
 * @returns Where they differ, a sentence each.
 */
export function compareForms({ title, html, twin, markdown, text, has_entries }: Forms): string[] {
  const end = twin.startsWith("---\n") ? twin.indexOf("\n---\n", 3) : -1;
  const body = end === -1 ? twin : twin.slice(end + 5);
  const tokens = md.parse(body, {} as never);
  const hasTitle = takeTitle(tokens, title);
  const shown = wordsIn(html, ({ name }) => name === "h1");
  const own = wordsIn(html, (tag) => tag.name === "div" && hasClass(tag, "body"), has_entries);
  const rendered = wordsIn(
    `<div>${md.renderer.render(tokens, md.options, {} as never)}</div>`,
    () => true,
  );
  return [
    markdown !== null && body.trim() !== markdown.trim()
      ? "the twin and the corpus differ in their Markdown"
      : null,
    hasTitle ? null : "the Markdown does not begin with the page's title",
    shown?.join(" ") === split(title).join(" ")
      ? null
      : "the HTML has another title than the Markdown",
    own === null
      ? "the HTML has no element of the class `body`, where the page's words stand"
      : difference("the HTML", own, rendered ?? []),
    text === null ? null : difference("the corpus's text", split(text), split(plainText(tokens))),
  ].filter((what) => what !== null);
}

/** Takes the first heading off. @returns Whether it is the page's title. */
function takeTitle(tokens: Token[], title: string): boolean {
  const [open, inline] = tokens;
  if (open?.type !== "heading_open" || open.tag !== "h1" || inline === undefined) return false;
  // A title may hold what Markdown reads as markup, so it is compared as it was written, too.
  const isSame = split(plainText([inline])).join(" ") === split(title).join(" ");
  if (!isSame && inline.content.trim() !== title.trim()) return false;
  tokens.splice(0, 3);
  return true;
}

function hasClass(tag: HtmlTag, ...names: readonly string[]): boolean {
  const classes = attributeOf(tag, "class").split(/\s+/);
  return names.some((name) => classes.includes(name));
}

/** Elements that a page's layout adds amid words, as in colored code. */
const betweenLetters = new Set(["a", "span"]);

/**
 * Elements whose text is not part of a page's words: pictures, scripts, forms, formulas (each in
 * two notations).
 */
const wordless = new Set(["svg", "math", "script", "style", "template", "noscript", "form"]);

/**
 * The words that a reader gets of the first element that is looked for: images by their alternative
 * text; without the numbers of footnotes, of a guestbook without the element of the class `book`,
 * which holds its entries, and of any other page without the rooms' plan. Null if there is no such
 * element.
 */
function wordsIn(
  html: string,
  isWanted: (tag: HtmlTag) => boolean,
  hasEntries = false,
): string[] | null {
  const pieces = tokenize(html).tokens;
  const start = pieces.findIndex((piece) => piece.kind === "open" && isWanted(piece));
  if (start === -1) return null;
  const end = endOf(pieces, start);
  let text = "";
  for (let i = start; i < end; i++) {
    const piece = pieces[i] as HtmlToken;
    if ("text" in piece) text += piece.text;
    else if (!betweenLetters.has(piece.name)) text += " ";
    if (piece.kind !== "open") continue;
    if (piece.name === "img") text += attributeOf(piece, "alt");
    const isLeftOut =
      wordless.has(piece.name) ||
      attributeOf(piece, "aria-hidden") === "true" ||
      hasClass(piece, "footnote-ref", "footnote-backref", hasEntries ? "book" : "plan");
    if (isLeftOut) i = endOf(pieces, i);
  }
  return split(text);
}

/** Where the element that opens at `start` ends: there itself, where it has no end tag. */
function endOf(pieces: readonly HtmlToken[], start: number): number {
  const { name } = pieces[start] as HtmlTag;
  let depth = 0;
  for (let i = start; i < pieces.length; i++) {
    const piece = pieces[i] as HtmlTag;
    if (piece.name === name) depth += piece.kind === "open" ? 1 : -1;
    if (depth === 0) return i;
  }
  return start;
}

function split(text: string): string[] {
  return text.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The words around the first place where a form differs from the Markdown, or null. */
function difference(
  form: string,
  words: readonly string[],
  expected: readonly string[],
): string | null {
  const length = Math.max(words.length, expected.length);
  let first = 0;
  while (first < length && words[first] === expected[first]) first++;
  if (first === length) return null;
  const around = (list: readonly string[]) =>
    list.slice(Math.max(0, first - 2), first + 4).join(" ");
  return `${form} says “${around(words)}” where the Markdown says “${around(expected)}”`;
}
