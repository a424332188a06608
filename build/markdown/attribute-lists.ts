import { codeLines } from "./code-lines.ts";

const kramdownAttribute = String.raw`(?:[.#][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*')|[a-z][\w-]*)`;
const kramdown = String.raw`\{:[ \t]*${kramdownAttribute}(?:[ \t]+${kramdownAttribute})*[ \t]*\}`;
/** As Python-Markdown and Pandoc write them: classes, ids, and keys with values. */
const attribute = String.raw`(?:[.#][A-Za-z_][\w:-]*|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}]+))`;
const plain = String.raw`\{[ \t]*${attribute}(?:[ \t]+${attribute})*[ \t]*\}`;
/** One that cannot be a formula or a piece of code. */
const named = String.raw`(?=\{[ \t]*[.#])${plain}`;

/** What a text with attribute lists has. */
export const attributeLists = new RegExp(String.raw`\{:|\{[ \t]*${attribute}[ \t}]`);

const kramdownAlone = new RegExp(`^[ \\t>]*${kramdown}[ \\t]*$`);
const plainAlone = new RegExp(`^[ \\t>]*${named}[ \\t]*$`);
/**
 * Code in a line with the list after it, or the list after a link, emphasis or icon. After the address of a link it may
 * be any.
 */
const ofWords = new RegExp(
  `((?<!\`)(\`+)(?!\`)[^\\n]*?[^\`]\\2(?!\`))(?:${kramdown}|${named})?|(?<=[)\\]*_])${kramdown}|` +
    `(?=\\{)(?:(?<=\\]\\((?:[^()\\n]|\\([^()\\n]{0,200}\\)){0,500}\\))${plain}|` +
    `(?<=[^\\s*]\\*{1,3}|[^\\s_]__|:[a-z][\\w-]{0,80}:)${named})`,
  "g",
);
const ofHeading = new RegExp(
  `^(#{1,6}[ \\t](?:.*?[^ \\t])?)(?:[ \\t]*(${kramdown})|[ \\t]+((?=\\{[ \\t]*(?:[.#]|[\\w:-]+=["']))${plain}))[ \\t]*$`,
);
/** The id of a heading, which is read with the heading. */
const onlyId = /^\{[ \t]*#[\w.:-]+(?:[ \t]+\.[\w-]+)*[ \t]*\}$/;
const tableOfContents = /\{:[ \t]*toc(?=[\s}])/;
const listItem = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/**
 * Leaves out attribute lists, `{: .notice}` of kramdown and `{ .notice }` of Python-Markdown: on a line of their own,
 * after a heading, a link, emphasis, an icon or code. A heading's id stays. `{:toc}` goes with the item above it, in
 * whose place kramdown puts a table of contents. Every line keeps its number.
 * @param leftOut Called for each with its zero-based line.
 */
export function withoutAttributeLists(lines: readonly string[], leftOut: (line: number) => void): string[] {
  const code = codeLines(lines);
  const made: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (code[at] || !line.includes("{")) {
      made.push(line);
      continue;
    }
    if (kramdownAlone.test(line) || (/\S/.test(lines[at - 1] ?? "") && !code[at - 1] && plainAlone.test(line))) {
      leftOut(at);
      if (tableOfContents.test(line) && listItem.test(made[at - 1] ?? "")) made[at - 1] = "";
      made.push("");
      continue;
    }
    const [, heading, ...lists] = ofHeading.exec(line) ?? [];
    const attributes = lists.find((list) => list !== undefined) ?? "";
    const id = /#([A-Za-z][\w.:-]*)/.exec(attributes)?.[1];
    const rest =
      heading === undefined || onlyId.test(attributes) ? line : heading + (id === undefined ? "" : ` {#${id}}`);
    const without = rest.replace(ofWords, (_, inCode: string | undefined) => inCode ?? "");
    if (without !== line) leftOut(at);
    made.push(without);
  }
  return made;
}
