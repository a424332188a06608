/** A start or end tag in HTML that an author wrote by hand; positions are offsets in the markup. */
export interface RawTag {
  /** Lower case, without the slash of an end tag. */
  name: string;
  closing: boolean;
  start: number;
  /** Just after the `>`. */
  end: number;
  attributes: RawAttribute[];
}

export interface RawAttribute {
  /** Lower case. */
  name: string;
  /** As written, entities and all; an attribute without a value has the empty one. */
  value: string;
  start: number;
  end: number;
}

/**
 * The tags of a piece of HTML, as a browser would find them: with quoted, unquoted and missing values, never inside comments.
 * Takes time in proportion to the markup, however odd it is.
 */
export function tagsOf(markup: string): RawTag[] {
  const tags: RawTag[] = [];
  for (let at = markup.indexOf("<"); at !== -1; at = markup.indexOf("<", at)) {
    if (markup.startsWith("<!--", at)) {
      const close = markup.indexOf("-->", at + 4);
      if (close === -1) break;
      at = close + 3;
      continue;
    }
    const tag = tagAt(markup, at);
    if (tag === "unfinished") break;
    if (tag) tags.push(tag);
    at = tag ? tag.end : at + 1;
  }
  return tags;
}

/** Where a comment begins that never ends, and so would hide the rest of the page; -1 if none does. */
export function openComment(markup: string): number {
  const last = markup.lastIndexOf("<!--");
  return markup.includes("-->", last + 4) ? -1 : last;
}

function tagAt(markup: string, start: number): RawTag | "unfinished" | undefined {
  const name = match(/<(\/?)([a-zA-Z][^\s/>]*)/y, markup, start);
  if (!name) return undefined;
  const attributes: RawAttribute[] = [];
  let at = start + name[0].length;
  for (;;) {
    at += (match(/[\s/]*/y, markup, at) as RegExpExecArray)[0].length;
    if (at >= markup.length) return "unfinished";
    if (markup[at] === ">")
      return { name: (name[2] as string).toLowerCase(), closing: name[1] === "/", start, end: at + 1, attributes };
    const found = match(
      /([^\s/>][^\s/>=]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"'][^\s>]*|))?/y,
      markup,
      at,
    ) as RegExpExecArray;
    const written = found[2] ?? "";
    const end = at + found[0].length;
    attributes.push({
      name: (found[1] as string).toLowerCase(),
      value: written.replace(/^(["'])([\s\S]*)\1$/, "$2"),
      start: at,
      end,
    });
    at = end;
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
