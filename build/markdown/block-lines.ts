import type { StateBlock } from "markdown-it";

// Lines of a block that is being parsed. The parser asks each rule about nearly every line, so
// these functions create no objects.

/** Where the text of a line begins, after its indentation. */
export function startOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** The text of a line, without white space at its ends. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(startOf(state, line), state.eMarks[line]).trimEnd();
}

/** Whether a line begins with a mark and is not code by its indentation. */
export function beginsWith(mark: string, state: StateBlock, line: number): boolean {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  return state.src.startsWith(mark, startOf(state, line));
}

/**
 * Whether a block separates its neighbours: without it, the text after it would join the list,
 * note, code or term before it.
 * @param last The last line of the block.
 */
export function keepsApart(state: StateBlock, last: number, isBehindNote = false): boolean {
  let next = last + 1;
  while (next < state.bMarks.length - 1 && state.isEmpty(next)) next++;
  const text = state.src.slice(state.bMarks[next], state.eMarks[next]);
  const before = state.tokens.at(-1)?.type ?? "";
  if (before === "dl_close") return true; // the next line may be a term
  if (before === "paragraph_close" && /^ {0,3}[:~](?:\s|$)/.test(text)) return true;
  return (
    (isBehindNote || /_list_close$|^code_block$/.test(before)) &&
    /^(?:\s|(?:[-+*]|\d{1,9}[.)])(?:\s|$))/.test(text)
  );
}
