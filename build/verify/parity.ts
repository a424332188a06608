import createParser from "markdown-it";
import definitionLists from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import type { Words } from "../lib/phrases.ts";
import { english } from "../words/words.ts";
import { differs, type Row } from "./finding.ts";
import { type Element, elementsIn, plainWords, textIn, wordsOfHtml } from "./html.ts";

// Another parser than the site's, which would repeat its own mistakes. A formula is plain text
// here; in HTML its source is in the MathML.
const parser = new createParser({ html: true }).use(footnotes).use(definitionLists).use(taskLists);
parser.renderer.rules["image"] = (tokens, index, options, env, self) =>
  self.renderInline(tokens[index]?.children ?? [], options, env);
parser.renderer.rules["text_special"] = parser.renderer.rules["text"];

/** The mark of an alert, as git hosts write it; its kind is a word if no title follows. */
const alert = /(<blockquote>\n<p>)\[!([a-z][\w-]*)\][+-]?[ \t]*(\n|<br>|<\/p>)?/gi;

/**
 * The published forms of a page: title, HTML document, and Markdown as served; `markdown` and
 * `text` of its record in the corpus, null without a record.
 */
export type Forms = Record<"title" | "html" | "twin", string> &
  Record<"markdown" | "text", string | null> & {
    /** Whether the HTML shows the guestbook's entries between the words of the Markdown. */
    has_entries: boolean;
    /** The words around the page, which its HTML has for kinds of alerts; by default English. */
    words?: Words;
  };

/**
 * Compares the forms of a page: title, Markdown, and all words of the text in order.
 * @returns a sentence for each difference
 */
export function compareForms({ title, html, twin, markdown, text, ...page }: Forms): string[] {
  const [heading, below] = render(bodyOf(twin));
  const body = textIn(html, ".body", page.has_entries ? "book" : "plan");
  const says = (what: string, given: string | null | undefined, expected: string) =>
    differs(`${what} says`, plainWords(given ?? ""), expected);
  // Plain text may or may not have the words of an image written in HTML.
  const texts = [below, below.replace(/<img\b[^>]*>/g, "")].map((expected) =>
    says("the corpus's text", text, wordsOfHtml(expected)),
  );
  const ofEntries = elementsIn(html, `.book ${headings}`);
  const shown = elementsIn(html, `.body ${headings}`).filter((each) => !ofEntries.includes(each));
  const written = elementsIn(`<div class="body">${below}</div>`, `.body ${headings}`);
  const isOther = markdown !== null && bodyOf(twin).trim() !== markdown.trim();
  const rows: Row[] = [
    [isOther, "the twin and the corpus differ in their Markdown"],
    differs("the title of the Markdown says", wordsOfHtml(heading), plainWords(title)),
    says("the title of the HTML", textIn(html, "h1"), plainWords(title)),
    [body === undefined, "the HTML has no element of the class `body`, which has a page's words"],
    says("the HTML", body, wordsOfText(twin, page.words ?? english)),
    differs("the HTML has headings of the levels", levelsOf(shown), levelsOf(written)),
    [text !== null && texts.every(([isWrong]) => isWrong), texts[0]?.[1] ?? ""],
  ];
  return rows.flatMap(([isWrong, what]) => (isWrong ? [what] : []));
}

const headings = "h1|h2|h3|h4|h5|h6";

/** The levels of headings, counted from the highest. */
function levelsOf(headings: readonly Element[]): string {
  const levels = headings.map(({ name }) => Number(name[1]));
  return levels.map((level) => level - Math.min(...levels)).join(" ");
}

/** The Markdown of a twin, without its front matter. */
export function bodyOf(twin: string): string {
  const end = twin.startsWith("---\n") ? twin.indexOf("\n---\n\n", 3) : -1;
  return end === -1 ? twin : twin.slice(end + "\n---\n\n".length);
}

/** Markdown as HTML: its title, and the rest; with words for kinds of alerts, or those written. */
function render(markdown: string, words?: Words): [title: string, below: string] {
  const html = parser.render(markdown).replace(alert, (_, start, kind: string, end) => {
    const said = words?.phrases[`alert.${kind.toLowerCase()}`] ?? kind;
    return end ? start + said + end : start;
  });
  const end = html.startsWith("<h1>") ? html.indexOf("</h1>") : 0;
  return [html.slice(0, end), html.slice(end)];
}

/** The words of Markdown below its title, with or without front matter. */
export const wordsOfText = (markdown: string, words?: Words): string =>
  wordsOfHtml(render(bodyOf(markdown), words)[1]);
