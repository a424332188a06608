import { unescapeHtml } from "../../lib/html-tokens.ts";
import { factRows, type StatedFacts } from "../facts.ts";
import { differs, listDiffers, type Row } from "../finding.ts";
import { shownIn, wordsOfHtml } from "../html.ts";
import { readExpected, textAt, textsAt } from "../json.ts";
import { wordsOfText } from "../parity.ts";
import { type PageFacts, type Site, sampleOf } from "../site.ts";

/** Most entries of a feed. */
const most = 20;

/**
 * The contents of a feed or entry: texts by names of elements, as readers show them, addresses by
 * relation and type. A text that is HTML is also there as it is: `content html`.
 */
function readAtom(xml: string): Record<string, string | undefined> {
  const texts = xml.matchAll(/<(\w+)( [^>]*)?>([^<]*)<\/\1>/g);
  const links = xml.matchAll(/<link rel="([^"]*)"(?: type="([^"]*)")? href="([^"]*)"/g);
  const said = [
    ...Array.from(texts, ([, name, attributes = "", text]) => {
      return [/ type="[\w/]*html/.test(attributes) ? `${name} html` : name, text];
    }),
    ...Array.from(links, ([, rel, type, href]) => [type ? `${rel} ${type}` : rel, href]),
    ["tags", (xml.match(/(?<=<category term=")[^"]*/g) ?? []).join(", ")],
    ["language", /xml:lang="([^"]*)"/.exec(xml)?.[1]],
  ];
  const read = said.map(([name = "", text = ""]) => [name, unescapeHtml(text)] as const);
  const html = read.filter(([name]) => name.endsWith(" html"));
  const shown = html.map(([name, text]) => [name.split(" ")[0], shownIn(text)]);
  return Object.fromEntries([...shown, ...read]);
}

/** The contents of a feed, and of its entries in order. */
export function atomIn(xml: string) {
  const [feed = {}, ...entries] = xml.split("<entry>").map(readAtom);
  return { feed, entries };
}

/** The page that an entry leads to. */
const pageOf = (entry: Record<string, string | undefined>, pages: readonly PageFacts[]) =>
  pages.find(({ url }) => url === entry["alternate text/html"]);

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

/** The page that state.json must name as the latest: the feed's first, else the one changed last. */
export async function latestOf(site: Site): Promise<PageFacts | undefined> {
  const [first] = atomIn(await site.text("/feed.xml")).entries;
  const pages = await site.pages();
  const timeOf = ({ changed }: PageFacts) => Date.parse(changed) || 0;
  const [last] = pages.filter(timeOf).sort((a, b) => timeOf(b) - timeOf(a));
  return first ? pageOf(first, pages) : last;
}

const table = readExpected<Record<"pages", StatedFacts>>("feeds").pages;

/** The id, title and subtitle of a feed, and the address of the page that shows the same. */
type Head = Record<"id" | "title" | "subtitle" | "url", string>;

/** Whether a feed has the newest of its possible pages, which are given newest first. */
async function feedRows(path: string, head: Head, pages: readonly PageFacts[], site: Site) {
  const { feed, entries } = atomIn(await site.text(path));
  const listed = await site.json("/api/site.json");
  const datesOf = (items: readonly object[], member: string) =>
    items.map((item) => new Date(textAt(item, member)).toJSON() ?? "");
  const values = {
    index: site.index,
    site: listed,
    head,
    self: site.base_url + path,
    updated: datesOf(entries, "updated").sort().at(-1) ?? textAt(listed, "metadata", "updated"),
    entries: entries
      .map((entry) => pageOf(entry, pages))
      .map((page) => page && { ...page, tags: page.tags.join(", ") }),
  };
  const expected = datesOf(pages.slice(0, most), "published");
  return [
    listDiffers("the date of entry", datesOf(entries, "published"), expected),
    ...factRows({ ...feed, entries }, table, values),
    ...entries.map(({ id = "", "alternate text/html": link }): Row => {
      const isOther = pages.some(({ url, markdown_url }) => [url, markdown_url].includes(id));
      return [!URL.canParse(id) || (isOther && id !== link), `has for ${link} the id ${id}`];
    }),
    [new Set(entries.map(({ id }) => id)).size < entries.length, "has two entries of one id"],
  ] satisfies Row[];
}

/** Whether the site's feed has the newest dated pages with their full text. */
export async function feed(site: Site): Promise<Row[]> {
  const { name, tagline } = textsAt(await site.json("/api/site.json"), "name", "tagline");
  const url = `${site.base_url}/`;
  const pages = await datedPages(site);
  const head = { id: url, url, title: name, subtitle: tagline === name ? "" : tagline };
  const rows = await feedRows("/feed.xml", head, pages, site);
  for (const entry of atomIn(await site.text("/feed.xml")).entries) {
    const { "content html": content = "", "alternate text/html": link } = entry;
    const page = pageOf(entry, pages);
    const markdown = page ? await site.text(page.markdown_path) : "";
    const text = wordsOfText(markdown, await site.wordsOn(page?.path ?? ""));
    const isRelative = / (href|src)="\/(?!\/)/.test(content);
    const isEmpty = /<a\b[^>]*><\/a>/.test(content);
    rows.push(differs(`the text of ${link} says`, wordsOfHtml(content), text));
    rows.push([isRelative, `has a relative address in the text of ${link}`]);
    rows.push([isEmpty, `has a link without words in the text of ${link}`]);
  }
  return rows;
}

/** Whether the feed of each folder and tag has the newest dated pages in it. */
export async function feeds(site: Site): Promise<Row[]> {
  const pages = await site.pages();
  const dated = await datedPages(site);
  const followed = pages.filter(({ feed }) => feed);
  const rows: Row[] = [];
  for (const page of sampleOf(followed, site.client.limits.sample)) {
    const { path: folder, feed: id, title, url, description: subtitle } = page;
    const path = site.local(id) ?? id;
    const head = { id, url, title: `${title} · ${textAt(site.index, "name")}`, subtitle };
    const xml = await site.text(path);
    const isIn = ({ path, type, tags, url }: PageFacts) =>
      folder.startsWith("/tags/")
        ? // Tags that are spelled alike share a page, which is named by one of them.
          tags.includes(title.replace("Tag: ", "")) || (tags.length > 0 && xml.includes(`"${url}"`))
        : path.startsWith(folder) || folder === `/${type}s/`;
    for (const [isWrong, what] of await feedRows(path, head, dated.filter(isIn), site))
      rows.push([isWrong, `${path} ${what}`]);
  }
  const lacking = pages
    .filter(({ path, feed }, at) => !feed && path !== "/" && pages[at + 1]?.path.startsWith(path))
    .filter(({ path }) => dated.some((page) => page.path !== path && page.path.startsWith(path)));
  rows.push(...lacking.map(({ path }): Row => [true, `${path} has dated pages, and no feed`]));
  return rows;
}
