import { decodedPath } from "../content/address.ts";
import { nameInWords } from "../content/make-page.ts";
import type { Outline } from "../content/page.ts";
import { sortPages } from "../content/page-order.ts";
import type { Facts } from "../schemas/facts.ts";
import { type NavigationItem, pagesAt, type SiteOutline } from "./site-model.ts";

/** The most folders and pages in a navigation that the facts do not set. */
const mostEntries = 4;

/** Kinds of page that come with the software, in the footer's order: types, except `corpus`. */
const standardKinds = ["search", "guestbook", "manifesto", "greeting", "api", "corpus"];

/** Pages that every site has, because they come with the software; the author may replace them. */
export function standardPages<P extends Outline>(pages: readonly P[]): P[] {
  return standardKinds.flatMap((kind) => pages.filter((page) => standardKind(page) === kind));
}

function standardKind({ type, path }: Outline): string {
  return path === "/corpus/" ? "corpus" : type;
}

/**
 * The main navigation: the facts' `navigation`, or else the first of the author's top folders and
 * pages, by `order` and then by address, and the guestbook. Below each entry are the folders in it.
 * Posts of a blog at the top are left out, and so are single notes and realms, to which the folder
 * `/notes/` or `/realms/` leads.
 */
export function createNavigation(
  site: Pick<SiteOutline, "facts" | "pages" | "byPath" | "sections" | "base_url">,
): NavigationItem[] {
  const { facts, pages, byPath, sections, base_url } = site;
  const itemOf = (path: string, title: string): NavigationItem => ({
    title,
    path,
    url: base_url + path,
    children: pagesAt(sections.get(path)?.sections ?? [], site).map(itemOfPage),
  });
  const itemOfPage = ({ path, short_title }: Outline): NavigationItem => itemOf(path, short_title);
  if (facts.navigation) {
    return chosenPaths(facts).map(({ path, title }) => {
      const address = encodeURI(decodedPath(path));
      const known = byPath.get(address)?.short_title;
      return itemOf(address, title ?? known ?? nameInWords(path.replaceAll("/", " ")));
    });
  }
  const root = sections.get("/");
  const top = new Set([...(root?.sections ?? []), ...(root?.members ?? [])]);
  const own = pagesAt([...top], site).filter(
    (page) =>
      (page.type === "page" || page.type === "list") &&
      page.translation_of === null &&
      standardKind(page) !== "corpus" &&
      !(root?.dated && page.published !== null && !sections.has(page.path)),
  );
  const guestbook = pages.filter(({ type }) => type === "guestbook");
  return [...sortPages(own, false).slice(0, mostEntries), ...guestbook].map(itemOfPage);
}

/** The entries of `navigation` in the facts, each a path, with a title if it has its own. */
export function chosenPaths({ navigation = [] }: Facts): { path: string; title?: string }[] {
  return navigation.map((entry) => (typeof entry === "string" ? { path: entry } : entry));
}
