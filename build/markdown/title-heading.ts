import type { Token } from "markdown-it";
import { oneLine } from "../lib/text.ts";
import type { Heading } from "./headings.ts";
import { isMark } from "./insertion-marks.ts";
import { withoutTags, writtenText } from "./plain-text.ts";

/** The level-one heading that names a page. */
interface TitleHeading {
  /** Its words, on one line. */
  text: string;
  id: string;
  /** Whether it would be left out if it had no note. */
  hasNote: boolean;
  /** Whether it is left out of the body, because the layout shows the title above it. */
  taken: boolean;
  /** Its lines in the source, zero-based, the end excluded. */
  lines: readonly [from: number, to: number];
}

/**
 * Finds the first level-one heading with words that is not inside a quotation or list. If no words
 * come before it and the page has no other title, it is taken out of `tokens` and `headings`.
 * @param headings The page's headings, in the order of `tokens`.
 */
export function takeTitleHeading(
  tokens: Token[],
  headings: Heading[],
  title: string | undefined,
): TitleHeading | undefined {
  if (!headings.some(({ level }) => level === 1)) return undefined;
  let number = -1;
  let wordsBefore = false;
  for (const [at, token] of tokens.entries()) {
    if (token.type === "heading_open") number++;
    const isTop = token.type === "heading_open" && token.tag === "h1" && token.level === 0;
    const heading = isTop ? headings[number] : undefined;
    if (heading && heading.text !== "" && token.map) {
      // Ignores case and white space.
      const plain = (words: string): string => oneLine(words).toLowerCase();
      const isTitle = plain(title ?? heading.text) === plain(heading.text);
      const isNamed = !wordsBefore && isTitle;
      const children = tokens[at + 1]?.children ?? [];
      const hasNote = isNamed && children.some(({ type }) => type === "footnote_ref");
      const taken = isNamed && !hasNote;
      if (taken) {
        tokens.splice(at, 3);
        headings.splice(number, 1);
      }
      return { text: heading.text, id: heading.id, hasNote, taken, lines: token.map };
    }
    wordsBefore ||= hasWords(token);
  }
  return undefined;
}

/**
 * Moves all headings one level down if one of them is of level one: that level is the title's
 * alone. Level six stays. In hand-written HTML, `h1` becomes `h2`.
 */
export function demoteHeadings(tokens: readonly Token[], headings: Heading[]): void {
  const demoteHtml = (token: Token): void => {
    const isHtml = token.type === "html_block" || token.type === "html_inline";
    if (isHtml && !isMark(token.content))
      token.content = token.content.replace(/<(\/?)h1(?=[\s/>])/gi, "<$1h2");
    token.children?.forEach(demoteHtml);
  };
  tokens.forEach(demoteHtml);
  if (!headings.some(({ level }) => level === 1)) return;
  const lower = (level: number): number => Math.min(level + 1, 6);
  for (const token of tokens) {
    if (token.type === "heading_open" || token.type === "heading_close")
      token.tag = `h${lower(Number(token.tag[1]))}`;
  }
  for (const heading of headings) heading.level = lower(heading.level);
}

/** Whether a block shows words; words of an image do not count. */
function hasWords(token: Token): boolean {
  const { type, content } = token;
  if (type === "html_block") return withoutTags(content) !== "";
  if (type !== "inline") return type === "fence" || type === "code_block";
  return writtenText(token).trim() !== "";
}
