import type { Token } from "markdown-it";
import type { Heading } from "./headings.ts";
import { inlineText, withoutTags } from "./plain-text.ts";
import { readMarkup } from "./raw-tags.ts";

/** The level-one heading that names a page. */
interface TitleHeading {
  /** Its words, on one line. */
  text: string;
  /** Its id, where it had one. */
  id: string | null;
  /** Whether it is left out of the body, because the layout shows the title above it. */
  taken: boolean;
  /** Its lines in the source, zero-based, the end excluded; in hand-written HTML, those of the block it is in. */
  lines: readonly [from: number, to: number];
  /** Whether it is in hand-written HTML. */
  raw: boolean;
}

/** The first heading of level one in hand-written HTML, as in `<h1 align="center">Name</h1>`; linear in its length. */
function rawHeadingIn(markup: string): { start: number; end: number; attributes: string; inner: string } | undefined {
  const open = /<h1(\s[^<>]*)?>/i.exec(markup);
  const rest = open ? markup.slice(open.index + open[0].length) : "";
  const close = /<\/h1\s*>/i.exec(rest);
  if (!open || !close) return undefined;
  const end = open.index + open[0].length + close.index + close[0].length;
  return { start: open.index, end, attributes: open[1] ?? "", inner: rest.slice(0, close.index) };
}

/** Elements of a heading that only say how its words look. */
const formatting = new Set(["b", "i", "em", "strong", "code", "br", "sub", "sup", "span"]);

/**
 * The images in the markup of a heading, with the links around them; empty where there are none. Undefined where there
 * is something else to keep besides the words: a link around words, an anchor, other elements.
 */
function imagesIn(inner: string): string | undefined {
  let kept = "";
  let links = 0;
  for (const part of readMarkup(inner).parts) {
    if (part.kind !== "tag") {
      if (links > 0 && part.text.trim() !== "") return undefined;
    } else if (["a", "img", "picture", "source"].includes(part.name)) {
      if (part.name === "a") links += part.closing ? -1 : 1;
      kept += inner.slice(part.start, part.end);
    } else if (!formatting.has(part.name) || part.attributes.some(({ name }) => name === "id")) return undefined;
  }
  return kept === "" || /<img\b/i.test(kept) ? kept : undefined;
}

/** Takes the first heading out of hand-written HTML; its images stay, as a paragraph of the same alignment. */
function withoutRawHeading(markup: string): string {
  const found = rawHeadingIn(markup);
  if (!found) return markup;
  const images = imagesIn(found.inner) ?? "";
  const rest = images === "" ? "" : `<p${found.attributes}>${images}</p>`;
  return markup.slice(0, found.start) + rest + markup.slice(found.end);
}

/** The words of a heading in hand-written HTML, or else those that stand for its images. */
function rawText(inner: string): string {
  const words = withoutTags(inner) || readMarkup(inner).parts.map(alternativeText).join(" ");
  return words.replace(/\s+/g, " ").trim();
}

function alternativeText(part: ReturnType<typeof readMarkup>["parts"][number]): string {
  const isImage = part.kind === "tag" && part.name === "img";
  return isImage ? (part.attributes.find(({ name }) => name === "alt")?.value ?? "") : "";
}

/**
 * Finds the first level-one heading that has words and is not inside a quotation or a list. If no words come before it
 * and the author gave the page no other title, it is taken out of `tokens` and `headings`.
 * @param headings The headings of the page in the order of `tokens`.
 */
export function takeTitleHeading(
  tokens: Token[],
  headings: Heading[],
  title: string | undefined,
): TitleHeading | undefined {
  let number = -1;
  let wordsBefore = false;
  for (const [at, token] of tokens.entries()) {
    if (token.type === "heading_open") number++;
    if (token.level > 0 || !token.map) {
      wordsBefore ||= hasWords(token);
      continue;
    }
    const heading = headings[number];
    if (token.type === "heading_open" && token.tag === "h1" && heading && heading.text !== "") {
      const taken = !wordsBefore && isTitle(heading.text, title);
      if (taken) {
        tokens.splice(at, 3);
        headings.splice(number, 1);
      }
      return { text: heading.text, id: heading.id, taken, lines: token.map, raw: false };
    }
    const raw = token.type === "html_block" ? rawHeadingIn(token.content) : undefined;
    const text = raw ? rawText(raw.inner) : "";
    if (raw && text !== "") {
      const plain = !/\bid\s*=/i.test(raw.attributes) && imagesIn(raw.inner) !== undefined;
      wordsBefore ||= withoutTags(token.content.slice(0, raw.start)) !== "";
      const taken = plain && !wordsBefore && isTitle(text, title);
      if (taken) token.content = withoutRawHeading(token.content);
      return { text, id: null, taken, lines: token.map, raw: true };
    }
    wordsBefore ||= hasWords(token);
  }
  return undefined;
}

/** The source without the heading that was taken out of the body. */
export function withoutTitleHeading(source: string, { lines: [from, to], raw }: TitleHeading): string {
  const lines = source.split("\n");
  const kept = raw ? [withoutRawHeading(lines.slice(from, to).join("\n"))] : [];
  lines.splice(from, to - from, ...kept);
  return lines.join("\n");
}

/**
 * Moves all headings one level down if one of them is of level one: that level is the title's, and each page has one
 * such heading. Level six stays. In hand-written HTML, `h1` becomes `h2`.
 */
export function demoteHeadings(tokens: readonly Token[], headings: readonly Heading[]): void {
  for (const token of tokens) {
    for (const part of token.children ?? [token])
      if (part.type.startsWith("html_")) part.content = part.content.replace(/<(\/?)h1(?=[\s/>])/gi, "<$1h2");
  }
  if (!headings.some(({ level }) => level === 1)) return;
  for (const token of tokens) {
    if (token.type === "heading_open" || token.type === "heading_close") token.tag = `h${lower(Number(token.tag[1]))}`;
  }
  for (const heading of headings) heading.level = lower(heading.level);
}

function lower(level: number): number {
  return Math.min(level + 1, 6);
}

/**
 * Whether a heading says the title that the author gave, or none was given. Case and white space make no difference.
 */
function isTitle(heading: string, title: string | undefined): boolean {
  const plain = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();
  return title === undefined || plain(title) === plain(heading);
}

/** Whether a block shows words of its own; those that stand for an image are none. */
function hasWords({ type, content, children }: Token): boolean {
  if (type === "html_block") return withoutTags(content) !== "";
  if (type !== "inline") return type === "fence" || type === "code_block";
  return inlineText((children ?? []).filter((child) => child.type !== "image")).trim() !== "";
}
