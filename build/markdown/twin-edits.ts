import type { Edit, PageEnv, Place } from "./link-types.ts";

/**
 * Finds the places of blocks in a page's body. The parser removes marks of quotations and
 * indentation of lists from the beginnings of their lines, but nothing from the ends.
 * @returns a function that takes a block's text as the parser has it (a table's cells in order) and
 * its first line, and returns one that turns an offset in that text into a place in the body
 */
export function placesIn(body: string): PageEnv["placesOf"] {
  let starts: readonly number[] | undefined; // computed only if a place is asked for
  let cell = { line: -1, end: 0 };
  const startOf = (line: number): number => {
    starts ??= lineStarts(body);
    return starts[line] ?? body.length + 1;
  };
  return (text, line, isCell) => {
    if (isCell) {
      const from = cell.line === line ? cell.end : startOf(line);
      const written = withBars(text);
      const start = body.indexOf(written, from);
      cell = { line, end: start + written.length };
      return (at) => ({ offset: start + withBars(text.slice(0, at)).length, line });
    }
    const places: (Place & { from: number })[] = [];
    return (at) => {
      let from = 0;
      let row = line;
      // Where each line begins, without white space.
      for (const written of places.length > 0 ? [] : text.split("\n")) {
        const words = written.trimStart();
        const offset = body.lastIndexOf(words, startOf(row + 1) - 1 - words.length);
        places.push({ from: from + written.length - words.length, offset, line: row++ });
        from += written.length + 1;
      }
      const place = (places.findLast((each) => each.from <= at) ?? places[0]) as (typeof places)[0];
      return { offset: at + place.offset - place.from, line: place.line };
    };
  };
}

function lineStarts(body: string): number[] {
  const starts = [0];
  for (let at = body.indexOf("\n"); at !== -1; at = body.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The source of a table's cell, in which each bar has a backslash before it. */
function withBars(text: string): string {
  return text.includes("|") ? text.replaceAll("|", "\\|") : text;
}

/**
 * Records the twin's replacement for a part of the text that is being parsed.
 * @param from Where the part begins in that text.
 * @param to Where it ends.
 */
export function recordEdit(page: PageEnv, from: number, to: number, replace: string): void {
  const { offset: start } = page.placeAt(page.inset + from);
  const { offset: end } = page.placeAt(page.inset + to);
  page.edits.push({ start, end, replace: page.isCell ? withBars(replace) : replace });
}

/** The body after its edits; edits within others are skipped. */
export function applyEdits(body: string, edits: readonly Edit[]): string {
  let result = "";
  let cursor = 0;
  const inOrder = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (const { start, end, replace } of inOrder) {
    if (start < cursor) continue;
    // After a line break, the marks of quotations and the indentation of lists stay.
    const breaks = body.slice(start, end).match(/\n[ \t>]*/g) ?? [];
    result += body.slice(cursor, start) + replace.replace(/\n/g, (own) => breaks.shift() ?? own);
    cursor = end;
  }
  return result + body.slice(cursor);
}
