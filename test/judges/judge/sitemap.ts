import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { childrenOf, readXml } from "./xml.ts";

/** The official schema of the protocol, as the package `sitemap` ships it. */
const schema = join(dirname(createRequire(import.meta.url).resolve("sitemap/package.json")), "schema/sitemap.xsd");
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(schema)));

const most = { addresses: 50_000, bytes: 50 * 1024 * 1024 };

/** What is wrong with a sitemap, by the official schema and by the protocol's words that no schema can say. `base_url` is where the site is served. */
export function sitemapComplaints(xml: string, base_url: string): string[] {
  const complaints = schemaComplaints(xml);
  if (complaints.length > 0) return complaints;
  const addresses = childrenOf(readXml(xml), "url").map((entry) => childrenOf(entry, "loc")[0]?.text ?? "");
  if (addresses.length > most.addresses)
    complaints.push(`${addresses.length} addresses; the most is ${most.addresses}`);
  if (Buffer.byteLength(xml) > most.bytes)
    complaints.push(`${Buffer.byteLength(xml)} bytes; the most is ${most.bytes}`);
  complaints.push(
    ...addresses
      .filter((address) => !address.startsWith(`${base_url}/`))
      .map((address) => `${address} is not on this site`),
  );
  const seen = new Set<string>();
  for (const address of addresses) {
    if (seen.has(address)) complaints.push(`${address} stands twice`);
    seen.add(address);
  }
  return complaints;
}

function schemaComplaints(xml: string): string[] {
  try {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
    } finally {
      document.dispose();
    }
    return [];
  } catch (error) {
    return [String(error)];
  }
}
