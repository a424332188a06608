import { unescaped } from "../../lib/html-tokens.ts";
import { memoize } from "../../lib/once.ts";
import { percentDecoded } from "../../lib/text.ts";
import { type Answer, attributeOf, elementsOf, isJson, mediaTypeOf, textOf } from "../answer.ts";
import { follow } from "../client.ts";
import { differs, type Findings } from "../finding.ts";
import { listAt, valuesIn } from "../json.ts";
import { indexPath, missingPage, missingPaths, type Site, sampleOf } from "../site.ts";

/** Whether every address of the site that is named anywhere leads somewhere. */
export async function links(site: Site, found: Findings): Promise<void> {
  const all = [...(await walk(site))].sort(([a], [b]) => (a < b ? -1 : 1));
  const followed = sampleOf(all, site.client.limits.addresses);
  const count = `${all.length} addresses are named; ${followed.length} of them, spread evenly, were followed`;
  if (followed.length < all.length) found.note("/", count);
  const items = followed.map(([link, from]) => [`${link} (named in ${from})`, link] as const);
  await found.each(items, async ([, link]) => {
    // Behind `:~:` stand words that browsers look for (a text fragment).
    const [path = "/", fragment] = link.replace(/:~:.*/, "").split("#");
    const answer = await follow(site.get, site.linked, path);
    // Documents name some addresses because the published check of a promise finds nothing there.
    if (missingPaths.includes(path)) return [];
    if (answer.status !== 200) {
      const to = answer.headers.get("location");
      return [differs("answers", [answer.status, to ?? []].flat().join(" and leads to "), "200")];
    }
    const isChecked = mediaTypeOf(answer) === "text/html" && !path.startsWith("/guestbook/");
    if (!fragment || !isChecked) return [];
    const isThere = [fragment, percentDecoded(fragment)].some((part) => partsOf(answer).has(part));
    return [[!isThere, "names a part that the page does not have"]];
  });
}

/** The fragments of a page: ids and names of its elements. */
const partsOf = memoize((page: Answer) => {
  const tags = elementsOf(textOf(page));
  return new Set(tags.flatMap((tag) => [attributeOf(tag, "id"), attributeOf(tag, "name")]));
});

/**
 * Collects what the documents of the index, their families of text, and the pages name. A family is
 * several files that the index lists as one endpoint. What cannot be read names nothing: other
 * checks say so. Done once for a site.
 * @returns Each address of the site that is named, as a root-relative path, and what names it
 * first.
 */
const walk = memoize(async (site: Site): Promise<Map<string, string>> => {
  const named = new Map<string, string>();
  const readable = site.endpoints.filter(({ media_type }) => /^text\/plain|xml/.test(media_type));
  const sources = new Map([[indexPath, "application/json"]]);
  const pages = (await site.sample()).map(({ path }) => path);
  for (const path of [...pages, missingPage]) sources.set(path, "text/html");
  // The full text repeats what pages hold, examples in code included.
  for (const { path, media_type } of site.documents)
    if (path !== "/llms-full.txt") sources.set(path, media_type);
  const most = sources.size + site.client.limits.sample;
  // What is added to the map on the way is read as well.
  for (const [from, media_type] of sources) {
    for (const address of await addressesIn(site, from, media_type).catch(() => [])) {
      const link = site.linked(address, from);
      if (link === null || named.has(link)) continue;
      named.set(link, from);
      const family = readable.find(({ path }) => isOfFamily(pathOf(link), path));
      if (family !== undefined && sources.size < most) sources.set(pathOf(link), family.media_type);
    }
  }
  return named;
});

function pathOf(link: string): string {
  return link.split(/[?#]/)[0] as string;
}

/** Whether a path is that of a file of a family: `{name}` stands for any text. */
function isOfFamily(path: string, pattern: string): boolean {
  const any = RegExp.escape(pattern).replace(/\\\{.*\\\}/, ".+");
  return pattern.includes("{") && new RegExp(`^${any}$`).test(path);
}

/** What a document or page refers to. @throws NoAnswer */
async function addressesIn(site: Site, path: string, media_type: string): Promise<string[]> {
  const text = await site.text(path);
  if (media_type === "text/html")
    return elementsOf(text).flatMap((tag) =>
      ["href", "src", "action", "poster", "content"]
        .flatMap((name) => tag.attributes.get(name)?.value ?? [])
        .filter((address) => tag.name !== "meta" || address.startsWith(`${site.base_url}/`)),
    );
  if (isJson(media_type))
    // What names a place for a value, in braces, is no address.
    return [...valuesIn(await site.json(path))].filter(
      (value): value is string =>
        typeof value === "string" && value.startsWith(site.base_url) && !/[\s{}]/.test(value),
    );
  return addressesInText(media_type.includes("xml") ? unescaped(text) : text, site.base_url);
}

/**
 * Addresses of the site in XML or plain text. An address in a sentence ends before the sentence
 * does.
 */
function addressesInText(text: string, base_url: string): string[] {
  // A feed holds HTML as text: there a quotation mark or bracket that ends an address is an entity.
  const rest = /(?:[/?#](?:(?!&(?:quot|lt|gt|#39);)[^\s"'`<>()[\]\\])*)?/.source;
  return (text.match(new RegExp(RegExp.escape(base_url) + rest, "g")) ?? [])
    .map((address) => address.replace(/(?<![.,;:!?*_])[.,;:!?*_]+$/, ""))
    .filter((address) => !/[{}$…]/.test(address));
}

/**
 * The files of a family, as far as documents name them; of any other path the one that it names.
 */
export async function filesOf(site: Site, pattern: string): Promise<string[]> {
  if (!pattern.includes("{")) return [pattern];
  if (pattern === "/{page}.md")
    return (await site.pages()).map(({ markdown_path }) => markdown_path);
  const [, kind] = /^\/search\/(word|page)s\//.exec(pattern) ?? [];
  if (kind !== undefined) {
    const names = listAt(await site.json("/search/index.json"), `${kind}_files`);
    return names.map((name) => pattern.replace("{name}", String(name)));
  }
  const named = new Set([...(await walk(site)).keys()].map(pathOf));
  return [...named].filter((path) => isOfFamily(path, pattern));
}
