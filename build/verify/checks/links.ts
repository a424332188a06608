import { type HtmlToken, tokenize, unescaped } from "../../lib/html-tokens.ts";
import { percentDecoded } from "../../lib/percent-decoded.ts";
import { type Answer, elementsOf, isJson, mediaTypeOf, textOf } from "../answer.ts";
import { type Check, each, type Findings } from "../finding.ts";
import { bodyOf } from "../parity.ts";
import { evenly, type Site } from "../site.ts";
import { fixedDocuments } from "./documents.ts";

/** Most addresses that are requested, and most redirects in a row. */
const most = { links: 600, hops: 5 };

/** For each address, one place where it was found. */
type Links = Map<string, string>;

/** The ids of a page's elements, by its path. */
type Ids = Map<string, Set<string | undefined>>;

export const links: Check = {
  id: "links",
  title: "Every address of the site that is named anywhere leads somewhere",
  part: "contract",
  async run(site, found) {
    const [links, inTexts]: [Links, Links] = [new Map(), new Map()];
    for (const { path } of await site.sample()) {
      const { text, rest } = hrefsOf(await site.text(path));
      collect(links, path, rest, site);
      collect(inTexts, path, text, site);
    }
    for (const { path, media_type } of fixedDocuments(site)) {
      // The full text repeats what pages hold, examples in code included.
      if (path === "/llms-full.txt") continue;
      const text = await site.text(path);
      const addresses = isJson(media_type)
        ? addressesInJson(await site.json(path), site.base_url)
        : addressesInText(media_type.includes("xml") ? unescaped(text) : text, site.base_url);
      collect(links, path, addresses, site);
    }
    const all = [...new Map([...inTexts, ...links])].sort(([a], [b]) => (a < b ? -1 : 1));
    const followed = evenly(all, most.links);
    const ids: Ids = new Map();
    if (followed.length < all.length)
      found.note("/", `${all.length} addresses are named; ${followed.length} of them, spread evenly, were followed`);
    let brokenInTexts = 0;
    const look = async ([link, from]: [string, string], found: Findings) => {
      const where = whereOf([link, from]);
      const problem = await problemOf(site, link, ids);
      if (problem === null) return;
      const isInText = !links.has(link);
      if (isInText) brokenInTexts++;
      if (isInText && site.lenient) found.note(where, problem);
      else found.fault(where, problem);
    };
    await each(found, followed, look, whereOf);
    if (brokenInTexts > 0 && !site.lenient)
      found.note(
        "/",
        `${brokenInTexts} of these stand in the text of pages; ` +
          "`--lenient` makes them notes, as the build tolerates them",
      );
  },
};

function whereOf([link, from]: [string, string]): string {
  return `${link} (named in ${from})`;
}

function collect(links: Links, from: string, addresses: Iterable<string>, { local, client }: Site): void {
  for (const address of addresses) {
    const absolute = URL.canParse(address, client.origin + from) ? new URL(address, client.origin + from) : null;
    const path = absolute === null ? null : local(/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address) ? address : absolute.href);
    if (path !== null && !links.has(path)) links.set(path, from);
  }
}

/** What the elements of a page refer to: those of its own text, and the rest, which the build made. */
function hrefsOf(html: string): { text: string[]; rest: string[] } {
  const pieces = tokenize(html).tokens;
  const [start, end] = bodyOf(pieces) ?? [0, 0];
  return {
    text: addressesIn(pieces.slice(start, end)),
    rest: addressesIn([...pieces.slice(0, start), ...pieces.slice(end)]),
  };
}

function addressesIn(pieces: readonly HtmlToken[]): string[] {
  const named = ["href", "src", "action", "poster"];
  return pieces.flatMap((piece) =>
    piece.kind === "open" ? named.flatMap((name) => piece.attributes.get(name)?.value ?? []) : [],
  );
}

/** Strings that are an address of the site as a whole; URI templates are not addresses. */
function addressesInJson(value: unknown, base_url: string): string[] {
  if (typeof value === "string") return value.startsWith(base_url) && !/[\s{}]/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((item) => addressesInJson(item, base_url))
    : [];
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

/** What is wrong with an address of the site, or null. */
async function problemOf(site: Site, link: string, ids: Ids): Promise<string | null> {
  const [path = "/", fragment] = link.split("#");
  const { answer, hops } = await follow(site, path);
  if (answer === null)
    return hops > most.hops ? `is redirected more than ${most.hops} times` : "is redirected to another origin";
  // The published check of a promise names an address that has to be missing.
  if (/\/no-such/.test(path)) return null;
  if (answer.status !== 200) return `answers ${answer.status}`;
  if (!fragment || mediaTypeOf(answer) !== "text/html" || path.startsWith("/guestbook/")) return null;
  const known = ids.get(path) ?? idsOf(textOf(answer));
  ids.set(path, known);
  return known.has(fragment) || known.has(percentDecoded(fragment)) ? null : "names a part that the page does not have";
}

function idsOf(html: string): Set<string | undefined> {
  return new Set(
    elementsOf(html).flatMap((tag) => [tag.attributes.get("id")?.value, tag.attributes.get("name")?.value]),
  );
}

/** Follows redirects within the site; null where they end elsewhere or do not end. */
async function follow(site: Site, path: string): Promise<{ answer: Answer | null; hops: number }> {
  let at = path;
  for (let hops = 0; hops <= most.hops; hops++) {
    const answer = await site.get(at);
    const location = answer.headers.get("location");
    if (answer.status < 300 || answer.status >= 400 || location === null) return { answer, hops };
    const target = URL.canParse(location, site.client.origin + at)
      ? site.local(new URL(location, site.client.origin + at).href)
      : null;
    if (target === null) return { answer: null, hops };
    at = target.split("#")[0] as string;
  }
  return { answer: null, hops: most.hops + 1 };
}
