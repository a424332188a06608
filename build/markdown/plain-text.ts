import type { Token } from "markdown-it";
import createParser from "markdown-it/dist/index.cjs.js";
import { commentsPattern, tokenize } from "../lib/html-tokens.ts";
import { oneLine } from "../lib/text.ts";
import { readTable } from "../lib/yaml.ts";
import { isMark, textOfMark } from "./insertion-marks.ts";

/** Lists of words, as words.yaml explains them. */
const wordLists = readTable<Record<"breaking" | "abbreviations" | "before_numbers", string[]>>(
  import.meta.dirname,
  "words.yaml",
);
const breaking = new Set(wordLists.breaking);
const abbreviations = new Set(wordLists.abbreviations);
const beforeNumbers = new Set(wordLists.before_numbers);

/**
 * Types of inline tokens whose content is text. In the words of an image the parser keeps entities
 * and escaped characters as separate tokens.
 */
const textTypes: ReadonlySet<string> = new Set(["text", "text_special", "code_inline", "formula"]);

/** The text of inline tokens; images give their alternative text, line breaks a space. */
export function inlineText(children: readonly Token[]): string {
  let text = "";
  for (const child of children) {
    if (textTypes.has(child.type)) text += child.content;
    else if (child.type === "image")
      text += child.children ? inlineText(child.children) : child.content;
    else if (child.type === "softbreak" || child.type === "hardbreak") text += " ";
    else if (child.type === "html_inline" && isMark(child.content))
      text += textOfMark(child.content);
    // A tag has no text, but the replacement of a refused one has.
    else if (child.type === "html_inline") text += textOfHtml(child.content).replace(/\n/g, " ");
  }
  return text;
}

/** The text of a block's tokens, without the words of images. */
export function writtenText({ children }: Pick<Token, "children">): string {
  return inlineText((children ?? []).filter(({ type }) => type !== "image"));
}

const separators: Record<string, string> = {
  paragraph_close: "\n\n",
  heading_close: "\n\n",
  td_close: "\t",
  th_close: "\t",
  table_close: "\n",
  bullet_list_close: "\n",
  ordered_list_close: "\n",
  dt_close: "\n",
  dd_close: "\n",
};

/** Types of blocks whose content is text as it is. */
const verbatimTypes: ReadonlySet<string> = new Set(["fence", "code_block", "formula_block"]);

/**
 * A page's body as plain text: paragraphs separated by an empty line, list items and table rows by
 * a line break, cells by tabs.
 */
export function plainText(tokens: readonly Token[]): string {
  const parts: string[] = [];
  for (const token of tokens) {
    if (token.type === "inline") parts.push(inlineText(token.children ?? []).trim());
    else if (token.type === "paragraph_close" && token.hidden)
      parts.push("\n"); // an item of a list without empty lines
    else if (verbatimTypes.has(token.type)) parts.push(`${token.content.trimEnd()}\n\n`);
    else if (token.type === "html_block")
      parts.push(isMark(token.content) ? "\n\n" : `${withoutTags(token.content)}\n\n`);
    else if (token.type === "tr_close")
      parts[parts.length - 1] = "\n"; // in place of the last cell's tab
    else parts.push(separators[token.type] ?? "");
  }
  const text = parts.join("");
  return (/[ \t]\n/.test(text) ? text.replace(/(?<![ \t])[ \t]+\n/g, "\n") : text)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The words of hand-written HTML; elements of block level are separated by line breaks. */
export const withoutTags = (markup: string): string => textOfHtml(markup).trim();

function textOfHtml(markup: string): string {
  if (commentsPattern.test(markup)) return "";
  return tokenize(markup, true)
    .tokens.map((token) => ("text" in token ? token.text : breaking.has(token.name) ? "\n" : ""))
    .join("");
}

/** Characters of Chinese and Japanese, each of which counts as a word; beyond U+FFFF by halves. */
export const ideographs =
  "\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9d\\ud840-\\ud88d";
const punctuation = "\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65";
const wordPattern = new RegExp(
  `[\\ud840-\\ud88d][\\udc00-\\udfff]|[${ideographs}]|[^\\s${punctuation}${ideographs}]+`,
  "g",
);

/**
 * Number of words: each Chinese or Japanese character, and each run of anything else except white
 * space and punctuation of these scripts.
 */
export function countWords(text: string): number {
  if (/[^\x00-\xff]/.test(text)) return text.match(wordPattern)?.length ?? 0;
  let count = 0;
  let isInWord = false;
  // Most texts are Latin-1, and a loop takes a fifth of the time of a pattern.
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSpace = code <= 0x20 || code === 0xa0;
    if (!isSpace && !isInWord) count++;
    isInWord = !isSpace;
  }
  return count;
}

/** Where a sentence may end, with closing quotation marks and brackets. */
const sentenceEnd = /[。！？｡][」』”’）)]*|[.!?]+["'”’»)\]]*(?=\s|$)/g;

/**
 * The first sentence of a text, cut at 200 characters, for a page without a description. No
 * sentence ends before a small letter, or with an initial, an abbreviation or an ordinal number.
 */
export function firstSentence(text: string): string {
  const paragraph = oneLine(text.split("\n\n").find((part) => /\p{L}/u.test(part)) ?? "");
  const last = paragraph.matchAll(sentenceEnd).find(({ 0: end, index }) => {
    const after = paragraph.slice(index + end.length);
    if (/^[。！？｡]/.test(end)) return end.length === 1 || !/^\p{L}/u.test(after);
    if (/^\s\p{Ll}/u.test(after)) return false;
    const word = /[\p{L}\p{M}\p{N}.]*$/u.exec(paragraph.slice(0, index))?.[0] ?? "";
    if (!end.startsWith(".") || end.length > 1) return true;
    if (beforeNumbers.has(word.toLowerCase())) return !/^\s\p{N}/u.test(after);
    if (/^\p{Ll}$/u.test(word)) return !/^\s(?:\p{L}|Chr)\./u.test(after); // z. B.
    if (abbreviations.has(word.toLowerCase())) return false;
    return !/^(?:\p{L}\p{M}*|\d{1,2}|(?:\p{L}\.)+\p{L})$/u.test(word);
  });
  const sentence = paragraph.slice(0, last ? last.index + last[0].length : undefined);
  return sentence.length <= mostCharacters ? sentence : `${shortenedSentence(sentence)}…`;
}

const mostCharacters = 200;

/** A character as readers see it, with its marks and joined characters. */
const grapheme = /(?:\p{RI}{2}|[^])(?:\p{M}|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}]|\u200d[^])*/gu;

/** The beginning of a long sentence: to a space in its second half, else to a whole character. */
function shortenedSentence(sentence: string): string {
  let end = 0;
  for (const [{ length }] of sentence.matchAll(grapheme)) {
    if (end + length > mostCharacters) break;
    end += length;
  }
  const blank = sentence.lastIndexOf(" ", end);
  return sentence.slice(0, blank > mostCharacters / 2 ? blank : end);
}

/**
 * Characters that are markup in a line of text: `<` where a tag may begin, `&` before a character
 * reference, `>` at the beginning. Openings of template tags and marks of hidden text count too, so
 * that lists do not cause the same warnings again.
 */
const markup = /[\\`*_~[\]]|^>|<(?=[A-Za-z/!?])|&(?=#?[A-Za-z0-9]+;)|\{(?=[{%])|%(?=%)/g;

/** One line of text, escaped so that Markdown shows the same text, in headings too. */
export function escapeMarkdown(text: string): string {
  const escaped = text.replace(markup, (sign) => (sign === "&" ? "&amp;" : `\\${sign}`));
  // `#` at the end of a heading would belong to its markup.
  return escaped.replace(/(?<=^|\s)#+$/, "\\$&");
}

const titleParser = new createParser({ html: false }).disable(["newline", "strikethrough"]);

/** The words of a head's title or description, without its Markdown: code, emphasis, links. */
export function withoutMarkdown(written: string): string {
  if (!/[\\`*_[&]/.test(written)) return written;
  return writtenText(titleParser.parseInline(written, {} as never)[0] as Token).trim() || written;
}
