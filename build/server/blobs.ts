import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { setEnvironmentContext } from "@netlify/blobs";
import { BlobsServer } from "@netlify/blobs/server";
import { listen, type WebHandler } from "./node-http.ts";

/** Keys on one page, as the deployed store has them. */
const pageSize = 1000;

/** The listing that a request to the local store asks for; null if it asks for something else. */
function listRequest(request: Request): { site: string; store: string; prefix: string; cursor: string } | null {
  const { pathname, searchParams } = new URL(request.url);
  const parts = pathname.split("/").slice(pathname.startsWith("/region:") ? 2 : 1);
  const [site, store, ...key] = parts;
  if (request.method !== "GET" || site === undefined || store === undefined || store === "" || site === "api")
    return null;
  if (key.some((part) => part !== "") || searchParams.get("directories") === "true") return null;
  return {
    site,
    store: decodeURIComponent(store),
    prefix: searchParams.get("prefix") ?? "",
    cursor: searchParams.get("cursor") ?? "",
  };
}

/**
 * Lists a local store: every key that was there when the listing began, in order, page by page.
 * The package's own listing reads each file after it has read the names. If one was renamed in between, as happens with
 * every write, it stops there and answers with an incomplete list.
 * @param directory The Blobs server's folder.
 */
async function listBlobs(directory: string, request: NonNullable<ReturnType<typeof listRequest>>): Promise<Response> {
  const { site, store, prefix, cursor } = request;
  const root = resolve(directory, "entries", site, process.platform === "win32" ? encodeURIComponent(store) : store);
  const files = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const keys = files
    // A name that begins with a dot is an unfinished write.
    .filter((file) => file.isFile() && !file.name.startsWith("."))
    .map((file) => relative(root, join(file.parentPath, file.name)).split(sep).join("/"))
    .filter((key) => key.startsWith(prefix) && key > cursor)
    .sort();
  const page = keys.slice(0, pageSize);
  return Response.json({
    blobs: page.map((key) => ({ key })),
    directories: [],
    ...(keys.length > pageSize ? { next_cursor: page.at(-1) } : {}),
  });
}

/** Where the local guestbook's entries are kept, relative to the project. */
export const blobsDirectory = ".netlify/blobs-serve";

/** The site id under which the local store keeps its blobs. */
const localSiteId = "open-house";

/** The settings with which `@netlify/blobs` reaches a store. */
export interface BlobsEnvironment {
  siteID: string;
  token: string;
  edgeURL: string;
  uncachedEdgeURL: string;
  primaryRegion: string;
}

export interface RunningBlobs {
  environment: BlobsEnvironment;
  stop(): Promise<void>;
}

/** Members of the package's server that its types declare private. */
interface Internals {
  address: string;
  handleRequest: WebHandler;
  validateAccess(request: Request): boolean;
}

/**
 * Starts the Blobs server that ships with `@netlify/blobs` over a folder, and lets `getStore()` in this process use it.
 * The server's own `start()` listens on every network interface; this one listens on loopback, on a free port, with a
 * random token.
 * @param directory Created if it is missing.
 * @throws Error if the folder cannot be made.
 */
export async function startBlobs(directory: string = blobsDirectory): Promise<RunningBlobs> {
  await mkdir(directory, { recursive: true });
  const token = randomBytes(24).toString("base64url");
  const blobs = new BlobsServer({ directory: resolve(directory), token, logger: () => {} }) as unknown as Internals;
  const server = await listen((request) => {
    const wanted = blobs.validateAccess(request) ? listRequest(request) : null;
    return wanted === null ? blobs.handleRequest(request) : listBlobs(directory, wanted);
  });
  blobs.address = server.origin.replace("localhost", "127.0.0.1");
  const environment: BlobsEnvironment = {
    siteID: localSiteId,
    token,
    edgeURL: blobs.address,
    uncachedEdgeURL: blobs.address,
    primaryRegion: "local",
  };
  setEnvironmentContext(environment);
  return { environment, stop: server.stop };
}
