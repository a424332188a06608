import { type Tag, tokenize } from "../lib/html-tokens.ts";
import { isTooDeep } from "./json.ts";

// What checks look at in HTML and XML.

/** The start tags of a page, in their order. */
export function elementsOf(html: string): Tag[] {
  return tokenize(html).tokens.filter((token): token is Tag => token.kind === "open");
}

/** An attribute of an element, or the empty text. */
export function attributeOf({ attributes }: Tag, name: string): string {
  return attributes.get(name)?.value ?? "";
}

/** The structured data of a page: each block of JSON-LD, null where it is not JSON. */
export function structuredDataOf(html: string): unknown[] {
  return tokenize(html).tokens.flatMap((piece, index, pieces) => {
    const before = pieces[index - 1];
    const isData =
      piece.kind === "text" &&
      before?.kind === "open" &&
      before.name === "script" &&
      attributeOf(before, "type") === "application/ld+json";
    return isData ? [parsedOrNull(piece.text)] : [];
  });
}

function parsedOrNull(text: string): unknown {
  try {
    return isTooDeep(text) ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The texts in the elements of a name in XML.
 * @param path The name of the element, after that of its parent if it matters: `["entry", "id"]` is not the feed's own.
 */
export function textsInXml(xml: string, path: readonly string[]): string[] {
  const texts: string[] = [];
  const open: string[] = [];
  for (const token of tokenize(xml, true).tokens) {
    if (token.kind === "close") open.pop();
    if (token.kind === "open" && !xml.startsWith("/>", token.end - 2)) open.push(token.name);
    if (token.kind === "text" && path.every((name, index) => open.at(index - path.length) === name))
      texts.push(token.text.trim());
  }
  return texts;
}
