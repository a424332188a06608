import type { Page } from "../content/page.ts";
import { renderFolderList } from "../layouts/folder-list.ts";
import { ancestorsOf } from "../layouts/header.ts";
import { renderPlan } from "../layouts/plan.ts";
import { pagesBeside, relatedRealms } from "../layouts/related-links.ts";
import { type SharedParts, sharedPartsOf } from "../layouts/shared-parts.ts";
import { privacyPage } from "../model/create-site-model.ts";
import { broughtPages } from "../model/navigation.ts";
import type { SiteModel } from "../model/site-model.ts";

/** What the pages of a build displayed, by which the next build finds the pages it has to lay out again. */
export interface ShownByPages {
  /** What every page displays of the site, as JSON. */
  shared: string;
  /** The other pages of which each page displays something. */
  pages: WeakMap<Page, readonly unknown[]>;
}

/**
 * Finds the pages that display something that changed since an earlier build. An unchanged page is the same object in
 * both builds.
 * @param earlier What the pages of that build displayed; without it, all pages count as changed.
 */
export function changedPages(model: SiteModel, earlier?: ShownByPages): { changed: Page[]; shown: ShownByPages } {
  const shared = sharedByAll(model);
  const before = earlier?.shared === shared ? earlier.pages : undefined;
  const shown: ShownByPages = { shared, pages: new WeakMap() };
  const parts = sharedPartsOf(model);
  const changed = model.pages.filter((page) => {
    const seen = seenFrom(page, model, parts);
    shown.pages.set(page, seen);
    const known = before?.get(page);
    return known?.length !== seen.length || seen.some((item, index) => item !== known[index]);
  });
  return { changed, shown };
}

/** What every layout displays, or may display, of the site besides its pages. */
function sharedByAll({ facts, base_url, assets, navigation, manifesto, home, pages }: SiteModel): string {
  const privacy = privacyPage(pages);
  const titles = [manifesto.url, home.url, home.title, privacy?.path, privacy?.title];
  const brought = broughtPages(pages).map(({ path, short_title }) => [path, short_title]);
  return JSON.stringify([facts, base_url, assets, navigation, titles, brought]);
}

/** The other pages of which a page's layout displays something, and the address of its feed. */
function seenFrom(page: Page, model: SiteModel, parts: SharedParts): unknown[] {
  const seen: unknown[] = [
    ...ancestorsOf(page, parts),
    ...pagesBeside(page, parts),
    ...relatedRealms(page, parts),
    // Counts and titles in a list, and which tags have pages, are compared as text.
    renderFolderList(page, model)?.value,
    parts.rows.get(page)?.newestFirst,
    // The plan of the rooms is on the home page and beside each room.
    (page.type === "home" || page.realm) &&
      renderPlan(model.realms, parts.byPath.get("/realms/"), page.realm ? page : undefined)?.value,
    page.tags.map(parts.tagPath).join(" "),
    model.feeds.get(page.path)?.path,
  ];
  // The page about the corpus displays a digest made of all pages.
  return page.id === "corpus" ? [...seen, model] : seen;
}
