import type { Page } from "../content/page.ts";
import { ancestorsOf } from "../layouts/header.ts";
import { pagesBeside, relatedRealms } from "../layouts/neighbours.ts";
import { type Frame, frameOf } from "../layouts/shared-parts.ts";
import { privacyPage } from "../model/create-site-model.ts";
import type { SiteModel } from "../model/site-model.ts";

/** What the pages of a build showed, for telling which of them the next build has to make again. */
export interface ShownByPages {
  /** What all pages share, as one text. */
  shared: string;
  /** What else each page shows. */
  pages: WeakMap<Page, readonly unknown[]>;
}

/**
 * Pages that show something that changed since an earlier build. A page that did not change is the same object as it was then.
 * @param earlier What the pages of that build showed; without it, all pages are changed.
 */
export function changedPages(context: SiteModel, earlier?: ShownByPages): { changed: Page[]; shown: ShownByPages } {
  const shared = sharedByAll(context);
  const before = earlier?.shared === shared ? earlier.pages : undefined;
  const shown: ShownByPages = { shared, pages: new WeakMap() };
  const frame = frameOf(context);
  const changed = context.pages.filter((page) => {
    const seen = seenFrom(page, context, frame);
    shown.pages.set(page, seen);
    const known = before?.get(page);
    return known?.length !== seen.length || seen.some((item, index) => item !== known[index]);
  });
  return { changed, shown };
}

/** What every layout shows, or may show, of the site besides its pages. */
function sharedByAll({ facts, base_url, assets, navigation, manifesto, home, pages }: SiteModel): string {
  const privacy = privacyPage(pages);
  const titles = [manifesto.url, home.url, home.title, privacy?.path, privacy?.title];
  return JSON.stringify([facts, base_url, assets, navigation, titles]);
}

/** The other pages that a page's layout shows something of. */
function seenFrom(page: Page, context: SiteModel, frame: Frame): unknown[] {
  const seen: unknown[] = [
    ...ancestorsOf(page, frame),
    ...pagesBeside(page, context, frame),
    ...relatedRealms(page, frame),
  ];
  // The page about the corpus tells the digest of all others.
  return page.id === "corpus" ? [...seen, context] : seen;
}
