import createParser, { type Token } from "markdown-it";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import { type HtmlToken, type Tag, tokenize } from "../lib/html-tokens.ts";
import { alerts } from "../markdown/alerts.ts";
import { formulas } from "../markdown/math.ts";
import { plainText } from "../markdown/plain-text.ts";

/** The forms one page is published in. */
export interface Forms {
  title: string;
  /** The whole HTML document. */
  html: string;
  /** The twin as served, front matter included. */
  twin: string;
  /** `markdown` and `text` of its record in the corpus; null for a generated page, which has none. */
  markdown: string | null;
  text: string | null;
  /** Whether the page's HTML has a book of entries amid the text of its Markdown, as the guestbook's has. */
  has_entries: boolean;
}

const md = new createParser({ html: true, linkify: false, typographer: false })
  .use(footnotes)
  .use(taskLists, { label: true })
  .use(formulas)
  .use(alerts);

/**
 * Compares the forms of a page: the body of the twin is exactly the corpus's Markdown, and HTML and plain text have the
 * words of that Markdown when it is rendered here, independently of the site.
 * @returns Where they differ, a sentence each.
 */
export function compareForms({ title, html, twin, markdown, text, has_entries }: Forms): string[] {
  const body = withoutFrontMatter(twin);
  const tokens = md.parse(body, {} as never);
  const heading = takeTitle(tokens, title);
  const rendered = wordsOf(tokenize(md.renderer.render(tokens, md.options, {} as never)).tokens);
  const { title: shown, words } = wordsOfPage(html, has_entries);
  const differences: string[] = [];
  if (markdown !== null && body.trim() !== markdown.trim())
    differences.push("the twin and the corpus differ in their Markdown");
  if (heading === null) differences.push("the Markdown does not begin with the page's title");
  if (shown === null || !sameWords(split(shown), split(title)))
    differences.push("the HTML has another title than the Markdown");
  if (words === null)
    return [...differences, "the HTML has no element of the class `body`, where the page's words stand"];
  const unlike = firstDifference(words, rendered);
  if (unlike !== null) differences.push(`the HTML says “${unlike.left}” where the Markdown says “${unlike.right}”`);
  const plain = text === null ? null : firstDifference(split(text), split(plainText(tokens)));
  if (plain !== null)
    differences.push(`the corpus's text says “${plain.left}” where the Markdown says “${plain.right}”`);
  return differences;
}

function withoutFrontMatter(twin: string): string {
  const end = twin.startsWith("---\n") ? twin.indexOf("\n---\n", 3) : -1;
  return end === -1 ? twin : twin.slice(end + 5);
}

/** Takes the first heading off, where it is the page's title. */
function takeTitle(tokens: Token[], title: string): string | null {
  const [open, inline] = tokens;
  if (open?.type !== "heading_open" || open.tag !== "h1" || inline === undefined) return null;
  const text = plainText([inline]);
  // A title may hold what Markdown reads as markup, so it is compared as it was written, too.
  if (!sameWords(split(text), split(title)) && inline.content.trim() !== title.trim()) return null;
  tokens.splice(0, 3);
  return text;
}

/**
 * The words of a page's heading, and of the element of the class `body`.
 * @param hasEntries Whether the one element of the class `book` in it holds entries of a guestbook, which are left out.
 */
function wordsOfPage(html: string, hasEntries: boolean): { title: string | null; words: string[] | null } {
  const pieces = tokenize(html).tokens;
  const heading = pieces.findIndex((piece) => piece.kind === "open" && piece.name === "h1");
  const body = bodyOf(pieces);
  return {
    title: heading === -1 ? null : textOf(pieces.slice(heading, endOf(pieces, heading))),
    words: body && wordsOf(withoutBook(pieces.slice(...body), hasEntries)),
  };
}

/** Where the element of the class `body`, which holds the page's own text, begins and ends; null if there is none. */
export function bodyOf(pieces: readonly HtmlToken[]): [start: number, end: number] | null {
  const start = pieces.findIndex(
    (piece) =>
      piece.kind === "open" &&
      piece.name === "div" &&
      (piece.attributes.get("class")?.value ?? "").split(/\s+/).includes("body"),
  );
  return start === -1 ? null : [start, endOf(pieces, start)];
}

function withoutBook(pieces: readonly HtmlToken[], hasEntries: boolean): readonly HtmlToken[] {
  const book = hasEntries
    ? pieces.findIndex((piece) => piece.kind === "open" && piece.attributes.get("class")?.value === "book")
    : -1;
  return book === -1 ? pieces : [...pieces.slice(0, book), ...pieces.slice(endOf(pieces, book))];
}

/** Where the element that opens at `start` ends. */
function endOf(pieces: readonly HtmlToken[], start: number): number {
  const open = pieces[start];
  let depth = 0;
  for (let i = start; i < pieces.length; i++) {
    const piece = pieces[i] as HtmlToken;
    if (!("name" in piece) || open?.kind !== "open" || piece.name !== open.name) continue;
    depth += piece.kind === "open" ? 1 : -1;
    if (depth === 0) return i;
  }
  return pieces.length;
}

const inlineNames =
  "a abbr b bdi bdo cite code data del dfn em i ins kbd label mark q s samp small span strong sub sup time u var wbr";
const inline = new Set(inlineNames.split(" "));
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

function wordsOf(pieces: readonly HtmlToken[]): string[] {
  return split(textOf(pieces));
}

/** Elements whose text is not part of a page's words: pictures, scripts, forms, formulas (each in two notations). */
const wordless = new Set(["svg", "math", "script", "style", "template", "noscript", "form"]);

/** The text a reader gets: images by their alternative text; without the numbers of footnotes. */
function textOf(pieces: readonly HtmlToken[]): string {
  let text = "";
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as HtmlToken;
    if ("text" in piece) text += piece.text;
    else if (!inline.has(piece.name)) text += " ";
    if (piece.kind !== "open") continue;
    if (piece.name === "img") text += piece.attributes.get("alt")?.value ?? "";
    if (isLeftOut(piece) && !empty.has(piece.name)) i = endOf(pieces, i);
  }
  return text;
}

/** Whether an element and its content are no part of the text. */
function isLeftOut(tag: Tag): boolean {
  const classes = (tag.attributes.get("class")?.value ?? "").split(/\s+/);
  const isFootnoteLink = classes.includes("footnote-ref") || classes.includes("footnote-backref");
  return wordless.has(tag.name) || tag.attributes.get("aria-hidden")?.value === "true" || isFootnoteLink;
}

function split(text: string): string[] {
  return text.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return firstDifference(a, b) === null;
}

/** The words around the first place where two texts differ. */
function firstDifference(left: readonly string[], right: readonly string[]): { left: string; right: string } | null {
  const length = Math.max(left.length, right.length);
  for (let i = 0; i < length; i++) {
    if (left[i] === right[i]) continue;
    const around = (words: readonly string[]) => words.slice(Math.max(0, i - 2), i + 4).join(" ");
    return { left: around(left), right: around(right) };
  }
  return null;
}
