import type { MarkdownIt } from "markdown-it";

/** Marked words: no white space inside of the signs, no letter, digit or further sign next to them. */
const marked = /==(?![\s=])([^=\n]{1,1000}(?<!\s))==(?![\p{L}\p{N}=])/uy;

/** Reads `==words==` as marked words, as Obsidian and others do. The twin keeps the signs. */
export function marks(md: MarkdownIt): void {
  md.inline.ruler.before("link", "mark", (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3d || /[\p{L}\p{N}=]/u.test(state.src.charAt(state.pos - 1)))
      return false;
    marked.lastIndex = state.pos;
    const words = marked.exec(state.src)?.[1];
    const end = marked.lastIndex;
    if (words === undefined || end > state.posMax) return false;
    if (!silent) {
      const max = state.posMax;
      [state.pos, state.posMax] = [state.pos + 2, end - 2];
      state.push("mark_open", "mark", 1);
      state.md.inline.tokenize(state);
      state.push("mark_close", "mark", -1);
      state.posMax = max;
    }
    state.pos = end;
    return true;
  });
}
