/** A row of a table, or why it cannot have been written by `toCsv`. */
interface Row {
  /** The line of the file on which it begins, from 1: a cell may hold line ends. */
  line: number;
  cells: string[];
  fault?: string;
}

/** A table as RFC 4180 has it: CRLF between rows, every cell in quotes. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(",")}\r\n`).join("");
}

/**
 * Reads what `toCsv` wrote; LF between rows will do.
 * @throws Error with the line, if the text ends within a cell or row, or has anything between cells.
 */
export function fromCsv(text: string): Row[] {
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  const cell = /"((?:[^"]|"")*)"(,|\r?\n)/y;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) throw new Error(`line ${line}: a cell that begins here is broken, or the file ends within it`);
    const written = (match[1] as string).replaceAll('""', '"');
    const value = written.startsWith("'") ? written.slice(1) : written;
    // An apostrophe that a spreadsheet dropped or that somebody typed: which of the two texts was meant is unknown.
    if (guarded(value) !== written)
      row.fault ??= `cell ${row.cells.length + 1}: an apostrophe at its beginning is missing or too many`;
    row.cells.push(value);
    line += match[0].split("\n").length - 1;
    if (match[2] === ",") continue;
    rows.push(row);
    row = { line, cells: [] };
  }
  if (row.cells.length > 0) throw new Error(`line ${row.line}: the file ends within the row`);
  return rows;
}

/**
 * A spreadsheet takes a cell that begins with one of these for a formula, so an apostrophe goes before it; and before
 * an apostrophe, so that reading can drop one.
 */
const formula = /^['=+\-@\t\r\n]/;

function guarded(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}
