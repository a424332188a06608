import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { purge } from "../../../functions/guestbook/responses.ts";
import { type BlobStore, openStore, storeName } from "../../../functions/guestbook/store.ts";
import { printable } from "../../lib/printable.ts";
import { project } from "../../pipeline/project.ts";
import { blobsDirectory, startBlobs } from "../../server/blobs.ts";

/** The guestbook's store as its owner works on it. */
export interface OwnerStore {
  store: BlobStore;
  /** Which store it is, in words. */
  where: string;
  /** Purges the host's cache, so that readers see a change at once. Returns the outcome as a sentence, "" if none. */
  refresh(): Promise<string>;
  /** Deletes the files of unfinished writes that a killed local server left: they may hold the text of an entry. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Options of the command line; `context` is the deploy context whose guestbook it is, such as `production`. */
type OwnerAccess = Partial<Record<"context" | "directory", string>>;

/** How long one call to the store may take, in milliseconds. */
const timeout = 30_000;

const nothing = async () => {};

/**
 * Opens the deployed store if the environment names a site and a token, else the local one.
 * @param creates Whether the command may make a folder that is named and is not there yet.
 * @throws Error of one line if only one of the two is given, or the folder is missing.
 */
export async function openOwnerStore(
  access: OwnerAccess,
  environment: NodeJS.ProcessEnv,
  creates: boolean,
): Promise<OwnerStore> {
  const siteID = environment["NETLIFY_SITE_ID"] ?? "";
  const token = environment["NETLIFY_AUTH_TOKEN"] ?? "";
  if ((siteID === "") !== (token === "")) {
    const missing = siteID === "" ? "NETLIFY_SITE_ID" : "NETLIFY_AUTH_TOKEN";
    throw new Error(`The deployed store needs a site id and a token, but ${missing} is missing.`);
  }
  if (siteID !== "") {
    const name = storeName(access.context ?? "production");
    const apiURL = environment["NETLIFY_API_URL"];
    const credentials = { siteID, token, ...(apiURL === undefined ? {} : { apiURL }) };
    return {
      store: openStore(name, { credentials, timeout }),
      where: `${name} of the deployed site ${siteID}`,
      refresh: async () =>
        (await purge(credentials))
          ? " The host’s cache was purged."
          : " The host’s cache could not be purged; its copy expires within two minutes.",
      sweep: nothing,
      close: nothing,
    };
  }
  const { directory = resolve(project, blobsDirectory) } = access;
  const name = storeName(access.context ?? "dev");
  if (!creates && access.directory !== undefined && !existsSync(directory))
    throw new Error(`${printable(directory)}: there is no such folder.`);
  const blobs = await startBlobs(directory);
  return {
    store: openStore(name, { timeout }),
    where: `${name} in ${directory}`,
    refresh: async () => "",
    sweep: () => sweepUnfinished(directory),
    close: blobs.stop,
  };
}

/** Milliseconds after which an unfinished write is taken to be abandoned. */
const unfinishedAge = 60_000;

/** The local server writes to a name with a dot in front, then renames. */
async function sweepUnfinished(directory: string): Promise<void> {
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || !file.name.startsWith(".")) continue;
    const path = join(file.parentPath, file.name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > unfinishedAge) await rm(path, { force: true });
  }
}
