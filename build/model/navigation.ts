import { wordsOf } from "../content/make-page.ts";
import type { Page } from "../content/page.ts";
import { sorted } from "../content/page-order.ts";
import { decodedPath } from "../content/path-encoding.ts";
import type { Sections } from "../content/sections.ts";
import type { Facts } from "../schemas/facts.ts";
import type { NavigationItem } from "./site-model.ts";

/** Most of the author's folders and pages that are in the navigation where the facts do not set it. */
const mostOwn = 5;

/** Kinds of pages that the software brings along, in the order in which the footer has them. */
const broughtKinds = ["search", "guestbook", "manifesto", "greeting", "api", "corpus"];

/** Pages that every site has because the software brings them along, whether or not the author wrote them anew. */
export function broughtPages(pages: readonly Page[]): Page[] {
  return broughtKinds.flatMap((kind) => pages.filter((page) => kindOf(page) === kind));
}

function kindOf({ type, path }: Page): string {
  return path === "/corpus/" ? "corpus" : type;
}

/**
 * The main navigation: what the facts set, else the author's top folders and pages, by `order` and then by name, and
 * the guestbook. Below each entry are the folders in it. Pages of a blog at the top are not in it, nor single notes and
 * rooms: the folder `/notes/` or `/realms/` leads to those.
 */
export function createNavigation(
  facts: Pick<Facts, "navigation">,
  pages: readonly Page[],
  sections: Sections<Page>,
  base_url: string,
): NavigationItem[] {
  const itemOf = (path: string, title: string): NavigationItem => ({
    title,
    path,
    url: base_url + path,
    children: (sections.get(path)?.sections ?? []).flatMap(({ page }) => (page ? [itemOfPage(page)] : [])),
  });
  const itemOfPage = ({ path, short_title }: Page): NavigationItem => itemOf(path, short_title);
  if (facts.navigation) {
    const byPath = new Map(pages.map((page) => [page.path, page]));
    return chosenPaths(facts.navigation).map(({ path, title }) => {
      const address = encodeURI(decodedPath(path));
      return itemOf(address, title ?? byPath.get(address)?.short_title ?? wordsOf(path.replaceAll("/", " ")));
    });
  }
  const root = sections.get("/");
  const top = new Set([...(root?.sections.map(({ page }) => page) ?? []), ...(root?.members ?? [])]);
  const own = [...top].filter(
    (page) =>
      page !== undefined &&
      (page.type === "page" || page.type === "list") &&
      kindOf(page) !== "corpus" &&
      !(root?.dated && page.published !== null && !sections.has(page.path)),
  ) as Page[];
  const guestbook = pages.filter(({ type }) => type === "guestbook");
  return [...sorted(own, false).slice(0, mostOwn), ...guestbook].map(itemOfPage);
}

/** The entries of `navigation` in the facts, each as a path with a title if it has one of its own. */
export function chosenPaths(navigation: NonNullable<Facts["navigation"]>): { path: string; title?: string }[] {
  return navigation.map((entry) => (typeof entry === "string" ? { path: entry } : entry));
}
