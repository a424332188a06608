import createParser from "markdown-it";
import definitionLists from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import type { Words } from "../lib/phrases.ts";
import { english } from "../words/words.ts";
import { differs, type Row } from "./finding.ts";
import { plainWords, textIn, wordsOf } from "./html.ts";

// Another parser than the site's, which would repeat its own mistakes. A formula is plain text
// here; in HTML its source is in the MathML.
const parser = new createParser({ html: true }).use(footnotes).use(definitionLists).use(taskLists);
parser.renderer.rules["image"] = (tokens, index, options, env, self) =>
  self.renderInline(tokens[index]?.children ?? [], options, env);
parser.renderer.rules["text_special"] = parser.renderer.rules["text"];

/**
 * The mark of an alert, as git hosts write it. If no title follows, its kind is a word, which HTML
 * has in the page's language.
 */
const alert = /(<blockquote>\n<p>)\[!([a-z][\w-]*)\][+-]?[ \t]*(\n|<br>|<\/p>)?/gi;

/**
 * The published forms of a page: title, HTML document, and Markdown as served; `markdown` and
 * `text` of its record in the corpus, null without a record.
 */
export type Forms = Record<"title" | "html" | "twin", string> &
  Record<"markdown" | "text", string | null> & {
    /** Whether the HTML shows the guestbook's entries between the words of the Markdown. */
    has_entries: boolean;
    /** The words around the page; by default English. */
    words?: Words;
  };

/**
 * Compares the forms of a page: title, Markdown, and all words of the text in order.
 * @returns a sentence for each difference
 */
export function compareForms(forms: Forms): string[] {
  const { title, html, twin, markdown, text, has_entries, words = english } = forms;
  const [heading, below] = render(bodyOf(twin));
  const body = textIn(html, ".body", has_entries ? "book" : "plan");
  const says = (what: string, given: string | null | undefined, expected: string) =>
    differs(`${what} says`, plainWords(given ?? ""), expected);
  // Plain text may or may not have the words of an image written in HTML.
  const written = withAlerts(below);
  const texts = [written, written.replace(/<img\b[^>]*>/g, "")].map((expected) =>
    says("the corpus's text", text, wordsOf(expected)),
  );
  const isOther = markdown !== null && bodyOf(twin).trim() !== markdown.trim();
  const rows: Row[] = [
    [isOther, "the twin and the corpus differ in their Markdown"],
    differs("the title of the Markdown says", wordsOf(heading), plainWords(title)),
    says("the title of the HTML", textIn(html, "h1"), plainWords(title)),
    [body === undefined, "the HTML has no element of the class `body`, which has a page's words"],
    says("the HTML", body, wordsOf(withAlerts(below, words))),
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

/** HTML of Markdown with the kinds of alerts as they are written, or in words. */
const withAlerts = (html: string, words?: Words): string =>
  html.replace(alert, (_, start: string, kind: string, end = "") => {
    const said = words?.phrases[`alert.${kind.toLowerCase()}`] ?? kind;
    return start + (end && String(said) + end);
  });

/** The words of Markdown below its title, with or without front matter. @param words As above. */
export const wordsOfText = (markdown: string, words?: Words): string =>
  wordsOf(withAlerts(render(bodyOf(markdown))[1], words));
