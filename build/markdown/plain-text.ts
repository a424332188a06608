import type { Token } from "markdown-it";
import createParser from "markdown-it/dist/index.cjs.js";
import { onlyComments, tokenize } from "../lib/html-tokens.ts";

/**
 * Types of inline tokens whose content is text. In the words of an image the parser leaves entities
 * and escaped signs by themselves.
 */
const textTypes: ReadonlySet<string> = new Set(["text", "text_special", "code_inline", "formula"]);

/**
 * The text of inline tokens, without markup; images give their alternative text, line breaks a
 * space.
 */
export function inlineText(children: readonly Token[]): string {
  let text = "";
  for (const child of children) {
    if (textTypes.has(child.type)) text += child.content;
    else if (child.type === "image")
      text += child.children ? inlineText(child.children) : child.content;
    else if (
      child.type === "softbreak" ||
      child.type === "hardbreak" ||
      (child.type === "html_inline" && /^<br\b/i.test(child.content))
    )
      text += " ";
    else if (
      child.type === "html_inline" &&
      /^(?:<span>)?(?:<a .*<\/a>|&lt;.*)$/s.test(child.content)
    )
      text += withoutTags(child.content); // a link, or text, in place of what may not be shown
  }
  return text;
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
    else if (
      token.type === "fence" ||
      token.type === "code_block" ||
      token.type === "formula_block"
    )
      parts.push(`${token.content.trimEnd()}\n\n`);
    else if (token.type === "html_block") parts.push(`${withoutTags(token.content)}\n\n`);
    else if (token.type === "tr_close")
      parts[parts.length - 1] = "\n"; // in place of the last cell's tab
    else parts.push(separators[token.type] ?? "");
  }
  const text = parts.join("");
  return (/[ \t]\n/.test(text) ? text.replace(/(?<![ \t])[ \t]+\n/g, "\n") : text)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const breaking = new Set("p div li tr td th h1 h2 h3 h4 h5 h6 br dt dd summary".split(" "));

/** The words of hand-written HTML; elements of block level are separated by line breaks. */
export function withoutTags(markup: string): string {
  if (onlyComments.test(markup)) return "";
  return tokenize(markup, true)
    .tokens.map((token) => ("text" in token ? token.text : breaking.has(token.name) ? "\n" : ""))
    .join("")
    .trim();
}

/**
 * Number of words, that is runs of anything but white space. A regular expression takes five times
 * as long.
 */
export function countWords(text: string): number {
  let count = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const isInWord = !isSpace(text.charCodeAt(at));
    if (isInWord && !inWord) count++;
    inWord = isInWord;
  }
  return count;
}

/** Whether a UTF-16 code unit is what `\s` matches. */
function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13);
  return /\s/.test(String.fromCharCode(code));
}

/** The first sentence of a text, cut at 200 characters, for a page without a description. */
export function firstSentence(text: string): string {
  const limit = 200;
  const paragraph =
    text
      .split("\n\n")
      .find((part) => /\p{L}/u.test(part))
      ?.replace(/\s+/g, " ")
      .trim() ?? "";
  const sentence = /^.*?[.!?。！？](?=\s|$)/u.exec(paragraph)?.[0] ?? paragraph;
  if (sentence.length <= limit) return sentence;
  return `${sentence.slice(0, limit).replace(/\s+\S*$/, "")}…`;
}

/**
 * Signs that are markup in a line of text: `<` where a tag may begin, `&` where a character is
 * named, `>` where it would begin a quotation. So are braces that open a tag of a template language,
 * and marks of hidden text, so that no list has them again.
 */
const markup = /[\\`*_~[\]]|^>|<(?=[A-Za-z/!?])|&(?=#?[A-Za-z0-9]+;)|\{(?=[{%])|%(?=%)/g;

/** One line of text as Markdown that reads as that text, in a heading too. */
export function escapeMarkdown(text: string): string {
  const escaped = text.replace(markup, (sign) => (sign === "&" ? "&amp;" : `\\${sign}`));
  // `#` at the end of a heading would belong to its markup.
  return escaped.replace(/(?<=^|\s)#+$/, "\\$&");
}

const titleParser = new createParser({ html: false, linkify: false, typographer: false });
titleParser.inline.ruler.enableOnly([
  "text",
  "escape",
  "backticks",
  "emphasis",
  "link",
  "image",
  "autolink",
  "entity",
]);

/**
 * The words of a title or description in a page's head, in which some authors write Markdown: code,
 * emphasis, links.
 */
export function plainWords(written: string): string {
  if (!/[\\`*_[&]/.test(written)) return written;
  const tokens = titleParser.parseInline(written, {} as never)[0]?.children ?? [];
  const words = inlineText(tokens.filter(({ type }) => type !== "image")).trim();
  return words === "" ? written : words;
}
