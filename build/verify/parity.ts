import { DomUtils, parseDocument } from "htmlparser2";
import createParser from "markdown-it";
import definitionLists from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import { differs, type Row } from "./finding.ts";

// Another parser than the site's, which would repeat its own mistakes. A formula is plain text
// here; in HTML its source is in the MathML.
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
 * The published forms of a page: title, HTML document, and Markdown as served; `markdown` and
 * `text` of its record in the corpus, null without a record.
 */
export type Forms = Record<"title" | "html" | "twin", string> &
  Record<"markdown" | "text", string | null> & {
    /** Whether the HTML shows the guestbook's entries between the words of the Markdown. */
    has_entries: boolean;
  };

/**
 * Compares the forms of a page: title, Markdown, and all words of the text in order.
 * @returns a sentence for each difference
 */
export function compareForms({ title, html, twin, markdown, text, has_entries }: Forms): string[] {
  const [heading, below] = render(bodyOf(twin));
  const body = textIn(html, ".body", has_entries ? "book" : "plan");
  const says = (what: string, given: string | null | undefined, expected: string) =>
    differs(`${what} says`, plainWords(given ?? ""), expected);
  // Plain text may or may not have the words of an image written in HTML.
  const texts = [below, below.replace(/<img\b[^>]*>/g, "")].map((expected) =>
    says("the corpus's text", text, wordsOf(expected)),
  );
  const rows: Row[] = [
    [
      markdown !== null && bodyOf(twin).trim() !== markdown.trim(),
      "the twin and the corpus differ in their Markdown",
    ],
    differs("the title of the Markdown says", wordsOf(heading), plainWords(title)),
    says("the title of the HTML", textIn(html, "h1"), plainWords(title)),
    [body === undefined, "the HTML has no element of the class `body`, which has a page's words"],
    says("the HTML", body, wordsOf(below)),
    [text !== null && texts.every(([isWrong]) => isWrong), texts[0]?.[1] ?? ""],
  ];
  return rows.flatMap(([isWrong, what]) => (isWrong ? [what] : []));
}

/** The Markdown of a twin, without its front matter. */
export function bodyOf(twin: string): string {
  const end = twin.startsWith("---\n") ? twin.indexOf("\n---\n\n", 3) : -1;
  return end === -1 ? twin : twin.slice(end + "\n---\n\n".length);
}

/** Markdown as HTML: its title, and the rest. */
function render(markdown: string): [title: string, below: string] {
  const html = parser.render(markdown);
  const end = html.startsWith("<h1>") ? html.indexOf("</h1>") : 0;
  return [html.slice(0, end), html.slice(end)];
}

/** The words of Markdown below its title, with or without front matter. */
export const wordsOfText = (markdown: string): string => wordsOf(render(bodyOf(markdown))[1]);

type Node = ReturnType<typeof parseDocument>["children"][number];
export type Element = Extract<Node, { attribs: object }>;

const hasClass = (element: Element, ...names: readonly string[]): boolean =>
  (element.attribs["class"] ?? "").split(/\s+/).some((name) => names.includes(name));

/** Elements that may be inside a word; all others end a word. */
const amidLetters =
  /^(a|abbr|audio|b|bd[io]|cite|code|data|del|dfn|em|i|img|ins|kbd|label|mark|q|s|samp|small|span|strong|su[bp]|time|u|var|video|wbr)$/;

/** Elements whose text is not part of a page's words. */
const wordless = /^(svg|mrow|mtable|script|style|template|noscript|form)$/;

/** The words of HTML, without anything else. */
export const wordsOf = (html: string): string => plainWords(textOf(parseDocument(html).children));

/** The page that was parsed last: several parts of each are read in turn. */
let parsed = { html: "", document: parseDocument("") };

/**
 * The visible text of the first element with a name, or with a class after a point.
 * @param besides Class of elements in it that are left out.
 * @returns undefined if there is no such element
 */
export function textIn(html: string, wanted: string, besides = "plan"): string | undefined {
  const [found] = elementsIn(html, wanted);
  return found && textOf(found.children, besides);
}

/** The elements with a name, or with a class after a point, in order. */
export function elementsIn(html: string, wanted: string): Element[] {
  const isWanted = (node: Node) =>
    "attribs" in node && (node.name === wanted || hasClass(node, wanted.slice(1)));
  if (parsed.html !== html) parsed = { html, document: parseDocument(html) };
  return DomUtils.filter(isWanted, parsed.document.children) as Element[];
}

/** The addresses of the links in an element. */
export const linksOf = (element: Element): string[] =>
  DomUtils.getElementsByTagName("a", element).map((link) => link.attribs["href"] ?? "");

/** The words of an element. */
export const wordsIn = (element: Element): string => plainWords(readText(element));

const textOf = (nodes: readonly Node[], besides?: string): string =>
  nodes.map((node) => readText(node, besides)).join("");

/** Text with images by their words, formulas by their source, without numbers of footnotes. */
function readText(node: Node, besides = "plan"): string {
  if (!("attribs" in node)) return node.nodeType === 3 ? node.data : "";
  const isLeftOut =
    wordless.test(node.name) ||
    node.attribs["aria-hidden"] === "true" ||
    hasClass(node, "footnote-ref", "footnote-backref", besides);
  if (isLeftOut) return " ";
  const inner = textOf(node.children, besides);
  const text = node.name === "img" ? (node.attribs["alt"] ?? "") : inner;
  return amidLetters.test(node.name) ? text : ` ${text} `;
}

/** The words of a text, with a space between each two. */
export function plainWords(text = ""): string {
  return (text.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}
