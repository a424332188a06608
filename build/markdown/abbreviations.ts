import { codeLines } from "./code-lines.ts";

const definition = /^ {0,3}\*\[[^\]\n]{1,100}\] ?:[^*\n]*$/;

/** What a text with such lines has. */
export const abbreviation = /^ {0,3}\*\[[^\]\n]{1,100}\] ?:/m;

/**
 * Leaves out paragraphs that say what abbreviations stand for, `*[HTML]: Hyper Text Markup Language`, as PHP Markdown
 * Extra, kramdown and Python-Markdown read them. Every line keeps its number.
 * @param leftOut Called for each with its zero-based line.
 */
export function withoutAbbreviations(lines: readonly string[], leftOut: (line: number) => void): string[] {
  const code = codeLines(lines);
  const isOne = lines.map((line, at) => !code[at] && definition.test(line));
  const isPart = (at: number): boolean => isOne[at] === true || (lines[at] ?? "").trim() === "";
  /** Of each line, whether those around it up to empty lines are nothing else. */
  const below = new Array<boolean>(lines.length);
  for (let at = lines.length - 1; at >= 0; at--)
    below[at] = isPart(at + 1) && (isOne[at + 1] !== true || below[at + 1] === true);
  let above = true;
  return lines.map((line, at) => {
    if (at > 0) above = isPart(at - 1) && (isOne[at - 1] !== true || above);
    if (!isOne[at] || !above || !below[at]) return line;
    leftOut(at);
    return "";
  });
}
