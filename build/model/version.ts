import { feedPath } from "../content/feeds.ts";
import { sha256 } from "../lib/bytes.ts";
import { Facts } from "../schemas/facts.ts";
import { redirectRules } from "./redirect-rules.ts";
import { pagesAt, type SiteModel } from "./site-model.ts";

/** Published facts; the others affect address, pages and navigation, which are included. */
const publishedFacts = (Object.keys(Facts.properties) as (keyof Facts)[]).filter(
  (key) => key !== "base_url" && key !== "lists" && key !== "navigation",
);

/**
 * The digest in the site's version: hex SHA-256 over everything published that an author decides,
 * which is facts, pages, their order in navigation, lists and feed, former addresses, promises, and
 * files that are copied or named by their content. A setting without effect (an `order` that moves
 * nothing, a `short_title` that is shown nowhere) does not change it.
 */
export function publishedDigest(site: SiteModel): string {
  const { facts, base_url, pages, navigation, notes, realms, feed, latest, promises } = site;
  const pathsOf = (list: readonly { path: string }[]) => list.map(({ path }) => path);
  return sha256(
    JSON.stringify([
      publishedFacts.map((key) => [key, facts[key]]),
      base_url,
      pages.map(({ path, content_sha256 }) => [path, content_sha256]),
      navigation,
      [notes, realms].map(pathsOf),
      [["/", pathsOf(feed)] as const, ...site.feeds].map(([path, entries]) => [
        feedPath(path),
        pagesAt(entries, site).map(({ path, feed_id }) => [path, feed_id]),
      ]),
      latest?.path,
      // Keys such as `order` are not in a page's digest, but change the order of lists.
      [...site.sections.values()].map(({ path, members, sections }) => {
        // Pages of a folder name each other by their short titles.
        const named = path === "/" || members.length < 2 ? [] : pagesAt([path, ...members], site);
        return [path, members, sections, named.map(({ short_title }) => short_title)];
      }),
      [...site.tags.values()].map(({ name, slug, members }) => [name, slug, members]),
      sha256(redirectRules(pages, site.gone)),
      promises.map(({ id, title, text }) => [id, title, text]),
      site.greeting_affordances,
      site.assets,
      site.copied,
      ...(site.templates.length > 0 ? [site.templates] : []),
      ...(facts.own_words ? [facts.own_words] : []),
    ]),
  );
}
