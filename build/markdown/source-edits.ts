import type { MarkdownIt, Token } from "markdown-it";
import { mayHaveOwnId, withoutOwnId } from "./headings.ts";
import type { Edit, PageEnv } from "./link-types.ts";

/**
 * The Markdown that is published of a page: its source with absolute addresses, and headings without their `{#id}`.
 * @param env The state of the parsed page, with the edits that were recorded.
 */
export function absoluteMarkdown(source: string, tokens: readonly Token[], env: PageEnv, md: MarkdownIt): string {
  return withoutOwnIds(withReferences(applyEdits(source, env.edits), tokens, env, md), tokens);
}

/**
 * Records the edit of a piece of inline text.
 * @param src The inline text that is being parsed, in which `find` begins at `at`.
 */
export function recordEdit(page: PageEnv, src: string, at: number, find: string, replace: string): void {
  if (page.last.src !== src) page.last = { src, end: 0 };
  const before = src.slice(page.last.end, at);
  const inSource = page.cell ? find.replaceAll("|", "\\|") : find;
  page.edits.push({ line: page.line, find: inSource, replace, skip: before.split(find).length - 1 });
  page.last.end = at + find.length;
}

/** Applies edits, which must be in source order. One whose text is not found is skipped. */
function applyEdits(source: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return source;
  const starts = lineStarts(source);
  let result = "";
  let cursor = 0;
  for (const { line, find, replace, skip } of edits) {
    let at = source.indexOf(find, Math.max(cursor, starts[line] ?? 0));
    for (let i = 0; i < skip && at !== -1; i++) at = source.indexOf(find, at + 1);
    if (at === -1) continue;
    result += source.slice(cursor, at) + replace;
    cursor = at + find.length;
  }
  return result + source.slice(cursor);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * A reference definition: marks of the quotes and lists that contain it, its label, and its address unless that is on
 * the next line.
 */
const definition = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*\[([^\]^][^\]]*)\]:[ \t]*)(<[^>]*>|\S+)?/;

/** Reference definitions, `[label]: ../x.md`, with their addresses made absolute; those inside code are left alone. */
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
  const absolute = (number: number, before: string, first: string): void => {
    // A template that stands for an address may have spaces.
    const line = lines[number] ?? "";
    const templated = first.startsWith("{")
      ? md.helpers.parseLinkDestination(line, before.length, line.length)
      : undefined;
    const written = templated?.ok ? line.slice(before.length, templated.pos) : first;
    const href = md.normalizeLink(templated?.ok ? templated.str : written.replace(/^<|>$/g, ""));
    const { url } = targets.get(href) ?? resolver.resolve(href, "link", number);
    if (url !== href) lines[number] = before + url + line.slice(before.length + written.length);
  };
  for (const [number, line] of lines.entries()) {
    const [, before = "", label = "", written] = (code.has(number) ? null : definition.exec(line)) ?? [];
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
  if (!mayHaveOwnId.test(source)) return source;
  const lines = source.split("\n");
  for (const { type, map } of tokens) {
    if (type === "heading_open" && map) lines[map[0]] = withoutOwnId(lines[map[0]] ?? "");
  }
  return lines.join("\n");
}
