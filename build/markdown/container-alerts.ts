import { alertKindOf } from "./alerts.ts";
import { codeLines } from "./code-lines.ts";

/** `:::tip Title`, `::: tip Title` or `:::tip[Title]{#id}`: Docusaurus, VitePress, Starlight. */
const container =
  /^([ \t]*)(:{3,})[ \t]*([a-z]+)(?:\[([^\n]*)\])?[ \t]*(?:\{[^{}\n]*\})?(?:(?:(?<=[ \t])|[ \t])([^\n]*))?$/i;
const containerEnd = /^[ \t]*(:{3,})[ \t]*$/;
/** `!!! note "Title"`, or with `???` one that folds: MkDocs. Its text is indented. */
const admonition = /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+([a-z]+)(?:[ \t]+[a-z]+)*(?:[ \t]+"([^\n]*)")?[ \t]*$/i;
/** `=== "Title"` with indented text: the tabs of Material for MkDocs. */
const tab = /^([ \t]*)===\+?[ \t]+"([^"\n]+)"[ \t]*$/;

/** Blocks inside of more blocks than this stay as they are. */
const deepest = 8;

/**
 * Blocks that other programs show as alerts, as the quotations that git hosts do: `> [!tip] Title`. Those of other
 * kinds stay. Tabs are their titles, in bold, and their texts. Every line keeps its number.
 */
export function withAlerts(lines: readonly string[], depth = 0): string[] {
  if (depth === deepest) return [...lines];
  const code = codeLines(lines);
  const ends = endsOf(lines, code);
  const made: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const [, margin = "", name] = (code[at] ? null : tab.exec(line)) ?? [];
    const endOfTab = name === undefined ? 0 : endOfIndented(lines, at, margin);
    if (name !== undefined && endOfTab > at + 1) {
      const inside = lines.slice(at + 1, endOfTab).map((each) => dedented(each, margin.length + 4));
      made.push(`${margin}${/[*_]/.test(name) ? name : `**${name}**`}`);
      made.push(...withAlerts(inside, depth + 1).map((each) => (each === "" ? "" : margin + each)));
      at = endOfTab - 1;
      continue;
    }
    // Two quotations without an empty line between them would be one.
    const opens =
      code[at] || /^[ \t]*>/.test(made.at(-1) ?? "") ? null : (container.exec(line) ?? admonition.exec(line));
    const isContainer = opens !== null && opens.length > 4;
    const [indent = "", kind = "", title = ""] = isContainer
      ? [opens[1], opens[3], (opens[4] ?? opens[5])?.trim()]
      : [opens?.[1], opens?.[2], opens?.[3]];
    const end =
      alertKindOf(kind) === undefined ? undefined : isContainer ? ends.get(at) : endOfIndented(lines, at, indent);
    if (end === undefined) {
      made.push(line);
      continue;
    }
    const inside = lines.slice(at + 1, end).map((each) => dedented(each, indent.length + (isContainer ? 0 : 4)));
    made.push(`${indent}> [!${kind}]${title === "" ? "" : ` ${title}`}`);
    made.push(...withAlerts(inside, depth + 1).map((each) => `${indent}> ${each}`.trimEnd()));
    if (isContainer) made.push("");
    at = isContainer ? end : end - 1;
  }
  return made;
}

/** The line that ends each container, by the line that opens it. */
function endsOf(lines: readonly string[], code: readonly boolean[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { at: number; colons: number }[] = [];
  for (const [at, line] of lines.entries()) {
    if (code[at] || !line.includes(":::")) continue;
    const colons = containerEnd.exec(line)?.[1]?.length;
    if (colons === undefined) {
      const begins = /^[ \t]*(:{3,})[ \t]*[^\s:]/.exec(line)?.[1];
      if (begins) open.push({ at, colons: begins.length });
    } else {
      while (open.length > 0 && (open.at(-1)?.colons ?? 0) > colons) open.pop();
      const last = open.pop();
      if (last) ends.set(last.at, at);
    }
  }
  return ends;
}

/** The line after the last that is indented further than an admonition; the next line where none is. */
function endOfIndented(lines: readonly string[], at: number, indent: string): number {
  let end = at + 1;
  for (let next = end; next < lines.length; next++) {
    const line = lines[next] as string;
    if (line.trim() === "") continue;
    if (!line.startsWith(`${indent}    `) && !line.startsWith(`${indent}\t`)) break;
    end = next + 1;
  }
  return end;
}

/** A line without as many spaces at its beginning, at most; a tab counts as four. */
function dedented(line: string, width: number): string {
  let [at, column] = [0, 0];
  for (; column < width && /[ \t]/.test(line.charAt(at)); at++) column += line[at] === "\t" ? 4 - (column % 4) : 1;
  return line.slice(at);
}
