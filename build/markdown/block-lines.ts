import type { StateBlock, Token } from "markdown-it";

// Lines of a block while it is parsed. The parser asks each rule about nearly every line, so
// nothing is made here.

/** Where the text of a line begins, behind its indentation. */
export function startOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** The text of a line, without white space at its ends. */
export function textOf(state: StateBlock, line: number): string {
  return state.src.slice(startOf(state, line), state.eMarks[line]).trimEnd();
}

/** Whether a line is no code by its indentation and begins with a mark. */
export function beginsWith(mark: string, state: StateBlock, line: number): boolean {
  return (
    (state.sCount[line] ?? 0) - state.blkIndent < 4 &&
    state.src.startsWith(mark, startOf(state, line))
  );
}

/**
 * Whether a block keeps apart what stands on both sides of it: without it, what follows would be
 * part of the list, the note, the code or the term before it.
 * @param before The last token before the block.
 * @param last The last line of the block.
 */
export function keepsApart(state: StateBlock, before: Token | undefined, last: number): boolean {
  let next = last + 1;
  while (next < state.bMarks.length - 1 && state.isEmpty(next)) next++;
  const text = state.src.slice(state.bMarks[next], state.eMarks[next]);
  const type = before?.type ?? "";
  if (type === "dl_close") return true; // the next line may be a term
  if (type === "paragraph_close") return /^ {0,3}[:~](?:\s|$)/.test(text);
  return (
    /(?:_list|footnote_reference)_close$|^code_block$/.test(type) &&
    /^(?:\s|(?:[-+*]|\d{1,9}[.)])(?:\s|$))/.test(text)
  );
}
