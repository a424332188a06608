import { unescaped } from "../lib/html-tokens.ts";
import { elementsOf, isJson, NoAnswer } from "./answer.ts";
import { listAt, valuesIn } from "./json.ts";
import { indexPath, type Site } from "./site.ts";

interface Walk {
  /** Each address of the site, as a root-relative path, that is named, and what names it first. */
  named: Map<string, string>;
  /** What could not be read: its path, and why. */
  unread: [path: string, why: string][];
}

/** More files of one family than this are not read. A family is several files that the index lists as one endpoint. */
export const mostFiles = 200;

/** Collects what the documents of the index, their families of text, and the pages name. Done once for a site. */
export function walk(site: Site): Promise<Walk> {
  return site.once("walk", async () => {
    const { named, unread }: Walk = { named: new Map(), unread: [] };
    const readable = site.endpoints.filter(({ media_type }) => /^text\/plain|xml/.test(media_type));
    const orNone = (path: string) => (error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      unread.push([path, error.message]);
      return [];
    };
    const sources = new Map([[indexPath, "application/json"]]);
    for (const { path } of await site.sample().catch(orNone("/api/site.json"))) sources.set(path, "text/html");
    // The full text repeats what pages hold, examples in code included.
    for (const { path, media_type } of site.documents) if (path !== "/llms-full.txt") sources.set(path, media_type);
    const most = sources.size + mostFiles;
    // What is added to the map on the way is read as well.
    for (const [from, media_type] of sources) {
      for (const address of await addressesIn(site, from, media_type).catch(orNone(from))) {
        const link = site.local(URL.parse(address, site.client.origin + from)?.href ?? "");
        if (link === null || named.has(link)) continue;
        named.set(link, from);
        const family = readable.find(({ path }) => isOfFamily(pathOf(link), path));
        if (family !== undefined && sources.size < most) sources.set(pathOf(link), family.media_type);
      }
    }
    return { named, unread };
  });
}

function pathOf(link: string): string {
  return link.split(/[?#]/)[0] as string;
}

/** Whether a path is that of a file of a family: `{name}` stands for any text. */
function isOfFamily(path: string, pattern: string): boolean {
  const [prefix = "", suffix] = pattern.split(/\{.*\}/);
  return (
    suffix !== undefined && path.length > (prefix + suffix).length && path.startsWith(prefix) && path.endsWith(suffix)
  );
}

/** What a document or page refers to. @throws NoAnswer */
async function addressesIn(site: Site, path: string, media_type: string): Promise<string[]> {
  const text = await site.text(path);
  if (media_type === "text/html")
    return elementsOf(text).flatMap(({ attributes }) =>
      ["href", "src", "action", "poster"].flatMap((name) => attributes.get(name)?.value ?? []),
    );
  if (isJson(media_type))
    return [...valuesIn(await site.json(path))].filter((value) => isAddress(value, site.base_url));
  return addressesInText(media_type.includes("xml") ? unescaped(text) : text, site.base_url);
}

/** Whether a JSON value is an address of the site as a whole; URI templates are not addresses. */
function isAddress(value: unknown, base_url: string): value is string {
  return typeof value === "string" && value.startsWith(base_url) && !/[\s{}]/.test(value);
}

/** Addresses of the site in XML or plain text. An address in a sentence ends before the sentence does. */
function addressesInText(text: string, base_url: string): string[] {
  // A feed holds HTML as text: there a quotation mark or bracket that ends an address is an entity.
  const rest = /(?:(?!&(?:quot|lt|gt|#39);)[^\s"'`<>()[\]\\])*/.source;
  const tails = Array.from(text.matchAll(new RegExp(`${RegExp.escape(base_url)}(?=(${rest}))`, "g")), ([, tail = ""]) =>
    tail.replace(/(?<![.,;:!?*_])[.,;:!?*_]+$/, ""),
  );
  const whole = tails.filter((tail) => (tail === "" || /^[/?#]/.test(tail)) && !/[{}$…]/.test(tail));
  return [...new Set(whole)].map((tail) => base_url + tail);
}

/** Members of the search index that name the files of its two families. */
const searchFiles: Readonly<Record<string, string>> = {
  "/search/words/{name}.json": "word_files",
  "/search/pages/{name}.json": "page_files",
};

/** The files of a family, as far as documents name them; of the pages' Markdown those of the pages that are looked at. */
export async function filesOf(site: Site, pattern: string): Promise<string[]> {
  if (pattern === "/{page}.md") return (await site.sample()).map(({ markdown_path }) => markdown_path);
  const member = searchFiles[pattern];
  if (member !== undefined)
    return listAt(await site.document("search_index"), member).map((name) => pattern.replace("{name}", String(name)));
  const { named } = await walk(site);
  return [...new Set([...named.keys()].map(pathOf))].filter((path) => isOfFamily(path, pattern));
}
