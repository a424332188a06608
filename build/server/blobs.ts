import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { setEnvironmentContext } from "@netlify/blobs";
import { project } from "../pipeline/project.ts";
import { listen, type WebHandler } from "./node-http.ts";

/** The folder of the local guestbook's entries. */
export const blobsDirectory = resolve(project, ".netlify/blobs-serve");

/** The site id under which the local store keeps its blobs. */
const localSiteId = "open-house";

/** Members of the package's server that its types declare private. */
interface Internals {
  address: string;
  handleRequest: WebHandler;
  validateAccess(request: Request): boolean;
}

/**
 * Starts the Blobs server that ships with `@netlify/blobs` on a folder, and lets `getStore()` in
 * this process use it. The server's own `start()` listens on every network interface; this one
 * listens on loopback, on a free port, with a random token. The server's code is loaded at the
 * first request, so that `npm start` shows its first page sooner.
 * @param directory Created if missing; by default the local guestbook's.
 * @returns the settings with which `@netlify/blobs` reaches it, and a function that stops it
 * @throws Error if the folder cannot be made.
 */
export async function startBlobs(directory = blobsDirectory) {
  await mkdir(directory, { recursive: true });
  const token = randomBytes(24).toString("base64url");
  const createServer = async () => {
    const { BlobsServer } = await import("@netlify/blobs/server");
    const options = { directory: resolve(directory), token, logger: () => {} };
    return Object.assign(new BlobsServer(options) as unknown as Internals, { address });
  };
  let started: Promise<Internals> | undefined;
  const answer: WebHandler = async (request) => {
    const blobs = await (started ??= createServer());
    const listed = blobs.validateAccess(request) ? await answerListing(directory, request) : null;
    const response = listed ?? (await blobs.handleRequest(request));
    // The package writes to a file whose name begins with a dot, then renames it. If that fails, as
    // on a full disk, it leaves the file, which may hold an entry's text. Other writes under way lose
    // their files too, and fail as this one did.
    if (response.status >= 500) await deleteUnfinished(directory, 0);
    return response;
  };
  const server = await listen(answer);
  const address = server.origin.replace("localhost", "127.0.0.1");
  const environment = {
    siteID: localSiteId,
    token,
    edgeURL: address,
    uncachedEdgeURL: address,
    primaryRegion: "local",
  };
  setEnvironmentContext(environment);
  return { environment, stop: server.stop };
}

/**
 * Deletes the files of unfinished writes in a local store.
 * @param age How old, in milliseconds, a file must be to be deleted.
 */
export async function deleteUnfinished(directory: string, age: number): Promise<void> {
  for (const path of await filesIn(directory)) {
    const found = isUnfinished(path) && (await stat(path).catch(() => null));
    if (found && Date.now() - found.mtimeMs >= age) await rm(path, { force: true });
  }
}

/** The most keys on one page of a listing, as in the deployed store. */
const pageSize = 1000;

/**
 * Lists a local store: every key that was there when the listing began, in order, page by page. The
 * package's own listing looks at each file after reading the names. If one was renamed in between,
 * as in every write, it stops there and answers with an incomplete list. It also looks at every
 * file of a folder, whatever the prefix; this one reads only the names.
 * @returns null if the request asks for something else.
 */
async function answerListing(directory: string, { method, url }: Request) {
  const { pathname, searchParams } = new URL(url);
  const [, site, store] = /^(?:\/region:[^/]+)?\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (method !== "GET" || site !== localSiteId || store === undefined) return null;
  const prefix = searchParams.get("prefix") ?? "";
  const cursor = searchParams.get("cursor") ?? "";
  const name = decodeURIComponent(store);
  const folder = process.platform === "win32" ? encodeURIComponent(name) : name;
  const root = resolve(directory, "entries", site, folder);
  const folders = prefix.split("/").slice(0, -1);
  const leadsUp = folders.some((folder) => /^\.\.?$/.test(folder));
  const keys = (leadsUp ? [] : await filesIn(join(root, ...folders)))
    .filter((file) => !isUnfinished(file))
    .map((file) => relative(root, file).split(sep).join("/"))
    .filter((key) => key.startsWith(prefix) && key > cursor)
    .sort();
  const page = keys.slice(0, pageSize);
  const more = keys.length > pageSize ? { next_cursor: page.at(-1) } : {};
  return Response.json({ blobs: page.map((key) => ({ key })), directories: [], ...more });
}

/** The paths of all files below a folder; none if the folder does not exist. */
async function filesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: Error) => {
      if (/^(ENOENT|ENOTDIR)/.test(error.message)) return [];
      throw error;
    },
  );
  return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
}

/** Whether a file is from a write that is under way or failed. */
function isUnfinished(path: string): boolean {
  return basename(path).startsWith(".");
}
