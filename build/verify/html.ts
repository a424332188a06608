import { DomUtils, parseDocument } from "htmlparser2";
import { parseJson } from "./answer.ts";

// Elements and words of HTML, read by another parser than the one that the build checks HTML with.

type Node = ReturnType<typeof parseDocument>["children"][number];
export type Element = Extract<Node, { attribs: object }>;

/** Elements that may be inside a word; all others end a word. */
const amidLetters =
  /^(a|abbr|audio|b|bd[io]|cite|code|data|del|dfn|em|i|img|ins|kbd|label|mark|q|s|samp|small|span|strong|su[bp]|time|u|var|video|wbr)$/;

/** Elements whose text is not part of a page's words. */
const wordless = /^(svg|mrow|mtable|script|style|template|noscript|form)$/;

type Index = ReadonlyMap<string, readonly Element[]>;

/** How many pages are kept as elements. */
const mostPages = 64;
/** How long a page is that is not kept, in UTF-16 units. */
const longPage = 1_000_000;

/** Elements of the pages that were parsed last: several checks read several parts of each. */
const recent = new Map<string, Index>();

/** The elements of a page by their names, and by their classes after a point; all by a star. */
function elementsOf(html: string): Index {
  const known = recent.get(html);
  if (known) return known;
  const index = new Map<string, Element[]>();
  for (const element of DomUtils.getElementsByTagName("*", parseDocument(html).children))
    for (const key of ["*", element.name, ...classesOf(element).map((name) => `.${name}`)])
      index.get(key)?.push(element) ?? index.set(key, [element]);
  if (html.length < longPage) recent.set(html, index);
  if (recent.size > mostPages) recent.delete(recent.keys().next().value ?? "");
  return index;
}

const classesOf = (element: Element): string[] => element.attribs["class"]?.split(/\s+/) ?? [];

/**
 * The elements in a page or an element, in order.
 * @param wanted A name, or a class after a point; more after a space, for those inside of the ones
 * before. In an element it may be several, with `|` between them. By default all.
 */
export function elementsIn(within: string | Element, wanted = "*"): readonly Element[] {
  const [first = "", ...others] = wanted.split(" ");
  const names = first.split("|");
  const found =
    typeof within === "string"
      ? names.flatMap((name) => elementsOf(within).get(name) ?? [])
      : DomUtils.getElementsByTagName("*", within.children).filter(
          (element) => names.includes(element.name) || hasClass(element, first.slice(1)),
        );
  return others.reduce((around, name) => around.flatMap((each) => elementsIn(each, name)), found);
}

const hasClass = (element: Element, ...names: readonly string[]): boolean =>
  classesOf(element).some((name) => names.includes(name));

/** The addresses of the links in an element. */
export const linksOf = (element: Element): string[] =>
  elementsIn(element, "a").map(({ attribs }) => attribs["href"] ?? "");

/**
 * The visible text of the first element that is wanted, as of `elementsIn`.
 * @param besides Class of elements in it that are left out.
 * @returns undefined if there is no such element
 */
export function textIn(html: string, wanted: string, besides = "plan"): string | undefined {
  const [found] = elementsIn(html, wanted);
  return found && textOf(found.children, besides);
}

/** The words of an element. */
export const wordsIn = (element: Element): string => plainWords(textOf([element]));

/** The text of HTML in a browser, where several spaces are one. */
export const shownIn = (html: string): string =>
  DomUtils.textContent(parseDocument(html)).replace(/\s+/g, " ").trim();

/** The words of HTML, without anything else. */
export const wordsOfHtml = (html: string) => plainWords(textOf(parseDocument(html).children));

/** Text with images by their words, formulas by their source, without numbers of footnotes. */
function textOf(nodes: readonly Node[], besides = "plan"): string {
  const read = (node: Node): string => {
    if (!("attribs" in node)) return node.nodeType === 3 ? node.data : "";
    const isLeftOut =
      wordless.test(node.name) ||
      node.attribs["aria-hidden"] === "true" ||
      hasClass(node, "footnote-ref", "footnote-backref", besides);
    if (isLeftOut) return " ";
    const text = node.name === "img" ? (node.attribs["alt"] ?? "") : textOf(node.children, besides);
    return amidLetters.test(node.name) ? text : ` ${text} `;
  };
  return nodes.map(read).join("");
}

/** The words of a text, with a space between each two. */
export function plainWords(text = ""): string {
  return (text.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}

/** The structured data of a page: each block of JSON-LD. @throws NoAnswer if one is not JSON */
export function structuredDataOf(html: string): unknown[] {
  const blocks = html.split('<script type="application/ld+json">').slice(1);
  const broken = "has structured data that is not JSON";
  return blocks.map((block) => parseJson(block.slice(0, block.indexOf("</script")), broken));
}
