import type { StateBlock } from "markdown-it";

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
