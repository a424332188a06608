import { type Tag, tokenize, unescaped } from "../lib/html-tokens.ts";
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
  const blocks = html.split('<script type="application/ld+json">').slice(1);
  return blocks.map((block) => {
    const text = block.slice(0, block.indexOf("</script"));
    try {
      return isTooDeep(text) ? null : JSON.parse(text);
    } catch {
      return null;
    }
  });
}

/** Of each element `parent` in XML the text of the first element `name` in it, which holds no other element. */
export function textsInXml(xml: string, parent: string, name: string): string[] {
  const parents = xml.split(new RegExp(`<${parent}[\\s>]`)).slice(1);
  return parents.map((text) => unescaped(new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.trim() ?? ""));
}
