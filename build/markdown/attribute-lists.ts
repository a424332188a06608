import { codeLines } from "./code-lines.ts";

const attribute = String.raw`(?:[.#][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*')|[a-z][\w-]*)`;
const list = String.raw`\{:[ \t]*${attribute}(?:[ \t]+${attribute})*[ \t]*\}`;
const alone = new RegExp(`^[ \\t>]*${list}[ \\t]*$`);
/** Code in a line with the list after it, or the list after a link or emphasis. */
const ofWords = new RegExp(`((\`+)(?!\`)[^\\n]*?[^\`]\\2(?!\`))(?:${list})?|(?<=[)\\]*_])${list}`, "g");
const ofHeading = new RegExp(`^(#{1,6}[ \\t].*?)[ \\t]*(${list})[ \\t]*$`);
const contents = /\{:[ \t]*toc(?=[\s}])/;
const listItem = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/**
 * Leaves out the attribute lists of kramdown, `{: .notice}`: on a line of their own, after a heading, a link, emphasis
 * or code. A heading's id stays. `{:toc}` goes with the item above it, in whose place kramdown puts a table of contents.
 * Every line keeps its number.
 * @param leftOut Called for each with its zero-based line.
 */
export function withoutAttributeLists(lines: readonly string[], leftOut: (line: number) => void): string[] {
  const code = codeLines(lines);
  const made: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (code[at] || !line.includes("{:")) {
      made.push(line);
      continue;
    }
    if (alone.test(line)) {
      leftOut(at);
      if (contents.test(line) && listItem.test(made[at - 1] ?? "")) made[at - 1] = "";
      made.push("");
      continue;
    }
    const [, heading, attributes = ""] = ofHeading.exec(line) ?? [];
    const id = /#([A-Za-z][\w.:-]*)/.exec(attributes)?.[1];
    const rest = heading === undefined ? line : heading + (id === undefined ? "" : ` {#${id}}`);
    const without = rest.replace(ofWords, (_, inCode: string | undefined) => inCode ?? "");
    if (without !== line) leftOut(at);
    made.push(without);
  }
  return made;
}
