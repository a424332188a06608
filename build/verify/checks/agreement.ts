import { unescapeHtml } from "../../lib/html-tokens.ts";
import { mapConcurrently } from "../../lib/map-concurrently.ts";
import { permissionSentence } from "../../model/permissions.ts";
import { factRows, instantOf, type StatedFacts } from "../facts.ts";
import { differs, type Findings, listDiffers, type Row } from "../finding.ts";
import { framed, frameRows } from "../frames.ts";
import { at, listAt, readExpected, textAt, textsAt } from "../json.ts";
import { bodyOf } from "../parity.ts";
import type { PageFacts, Site } from "../site.ts";
import { feed, feeds, latestOf } from "./feeds.ts";
import { fieldBounds } from "./guestbook.ts";
import { filesOf } from "./links.ts";
import { translationsOf } from "./page-values.ts";
import { fullText, llms, sitemapMarkdown } from "./plain-texts.ts";
import { searchIndex } from "./search.ts";

/** Documents of which more than members is compared. */
const documents: readonly [path: string, rowsOf: (site: Site) => Promise<readonly Row[]>][] = [
  ["/api/site.json", siteFacts],
  ["/api/state.json", stateDigest],
  ["/sitemap.xml", sitemap],
  ["/sitemap.md", sitemapMarkdown],
  ["/feed.xml", feed],
  ["/feeds/{name}.xml", feeds],
  ["/llms.txt", llms],
  ["/llms-full.txt", fullText],
  ["/search/index.json", searchIndex],
];

/**
 * Whether all documents agree, because they are made from one source. Expected values come from the
 * published documents alone.
 */
export async function agreement(site: Site, found: Findings): Promise<void> {
  const values = await valuesOf(site);
  const table = readExpected<Record<string, StatedFacts>>("agreement", { base_url: site.base_url });
  await found.each(Object.entries(table), async ([path, facts]) =>
    factRows(await site.json(path), facts, values),
  );
  await found.each(documents, ([, rowsOf]) => rowsOf(site));
  for (const name of framed)
    await found.each(await filesOf(site, name), async (path) =>
      frameRows(await site.text(path), name, site),
    );
}

/** The values that the table names: documents, lists of pages, and values derived from them. */
async function valuesOf(site: Site) {
  const listed = await site.json("/api/site.json");
  const pages = listAt(listed, "pages");
  const paths = listAt(listed, "navigation").map((each) => textAt(each, "path"));
  const changes = (await site.pages()).map(({ changed }) => changed);
  const dates = [textAt(listed, "metadata", "since"), ...changes].map(instantOf);
  const license = site.license.id;
  const authored = pages.filter((page) => at(page, "generated") !== true);
  const written = authored.map((page) => ({ ...Object(page), license }));
  const ofType = (type: string) => pages.filter((page) => at(page, "type") === type);
  const greeting = await pageOf(site, "greeting");
  const offers = greeting?.generated
    ? readExpected("offers", { base_url: site.base_url })
    : at(await site.json("/api/greeting.json"), "affordances");
  const isOperation = ({ id }: { id: string }) => id.startsWith("guestbook");
  return {
    index: site.index,
    site: listed,
    manifest: await site.json("/api/manifest.json"),
    author_url: textAt(listed, "author", "url") || `${site.base_url}/`,
    pages,
    written,
    notes: ofType("note"),
    realms: ofType("realm"),
    latest: await latestOf(site),
    words: written.reduce<number>((sum, page) => sum + Number(at(page, "words") ?? 0), 0),
    digests: Object.fromEntries((await site.pages()).map(({ path, sha256 }) => [path, sha256])),
    apis: listAt(site.index, "endpoints")
      .map((each) => textsAt(each, "id", "path", "url"))
      .filter(({ id, path }) => !/{|_sign/.test(path + id))
      .map(({ url }) => ({ href: url })),
    navigation: paths.map((path) => ({ url: site.base_url + path })),
    newest: dates.filter(Boolean).sort().at(-1),
    sentence: permissionSentence(site.permissions),
    documents: site.endpoints.filter((each) => !isOperation(each)),
    operations: site.endpoints.filter(isOperation),
    bounds: fieldBounds,
    // A page that a template makes is not in the list of pages.
    greeting: greeting ?? (await site.json("/api/greeting.json")),
    offers,
    manifesto: await pageOf(site, "manifesto"),
  };
}

/** The only page of a type, and its Markdown; nothing if there is none. */
async function pageOf(site: Site, type: string) {
  const page = (await site.pages()).find((each) => each.type === type);
  return page && { ...page, markdown: bodyOf(await site.text(page.markdown_path)) };
}

/** Whether the text for programs is in English, whatever the language of the site. */
async function siteFacts(site: Site): Promise<Row[]> {
  const isShipped = ({ type, generated }: PageFacts) =>
    generated && /^(?:api|greeting|manifesto)$/.test(type);
  const shipped = (await site.pages()).filter(isShipped);
  return shipped.map(({ path, language }) => differs(`the language of ${path} is`, language, "en"));
}

async function sitemap(site: Site): Promise<Row[]> {
  // If the sitemap is divided, its parts list the pages.
  const index = (await site.text("/sitemap.xml")).matchAll(/<sitemap>\s*<loc>([^<]*)/g);
  const paths = ["/sitemap.xml", ...Array.from(index, ([, url = ""]) => url)];
  const page = /<url>\s*<loc>([^<]*)<\/loc>\s*(?:<lastmod>([^<]*)<\/lastmod>)?(.*)/g;
  const listed = (await mapConcurrently(paths, site.text)).flatMap((xml) =>
    Array.from(xml.matchAll(page), ([, url = "", changed = "", links = ""]) => {
      const others = links.matchAll(/hreflang="([^"]*)" href="([^"]*)/g);
      return [unescapeHtml(url), changed, ...others.flatMap(([, ...other]) => other)].join(" ");
    }),
  );
  const all = await site.pages();
  const pages = all.map((each) => {
    const others = translationsOf(each, all).flatMap(({ language, url }) => [language, url]);
    return [each.url, each.changed, ...others].join(" ");
  });
  // Then it may list pages from the author's templates, which are undated and in no document; the
  // check of links requests them.
  const own = listed.filter(
    (line, place) => place < pages.length || !line.endsWith(" ") || !site.local(line.trim()),
  );
  return [
    listDiffers("address", own, pages),
    [new Set(listed).size < listed.length, "lists a page twice"],
  ];
}

/** Whether a version ends with the beginning of the digest. */
async function stateDigest(site: Site): Promise<Row[]> {
  const { digest, version } = textsAt(await site.json("/api/state.json"), "digest", "version");
  return [differs("`digest` begins with", digest.slice(0, 12), version.slice(-12))];
}
