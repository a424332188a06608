import { codeLines } from "./code-lines.ts";

const id = String.raw`\^([A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*|\d{6})`;
const atEnd = new RegExp(`^(.*[^\\s|])[ \\t]+${id}[ \\t]*$`);
const alone = new RegExp(`^([ \\t>]*)${id}[ \\t]*$`);
/** What may follow the last line of a paragraph. */
const next = /^[ \t>]*(?:$|[-*+][ \t]|\d{1,9}[.)][ \t])/;

/**
 * The ids that Obsidian puts at the end of a paragraph or item, or on a line below another block, ` ^id`, as elements of
 * that id, to which links lead: `[[name#^id]]`.
 */
export function withBlockIds(lines: readonly string[]): string[] {
  const code = codeLines(lines);
  return lines.map((line, at) => {
    if (code[at] || !line.includes("^") || !next.test(lines[at + 1] ?? "")) return line;
    const below = next.test(lines[at - 1] ?? "") ? alone.exec(line) : null;
    const [, words, name] = atEnd.exec(line) ?? below ?? [];
    return name === undefined ? line : `${words}<span id="^${name}"></span>`;
  });
}
