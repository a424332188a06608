import type { MarkdownIt, Token } from "markdown-it";
import { withoutOwnId } from "./headings.ts";
import type { Edit, PageEnv } from "./link-types.ts";

/**
 * The Markdown that is published of a page: its source with absolute addresses, and headings
 * without their `{#id}`.
 * @param env The state of the parsed page, with the edits that were recorded.
 */
export function absoluteMarkdown(
  source: string,
  tokens: readonly Token[],
  env: PageEnv,
  md: MarkdownIt,
): string {
  return withoutOwnIds(withReferences(applyEdits(source, env.edits), tokens, env, md), tokens);
}

/**
 * Records the edit of a piece of inline text.
 * @param src The inline text that is being parsed, in which `find` begins at `at`.
 */
export function recordEdit(
  page: PageEnv,
  src: string,
  at: number,
  find: string,
  replace: string,
): void {
  // A footnote in its line, and the words of an image, are parsed before what comes after them in
  // their block.
  const within =
    src === page.block
      ? 0
      : page.block.indexOf(src, page.last.src === page.block ? page.last.end : 0);
  if (within > 0) return recordEdit(page, page.block, within + at, find, replace);
  if (page.last.src !== src) page.last = { src, end: 0 };
  const before = src.slice(page.last.end, at);
  const inSource = page.cell ? find.replaceAll("|", "\\|") : find;
  const skip = before.includes(find) ? before.split(find).length - 1 : 0;
  page.edits.push({ line: page.line, find: inSource, replace, skip });
  page.last.end = at + find.length;
}

/**
 * Applies edits, which are in source order within their blocks.
 * @throws Error if the text of an edit is not found: then the Markdown would differ from the HTML,
 * which is a fault of the build and not of the author.
 */
function applyEdits(source: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return source;
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
  let result = "";
  let cursor = 0;
  for (const { line, find, replace, skip } of [...edits].sort((a, b) => a.line - b.line)) {
    let found = textAt(source, find, Math.max(cursor, starts[line] ?? 0));
    for (let i = 0; i < skip && found; i++) found = textAt(source, find, found.start + 1);
    if (!found)
      throw new Error(
        `The text ${JSON.stringify(find)} is not found below line ${line + 1} of a page.`,
      );
    result += source.slice(cursor, found.start);
    const breaks = find.includes("\n")
      ? source.slice(found.start, found.end).match(lineBreak)
      : null;
    result += breaks ? replace.replace(lineBreak, (own) => breaks.shift() ?? own) : replace;
    cursor = found.end;
  }
  return result + source.slice(cursor);
}

/**
 * A line break with the marks of quotes and the indentation of lists after it, which the parser
 * leaves out.
 */
const lineBreak = /\n[ \t>]*/g;

/** Where a text begins and ends in the source, from an offset on. */
function textAt(
  source: string,
  text: string,
  from: number,
): { start: number; end: number } | undefined {
  if (!text.includes("\n")) {
    const start = source.indexOf(text, from);
    return start === -1 ? undefined : { start, end: start + text.length };
  }
  const lines = text.split("\n").map((line) => RegExp.escape(line.replace(/^[ \t]+/, "")));
  const pattern = new RegExp(lines.join("\\n[ \\t>]*"), "g");
  pattern.lastIndex = from;
  const match = pattern.exec(source);
  return match ? { start: match.index, end: match.index + match[0].length } : undefined;
}

/**
 * A reference definition: marks of the quotes and lists that contain it, its label, and its address
 * unless that is on the next line.
 */
const definition =
  /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*\[([^\]^][^\]]*)\]:[ \t]*)(<[^>]*>|\S+)?/;

/**
 * Reference definitions, `[label]: ../x.md`, with their addresses made absolute; those inside code
 * are left alone.
 */
function withReferences(
  source: string,
  tokens: readonly Token[],
  { resolver, targets, references = {} }: PageEnv,
  md: MarkdownIt,
): string {
  if (Object.keys(references).length === 0) return source;
  const code = new Set<number>();
  for (const { type, map } of tokens) {
    if ((type === "fence" || type === "code_block") && map)
      for (let line = map[0]; line < map[1]; line++) code.add(line);
  }
  const lines = source.split("\n");
  const absolute = (number: number, before: string, written: string): void => {
    const href = md.normalizeLink(written.replace(/^<|>$/g, ""));
    const { url } = targets.get(href) ?? resolver.resolve(href, "link", number);
    if (url !== href)
      lines[number] = before + url + (lines[number] ?? "").slice(before.length + written.length);
  };
  for (const [number, line] of lines.entries()) {
    const [, before = "", label = "", written] =
      (code.has(number) ? null : definition.exec(line)) ?? [];
    if (label === "" || !Object.hasOwn(references, md.utils.normalizeReference(label))) continue;
    if (written !== undefined) absolute(number, before, written);
    else {
      const [, indent = "", next] = /^([ \t>]*)(<[^>]*>|\S+)/.exec(lines[number + 1] ?? "") ?? [];
      if (next !== undefined) absolute(number + 1, indent, next);
    }
  }
  return lines.join("\n");
}

function withoutOwnIds(source: string, tokens: readonly Token[]): string {
  if (!source.includes("{#")) return source;
  const lines = source.split("\n");
  for (const { type, map } of tokens) {
    if (type === "heading_open" && map) lines[map[0]] = withoutOwnId(lines[map[0]] ?? "");
  }
  return lines.join("\n");
}
