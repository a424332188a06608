const fence = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|>)*(`{3,}(?=[^`]*$)|~{3,})/;
const indentation = /^(?: {4}| {0,3}\t)/;
const listItem = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/**
 * Which lines of Markdown are code, fences included. It tells code from text before the text is parsed: in lists,
 * indented lines count as text.
 */
export function codeLines(lines: readonly string[]): boolean[] {
  let open: { mark: string; quoted: boolean } | undefined;
  let [list, code, empty] = [false, false, true];
  return lines.map((line) => {
    if (open?.quoted && !/^[ \t]*>/.test(line)) open = undefined;
    if (open) {
      const close = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
      if (close?.startsWith(open.mark)) open = undefined;
      return true;
    }
    const mark = fence.exec(line);
    if (mark) {
      open = { mark: mark[1] as string, quoted: mark[0].includes(">") };
      [code, empty] = [false, false];
      return true;
    }
    if (line.trim() === "") {
      empty = true;
      return false;
    }
    code = indentation.test(line) && !list && (code || empty);
    empty = false;
    if (!/^[ \t]/.test(line)) list = listItem.test(line);
    return code;
  });
}
