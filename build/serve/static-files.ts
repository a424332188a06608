import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** What stands at an address: a file, a folder that wants a slash at the end, or nothing. */
export type StaticMatch =
  | { kind: "file"; file: string; served: string }
  | { kind: "folder"; location: string }
  | { kind: "none" };

/** Read by the host, never served. */
const unserved = new Set(["/_headers", "/_redirects"]);

/**
 * Finds the file that answers a path, as the host does: `/x/` is `/x/index.html`, and `/x` leads to `/x/`.
 * @param directory The built site.
 * @param pathname Of the request, percent-encoded.
 */
export async function findStatic(directory: string, pathname: string): Promise<StaticMatch> {
  const path = decodePath(pathname);
  if (path === null || unserved.has(path)) return { kind: "none" };
  const served = path.endsWith("/") ? `${path}index.html` : path;
  const file = join(directory, served);
  const found = await kindOf(file);
  if (found === "file") return { kind: "file", file, served };
  if (found === "folder" && (await kindOf(join(file, "index.html"))) === "file")
    return { kind: "folder", location: `${pathname}/` };
  return { kind: "none" };
}

/** The path decoded, or null where it is malformed or could lead out of the folder. */
function decodePath(pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const segments = path.split("/");
  const unsafe = segments.some((segment) => segment === "." || segment === ".." || /[\\\0]/.test(segment));
  // An empty segment (`//x`) names no file, and in a redirect it would name another host.
  return unsafe || segments.slice(1, -1).includes("") ? null : path;
}

async function kindOf(path: string): Promise<"file" | "folder" | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? "file" : found.isDirectory() ? "folder" : null;
  } catch {
    return null;
  }
}

/** A file's bytes and the strong ETag that follows from them alone. */
export async function readStatic(file: string): Promise<{ bytes: Buffer<ArrayBuffer>; etag: string }> {
  const bytes = await readFile(file);
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"` };
}

/**
 * True if an `If-None-Match` header names this ETag, by the weak comparison of RFC 9110, section 8.8.3.2.
 * The `-df` that the host adds to the ETag of a compressed answer is not part of it.
 */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "").replace(/-df"$/, '"') === etag);
}
