import { inThousands } from "../lib/counts.ts";
import { tokenize, unescaped } from "../lib/html-tokens.ts";
import { isJson, NoAnswer, RunOver } from "./answer.ts";
import { listAt, valuesIn } from "./json.ts";
import { bodyOf } from "./parity.ts";
import type { Site } from "./site.ts";

/** Where an address is named. */
interface Place {
  /** The document or page that names it. */
  from: string;
  /** Whether only the text of a page names it, which the build may leave as its author wrote it. */
  inText: boolean;
}

interface Walk {
  /** Every address of the site, as a root-relative path, that its documents and the pages looked at name. */
  named: Map<string, Place>;
  /** The named files of each family, by its path. A family is several files that the index lists as one endpoint. */
  files: Map<string, Set<string>>;
  /** What could not be read: its path, and why. */
  unread: [path: string, why: string][];
}

/** More files of one family than this are not read. */
const mostFiles = 200;

/** Collects what the documents of the index, their families of text, and the pages name. Done once for a site. */
export function walk(site: Site): Promise<Walk> {
  return site.once("walk", async () => {
    const families = site.endpoints.filter(({ path }) => path.includes("{"));
    const files = new Map(families.map(({ path }) => [path, new Set<string>()]));
    const { named, unread }: Omit<Walk, "files"> = { named: new Map(), unread: [] };
    const sources = new Map((await site.sample()).map(({ path }) => [path, "text/html"]));
    // The full text repeats what pages hold, examples in code included.
    for (const { path, media_type } of site.documents) if (path !== "/llms-full.txt") sources.set(path, media_type);
    // What is added to the map on the way is read as well.
    for (const [from, media_type] of sources) {
      const addresses = await addressesIn(site, from, media_type).catch((error: unknown) => {
        if (!(error instanceof NoAnswer) || error instanceof RunOver) throw error;
        unread.push([from, error.message]);
        return [];
      });
      for (const [address, inText] of addresses) {
        const link = localLink(site, from, address);
        if (link === null) continue;
        const before = named.get(link);
        if (before === undefined || (before.inText && !inText)) named.set(link, { from, inText });
        const path = link.split(/[?#]/)[0] as string;
        const family = families.find((family) => isOfFamily(path, family.path));
        if (family === undefined) continue;
        const known = files.get(family.path)?.add(path).size ?? 0;
        if (/^text\/plain|xml/.test(family.media_type) && known <= mostFiles) sources.set(path, family.media_type);
      }
    }
    return { named, files, unread };
  });
}

/** Whether a path is that of a file of a family: `{name}` stands for any text. */
function isOfFamily(path: string, pattern: string): boolean {
  const [prefix, suffix] = [pattern.slice(0, pattern.indexOf("{")), pattern.slice(pattern.lastIndexOf("}") + 1)];
  return path.length > prefix.length + suffix.length && path.startsWith(prefix) && path.endsWith(suffix);
}

/** An address as a path of the site, with its query and fragment; null if it leads elsewhere. */
function localLink({ local, client }: Site, from: string, address: string): string | null {
  const isWhole = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address);
  const absolute = URL.parse(address, client.origin + from);
  return absolute && local(isWhole ? address : absolute.href);
}

/** What a document or page refers to, and whether the text of a page does. @throws NoAnswer */
async function addressesIn(
  site: Site,
  path: string,
  media_type: string,
): Promise<[address: string, inText: boolean][]> {
  const text = await site.text(path);
  if (media_type === "text/html") {
    const pieces = tokenize(text).tokens;
    const [start, end] = bodyOf(pieces) ?? [0, 0];
    return pieces.flatMap((piece, index) => {
      if (piece.kind !== "open") return [];
      const addresses = ["href", "src", "action", "poster"].flatMap((name) => piece.attributes.get(name)?.value ?? []);
      return addresses.map((address): [string, boolean] => [address, start <= index && index < end]);
    });
  }
  const addresses = isJson(media_type)
    ? addressesInJson(await site.json(path), site.base_url)
    : addressesInText(media_type.includes("xml") ? unescaped(text) : text, site.base_url);
  return [...addresses].map((address) => [address, false]);
}

/** Strings that are an address of the site as a whole; URI templates are not addresses. */
function addressesInJson(value: unknown, base_url: string): string[] {
  const isAddress = (item: unknown) => typeof item === "string" && item.startsWith(base_url) && !/[\s{}]/.test(item);
  return [...valuesIn(value)].filter(isAddress) as string[];
}

/** Addresses of the site in XML or plain text. */
function addressesInText(text: string, base_url: string): Set<string> {
  const found = new Set<string>();
  for (let at = text.indexOf(base_url); at !== -1; at = text.indexOf(base_url, at + base_url.length)) {
    // A feed holds HTML as text: there a quotation mark or bracket that ends an address is an entity.
    const rest = /(?:(?!&(?:quot|lt|gt|#39);)[^\s"'`<>()[\]\\])*/y;
    rest.lastIndex = at + base_url.length;
    const tail = withoutPunctuation(rest.exec(text)?.[0] ?? "");
    if ((tail === "" || /^[/?#]/.test(tail)) && !/[{}$…]/.test(tail)) found.add(base_url + tail);
  }
  return found;
}

/** An address in a sentence ends before the sentence does. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (end > 0 && ".,;:!?*_".includes(address[end - 1] as string)) end--;
  return address.slice(0, end);
}

/** Families whose every file some document names. */
const wholeFamilies = [
  "/api/schemas/{name}.json",
  "/corpus/{sha256}.jsonl",
  "/feeds/{name}.xml",
  "/llms/{section}.txt",
  "/sitemap-{number}.xml",
];

/** Members of the search index that name the files of its two families. */
const searchFiles: Readonly<Record<string, string>> = {
  "/search/words/{name}.json": "word_files",
  "/search/pages/{name}.json": "page_files",
};

/** The files of a family, as far as documents name them, and why they are not all there to be read, if so. */
export async function filesOf(site: Site, pattern: string): Promise<{ files: string[]; unread: string | null }> {
  const sampled = await site.sample();
  const twins = (await site.pages()).length;
  if (pattern === "/{page}.md")
    return {
      files: sampled.map(({ markdown_path }) => markdown_path),
      unread:
        sampled.length === twins
          ? null
          : "is not read whole, so its digest was not checked; " +
            `${inThousands(sampled.length)} of its ${inThousands(twins)} files were checked one by one`,
    };
  const inSearch = searchFiles[pattern];
  const files = inSearch
    ? listAt(await site.document("search_index"), inSearch).map((name) => pattern.replace("{name}", String(name)))
    : [...((await walk(site)).files.get(pattern) ?? [])];
  if (files.length === 0 && !inSearch && !wholeFamilies.includes(pattern))
    return { files, unread: "is a family whose files this check cannot find, so its digest was not checked" };
  const isLong = files.length > mostFiles;
  const long = `has ${inThousands(files.length)} files, which are not all read, so its digest was not checked`;
  return { files, unread: isLong ? long : null };
}
