import { unescapeHtml } from "../../lib/html-tokens.ts";
import { memoize } from "../../lib/once.ts";
import { percentDecoded } from "../../lib/text.ts";
import { type Answer, isJson, mediaTypeOf, textOf } from "../answer.ts";
import { follow } from "../client.ts";
import { differs, type Findings } from "../finding.ts";
import { elementsIn } from "../html.ts";
import { listAt, valuesIn } from "../json.ts";
import { probesFor } from "../requests.ts";
import { indexPath, missingPage, type Site, sampleOf } from "../site.ts";

/** Whether every named address of the site leads somewhere. */
export async function links(site: Site, found: Findings): Promise<void> {
  const all = [...(await walk(site))].sort(([a], [b]) => (a < b ? -1 : 1));
  const followed = sampleOf(all, site.client.limits.addresses);
  const count = `${all.length} addresses are named; ${followed.length} of them, spread evenly, were followed`;
  if (followed.length < all.length) found.note("/", count);
  const missing = probesFor(site).missing.map(({ path }) => path);
  const items = followed.map(([link, from]) => [`${link} (named in ${from})`, link] as const);
  await found.each(items, async ([, link]) => {
    // After `:~:` are words that browsers look for (a text fragment).
    const [path = "/", fragment] = link.replace(/:~:.*/, "").split("#");
    const answer = await follow(site.get, site.linked, path);
    // Some addresses are named because a promise's published check expects nothing there.
    if (missing.includes(path)) return [];
    if (answer.status !== 200) {
      const to = answer.headers.get("location");
      return [differs("answers", [answer.status, to ?? []].flat().join(" and leads to "), "200")];
    }
    const isChecked = mediaTypeOf(answer) === "text/html" && !path.startsWith("/guestbook/");
    if (!fragment || !isChecked) return [];
    const isThere = [fragment, percentDecoded(fragment)].some((part) => idsIn(answer).has(part));
    return [[!isThere, "names an id that the page does not have"]];
  });
}

/** The fragments of a page: ids and names of its elements. */
const idsIn = memoize((page: Answer) => {
  const elements = elementsIn(textOf(page));
  return new Set(elements.flatMap(({ attribs }) => [attribs["id"], attribs["name"]]));
});

/**
 * Collects what the documents of the index, their families of text, and the pages name. A family is
 * several files that the index lists as one endpoint. Unreadable documents are skipped, because
 * other checks report them. Done once for a site.
 * @returns each named address of the site, as a root-relative path, and the first place it is named
 */
const walk = memoize(async (site: Site): Promise<Map<string, string>> => {
  const named = new Map<string, string>();
  const readable = site.endpoints.filter(({ media_type }) => /^text\/plain|xml/.test(media_type));
  const sources = new Map([[indexPath, "application/json"]]);
  const pages = (await site.sample()).map(({ path }) => path);
  for (const path of [...pages, missingPage]) sources.set(path, "text/html");
  // The full text repeats the pages, examples in code included.
  for (const { path, media_type } of site.documents)
    if (path !== "/llms-full.txt") sources.set(path, media_type);
  const most = sources.size + site.client.limits.sample;
  // Addresses added to the map during the loop are read as well.
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

const pathOf = (link: string): string => link.split(/[?#]/)[0] as string;

/** Whether a path is that of a file of a family: `{name}` matches any text. */
function isOfFamily(path: string, pattern: string): boolean {
  const any = RegExp.escape(pattern).replace(/\\\{.*\\\}/, ".+");
  return pattern.includes("{") && new RegExp(`^${any}$`).test(path);
}

/** The addresses in a document or page. @throws NoAnswer */
async function addressesIn(site: Site, path: string, media_type: string): Promise<string[]> {
  const text = await site.text(path);
  if (media_type === "text/html")
    return elementsIn(text).flatMap(({ name, attribs }) =>
      ["href", "src", "action", "poster", "content"]
        .flatMap((each) => attribs[each] ?? [])
        .filter((address) => name !== "meta" || address.startsWith(`${site.base_url}/`)),
    );
  if (isJson(media_type))
    // A pattern with a name in braces is not an address.
    return [...valuesIn(await site.json(path))].filter(
      (value): value is string =>
        typeof value === "string" && value.startsWith(site.base_url) && !/[\s{}]/.test(value),
    );
  return addressesInText(media_type.includes("xml") ? unescapeHtml(text) : text, site.base_url);
}

/** Addresses of the site in XML or plain text; in a sentence one ends before the sentence does. */
function addressesInText(text: string, base_url: string): string[] {
  // A feed has HTML as text, in which quotation marks and brackets after addresses are entities.
  const rest = /(?:[/?#](?:(?!&(?:quot|lt|gt|#39);)[^\s"'`<>()[\]\\])*)?/.source;
  return (text.match(new RegExp(RegExp.escape(base_url) + rest, "g")) ?? [])
    .map((address) => address.replace(/(?<![.,;:!?*_])[.,;:!?*_]+$/, ""))
    .filter((address) => !/[{}$…]/.test(address));
}

/** The files of a family, as far as documents name them; for any other path, the path itself. */
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
