import type { Edit, PageEnv, Place, Places } from "./link-types.ts";

/**
 * Finds the places of blocks in a page's body. The parser takes the marks of quotations and the
 * indentation of lists from the beginnings of their lines, and nothing from the ends.
 */
export function createPlaces(body: string): Places {
  let starts: readonly number[] | undefined; // most pages have few links
  let cell = 0;
  const startOf = (line: number): number => {
    starts ??= [0, ...Array.from(body.matchAll(/\n/g), ({ index }) => index + 1)];
    return starts[line] ?? body.length + 1;
  };
  return {
    startOf,
    ofBlock(text, line, isCell) {
      if (isCell) {
        const start = body.indexOf(withBars(text), Math.max(cell, startOf(line)));
        cell = start + withBars(text).length;
        return (at) => ({ offset: start + withBars(text.slice(0, at)).length, line });
      }
      let rows: { from: number; offset: number }[] | undefined;
      return (at): Place => {
        rows ??= placesOfRows(text, line);
        const row = Math.max(
          rows.findLastIndex(({ from }) => from <= at),
          0,
        );
        const { from, offset } = rows[row] as (typeof rows)[number];
        return { offset: offset + at - from, line: line + row };
      };
    },
  };

  /** Where each line of a text begins, in it and in the body, without white space. */
  function placesOfRows(text: string, first: number): { from: number; offset: number }[] {
    let start = 0;
    return text.split("\n").map((row, number) => {
      const words = row.trimStart();
      const from = start + row.length - words.length;
      start += row.length + 1;
      const last = startOf(first + number + 1) - 1;
      return { from, offset: body.lastIndexOf(words, last - words.length) };
    });
  }
}

/** The text of a table's cell as it is written: each bar has a backslash before it. */
function withBars(text: string): string {
  return text.replaceAll("|", "\\|");
}

/**
 * Records what the twin has instead of a part of the text that is being parsed.
 * @param from Where the part begins in that text.
 * @param to Where it ends.
 */
export function recordEdit(page: PageEnv, from: number, to: number, replace: string): void {
  const { offset: start } = page.placeAt(page.inset + from);
  const { offset: end } = page.placeAt(page.inset + to);
  page.edits.push({ start, end, replace: page.isCell ? withBars(replace) : replace });
}

/** The body with its edits, but for those within others. */
export function applyEdits(body: string, edits: readonly Edit[]): string {
  let result = "";
  let cursor = 0;
  const inOrder = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (const { start, end, replace } of inOrder) {
    if (start < cursor) continue;
    // Behind a line break, the marks of quotes and the indentation of lists stay.
    const breaks = body.slice(start, end).match(/\n[ \t>]*/g) ?? [];
    result += body.slice(cursor, start) + replace.replace(/\n/g, (own) => breaks.shift() ?? own);
    cursor = end;
  }
  return result + body.slice(cursor);
}
