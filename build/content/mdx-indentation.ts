/** A tag of a component that was left out. */
export interface ComponentTag {
  /** Zero-based, where it begins. */
  line: number;
  opens: boolean;
  closes: boolean;
}

/**
 * Moves what stands indented between the tags of a component to the left, as far as its first line is indented more
 * than the opening tag. In Markdown it would be code, which MDX does not make of indented text.
 * @param tags In the order of the text.
 */
export function withoutIndentation(body: string, tags: readonly ComponentTag[]): string {
  if (!tags.some(({ opens, closes }) => opens && !closes)) return body;
  /** The open components: how far their tags are indented, and how far their content moves, once that is known. */
  const open: { indent: number; moves: number | undefined }[] = [];
  const waiting = tags.values();
  let tag = waiting.next().value;
  const lines = body.split("\n").map((line, number) => {
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    const around = open.at(-1);
    const outside = open.at(-2)?.moves ?? 0;
    if (around && around.moves === undefined && (line.trim() !== "" || (tag?.line === number && tag.opens)))
      around.moves = outside + Math.max(0, indent - around.indent);
    for (; tag?.line === number; tag = waiting.next().value) {
      if (tag.opens && !tag.closes) open.push({ indent, moves: undefined });
      else if (!tag.opens) open.pop();
    }
    return line.slice(Math.min(indent, around?.moves ?? outside));
  });
  return lines.join("\n");
}
