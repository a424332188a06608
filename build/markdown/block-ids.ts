import type { Token } from "markdown-it";

/**
 * Puts the id of a block that stands on a line below it, as in Obsidian, before that block, where a link to it is to
 * lead; without a paragraph of its own. Below a heading, which has an id, it stays there.
 * @param tokens Of the whole page; changed in place, in time linear in their number for each level of nesting.
 */
export function placeBlockIds(tokens: Token[]): void {
  /** Where the last block began, by its level, as far as it is in the block that is being read. */
  const begins: (number | undefined)[] = [];
  for (const [at, token] of tokens.entries()) {
    const { level, nesting, type } = token;
    if (nesting === -1 || type === "inline") continue;
    const start = begins[level];
    if (!isIdAlone(tokens, at)) {
      begins[level] = at;
      if (nesting === 1) begins.length = level + 1; // what is deeper was in another block
      continue;
    }
    const id = tokens.slice(at, at + 3);
    for (const part of id) part.hidden = true;
    if (start === undefined || tokens[start]?.type === "heading_open") continue;
    tokens.copyWithin(start + id.length, start, at);
    for (const [index, part] of id.entries()) tokens[start + index] = part;
  }
}

function isIdAlone(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.type !== "paragraph_open") return false;
  const { children } = tokens[at + 1] as Token;
  return children?.length === 2 && (children[0] as Token).content.startsWith('<span id="^');
}
