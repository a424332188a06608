import { htmlFileOf } from "../content/address.ts";
import type { Page } from "../content/page.ts";
import type { Context } from "../context.ts";
import type { Entry } from "../run/run.ts";
import { frameOf, privacyPage, type Frame } from "./frame.ts";
import { ancestorsOf } from "./header.ts";
import { pagesBeside, relatedRealms } from "./neighbours.ts";
import { renderPage } from "./page.ts";

/** Pages in their layouts, with their files: those from one place in the order of the site to another. */
export function layOut(context: Context, from = 0, to = context.pages.length): Entry[] {
  return context.pages.slice(from, to).map((page) => layOutOne(page, context));
}

/** What a running server remembers of its layouts. */
export interface LaidOut {
  /** What all pages share, as one text. */
  shared: string;
  pages: WeakMap<Page, { seen: readonly unknown[]; entry: Entry }>;
}

/**
 * All pages in their layouts. Those that show nothing that changed are the very entries of the last time.
 * @param known What the last call returned.
 */
export function layOutAgain(context: Context, known: LaidOut | undefined): LaidOut & { entries: Entry[] } {
  const shared = sharedBy(context);
  const pages: LaidOut["pages"] = known?.shared === shared ? known.pages : new WeakMap();
  const frame = frameOf(context);
  const entries = context.pages.map((page) => {
    const seen = seenFrom(page, context, frame);
    const before = pages.get(page);
    if (before && before.seen.length === seen.length && seen.every((item, index) => item === before.seen[index]))
      return before.entry;
    const entry = layOutOne(page, context);
    pages.set(page, { seen, entry });
    return entry;
  });
  return { shared, pages, entries };
}

function layOutOne(page: Page, context: Context): Entry {
  return { path: htmlFileOf(page.path), html: renderPage(page, context) };
}

/** What every layout shows, or may show, of the site besides its pages. */
function sharedBy({ facts, base_url, assets, navigation, manifesto, home, pages }: Context): string {
  const privacy = privacyPage(pages);
  return JSON.stringify([
    facts,
    base_url,
    assets,
    navigation,
    manifesto.url,
    home.url,
    home.title,
    privacy?.path,
    privacy?.title,
  ]);
}

/** The other pages that a page's layout shows something of. A page that did not change is the same object as in the last build. */
function seenFrom(page: Page, context: Context, frame: Frame): unknown[] {
  const seen: unknown[] = [
    ...ancestorsOf(page, frame),
    ...pagesBeside(page, context, frame),
    ...relatedRealms(page, frame),
  ];
  // The page about the corpus tells the digest of all others.
  return page.id === "corpus" ? [...seen, context] : seen;
}
