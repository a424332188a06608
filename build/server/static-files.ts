import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { sha256 } from "../lib/bytes.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".js": "application/javascript; charset=UTF-8",
  ".mjs": "application/javascript; charset=UTF-8",
  ".txt": "text/plain; charset=UTF-8",
  ".csv": "text/csv; charset=UTF-8",
  ".json": "application/json",
  ".xml": "application/xml",
  ".pdf": "application/pdf",
  ".zip": "application/zip",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
};

/** The media type that the host gives a file by its ending; a header rule may set another. */
export function mediaTypeOf(path: string): string {
  return types[extname(path).toLowerCase()] ?? "application/octet-stream";
}

/** Read by the host, never served. */
const unserved = new Set(["/_headers", "/_redirects"]);

/**
 * Finds the file that answers a path, as the host does: `/x/` is `/x/index.html`; `/x` is the file of that name,
 * `/x.html` or `/x/index.html`, without a redirect.
 * @param directory The built site.
 * @param pathname Of the request, percent-encoded.
 * @returns The file's path in the built site, such as `/x/index.html`; null if there is none.
 */
export async function findStatic(directory: string, pathname: string): Promise<string | null> {
  const path = decodePath(pathname);
  if (path === null || unserved.has(path) || isHidden(path)) return null;
  const candidates = path.endsWith("/") ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`];
  for (const file of candidates) if (await isFile(join(directory, file))) return file;
  return null;
}

/** Names that begin with a dot are not deployed, except for the folder of RFC 8615, `.well-known`. */
function isHidden(path: string): boolean {
  const [first = "", ...others] = path.split("/").slice(1);
  return (first.startsWith(".") && first !== ".well-known") || others.some((segment) => segment.startsWith("."));
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

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** A file's bytes, and the strong ETag made of their digest. */
export async function readStatic(file: string): Promise<{ bytes: Buffer<ArrayBuffer>; etag: string }> {
  const bytes = await readFile(file);
  return { bytes, etag: `"${sha256(bytes).slice(0, 32)}"` };
}
