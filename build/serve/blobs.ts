import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { setEnvironmentContext } from "@netlify/blobs";
import { BlobsServer } from "@netlify/blobs/server";
import { listBlobs, listRequest } from "./blob-list.ts";
import { listen, type WebHandler } from "./node-http.ts";

/** Where the local guestbook's entries are kept, relative to the project. */
export const blobsDirectory = ".netlify/blobs-serve";

/** The site id under which the local store keeps its blobs. */
export const localSiteId = "open-house";

/** What `@netlify/blobs` must be told to reach a store. */
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

/** What the package's server has at run time and its types call private. */
interface Internals {
  address: string;
  handleRequest: WebHandler;
  validateAccess(request: Request): boolean;
}

/**
 * Starts the Blobs server that ships with `@netlify/blobs` over a folder, and tells `getStore()` in this process to use it.
 * The server's own `start()` listens on every network interface; this one listens on loopback, on a free port, with a random token.
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
