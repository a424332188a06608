import { codeLines } from "./code-lines.ts";

const mark = String.raw`(?:\[toc\]|\[\[(?:toc|_toc_)\]\])`;
const markAlone = new RegExp(String.raw`^ {0,3}${mark}[ \t]*$`, "i");
const blockBoundary = /^(?:[ \t]*$|#{1,6}[ \t])/;

/** What a text with such marks has. */
export const contentsMark = new RegExp(String.raw`^ {0,3}${mark}[ \t]*$`, "im");

/**
 * Leaves out the paragraphs in whose place other programs put a list of the page's headings, `[TOC]` or `[[toc]]`: each
 * page has that list beside its text. Where `toc` is the name of a link's address, `[TOC]` is that link.
 * @param leftOut Called for each with its zero-based line.
 */
export function withoutContentsMarks(lines: readonly string[], leftOut: (line: number) => void): string[] {
  const code = codeLines(lines);
  const isLink = lines.some((line, at) => !code[at] && /^ {0,3}\[toc\]:/i.test(line));
  return lines.map((line, at) => {
    const isAlone = blockBoundary.test(lines[at - 1] ?? "") && blockBoundary.test(lines[at + 1] ?? "");
    if (code[at] || !isAlone || !markAlone.test(line) || (isLink && !line.includes("[["))) return line;
    leftOut(at);
    return "";
  });
}
