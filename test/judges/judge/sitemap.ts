import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { textsAt, withXml } from "./xml.ts";

/** The official schema of the protocol, as the package `sitemap` ships it. */
const schema = join(
  dirname(createRequire(import.meta.url).resolve("sitemap/package.json")),
  "schema/sitemap.xsd",
);
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(schema)));

const most = { addresses: 50_000, bytes: 50 * 1024 * 1024 };

/**
 * What is wrong with a sitemap, by the official schema and by the protocol's words that no schema
 * can say.
 */
export function sitemapComplaints(xml: string, base_url: string): string[] {
  let addresses: string[];
  try {
    addresses = withXml(xml, (document) => {
      validator.validate(document);
      return textsAt(document, "//s:url/s:loc");
    });
  } catch (error) {
    return [String(error)];
  }
  const elsewhere = addresses.filter((address) => !address.startsWith(`${base_url}/`));
  return [
    ...elsewhere.map((address) => `${address} is not on this site`),
    ...(new Set(addresses).size < addresses.length ? ["an address stands twice"] : []),
    ...(addresses.length > most.addresses ? [`it has ${addresses.length} addresses`] : []),
    ...(Buffer.byteLength(xml) > most.bytes ? [`it has ${Buffer.byteLength(xml)} bytes`] : []),
  ];
}
