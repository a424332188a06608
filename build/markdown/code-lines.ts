const fence = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|>)*(`{3,}(?=[^`]*$)|~{3,})/;
const indentation = /^(?: {4}| {0,3}\t)/;
const listItem = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** HTML that Markdown leaves as it is, empty lines included, and where it ends. */
const literal = /^ {0,3}<(?:pre|script|style|textarea)(?=[ \t>]|$)/i;
const literalEnd = /<\/(?:pre|script|style|textarea)>/i;

/**
 * Which lines of Markdown are code, fences and HTML such as `<pre>` included. It tells code from text before the text is
 * parsed: in lists, indented lines count as text.
 */
export function codeLines(lines: readonly string[]): boolean[] {
  let open: { mark: string; quoted: boolean } | undefined;
  let [list, code, empty] = [false, false, true];
  let isLiteral = false;
  return lines.map((line) => {
    if (open?.quoted && !/^[ \t]*>/.test(line)) open = undefined;
    if (open) {
      const close = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
      if (close?.startsWith(open.mark)) open = undefined;
      return true;
    }
    if (isLiteral || literal.test(line)) {
      isLiteral = !literalEnd.test(line);
      [code, empty] = [false, false];
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
