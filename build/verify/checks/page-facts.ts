import type { HtmlTag } from "../../lib/html-tokens.ts";
import { attributeOf, elementsOf, structuredDataOf } from "../answer.ts";
import { differs, type Row } from "../finding.ts";
import { at, listAt, readExpected, textAt, textsAt, valuesIn } from "../json.ts";
import {
  bodyOf,
  type Element,
  elementsIn,
  linksOf,
  split,
  textIn,
  wordsIn,
  wordsOfText,
} from "../parity.ts";
import type { PageFacts, Site } from "../site.ts";
import { linesOfIndex } from "./plain-texts.ts";

type Facts = Record<string, string>;
type Tables = Record<
  "pages" | "free-to-use",
  { elements: string[]; words: Facts; links: Facts; data: Facts; twin: Facts }
>;
const tables = readExpected<Tables>("page-facts");

/** Types of pages that show no date, as they only lead to others. */
const undated = new Set(["home", "list", "guestbook", "search"]);

/** Whether a page's HTML says of it what site.json says. */
export async function pageRows(page: PageFacts, site: Site, check: keyof Tables): Promise<Row[]> {
  const { elements, words, links, data, twin } = tables[check];
  const html = await site.text(page.path);
  const tags = elementsOf(html);
  const facts = await factsOf(page, site, check);
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, fact) => facts[fact] ?? "").trim();
  const addresses = (text: string) =>
    text.split(" ").map((address) => site.linked(address, page.path) ?? address);
  const rows = elements.map((element): Row => {
    const [wanted] = elementsOf(element);
    const [last = "", ...others] = [...(wanted?.attributes.keys() ?? [])].reverse();
    const isMeant = (tag: HtmlTag) =>
      tag.name === wanted?.name &&
      tag.attributes.has(last) &&
      others.every((name) => attributeOf(tag, name) === attributeOf(wanted, name));
    const said = new Set(tags.filter(isMeant).map((tag) => attributeOf(tag, last)));
    const [given, expected] = [[...said].join(" "), filled(attributeOf(wanted, last))].map(
      (text) => (last === "href" && text !== "" ? addresses(text) : text),
    );
    return differs(`of ${element.replace(/ [^ ]*="[^"]*">$/, ">")} has`, given, expected);
  });
  const structured = [...valuesIn(structuredDataOf(html))];
  const said = structured.find((value) => at(value, "inLanguage"));
  const steps = structured.flatMap((value) => listAt(value, "itemListElement"));
  const trail = steps.map((step) => Object.values(Object(step)).slice(1).join(" ")).join(", ");
  const head = (await site.text(page.markdown_path)).split("\n---\n")[0] ?? "";
  const inHead = (key: string) =>
    String(JSON.parse(new RegExp(`^${key}: (.*)$`, "m").exec(head)?.[1] ?? '""'));
  const textOf = (name: string) => split(textIn(html, name) ?? "").join(" ");
  const compare = (what: string, said: Facts, given: (name: string) => string) =>
    Object.entries(said).map(([name, text]) => differs(what + name, given(name), filled(text)));
  return [
    ...rows,
    ...Object.entries(words).map(([name, text]) =>
      differs(`has the words of ${name}:`, textOf(name), split(filled(text)).join(" ")),
    ),
    ...Object.entries(links).map(([place, text]) => {
      const given = addresses(elementsIn(html, place).flatMap(linksOf).join(" "));
      return differs(`leads in ${place} to`, given, addresses(filled(text)));
    }),
    ...compare("has in its structured data ", data, (name) =>
      String(name === "trail" ? trail : (at(said, ...name.split(".")) ?? "")),
    ),
    ...compare("has in its Markdown’s front matter ", twin, inHead),
    [
      !textOf(".body").includes(split(facts["offers"] ?? "").join(" ")),
      `does not offer ${facts["offers"]}`,
    ],
    ...(page.generated ? datesBeside(html, await site.pages(), addresses) : []),
  ];
}

/** Whether lists have beside a link to a page its date, for programs and for people. */
function datesBeside(
  html: string,
  pages: readonly PageFacts[],
  addresses: (text: string) => string[],
): Row[] {
  return elementsIn(html, "time").flatMap((time): Row[] => {
    const item = time.parent?.parent as Element;
    if (item.name !== "li") return [];
    const [path] = addresses(linksOf(item)[0] ?? "");
    const date = pages.find((each) => each.path === path)?.published.slice(0, 10) ?? "";
    const given = [time.attribs["datetime"], wordsIn(time)];
    return [differs(`has beside the link to ${path} the date`, given, [date, inWords(date)])];
  });
}

/** A date in words, its time of day where it has one: `3 May 2026 19 12 UTC 02 00`. */
export function inWords(date: string): string {
  const [, clock, zone = ""] = /T(?!00:00:00Z)(\d\d:\d\d)[\d:.]*(.*)$/.exec(date) ?? [];
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  const day = date && new Date(date.slice(0, 10)).toLocaleDateString("en-GB", options);
  return split(clock ? `${day}, ${clock} UTC${zone.replace("Z", "")}` : day).join(" ");
}

/** What the table names in braces. */
async function factsOf(
  { tags, generated, partly, ...page }: PageFacts,
  site: Site,
  check: keyof Tables,
): Promise<Facts> {
  const [listed, pages] = [await site.json("/api/site.json"), await site.pages()];
  const folders = page.path.split("/").slice(1, -2);
  const folderPaths = folders.map((_, depth) => `/${folders.slice(0, depth + 1).join("/")}/`);
  const above = folderPaths.flatMap((path) => pages.find((each) => each.path === path) ?? []);
  const { name, tagline } = textsAt(listed, "name", "tagline");
  const [isHome, isGuestbook] = [page.type === "home", page.type === "guestbook"];
  const hasCrumbs = above.length > 0;
  const navigation = listAt(listed, "navigation").map((item) => textsAt(item, "path", "title"));
  const { description, published, updated } = page;
  const records = listAt(await site.json("/api/corpus.json"), "documents");
  const record = records.find((each) => textAt(each, "url") === page.url);
  const start = description.slice(0, 60);
  // The description stands above the text unless that begins with it.
  const isRepeated = record
    ? textAt(record, "text")
        .slice(0, description.length + 200)
        .includes(start)
    : isHome &&
      wordsOfText(bodyOf(await site.text(page.markdown_path)))
        .join(" ")
        .includes(split(start).join(" "));
  const isAbove = !isRepeated && description !== page.title && (isHome || !generated);
  const isDated = !undated.has(page.type);
  const isChanged = updated.slice(0, 10) !== published.slice(0, 10);
  const trail = isHome ? [] : [...pages.filter(({ path }) => path === "/"), ...above, page];
  return {
    ...page,
    ...(check === "pages" && (await realmFacts(page, site))),
    ...(check === "pages" && (await folderFacts(page, site))),
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
    published_words:
      isDated && published
        ? `${page.type === "note" ? "" : "Published "}${inWords(published)}`
        : "",
    updated_words: isDated && updated && isChanged ? `updated ${inWords(updated)}` : "",
    navigation: navigation.map(({ title }) => title).join(" "),
    navigation_paths: navigation.map(({ path }) => path).join(" "),
    crumbs: hasCrumbs ? [name, ...above.map(({ title }) => title)].join(" ") : "",
    crumb_paths: hasCrumbs ? ["/", ...above.map(({ path }) => path)].join(" ") : "",
    search_action: page.type === "search" ? "/search/" : "",
    whole: isHome ? "" : `${site.base_url}/#website`,
    data_name: isHome ? name : page.title,
    trail: trail.map(({ title, url }, index) => `${index + 1} ${title} ${url}`).join(", "),
  };
}

/** What a realm's page says of it, and the home page of all in a plan. */
async function realmFacts(
  { type, url }: { type: string; url: string },
  site: Site,
): Promise<Facts> {
  const document = await site.json("/api/realms.json");
  const realms = listAt(document, "realms").map((each) => ({
    ...textsAt(each, "url", "name", "status", "since"),
    offers: listAt(each, "affordances").map((way) =>
      textsAt(way, "label", "href", "method", "media_type"),
    ),
  }));
  const { status = "", since = "", offers = [] } = realms.find((realm) => realm.url === url) ?? {};
  const rooms = type === "home" ? realms.slice(0, 12) : [];
  // A room leads to the page that it is about, where that is one of the site's.
  const paths = rooms.map((room) => {
    const pages = room.offers.filter(
      (way) => `${way.method} ${way.media_type}` === "GET text/html",
    );
    return [...pages.map(({ href }) => href), room.url].map(site.local).find(Boolean);
  });
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
      .map(({ label, href, method, media_type }) => {
        const path = href.replace(`${site.base_url}/`, "/");
        return `${label} ${method} ${path} gives ${media_type}`;
      })
      .join(" "),
  };
}

/** The pages of a page's folder, in its order, and those before and after it. */
async function folderFacts({ path }: { path: string }, site: Site): Promise<Facts> {
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
  // Of pages of other folders among them no document has the order.
  const isOrdered = members.every((page) => placeOf(page) >= 0 && page.path.startsWith(folder));
  const inOrder = members.toSorted((a, b) => placeOf(a) - placeOf(b)).map((page) => page.path);
  const paths = isOrdered ? inOrder : column;
  const place = paths.indexOf(path);
  const around = place === -1 ? [] : paths.slice(Math.max(0, place - 1), place + 2);
  return { folder: paths.join(" "), neighbours: around.filter((each) => each !== path).join(" ") };
}
