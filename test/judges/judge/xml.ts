import { type XmlAttribute, XmlCData, XmlDocument, XmlElement, XmlText } from "libxml2-wasm";

/** An XML element as plain data, independent of the parser's memory. */
export interface Node {
  name: string;
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Node[];
  /** Text directly inside it. */
  text: string;
}

/** Reads a document and gives its root. Throws what libxml2 says when it is not well-formed. */
export function readXml(xml: string): Node {
  const document = XmlDocument.fromString(xml);
  try {
    return plain(document.root);
  } finally {
    document.dispose();
  }
}

function plain(element: XmlElement): Node {
  const children: Node[] = [];
  let text = "";
  for (let at = element.firstChild; at; at = at.next) {
    if (at instanceof XmlElement) children.push(plain(at));
    else if (at instanceof XmlText || at instanceof XmlCData) text += at.content;
  }
  const attributes = Object.fromEntries(
    element.attrs.map((attribute: XmlAttribute) => [
      (attribute.prefix ? `${attribute.prefix}:` : "") + attribute.name,
      attribute.content,
    ]),
  );
  return { name: element.name, namespace: element.namespaceUri, attributes, children, text };
}

/** The children of a name. */
export function childrenOf({ children }: Node, name: string): Node[] {
  return children.filter((child) => child.name === name);
}
