import { memoizeText } from "../lib/once.ts";
import type { OwnWords } from "../lib/phrases.ts";
import type { Permissions } from "../schemas/facts.ts";
import { english, wordsOf } from "../words/words.ts";
import { jsonOf, NoAnswer, textOf } from "./answer.ts";
import type { Client } from "./client.ts";
import { at, listAt, textAt, textsAt } from "./json.ts";

/** A site under test. */
export type Site = Awaited<ReturnType<typeof discover>>;

/** A page as site.json lists it. */
export type PageFacts = Awaited<ReturnType<Site["pages"]>>[number];

/** Members of pages in site.json whose values are texts. */
const pageMembers = [
  ...(["id", "type", "url", "markdown_url", "title", "description", "language"] as const),
  ...(["published", "updated", "sha256", "feed", "translation_of"] as const),
];

/** The address from which all others are found. */
export const indexPath = "/api/index.json";

/** A page that no site has. */
export const missingPage = "/no-such-page/";

/**
 * Finds a site from its index alone. Answers are cached: each address is requested once, unless a
 * check needs it anew.
 * @throws NoAnswer if there is no index to start from.
 */
export async function discover(client: Client) {
  const askOnce = memoizeText((path) => client.ask(path));
  const index = await askOnce(indexPath)
    .then((answer) => jsonOf(answer))
    .catch((error: Error) => Promise.reject(new NoAnswer(`${indexPath}: ${error.message}`)));
  /**
   * The endpoints in the index. A `path` is root-relative; with `{name}` it is a family, a pattern
   * for several files.
   */
  const endpoints = [...listAt(index, "endpoints"), ...listAt(index, "formats")]
    .slice(0, client.limits.addresses)
    .map((each) => textsAt(each, "id", "method", "path", "url", "media_type", "schema", "purpose"));
  if (endpoints.length === 0)
    throw new NoAnswer(`${indexPath}: lists no \`endpoints\`, as every Open House site does`);
  const named = textAt(index, "base_url");
  /** The base URL that the documents name; the address under test if they name none. */
  const base_url =
    URL.canParse(named) && /^https?:\/\/[^\s/]+(\/.*[^/])?$/.test(named) ? named : client.origin;

  // The root-relative path of an absolute address of the site; null if it leads elsewhere.
  const base = `^(?:${[base_url, client.origin].map(RegExp.escape).join("|")})(?=[/?#]|$)`;
  const local = (url: string): string | null => {
    const path = url && (url.replace(new RegExp(base), "") || "/");
    const isHere = path.startsWith("/") && URL.parse(path, client.origin)?.origin === client.origin;
    return isHere ? path : null;
  };
  const get = (address: string) => askOnce(local(address) ?? address);
  const json = memoizeText(async (address) => jsonOf(await get(address)));
  const pagesIn = memoizeText(async (document) =>
    listAt(await json(document), "pages").flatMap((page) => {
      const facts = textsAt(page, ...pageMembers);
      const path = local(facts.url);
      const markdown_path = local(facts.markdown_url);
      if (path === null || markdown_path === null) return [];
      const tags = listAt(page, "tags").map(String);
      const words = Number(at(page, "words"));
      const generated = at(page, "generated") === true;
      const partly = at(page, "partly_generated") === true;
      const changed = facts.updated || facts.published;
      return [{ ...facts, path, markdown_path, tags, words, generated, partly, changed }];
    }),
  );
  const recordsIn = memoizeText(async (document) => {
    const records = listAt(await json(document), "documents");
    return new Map(records.map((record) => [textAt(record, "url"), record]));
  });
  /** Every page that site.json lists, in its order; what has no value is "". @throws NoAnswer */
  const pages = () => pagesIn("/api/site.json");

  /**
   * The words around the page at an address, or else in the site's language: those that ship, and
   * those that site.json says the site sets. @throws NoAnswer
   */
  const wordsOn = async (path: string) => {
    const listed = await json("/api/site.json");
    const [place = ""] = path.split("?");
    const page = (await pages()).find((each) => [each.path, each.markdown_path].includes(place));
    const language = page?.language ?? textAt(listed, "language");
    const tag = /^[a-z]{2,3}(-|$)/i.test(language) ? language : "en";
    const words = wordsOf(Object(listed) as { own_words?: OwnWords })(tag);
    // An error page is wholly in one language.
    const isEnglish = words.english.some((name) => name.startsWith("absent."));
    return place === missingPage && isEnglish ? english : words;
  };

  return {
    client,
    index,
    base_url,
    /** The index's schema demands three booleans; a missing one counts as refused. */
    permissions: Object(at(index, "permissions")) as Permissions,
    license: textsAt(at(index, "license"), "id", "name", "url"),
    endpoints,
    /** Documents that are one file, not made by code. */
    documents: endpoints.filter(
      ({ method, path }) => method === "GET" && !/\{|^\/api\/guestbook(\.xml)?$/.test(path),
    ),
    /** Makes a new request, past the cache. @throws NoAnswer */
    ask: client.ask,
    /**
     * Requests an address, whole or root-relative, with GET at the first call, and returns the same
     * answer from then on.
     * @throws NoAnswer
     */
    get,
    /** The text at an address, whatever the status of the answer. @throws NoAnswer */
    text: memoizeText(async (address) => textOf(await get(address))),
    /** The JSON at an address. @throws NoAnswer, also if the answer is not JSON */
    json,
    local,
    /** The path that a link on a page of the site leads to; null if it leads elsewhere. */
    linked: (address: string, from: string) =>
      local(URL.parse(address, client.origin + from)?.href ?? ""),
    pages,
    wordsOn,
    /** What the corpus has of pages, by their whole addresses. @throws NoAnswer */
    records: () => recordsIn("/api/corpus.json"),
    /**
     * The pages to look at one by one: all of a small site, an even sample of a large one.
     * @throws NoAnswer
     */
    sample: async () => sampleOf(await pages(), client.limits.sample),
  };
}

/** At most `most` of a list, from its first to its last at even distances. */
export function sampleOf<T>(list: readonly T[], most: number): T[] {
  const length = Math.min(most, list.length);
  const step = length < list.length ? (list.length - 1) / (most - 1) : 1;
  return Array.from({ length }, (_, index) => list[Math.round(index * step)] as T);
}
