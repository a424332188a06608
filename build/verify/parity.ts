import { DomUtils, parseDocument } from "htmlparser2";
import createParser from "markdown-it";
import definitionLists from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import { differs, type Row } from "./finding.ts";

/** The forms one page is published in. */
export interface Forms {
  title: string;
  /** The whole HTML document. */
  html: string;
  /** The twin as served, front matter included. */
  twin: string;
  /** `markdown` and `text` of its record in the corpus; null for a page that has none. */
  markdown: string | null;
  text: string | null;
  /** Whether the HTML shows the guestbook's entries between the words of the Markdown. */
  has_entries: boolean;
}

// This parser is not the one that builds the site, because that would repeat its mistakes. A
// formula is plain text here; in HTML its source is in the MathML.
const parser = new createParser({ html: true }).use(footnotes).use(definitionLists).use(taskLists);
parser.renderer.rules["image"] = (tokens, index, options, env, self) =>
  self.renderInline(tokens[index]?.children ?? [], options, env);
parser.renderer.rules["text_special"] = parser.renderer.rules["text"];

/** The first line of an alert, as git hosts write it: its kind, and perhaps a title. */
const alert = /^\[!([a-z][\w-]*)\][+-]?(?:[ \t]([^\n]*))?(?=\n|$)/i;

parser.core.ruler.after("block", "alert", ({ tokens }) => {
  for (const [index, token] of tokens.entries())
    if (tokens[index - 2]?.type === "blockquote_open")
      token.content = token.content.replace(alert, (_, kind, title = "") => title.trim() || kind);
});

/**
 * Compares the forms of a page: its title, its Markdown, and all words of its text in their order.
 * @returns Where they differ, a sentence each.
 */
export function compareForms({ title, html, twin, markdown, text, has_entries }: Forms): string[] {
  const [heading, below] = render(bodyOf(twin));
  const [words, besides] = [wordsOf(below), has_entries ? "book" : "plan"];
  const [shown = "", body] = [textIn(html, "h1"), textIn(html, ".body", besides)];
  // Plain text may or may not have the words of an image written in HTML.
  const texts = [words, wordsOf(below.replace(/<img\b[^>]*>/g, ""))].map((expected) =>
    wordsDiffer("the corpus's text", split(text ?? ""), expected),
  );
  const rows: Row[] = [
    [
      markdown !== null && bodyOf(twin).trim() !== markdown.trim(),
      "the twin and the corpus differ in their Markdown",
    ],
    wordsDiffer("the title of the Markdown", wordsOf(heading), split(title)),
    wordsDiffer("the title of the HTML", split(shown), split(title)),
    [body === undefined, "the HTML has no element of the class `body`, where a page's words stand"],
    wordsDiffer("the HTML", split(body ?? ""), words),
    [text !== null && texts.every(([isWrong]) => isWrong), texts[0]?.[1] ?? ""],
  ];
  return rows.flatMap(([isWrong, what]) => (isWrong ? [what] : []));
}

/** The Markdown of a twin, without its front matter. */
export function bodyOf(twin: string): string {
  const end = twin.startsWith("---\n") ? twin.indexOf("\n---\n\n", 3) : -1;
  return end === -1 ? twin : twin.slice(end + "\n---\n\n".length);
}

/** Markdown as HTML: its title, and what is below it. */
function render(markdown: string): [title: string, below: string] {
  const html = parser.render(markdown);
  const end = html.startsWith("<h1>") ? html.indexOf("</h1>") : 0;
  return [html.slice(0, end), html.slice(end)];
}

/** The words of Markdown below its title. */
export const wordsOfText = (markdown: string): string[] => wordsOf(render(markdown)[1]);

type Node = ReturnType<typeof parseDocument>["children"][number];
export type Element = Extract<Node, { attribs: object }>;

const hasClass = (element: Element, ...names: readonly string[]): boolean =>
  (element.attribs["class"] ?? "").split(/\s+/).some((name) => names.includes(name));

/** Elements that stand amid the letters of a word; all others end one. */
const amidLetters =
  /^(a|abbr|audio|b|bd[io]|cite|code|data|del|dfn|em|i|img|ins|kbd|label|mark|q|s|samp|small|span|strong|su[bp]|time|u|var|video|wbr)$/;

/** Elements whose text is not part of a page's words. */
const wordless = /^(svg|mrow|mtable|script|style|template|noscript|form)$/;

/** The words of HTML, in which nothing else stands. */
export const wordsOf = (html: string): string[] =>
  split(
    parseDocument(html)
      .children.map((node) => readText(node))
      .join(""),
  );

/** The page that was parsed last: several parts of each are read in turn. */
let parsed = { html: "", document: parseDocument("") };

/**
 * The text that a reader gets of the first element of a name, or of a class with a point before it.
 * @param besides Class of elements in it that are left out.
 * @returns undefined if there is no such element
 */
export function textIn(html: string, wanted: string, besides = "plan"): string | undefined {
  const found = elementsIn(html, wanted)[0];
  return found?.children.map((node) => readText(node, besides)).join("");
}

/** The elements of a name, or of a class with a point before it, in their order. */
export function elementsIn(html: string, wanted: string): Element[] {
  const isWanted = (node: Node) =>
    "attribs" in node && (node.name === wanted || hasClass(node, wanted.slice(1)));
  if (parsed.html !== html) parsed = { html, document: parseDocument(html) };
  return DomUtils.filter(isWanted, parsed.document.children) as Element[];
}

/** The addresses to which the links in an element lead. */
export const linksOf = (element: Element): string[] =>
  DomUtils.getElementsByTagName("a", element).map((link) => link.attribs["href"] ?? "");

/** The words of an element. */
export const wordsIn = (element: Element): string => split(readText(element)).join(" ");

/** Text with images by their words, formulas by their source, without numbers of footnotes. */
function readText(node: Node, besides = "plan"): string {
  if (!("attribs" in node)) return node.nodeType === 3 ? node.data : "";
  const isLeftOut =
    wordless.test(node.name) ||
    node.attribs["aria-hidden"] === "true" ||
    hasClass(node, "footnote-ref", "footnote-backref", besides);
  if (isLeftOut) return " ";
  const inner = node.children.map((child) => readText(child, besides)).join("");
  const text = node.name === "img" ? (node.attribs["alt"] ?? "") : inner;
  return amidLetters.test(node.name) ? text : ` ${text} `;
}

export function split(text: string): string[] {
  return text.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** A row for words that have to be those of the Markdown. */
export function wordsDiffer(what: string, words: readonly string[], expected: readonly string[]) {
  return differs(`${what} says`, words.join(" "), expected.join(" "));
}
