import { DomUtils, parseDocument } from "htmlparser2";

/** Every element of an HTML document, in document order. */
export function elementsOf(
  html: string,
): { name: string; attributes: Readonly<Record<string, string | undefined>> }[] {
  const elements = DomUtils.getElementsByTagName("*", parseDocument(html));
  return elements.map(({ name, attribs }) => ({ name, attributes: attribs }));
}
