import createParser from "markdown-it";
import definitionLists from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import { type Element, elementsOf, hasClass, within, wordsOf } from "./markup.ts";

/** A renderer that knows nothing of ours: Markdown as anyone would read it. */
const markdown = createParser({ html: true }).use(footnotes).use(definitionLists).use(taskLists, { label: true });

/** What a reader takes away from a page: its words, and where its links and images lead. */
interface Reading {
  words: string[];
  addresses: string[];
}

/** A twin's title and body, its front matter aside. */
export function readTwin(twin: string, base: string): Reading {
  const elements = elementsOf(`<div>${markdown.render(twin.replace(/^---\n[\s\S]*?\n---\n/, ""))}</div>`);
  return {
    words: wordsOf(elements[0]?.text() ?? ""),
    addresses: elements.flatMap((element) => address(element, base)),
  };
}

/**
 * The title and body of a page's HTML: no navigation, no margin, no standfirst, no forms.
 * @param read How elements are read that the form it is compared with writes in another way.
 */
export function readPage(html: string, base: string, read = spoken): Reading {
  const elements = elementsOf(html);
  const title = elements.find(({ name }) => name === "h1")?.text() ?? "";
  const body = elements.find((element) => hasClass(element, "body"))?.text(read) ?? "";
  const inBody = elements.filter(
    (element) =>
      within(element, (around) => hasClass(around, "body")) &&
      !within(element, ({ name }) => name === "form") &&
      !hasClass(element, "anchor"),
  );
  return { words: wordsOf(`${title} ${body}`), addresses: inBody.flatMap((element) => address(element, base)) };
}

/**
 * Lists show a date and a status with its door without brackets and colon, which the Markdown has, and alerts their
 * name without the sign of one. A formula is read as the TeX that it was written in. A form is no text.
 */
function spoken(element: Element): string | undefined {
  if (hasClass(element, "alert-title")) return `[!${element.text().trim()}]`;
  if (element.name === "math")
    return element.attributes["display"] === "block" ? ` $$ ${texOf(element)} $$ ` : `$${texOf(element)}$`;
  return spokenInLists(element);
}

/** As plain text has it: images by their words, formulas as TeX, footnotes without their numbers. */
export function asPlainText(element: Element): string | undefined {
  if (element.name === "img") return element.attributes["alt"];
  if (element.name === "math") return texOf(element);
  if (hasClass(element, "footnote-ref") || hasClass(element, "footnote-backref")) return "";
  return spokenInLists(element);
}

function spokenInLists(element: Element): string | undefined {
  if (element.name === "form") return "";
  // After the colon comes the description, which lines of long lists do not have.
  if (element.name === "time")
    return `(${element.text()})${element.parent && hasClass(element.parent, "alone") ? "" : ":"}`;
  return hasClass(element, "state") ? `(${element.text().trim()}):` : undefined;
}

function texOf(math: Element): string {
  return math.text(({ name }) => (name === "mrow" ? "" : undefined));
}

function address({ name, attributes }: Element, base: string): string[] {
  const found = name === "a" ? attributes["href"] : name === "img" ? attributes["src"] : undefined;
  return found === undefined ? [] : [new URL(found, base).href];
}

/** Where a page's HTML and its Markdown twin say something different. `url` is the page's address. */
export function parityComplaints(html: string, twin: string, url: string): string[] {
  const [page, other] = [readPage(html, url), readTwin(twin, url)];
  return (["words", "addresses"] as const).flatMap((kind) => difference(kind, page[kind], other[kind]));
}

/** Elements around a page's words that are known by their kind to be no part of it: ways on, and footers. */
const furniture = ["nav", "footer", "form", "svg", "script", "style"];

/**
 * What a page says beside its title and words, and its twin does not: of status, dates, tags and description. Labels count, too; a date
 * is read as the day that programs are given.
 */
export function besideComplaints(html: string, twin: string): string[] {
  const elements = elementsOf(html);
  const article = elements.find(({ name }) => name === "article");
  if (article === undefined) return ["the page has no article"];
  // Tags stand in the footer of the article, and are said of the page all the same.
  const tags = elements.filter((element) => hasClass(element, "tags"));
  const said = [article, ...tags].map((element) => element.text(aloud)).join(" ");
  const known = new Set(lettersAndNumbers(twin));
  return [...new Set(lettersAndNumbers(said))]
    .filter((word) => !known.has(word))
    .map((word) => `the page says “${word}” beside its words, its twin nowhere`);
}

/** Elements apart from each other; what is furniture, or the page's words, is left out. */
function aloud(element: Element): string | undefined {
  if (furniture.includes(element.name) || hasClass(element, "body")) return " ";
  return element.name === "time" ? ` ${element.attributes["datetime"]} ` : ` ${element.text(aloud)} `;
}

function lettersAndNumbers(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
}

function difference(kind: string, page: readonly string[], twin: readonly string[]): string[] {
  const at = page.findIndex((item, index) => item !== twin[index]);
  if (at === -1 && page.length === twin.length) return [];
  const from = at === -1 ? page.length : at;
  const show = (list: readonly string[]) => list.slice(from, from + 6).join(" ") || "(nothing)";
  return [`${kind} differ from number ${from + 1}: the page says “${show(page)}”, its twin “${show(twin)}”`];
}
