import { purgeCache } from "@netlify/functions";
import { cacheTag } from "./headers.ts";

/**
 * Makes the host's cache ask for the entries again. Best effort: the host allows two purges of a tag in five seconds,
 * and what is not purged is out of date for two minutes at most. So nobody who signs is sent to an address that may
 * have been cached before. Where there is no host, as locally, there is nothing to purge.
 * @returns Whether the host said that it did.
 */
export async function purge(access?: { siteID: string; token: string; apiURL?: string }): Promise<boolean> {
  if (access === undefined && process.env["NETLIFY_PURGE_API_TOKEN"] === undefined) return false;
  try {
    await purgeCache({ tags: [cacheTag], ...access });
    return true;
  } catch {
    return false;
  }
}
