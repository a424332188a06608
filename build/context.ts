import type { Document, Operation } from "./catalogue/document.ts";
import type { Page } from "./content/page.ts";
import type { HousePromise } from "./content/promises.ts";
import type { Affordance } from "./schemas/affordance.ts";
import type { Facts } from "./schemas/facts.ts";

/** An entry of the navigation tree. */
export interface NavigationItem {
  title: string;
  path: string;
  url: string;
  children: NavigationItem[];
}

/** Everything a document or a layout may know about the site. Pure data: the same content gives the same context. */
export interface Context {
  facts: Facts;
  /** Where this build will be served, without a slash at the end: the facts' `base_url`, Netlify's, or the local server's. */
  base_url: string;
  /** All published pages, sorted by path. */
  pages: Page[];
  home: Page;
  /** Notes, newest first. */
  notes: Page[];
  /** Realms, in their `order`, then by title. */
  realms: Page[];
  manifesto: Page;
  promises: HousePromise[];
  greeting: Page;
  greeting_affordances: Affordance[];
  navigation: NavigationItem[];
  catalogue: readonly Document[];
  operations: readonly Operation[];
  /** `<newest content date>-<first 12 hex of digest>`; changes exactly when published content changes. */
  version: string;
  /** Hex SHA-256 over page digests, facts and permissions. */
  digest: string;
  /** RFC 3339 date-time of the newest content. */
  updated: string;
}
