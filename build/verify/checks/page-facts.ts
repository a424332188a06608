import type { HtmlTag } from "../../lib/html-tokens.ts";
import { attributeOf, elementsOf, structuredDataOf } from "../answer.ts";
import { differs, type Row } from "../finding.ts";
import { at, listAt, readExpected, textAt, textsAt, valuesIn } from "../json.ts";
import {
  type Element,
  elementsIn,
  linksOf,
  plainWords,
  textIn,
  wordsIn,
  wordsOfText,
} from "../parity.ts";
import type { PageFacts, Site } from "../site.ts";
import { linesOfIndex } from "./plain-texts.ts";

type Facts = Record<string, string>;
type Read = (text: string) => unknown;
type Table = Record<"words" | "links" | "data" | "twin", Facts> & { elements: string[] };
const tables = readExpected<Record<"pages" | "free-to-use", Table>>("page-facts");

/** Types of pages that show no date, because they only lead to others. */
const undated = new Set(["home", "list", "guestbook", "search"]);

/** Whether a page's HTML agrees with site.json. */
export async function pageRows(
  page: PageFacts,
  site: Site,
  check: keyof typeof tables,
): Promise<Row[]> {
  const { elements, words, links, data, twin } = tables[check];
  const html = await site.text(page.path);
  const [tags, facts] = [elementsOf(html), await factsOf(page, site, check)];
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, fact) => facts[fact] ?? "").trim();
  const addresses = (text: string) =>
    text && text.split(" ").map((address) => site.linked(address, page.path) ?? address);
  const structured = [...valuesIn(structuredDataOf(html))];
  const said = structured.find((value) => at(value, "inLanguage"));
  const steps = structured.flatMap((value) => listAt(value, "itemListElement"));
  const trail = steps.map((step) => Object.values(Object(step)).slice(1).join(" ")).join(", ");
  const [head = ""] = (await site.text(page.markdown_path)).split("\n---\n");
  const inHead = (key: string) => new RegExp(`^${key}: (.*)$`, "m").exec(head)?.[1] ?? '""';
  const compare = (what: string, expected: Facts, given: Read, read: Read = String) =>
    Object.entries(expected).map(([name, text]) =>
      differs(`${what} ${name}:`, given(name), read(filled(text))),
    );
  const linksIn = (name: string) => addresses(elementsIn(html, name).flatMap(linksOf).join(" "));
  const dataOf = (name: string) => String(at({ trail, ...Object(said) }, ...name.split(".")) ?? "");
  return [
    ...elements.map((element): Row => {
      const [wanted] = elementsOf(element);
      const [last = "", ...others] = [...(wanted?.attributes.keys() ?? [])].reverse();
      const isMeant = (tag: HtmlTag) =>
        tag.name === wanted?.name &&
        tag.attributes.has(last) &&
        others.every((name) => attributeOf(tag, name) === attributeOf(wanted, name));
      const given = new Set(tags.filter(isMeant).map((tag) => attributeOf(tag, last)));
      const read = last === "href" ? addresses : String;
      const what = `of ${element.replace(/ [^ ]*="[^"]*">$/, ">")} has`;
      return differs(what, read([...given].join(" ")), read(filled(attributeOf(wanted, last))));
    }),
    ...compare("has the words of", words, (name) => plainWords(textIn(html, name)), plainWords),
    ...compare("has links in", links, linksIn, addresses),
    ...compare("has in its structured data", data, dataOf),
    ...compare("has in its front matter", twin, (name) => String(JSON.parse(inHead(name)))),
    [
      !plainWords(textIn(html, ".body")).includes(plainWords(facts["offers"])),
      `does not offer ${facts["offers"]}`,
    ],
    ...(page.generated ? datesBeside(html, await site.pages()) : []),
  ];
}

/** Whether lists have each linked page's date beside the link, for programs and for people. */
function datesBeside(html: string, pages: readonly PageFacts[]): Row[] {
  return elementsIn(html, "time").flatMap((time): Row[] => {
    const item = time.parent?.parent as Element;
    const [path] = linksOf(item);
    const date = pages.find((page) => page.path === path)?.published.slice(0, 10) ?? "";
    const given = [time.attribs["datetime"], wordsIn(time)];
    const what = `has beside the link to ${path} the date`;
    return item.name === "li" ? [differs(what, given, [date, inWords(date)])] : [];
  });
}

/** A date in words, with its time of day if it has one: `3 May 2026 19 12 UTC 02 00`. */
export function inWords(date: string): string {
  const [, clock, zone = ""] = /T(?!00:00:00Z)(\d\d:\d\d)[\d:.]*(.*)$/.exec(date) ?? [];
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  const day = date && new Date(date.slice(0, 10)).toLocaleDateString("en-GB", options);
  return plainWords(clock ? `${day}, ${clock} UTC${zone.replace("Z", "")}` : day);
}

/** The values for the table's names in braces. */
async function factsOf(
  { tags, generated, partly, ...page }: PageFacts,
  site: Site,
  check: keyof typeof tables,
): Promise<Facts> {
  const [listed, pages] = [await site.json("/api/site.json"), await site.pages()];
  const above = pages
    .filter(({ path }) => path !== "/" && path !== page.path && page.path.startsWith(path))
    .sort((a, b) => a.path.length - b.path.length);
  const { name, tagline } = textsAt(listed, "name", "tagline");
  const [isHome, isGuestbook] = [page.type === "home", page.type === "guestbook"];
  const navigation = listAt(listed, "navigation").map((item) => textsAt(item, "path", "title"));
  const crumbs = above.length > 0 ? [{ path: "/", title: name }, ...above] : [];
  const { description, published, updated } = page;
  const markdown = await site.text(page.markdown_path);
  const records = listAt(await site.json("/api/corpus.json"), "documents");
  const record = records.find((each) => textAt(each, "url") === page.url);
  const start = description.slice(0, 60);
  // The description is above the text unless the text begins with it.
  const beginning = textAt(record, "text").slice(0, description.length + 200);
  const isRepeated = record
    ? beginning.includes(start)
    : isHome && wordsOfText(markdown).includes(plainWords(start));
  const isAbove = !isRepeated && description !== page.title && (isHome || !generated);
  const isDated = !undated.has(page.type);
  const isChanged = updated.slice(0, 10) !== published.slice(0, 10);
  // A home page made by a template is not in the list of pages, and has the site's name.
  const home = pages.find(({ path }) => path === "/")?.title ?? name;
  const root = { title: home, url: `${site.base_url}/` };
  const trail = isHome ? [] : [root, ...above, page];
  const day = isDated ? inWords(published) : "";
  const inRow = (items: readonly object[], member: string) =>
    items.map((item) => textAt(item, member)).join(" ");
  return {
    ...page,
    ...(check === "pages" && {
      ...(await realmFacts(page, site)),
      ...(await folderFacts(page, site)),
    }),
    tags: tags.join(" "),
    feed: isGuestbook ? `${site.base_url}/api/guestbook.xml` : page.feed,
    license: isGuestbook ? "" : site.license.url,
    license_id: site.license.id,
    license_url: site.license.url,
    base_url: site.base_url,
    reserved: isGuestbook ? "1" : "",
    site_name: name,
    document_title: [...new Set(isHome ? [name, tagline] : [page.title, name])].join(" "),
    standfirst: isAbove ? description : "",
    published_words: day && `${page.type === "note" ? "" : "Published "}${day}`,
    updated_words: isDated && updated && isChanged ? `updated ${inWords(updated)}` : "",
    navigation: inRow(navigation, "title"),
    navigation_paths: inRow(navigation, "path"),
    crumbs: inRow(crumbs, "title"),
    crumb_paths: inRow(crumbs, "path"),
    search_action: page.type === "search" ? "/search/" : "",
    whole: isHome ? "" : `${site.base_url}/#website`,
    data_name: isHome ? name : page.title,
    ...(!isHome && { encoded_url: page.markdown_url, encoded_sha256: page.sha256 }),
    trail: trail.map(({ title, url }, index) => `${index + 1} ${title} ${url}`).join(", "),
  };
}

/** Facts about a realm on its page, and about all realms in the home page's plan. */
async function realmFacts({ type, url }: Facts, site: Site): Promise<Facts> {
  const document = await site.json("/api/realms.json");
  const realms = listAt(document, "realms").map((each) => ({
    ...textsAt(each, "url", "name", "status", "since"),
    offers: listAt(each, "affordances").map((offer) =>
      textsAt(offer, "label", "href", "method", "media_type"),
    ),
  }));
  const { status = "", since = "", offers = [] } = realms.find((realm) => realm.url === url) ?? {};
  const rooms = type === "home" ? realms.slice(0, 12) : [];
  // A room links to its subject, if that is a page of the site.
  const isPage = ({ method, media_type, href }: Facts) =>
    method === "GET" && media_type === "text/html" && site.local(href ?? "") !== null;
  const paths = rooms.map((room) => site.local(room.offers.find(isPage)?.href ?? room.url));
  const statuses = Object.keys(Object(at(document, "statuses")));
  const key = statuses.filter((each) => rooms.some((room) => room.status === each));
  const meaning = textAt(document, "statuses", status);
  return {
    status,
    since,
    meaning,
    status_words: `${status} ${since && `since ${inWords(since)}`} ${meaning}`,
    plan: [...rooms.map((room) => room.name), ...key].join(" "),
    plan_paths: paths.join(" "),
    offers: offers
      .map(({ label, href, method, media_type }) =>
        [label, method, site.local(href) ?? href, "gives", media_type].join(" "),
      )
      .join(" "),
  };
}

/** The pages of a page's folder, in order, and those before and after the page. */
async function folderFacts({ path = "" }: Facts, site: Site): Promise<Facts> {
  const [pages, lines] = [await site.pages(), [...(await linesOfIndex(site)).keys()]];
  const column = elementsIn(await site.text(path), ".folder").flatMap(linksOf);
  const folderOf = (page: { path: string }) => page.path.replace(/[^/]*\/$/, "");
  const folder = folderOf({ path });
  const siblings = pages.filter((page) => !page.generated && folderOf(page) === folder);
  const isListed = folder !== "/" && siblings.some((page) => page.path === path);
  const isWhole = isListed && siblings.length > 1 && siblings.length <= 12;
  const members = pages.filter(
    (page) => column.includes(page.path) || (isWhole && siblings.includes(page)),
  );
  const placeOf = ({ markdown_url }: PageFacts) => lines.indexOf(markdown_url);
  // If pages of other folders are among them, no document has their order.
  const isOrdered = members.every((page) => placeOf(page) >= 0 && page.path.startsWith(folder));
  const inOrder = members.toSorted((a, b) => placeOf(a) - placeOf(b)).map((page) => page.path);
  const paths = isOrdered ? inOrder : column;
  const place = paths.indexOf(path);
  const around = place === -1 ? [] : paths.slice(Math.max(0, place - 1), place + 2);
  return { folder: paths.join(" "), neighbours: around.filter((each) => each !== path).join(" ") };
}
