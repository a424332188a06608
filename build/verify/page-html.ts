import { type Opening, piecesOf } from "../lib/markup.ts";

/** The start tags of a page, in their order. */
export function elementsOf(html: string): Opening[] {
  return piecesOf(html).filter((piece) => piece.kind === "open");
}

/** The structured data of a page (JSON-LD), as text. */
export function structuredDataOf(html: string): string[] {
  return piecesOf(html).flatMap((piece, index, pieces) => {
    const before = pieces[index - 1];
    const isData =
      before?.kind === "open" &&
      before.name === "script" &&
      before.attributes.get("type") === "application/ld+json" &&
      piece.kind === "text";
    return isData ? [piece.text] : [];
  });
}
