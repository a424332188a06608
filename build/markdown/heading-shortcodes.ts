import { codeLines } from "./code-lines.ts";

/** Code in a line, or a shortcode of Hugo or a tag of Jekyll with the spaces before it. */
const shortcode =
  /((?<!`)(`+)(?!`)[^\n]*?[^`]\2(?!`))|(?<![ \t])[ \t]*(?:\{\{[<%](?:(?!\{\{)[^\n]){0,1000}?[>%]\}\}|(?<!\{)\{%(?:(?!\{%)[^\n]){0,1000}?%\})/g;

/**
 * Headings without shortcodes and tags, which other programs replace by signs and images, so that a title and a
 * fragment are made of words. What stands for a link's address stays. A heading of nothing else is no heading: the
 * shortcode stays, as in a paragraph.
 * @param leftOut Called for each with its zero-based line and how it begins: `{{` or `{%`.
 */
export function withPlainHeadings(lines: readonly string[], leftOut: (line: number, sign: string) => void): string[] {
  const code = codeLines(lines);
  return lines.map((line, at) => {
    if (code[at] || !/^#{1,6}[ \t].*\{[{%]/.test(line)) return line;
    const found: string[] = [];
    const heading = line.replace(shortcode, (text: string, span: string | undefined, _, offset: number) => {
      if (span !== undefined || line[offset - 1] === "(") return text;
      found.push(text.trimStart());
      return "";
    });
    if (/^#+[ \t#]*$/.test(heading)) return found.join(" ");
    for (const text of found) leftOut(at, text.slice(0, 2));
    return heading;
  });
}
