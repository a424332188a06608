import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { beginsWith, keepsApart, lineText, startOf } from "./block-lines.ts";
import type { PageEnv } from "./link-types.ts";
import { lineIn, pageEnv } from "./links.ts";
import { applyEdits, recordEdit } from "./twin-edits.ts";

/**
 * Leaves out text between `%%` marks, within a line or over several paragraphs, which note-taking
 * programs never show. Neither the HTML nor the text nor the twin of the page has it. Code keeps
 * its marks. A mark that hides nothing is a fault: text meant to be hidden would be published.
 */
export function hiddenText(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "hidden", (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x25 || state.src[state.pos + 1] !== "%") return false;
    const end = state.src.indexOf("%%", state.pos + 2);
    const page = pageEnv(state);
    if (end === -1 || end + 2 > state.posMax) return false;
    if (!silent) {
      page.hidden.push(lineIn(page, state.pos), lineIn(page, end));
      recordEdit(page, state.pos, end + 2, "");
    }
    state.pos = end + 2;
    return true;
  });
  md.block.ruler.before("fence", "hidden_block", hideBlock, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
}

/** A line that begins with `%%`, and all up to the next `%%`, after which nothing may follow. */
function hideBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (!beginsWith("%%", state, start)) return false;
  let last = start;
  let line = lineText(state, start);
  let close = line.indexOf("%%", 2);
  // The hidden text ends within the line, so it is inline.
  if (close !== -1 && close !== line.length - 2) return false;
  while (close === -1) {
    if (++last >= end) return false;
    line = lineText(state, last);
    close = line.indexOf("%%");
  }
  if (silent) return true;
  const { hidden, edits, resolver } = state.env as unknown as PageEnv;
  const replace = keepsApart(state, last) ? "<!-- -->" : "";
  const edit = { start: startOf(state, start), end: state.eMarks[last] ?? 0, replace };
  const fences = state.src.slice(edit.start, edit.end).match(/^[ \t>]*(?:```|~~~)/gm) ?? [];
  if (close !== line.length - 2 || fences.length % 2 === 1) {
    const problem = "has `%%` before other text, or within a block of code";
    resolver.report(last, problem, "`%%` as the end of a line", false);
  }
  hidden.push(start, last);
  edits.push(edit);
  state.line = last + 1;
  return true;
}

/** Reports marks that hide nothing: those left in a page's Markdown outside of code. */
export function reportMarks(body: string, tokens: readonly Token[], page: PageEnv): void {
  if (!body.includes("%%")) return;
  const { hidden, edits, resolver } = page;
  const count = (text: string): number => text.replaceAll("\\%%", "").split("%%").length - 1;
  const verbatim = /^(?:fence|code_block|code_inline)$/;
  const kept = tokens
    .flatMap((token) => [token, ...(token.children ?? [])])
    .filter(({ type }) => verbatim.test(type));
  const inCode = kept.reduce((sum, { content }) => sum + count(content), 0);
  if (count(applyEdits(body, edits)) <= inCode) return;
  const line = body
    .split("\n")
    .findIndex((text, number) => text.includes("%%") && !hidden.includes(number));
  const expected =
    "`%%` before and after the hidden text, and not in HTML or a title; or `\\%%` to show it";
  resolver.report(Math.max(line, 0), "has `%%` that hides nothing", expected, false);
}
