import { unescaped } from "../lib/html-tokens.ts";
import { inThousands } from "../lib/text.ts";
import { isJson, NoAnswer, RunOver } from "./answer.ts";
import { listAt, valuesIn } from "./json.ts";
import { elementsOf } from "./markup.ts";
import { indexPath, type Site } from "./site.ts";

interface Walk {
  /** Each address of the site, as a root-relative path, that is named, and what names it first. */
  named: Map<string, string>;
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
    const orNone = (path: string) => (error: unknown) => {
      if (!(error instanceof NoAnswer) || error instanceof RunOver) throw error;
      unread.push([path, error.message]);
      return [];
    };
    const sources = new Map([[indexPath, "application/json"]]);
    for (const { path } of await site.sample().catch(orNone("/api/site.json"))) sources.set(path, "text/html");
    // The full text repeats what pages hold, examples in code included.
    for (const { path, media_type } of site.documents) if (path !== "/llms-full.txt") sources.set(path, media_type);
    // What is added to the map on the way is read as well.
    for (const [from, media_type] of sources) {
      for (const address of await addressesIn(site, from, media_type).catch(orNone(from))) {
        const link = localLink(site, from, address);
        if (link === null) continue;
        if (!named.has(link)) named.set(link, from);
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

/** What a document or page refers to. @throws NoAnswer */
async function addressesIn(site: Site, path: string, media_type: string): Promise<string[]> {
  const text = await site.text(path);
  if (media_type === "text/html") return addressesInHtml(text);
  if (isJson(media_type))
    return [...valuesIn(await site.json(path))].filter((value) => isAddress(value, site.base_url));
  return addressesInText(media_type.includes("xml") ? unescaped(text) : text, site.base_url);
}

function addressesInHtml(html: string): string[] {
  return elementsOf(html).flatMap(({ attributes }) =>
    ["href", "src", "action", "poster"].flatMap((name) => attributes.get(name)?.value ?? []),
  );
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
  if (pattern === "/{page}.md") return twinsOf(site);
  const member = searchFiles[pattern];
  const files = member
    ? listAt(await site.document("search_index"), member).map((name) => pattern.replace("{name}", String(name)))
    : [...((await walk(site)).files.get(pattern) ?? [])];
  const isStrange = files.length === 0 && !member && !wholeFamilies.includes(pattern);
  const strange = "is a family whose files this check cannot find, so its digest was not checked";
  const long = `has ${inThousands(files.length)} files, which are not all read, so its digest was not checked`;
  return { files, unread: isStrange ? strange : files.length > mostFiles ? long : null };
}

/** The Markdown of the pages that are looked at. */
async function twinsOf(site: Site) {
  const [all, sample] = [await site.pages(), await site.sample()];
  const counts = `${inThousands(sample.length)} of its ${inThousands(all.length)} files`;
  const part = `is not read whole, so its digest was not checked; ${counts} were checked one by one`;
  return { files: sample.map(({ markdown_path }) => markdown_path), unread: sample.length < all.length ? part : null };
}
