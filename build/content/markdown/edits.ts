/** A replacement in the Markdown source, told by what stands there rather than by offsets, which the parser does not keep. */
export interface Edit {
  /** First line (zero-based) of the block it is in. */
  line: number;
  find: string;
  replace: string;
  /** How many equal pieces of text stand before it since the last edit, inside code for example. */
  skip: number;
}

/** Applies edits that are in source order. One that cannot be found is left out: the text stays as the author wrote it. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return source;
  const starts = lineStarts(source);
  let result = "";
  let cursor = 0;
  for (const { line, find, replace, skip } of edits) {
    let at = source.indexOf(find, Math.max(cursor, starts[line] ?? 0));
    for (let i = 0; i < skip && at !== -1; i++) at = source.indexOf(find, at + 1);
    if (at === -1) continue;
    result += source.slice(cursor, at) + replace;
    cursor = at + find.length;
  }
  return result + source.slice(cursor);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
