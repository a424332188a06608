import { agentSkill, agentSkills } from "../documents/agent-skill.ts";
import { aiManifest } from "../documents/ai-manifest.ts";
import { apiCatalog } from "../documents/api-catalog.ts";
import { apiNotFound } from "../documents/api-not-found.ts";
import { corpus, corpusLines } from "../documents/corpus.ts";
import { croissant } from "../documents/croissant.ts";
import { digests } from "../documents/digests.ts";
import { feed } from "../documents/feed.ts";
import { greeting } from "../documents/greeting.ts";
import { headers } from "../documents/headers.ts";
import { gone, notFound } from "../documents/html-errors.ts";
import { index } from "../documents/index.ts";
import { llmsFull } from "../documents/llms-full.ts";
import { llms, llmsSections } from "../documents/llms.ts";
import { manifest } from "../documents/manifest.ts";
import { openapi } from "../documents/openapi.ts";
import { realms } from "../documents/realms.ts";
import { redirects } from "../documents/redirects.ts";
import { robots } from "../documents/robots.ts";
import { schemas } from "../documents/schemas.ts";
import { searchIndex } from "../documents/search-index.ts";
import { security } from "../documents/security.ts";
import { site } from "../documents/site.ts";
import { sitemap, sitemapParts } from "../documents/sitemap.ts";
import { sitemapMarkdown } from "../documents/sitemap-markdown.ts";
import { state } from "../documents/state.ts";
import { tdmrep } from "../documents/tdmrep.ts";
import { twins } from "../documents/twins.ts";
import type { Document } from "./document.ts";

/**
 * Everything the service publishes besides its pages. The files that are written, index.json, OpenAPI, llms.txt, the API page,
 * the header rules and the tests are derived from this list: to add a document, write it in build/documents and name it here.
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
  llmsSections,
  llmsFull,
  twins,
  corpusLines,
  croissant,
  sitemap,
  sitemapParts,
  sitemapMarkdown,
  feed,
  searchIndex,
  aiManifest,
  robots,
  apiCatalog,
  tdmrep,
  agentSkills,
  agentSkill,
  security,
  apiNotFound,
  notFound,
  gone,
  headers,
  redirects,
];
