import type { Document } from "../model/site-model.ts";
import { aiManifest } from "./ai-manifest.ts";
import { index } from "./api-index.ts";
import { corpus, corpusLines } from "./corpus.ts";
import { apiNotFound, gone, notFound } from "./error-pages.ts";
import { feed, feeds } from "./feed.ts";
import { llmsFull, twins } from "./full-text.ts";
import { headers, redirects } from "./host-rules.ts";
import { llms, llmsFolders, sitemapMarkdown } from "./llms.ts";
import { greeting, manifest } from "./manifest-and-greeting.ts";
import { openapi } from "./openapi.ts";
import { realms } from "./realms.ts";
import { robots } from "./robots.ts";
import { schemas } from "./schemas.ts";
import { searchIndex, searchPageFiles, searchWordFiles } from "./search-index.ts";
import { site } from "./site.ts";
import { sitemap, sitemapParts } from "./sitemap.ts";
import { digests, state } from "./state.ts";
import { apiCatalog, tdmrep } from "./well-known.ts";

/**
 * Everything the service publishes besides its pages. The files that are written, index.json,
 * OpenAPI, llms.txt, the API page, the header rules and the tests are derived from this list. To
 * add a document, define it in a file of this folder and add it here.
 */
export const catalogue: readonly Document[] = [
  index,
  site,
  realms,
  manifest,
  greeting,
  corpus,
  state,
  digests,
  openapi,
  schemas,
  llms,
  llmsFolders,
  llmsFull,
  twins,
  corpusLines,
  sitemap,
  sitemapParts,
  sitemapMarkdown,
  feed,
  feeds,
  searchIndex,
  searchWordFiles,
  searchPageFiles,
  aiManifest,
  robots,
  apiCatalog,
  tdmrep,
  apiNotFound,
  notFound,
  gone,
  headers,
  redirects,
];
