import { existsSync } from "node:fs";
import { purge } from "../../../functions/guestbook/http.ts";
import { type BlobStore, openStore, storeName } from "../../../functions/guestbook/store.ts";
import { blobsDirectory, startBlobs } from "../../server/blobs.ts";
import { toPrintable } from "../../verify/report.ts";

/** The guestbook's store, for its owner. */
export interface OwnerStore {
  store: BlobStore;
  /** Which store it is, in words. */
  where: string;
  /**
   * Only for the deployed store: purges the host's cache, so that readers see a change at once, and
   * returns the outcome as a sentence.
   */
  refresh?(): Promise<string>;
  /** Only for a local store: its folder, in which a killed server may leave texts of entries. */
  directory?: string;
  close?(): Promise<void>;
}

/** How long one call to the store may take, in milliseconds. */
const callTimeout = 30_000;

/**
 * Opens the deployed store if the environment names a site and a token, else the local one.
 * @param access Options of the command line; `context` is a deploy context, such as `production`.
 * @param creates Whether the command may create the named folder.
 * @throws Error of one line if only one of the two is given, or the folder is missing.
 */
export async function openOwnerStore(
  access: Partial<Record<"context" | "directory", string>>,
  environment: NodeJS.ProcessEnv,
  creates: boolean,
): Promise<OwnerStore> {
  const { NETLIFY_SITE_ID: siteID = "", NETLIFY_AUTH_TOKEN: token = "" } = environment;
  const { NETLIFY_API_URL: apiURL } = environment;
  if ((siteID === "") !== (token === "")) {
    const missing = siteID === "" ? "NETLIFY_SITE_ID" : "NETLIFY_AUTH_TOKEN";
    throw new Error(`The deployed store needs a site id and a token, but ${missing} is missing.`);
  }
  const name = storeName(access.context ?? (siteID === "" ? "dev" : "production"));
  if (siteID !== "") {
    const credentials = { siteID, token, ...(apiURL === undefined ? {} : { apiURL }) };
    return {
      store: openStore(name, { credentials, timeout: callTimeout }),
      where: `${name} of the deployed site ${siteID}`,
      refresh: async () =>
        ` The host’s cache ${(await purge(credentials)) ? "was" : "could not be"} purged; a copy lives two minutes at most.`,
    };
  }
  const { directory = blobsDirectory } = access;
  if (!creates && access.directory !== undefined && !existsSync(directory))
    throw new Error(`${toPrintable(directory)}: there is no such folder.`);
  const blobs = await startBlobs(directory);
  return {
    store: openStore(name, { timeout: callTimeout }),
    where: `${name} in ${directory}`,
    directory,
    close: blobs.stop,
  };
}
