import { DomUtils, parseDocument, parseFeed } from "htmlparser2";
import { mapConcurrently } from "../lib/map-concurrently.ts";
import { type Answer, NoAnswer, parseJson, textOf } from "../verify/answer.ts";
import { type Client, follow } from "../verify/client.ts";
import { at, listAt, membersAt, textAt } from "../verify/json.ts";

/** What `compare` reads of a site. Pages and feeds are paths from the root. */
export type Published = Awaited<ReturnType<typeof readPublished>>;

/** Where sites usually have their main feed; the first is where this software has it. */
export const usualFeeds = ["/feed.xml", "/feed/", "/atom.xml", "/rss.xml", "/rss/", "/index.xml"];

/**
 * Reads what a site publishes: pages, digests, feeds and some sizes.
 * @throws NoAnswer if it has no sitemap, because then there is nothing to compare
 */
export async function readPublished(client: Client) {
  const read = async (path: string) => {
    const answer = await answerOf(client, path);
    return answer.status === 200 ? textOf(answer) : "";
  };
  const sitemaps = (await read("/robots.txt")).match(/(?<=^sitemap:\s*)\S+/gim);
  const addresses = await listedIn(client, sitemaps ?? ["/sitemap.xml"]);
  const pages = new Set(addresses.map(pathOf));
  const json = async (path: string) => {
    const text = await read(path);
    return text.startsWith("{") ? parseJson(text, `${path} is not JSON`) : {};
  };
  const digests = membersAt(await json("/api/digests.json"), "digests");
  const ownPages = listAt(await json("/api/site.json"), "pages");
  const ownFeeds = ownPages.flatMap((page) => textAt(page, "feed") || []);
  const possibleFeeds = [...usualFeeds, ...ownFeeds.map(pathOf)];
  const feeds = await mapConcurrently(possibleFeeds, async (path) => parseFeed(await read(path)));
  return {
    /** The origin that its sitemap names: that of the deployed site, even for a local build. */
    origin: URL.parse(addresses[0] ?? "")?.origin ?? client.origin,
    pages,
    /** Pages that the build made: they have no file in which an alias could be written. */
    generated: ownPages.flatMap((page) =>
      at(page, "generated") ? pathOf(textAt(page, "url")) : [],
    ),
    /** Bytes of the home page and the corpus, not compressed. */
    bytes: {
      "/": Buffer.byteLength(await read("/")),
      "/api/corpus.json": Buffer.byteLength(await read("/api/corpus.json")),
    },
    /** SHA-256 of each page's Markdown; empty if another program made the site. */
    digests: new Map(digests),
    feeds: possibleFeeds.filter((_, index) => feeds[index] !== null),
    /** Each page's id in feeds, by its path; feed readers use it to recognize new entries. */
    ids: new Map(
      feeds
        .flatMap((feed) => feed?.items ?? [])
        .map(({ id, link }) => [pathOf(link ?? id ?? ""), id ?? link ?? ""]),
    ),
  };
}

/** The answer after following redirects within the site. @throws NoAnswer */
export function answerOf({ ask, origin }: Client, path: string): Promise<Answer> {
  const linked = (address: string, from: string) => {
    const to = URL.parse(address, origin + from);
    return to?.origin === origin ? to.pathname + to.search : null;
  };
  return follow(ask, linked, path);
}

/** The addresses of pages in sitemaps, and in the sitemaps that those list. */
async function listedIn(client: Client, sitemaps: readonly string[]): Promise<string[]> {
  const lists = await mapConcurrently(sitemaps, async (sitemap) => {
    const { pathname, search } = new URL(sitemap, client.origin);
    const answer = await answerOf(client, pathname + search);
    const { status, headers } = answer;
    const leads = headers.has("location") ? `, to ${headers.get("location")}` : "";
    if (status !== 200)
      throw new NoAnswer(
        `${client.origin}${pathname} answers ${status}${leads}; a sitemap was expected`,
      );
    const xml = parseDocument(textOf(answer), { xmlMode: true });
    const listed = (parent: string) =>
      DomUtils.getElementsByTagName(parent, xml)
        .flatMap((each) => DomUtils.getElementsByTagName("loc", each))
        .map((each) => DomUtils.textContent(each).trim());
    return [...(await listedIn(client, listed("sitemap"))), ...listed("url")];
  });
  return lists.flat();
}

/** The path of an address, which is the same wherever the site is served. */
function pathOf(address: string): string {
  return URL.parse(address, "http://localhost")?.pathname ?? address;
}
