/** A table as RFC 4180 has it: CRLF between rows, every cell in quotes. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(",")}\r\n`).join("");
}

/**
 * Reads what `toCsv` wrote.
 * @throws Error if the text ends within a cell or row, or has anything between cells.
 */
export function fromCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r?\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const match = cell.exec(text);
    if (match === null)
      throw new Error(`row ${rows.length + 1}: a cell is broken at character ${at + 1}, or the file ends within it`);
    row.push(unguarded((match[1] as string).replaceAll('""', '"')));
    if (match[2] === ",") continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new Error(`row ${rows.length + 1}: the file ends within it`);
  return rows;
}

/** A spreadsheet takes a cell that begins with one of these for a formula, so an apostrophe goes before; and one before an apostrophe, so that it can be told. */
const formula = /^['=+\-@\t\r\n]/;

function guarded(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

function unguarded(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}
