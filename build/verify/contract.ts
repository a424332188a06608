/**
 * The endpoints that every site has: ids in the index, with the addresses that never change.
 * Stated here on purpose, and not derived from the catalogue: a check derived from what it checks cannot fail.
 */
export const requiredEndpoints: Readonly<Record<string, string>> = {
  index: "/api/index.json",
  site: "/api/site.json",
  realms: "/api/realms.json",
  manifest: "/api/manifest.json",
  greeting: "/api/greeting.json",
  corpus: "/api/corpus.json",
  state: "/api/state.json",
  digests: "/api/digests.json",
  openapi: "/api/openapi.json",
  schemas: "/api/schemas/{name}.json",
  guestbook: "/api/guestbook",
  guestbook_sign: "/api/guestbook",
};

export const requiredFormats: Readonly<Record<string, string>> = {
  llms: "/llms.txt",
  llms_full: "/llms-full.txt",
  sitemap: "/sitemap.xml",
  feed: "/feed.xml",
  ai_manifest: "/ai-manifest.json",
  robots: "/robots.txt",
};

/** The greatest size of state.json, in bytes: programs request it often, however large the site is. */
export const stateLimit = 16 * 1024;

/** How long the fields of a signature may be, in code points. */
export const fieldBounds = { message: 500, name: 80, url: 200 } as const;

/** The longest body the guestbook reads, in bytes. */
export const bodyLimit = 16 * 1024;
