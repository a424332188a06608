import { DomUtils, parseDocument } from "htmlparser2";

/** An element of an HTML document, as the judges look at it. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The element around it, if there is one. */
  parent: Element | undefined;
  /** All text inside it, entities decoded. `spoken` may say of an element inside how it is read instead. */
  text(spoken?: (element: Element) => string | undefined): string;
}

type Parsed = ReturnType<typeof parseDocument>["children"][number];

/** Every element in document order. */
export function elementsOf(html: string): Element[] {
  const known = new Map<unknown, Element>();
  for (const element of DomUtils.getElementsByTagName("*", parseDocument(html))) {
    known.set(element, {
      name: element.name,
      attributes: element.attribs,
      parent: known.get(element.parent),
      text: (spoken) => element.children.map((child) => read(child as Parsed, spoken)).join(""),
    });
  }
  return [...known.values()];

  function read(node: Parsed, spoken: ((element: Element) => string | undefined) | undefined): string {
    if (node.type === "text") return DomUtils.textContent(node);
    const element = known.get(node);
    return element ? (spoken?.(element) ?? element.text(spoken)) : "";
  }
}

/** Whether an element, or one around it, satisfies a test. */
export function within(element: Element, test: (element: Element) => boolean): boolean {
  return test(element) || (element.parent !== undefined && within(element.parent, test));
}

export function hasClass({ attributes }: Element, className: string): boolean {
  return (attributes["class"] ?? "").split(/\s+/).includes(className);
}

/** Words in reading order: runs of anything but white space. */
export function wordsOf(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}
