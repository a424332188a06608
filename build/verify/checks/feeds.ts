import { unescaped } from "../../lib/html-tokens.ts";
import { differs, listDiffers, type Row } from "../finding.ts";
import { at } from "../json.ts";
import { wordsOf, wordsOfText } from "../parity.ts";
import { type PageFacts, type Site, sampleOf } from "../site.ts";

/** Most entries of a feed. */
const most = 20;

/** The contents of a feed or entry: texts by names of elements, addresses by relation and type. */
function readAtom(xml: string): Record<string, string | undefined> {
  const texts = xml.matchAll(/<(\w+)(?: [^>]*)?>([^<]*)<\/\1>/g);
  const links = xml.matchAll(/<link rel="([^"]*)" type="([^"]*)" href="([^"]*)"/g);
  const tags = xml.match(/(?<=<category term=")[^"]*/g) ?? [];
  const said = [
    ...Array.from(texts, ([, name = "", text = ""]) => [name, text]),
    ...Array.from(links, ([, rel, type, href = ""]) => [`${rel} ${type}`, href]),
    ["tags", tags.join(", ")],
  ];
  return Object.fromEntries(said.map(([name, text = ""]) => [name, unescaped(text)]));
}

/** The feed itself, then its entries in order. */
export const atomIn = (xml: string) => xml.split("<entry>").map(readAtom);

/** A date as in JSON, however its offset is written; empty if it is not a date. */
const instant = (date = "") => new Date(date).toJSON() ?? "";

/**
 * Pages that feeds may have, newest first: those that their author wrote and dated, except the home
 * page and pages of folders, which have pages below them after them.
 */
async function datedPages(site: Site): Promise<PageFacts[]> {
  const pages = (await site.pages()).filter(({ generated }) => !generated);
  const isFolder = (path: string, next = "") =>
    /^\/((notes|realms)\/)?$/.test(path) || next.startsWith(path);
  return pages
    .filter(({ path, published }, at) => published !== "" && !isFolder(path, pages[at + 1]?.path))
    .sort((a, b) => Date.parse(b.published) - Date.parse(a.published));
}

/**
 * The page that state.json must name as the latest: the feed's first, else the one changed last.
 */
export async function latestOf(site: Site): Promise<PageFacts | undefined> {
  const [, first] = atomIn(await site.text("/feed.xml"));
  const pages = await site.pages();
  const timeOf = ({ changed }: PageFacts) => Date.parse(changed) || 0;
  return first
    ? pages.find(({ url }) => url === first["alternate text/html"])
    : pages.filter(timeOf).sort((a, b) => timeOf(b) - timeOf(a))[0];
}

/** Whether a feed has the newest of its possible pages, which are given newest first. */
function feedRows(path: string, xml: string, pages: readonly PageFacts[], site: Site): Row[] {
  const [feed, ...entries] = atomIn(xml);
  const texts = ["alternate text/html", "alternate text/markdown", "title", "summary", "tags"];
  const said = entries.map((entry) => [
    ...texts.map((name) => entry[name] ?? ""),
    ...["published", "updated"].map((name) => instant(entry[name])),
  ]);
  const expected = said.map(([link]) => {
    const page = pages.find(({ url }) => url === link);
    const dates = [instant(page?.published), instant(page?.changed)];
    const { markdown_url, title, description, tags } = page ?? {};
    return page && [link, markdown_url, title, description, tags?.join(", "), ...dates];
  });
  const published = said.map((entry) => entry[5]);
  const dates = pages.slice(0, most).map((page) => instant(page.published));
  const updated = instant(feed?.["updated"]);
  const [newest] = said.map((entry) => entry[6]).sort((a = "", b = "") => (a < b ? 1 : -1));
  return [
    differs("links to itself as", feed?.["self application/atom+xml"], site.base_url + path),
    listDiffers("the date of entry", published, dates),
    listDiffers("entry", said, expected),
    [new Set(entries.map(({ id }) => id)).size < entries.length, "has two entries of one id"],
    differs("`updated` is", updated, newest ?? updated),
  ];
}

/** Whether the site's feed has the newest dated pages with their full text. */
export async function feed(site: Site): Promise<Row[]> {
  const [xml, pages] = [await site.text("/feed.xml"), await datedPages(site)];
  const [head, ...entries] = atomIn(xml);
  const rows = [
    differs("has the title", head?.["title"], at(site.index, "name")),
    differs("leads to", head?.["alternate text/html"], `${site.base_url}/`),
    ...feedRows("/feed.xml", xml, pages, site),
  ];
  for (const { content = "", "alternate text/html": link } of entries) {
    const page = pages.find(({ url }) => url === link);
    const text = wordsOfText(page ? await site.text(page.markdown_path) : "");
    const isRelative = / (href|src)="\/(?!\/)/.test(content);
    rows.push(differs(`the text of ${link} says`, wordsOf(content), text));
    rows.push([isRelative, `has a relative address in the text of ${link}`]);
  }
  return rows;
}

/** Whether the feed of each folder and tag has the newest dated pages in it. */
export async function feeds(site: Site): Promise<Row[]> {
  const [pages, dated] = [await site.pages(), await datedPages(site)];
  const followed = pages.filter(({ feed }) => feed);
  const rows: Row[] = [];
  for (const { path: folder, feed, title } of sampleOf(followed, site.client.limits.sample)) {
    const path = site.local(feed) ?? feed;
    const xml = await site.text(path);
    const isIn = ({ path, type, tags, url }: PageFacts) =>
      folder.startsWith("/tags/")
        ? // Tags that are spelled alike share a page, which is named by one of them.
          tags.includes(title.replace("Tag: ", "")) || (tags.length > 0 && xml.includes(`"${url}"`))
        : path.startsWith(folder) || folder === `/${type}s/`;
    for (const [isWrong, what] of feedRows(path, xml, dated.filter(isIn), site))
      rows.push([isWrong, `${path} ${what}`]);
  }
  const lacking = pages
    .filter(({ path, feed }, at) => !feed && path !== "/" && pages[at + 1]?.path.startsWith(path))
    .filter(({ path }) => dated.some((page) => page.path !== path && page.path.startsWith(path)));
  rows.push(...lacking.map(({ path }): Row => [true, `${path} has dated pages, and no feed`]));
  return rows;
}
