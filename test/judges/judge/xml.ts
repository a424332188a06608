import { XmlDocument } from "libxml2-wasm";

const namespaces = {
  a: "http://www.w3.org/2005/Atom",
  s: "http://www.sitemaps.org/schemas/sitemap/0.9",
};

/**
 * Has something done with a document, whose memory is free afterwards. Throws what libxml2 says of
 * one that is not XML.
 */
export function withXml<T>(xml: string, read: (document: XmlDocument) => T): T {
  const document = XmlDocument.fromString(xml);
  try {
    return read(document);
  } finally {
    document.dispose();
  }
}

/**
 * The texts of the nodes that an XPath finds, in which `a:` stands for Atom's namespace and `s:`
 * for that of sitemaps.
 */
export function textsAt(xml: XmlDocument, path: string): string[] {
  return xml.find(path, namespaces).map(({ content }) => content);
}

export function textsIn(xml: string, path: string): string[] {
  return withXml(xml, (document) => textsAt(document, path));
}
