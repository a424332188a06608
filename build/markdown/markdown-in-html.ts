import type { MarkdownIt } from "markdown-it";
import { codeLines } from "./code-lines.ts";

/** A tag whose element holds Markdown; each of these may stand right below a paragraph. */
const tag = String.raw`<(?:article|aside|center|details|div|figcaption|figure|section)\b[^<>\n]*\smarkdown(?:=[^<>\n]*)?>[ \t]*`;
const tagAlone = new RegExp(`^${tag}$`);
const tagOnLine = new RegExp(`^([ \\t]*)${tag}$`);

/** What a text with such an element has. */
export const markdownTag = new RegExp(`^[ \\t]*${tag}$`, "m");

/**
 * Moves the lines right below `<figure markdown>` to the left, as far as the first of them is indented more than the
 * tag, so that they are no code.
 */
export function withDedentedMarkdown(lines: readonly string[]): string[] {
  const code = codeLines(lines);
  let moves = 0;
  return lines.map((line, at) => {
    const above = code[at - 1] ? null : tagOnLine.exec(lines[at - 1] ?? "");
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (above) moves = Math.max(0, indent - (above[1] ?? "").length);
    if (line.trim() === "") moves = 0;
    return line.slice(Math.min(moves, indent));
  });
}

/** A page's Markdown with an empty line below each such tag, which other programs need to read it as Markdown. */
export function withEmptyLines(markdown: string): string {
  if (!markdown.includes(" markdown") || !markdownTag.test(markdown)) return markdown;
  const lines = markdown.split("\n");
  const code = codeLines(lines);
  return lines
    .map((line, at) => (!code[at] && lines[at + 1]?.trim() && tagOnLine.test(line) ? `${line}\n` : line))
    .join("\n");
}

/**
 * Reads what stands below `<figure markdown>` as Markdown, without the empty line that would begin it elsewhere, as
 * Python-Markdown and its extension `md_in_html` do. In a quotation it is left alone.
 */
export function markdownInHtml(md: MarkdownIt): void {
  const rule: Parameters<typeof md.block.ruler.before>[2] = (state, startLine, _endLine, silent) => {
    const at = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    if (state.src.charCodeAt(at) !== 0x3c || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
    if (!tagAlone.test(state.src.slice(at, state.eMarks[startLine]))) return false;
    if (state.src.slice(state.src.lastIndexOf("\n", at - 1) + 1, at).includes(">")) return false;
    if (silent) return true;
    state.line = startLine + 1;
    const token = state.push("html_block", "", 0);
    token.map = [startLine, state.line];
    token.content = state.getLines(startLine, state.line, state.blkIndent, true);
    return true;
  };
  md.block.ruler.before("html_block", "markdown_in_html", rule, { alt: ["paragraph", "reference", "blockquote"] });
}
