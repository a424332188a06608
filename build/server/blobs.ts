import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { setEnvironmentContext } from "@netlify/blobs";
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
 * every write, it stops there and answers with an incomplete list. It also reads the whole store for every prefix; this
 * one reads only the folder that a prefix names.
 * @param directory The Blobs server's folder.
 */
async function listBlobs(directory: string, request: NonNullable<ReturnType<typeof listRequest>>): Promise<Response> {
  const { site, store, prefix, cursor } = request;
  const root = resolve(directory, "entries", site, process.platform === "win32" ? encodeURIComponent(store) : store);
  const folders = prefix.split("/").slice(0, -1);
  const keys = (folders.some((name) => name === "." || name === "..") ? [] : await filesIn(join(root, ...folders)))
    .map((file) => relative(root, file).split(sep).join("/"))
    .filter((key) => key.startsWith(prefix) && key > cursor)
    .sort();
  const page = keys.slice(0, pageSize);
  return Response.json({
    blobs: page.map((key) => ({ key })),
    directories: [],
    ...(keys.length > pageSize ? { next_cursor: page.at(-1) } : {}),
  });
}

/** The paths of all files below a folder, without unfinished writes, whose names begin with a dot. */
async function filesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
      throw error;
    },
  );
  return files
    .filter((file) => file.isFile() && !file.name.startsWith("."))
    .map((file) => join(file.parentPath, file.name));
}

/**
 * Looks for entries that a guestbook of an earlier version kept in a folder, in stores of other names. They are neither
 * shown nor touched.
 * @returns A line that says how to keep them, or null where there are none.
 */
export async function describeEarlierStores(directory: string): Promise<string | null> {
  const stores = await readdir(join(directory, "entries", localSiteId)).catch(() => []);
  const earlier = stores.filter((name) => /^site(:|%3A)guestbook(?!-\d)/.test(name));
  if (earlier.length === 0) return null;
  return (
    `${directory} holds entries that an earlier version of the guestbook stored in another way; they are not shown. ` +
    "To keep them, run `npm run guestbook -- export` with that version and `npm run guestbook -- import` with this one."
  );
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

/** Creates the package's server, which is loaded only now: `npm start` shows its first page earlier without it. */
async function createServer(options: { directory: string; token: string }, address: string): Promise<Internals> {
  const { BlobsServer } = await import("@netlify/blobs/server");
  const blobs = new BlobsServer({ ...options, logger: () => {} }) as unknown as Internals;
  blobs.address = address;
  return blobs;
}

/**
 * Starts the Blobs server that ships with `@netlify/blobs` over a folder, and lets `getStore()` in this process use it.
 * The server's own `start()` listens on every network interface; this one listens on loopback, on a free port, with a
 * random token.
 * @param directory Created if it is missing.
 * @throws Error if the folder cannot be made.
 */
export async function startBlobs(directory: string): Promise<RunningBlobs> {
  await mkdir(directory, { recursive: true });
  const token = randomBytes(24).toString("base64url");
  let started: Promise<Internals> | undefined;
  const server = await listen(async (request) => {
    const blobs = await (started ??= createServer({ directory: resolve(directory), token }, address));
    const wanted = blobs.validateAccess(request) ? listRequest(request) : null;
    return wanted === null ? blobs.handleRequest(request) : listBlobs(directory, wanted);
  });
  const address = server.origin.replace("localhost", "127.0.0.1");
  const environment: BlobsEnvironment = {
    siteID: localSiteId,
    token,
    edgeURL: address,
    uncachedEdgeURL: address,
    primaryRegion: "local",
  };
  setEnvironmentContext(environment);
  return { environment, stop: server.stop };
}
