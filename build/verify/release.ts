import { sha256 } from "../lib/bytes.ts";
import { differs, type Row } from "./finding.ts";
import { readExpected } from "./json.ts";

const digests = readExpected<Record<string, string>>("release");

/**
 * A file's name in the release: `/assets/house/api.css` for `/assets/house/api.0a1b2c3d4e.css`. A
 * path of OpenAPI is `/api/openapi.json#/feed.xml`.
 */
export const nameInRelease = (path: string): string => path.replace(/\.[0-9a-f]{10}(?=\.\w+$)/, "");

/** The beginning of a hex SHA-256 of the part of a file that is the same on every site. */
export function releaseDigest(name: string, text: string, base_url: string): string {
  return sha256(sharedPart(name, text).replaceAll(base_url, "{base_url}")).slice(0, 16);
}

function sharedPart(name: string, text: string): string {
  if (name.startsWith("/api/openapi.json"))
    return JSON.stringify(JSON.parse(text), (key, value: unknown) =>
      /^(?:info|paths|example)$/.test(key) ? undefined : value,
    );
  // Versions of Node leave different white space in place of types.
  if (name.endsWith(".js")) return text.replace(/\s+/g, "");
  // The author's own rules follow in further lines.
  return name.endsWith(".css") ? (text.split("\n", 1)[0] as string) : text;
}

/** Whether a file of the software is that of this release. */
export function releaseRow(path: string, text: string, base_url: string): Row {
  const name = nameInRelease(path);
  const given = releaseDigest(name, text, base_url);
  const said = `has another \`${name}\` than this release, with the digest`;
  return differs(said, given, digests[name] ?? given);
}
