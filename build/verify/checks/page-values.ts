import { renderTime } from "../../lib/dates.ts";
import { memoize } from "../../lib/once.ts";
import { type PhraseValues, say, type Words } from "../../lib/phrases.ts";
import { type Element, elementsIn, linksOf, plainWords, wordsIn, wordsOfHtml } from "../html.ts";
import { at, listAt, textAt, textsAt } from "../json.ts";
import { wordsOfText } from "../parity.ts";
import type { PageFacts, Site } from "../site.ts";
import { linesOfIndex } from "./plain-texts.ts";

export type Texts = Record<string, string>;

/** Pages that come with the software, and one that it has a place for, in the footer's order. */
const brought = ["search", "guestbook", "manifesto", "greeting", "api", "corpus", "privacy"];

/** The values for the names in braces of the table, made once for a page. */
export const pageValues = memoize((site: Site) =>
  memoize((page: PageFacts) => valuesOf(page, site)),
);

async function valuesOf({ tags, generated, partly, words, ...page }: PageFacts, site: Site) {
  const listed = await site.json("/api/site.json");
  const pages = await site.pages();
  const html = await site.text(page.path);
  const above = pages
    .filter(({ path }) => path !== "/" && path !== page.path && page.path.startsWith(path))
    .sort((a, b) => a.path.length - b.path.length);
  const { name, tagline } = textsAt(listed, "name", "tagline");
  const language = await site.wordsOn(page.path);
  const said = (name: string, values?: PhraseValues) => say(language, name, values);
  const isHome = page.type === "home";
  const navigation = listAt(listed, "navigation").map((item) => textsAt(item, "path", "title"));
  const inHeader = navigation.map(({ path }) => path);
  const around = inHeader.filter((path) => page.path.startsWith(path));
  const current = around.reduce((one, other) => (other.length > one.length ? other : one), "/");
  const { title, description, published, updated } = page;
  const corpus = await site.json("/api/corpus.json");
  const record = (await site.records()).get(page.url);
  // The description is above the text unless the text begins with it.
  const start = description.slice(0, 60);
  const beginning = textAt(record, "text").slice(0, description.length + 200);
  const isRepeated = record
    ? beginning.includes(start)
    : isHome && wordsOfText(await site.text(page.markdown_path)).includes(plainWords(start));
  const isAbove = !isRepeated && description !== title && (isHome || !generated);
  const isChanged = updated.slice(0, 10) !== published.slice(0, 10);
  // A home page made by a template is not in the list of pages, and has the site's name.
  const home = pages.find(({ path }) => path === "/")?.title ?? name;
  const trail = isHome ? [] : [{ title: home, url: `${site.base_url}/` }, ...above, page];
  const titled = (wanted: string) =>
    pages.find(({ path, title }) => path.startsWith("/tags/") && title.toLowerCase() === wanted);
  const ofSite = await site.wordsOn("");
  const tagTitles = tags.map((tag) => say(ofSite, "list.tag_title", { tag }).toLowerCase());
  const tagPaths = tagTitles.map((each) => titled(each)?.path);
  // Where the source of the site is, no document says.
  const label = plainWords(said("frame.source"));
  const source = elementsIn(html, ".site-footer a").find((link) => wordsIn(link) === label);
  const kindOfPage = ({ id, type }: PageFacts) => (/^(corpus|privacy)$/.test(id) ? id : type);
  const inFooter = brought
    .flatMap((kind) => pages.filter((each) => kindOfPage(each) === kind))
    .filter(({ id, path }) => id === "privacy" || !inHeader.includes(path));
  const translations = translationsOf(page, pages);
  const day = inWords(published, language);
  const change = isChanged ? inWords(updated, language) : "";
  return {
    ...page,
    index: site.index,
    site: listed,
    corpus,
    navigation,
    crumbs: above.length > 0 ? [{ path: "/", title: name }, ...above] : [],
    brought: inFooter,
    direction: language.dir === "rtl" ? "rtl" : "",
    ...(await realmFacts(page, site, language)),
    ...(await folderFacts(page, site, isHome || current === page.path)),
    contents: contentsOf(html, page.type, partly ? Infinity : words),
    words: partly ? "?" : words,
    tags,
    tag_list: tags.join(","),
    // A page of another title may be in the place of a tag's.
    tag_paths: tagPaths.every(Boolean) ? [...new Set(tagPaths)].join(" ") : "?",
    search: pages.some(({ type }) => type === "search") ? "/search/" : "",
    current_folder: current === page.path || current === "/" ? "" : current,
    corpus_digest: /\w+(?=\.jsonl$)/.exec(textAt(corpus, "jsonl"))?.[0] ?? "",
    author_url: textAt(listed, "author", "url") || `${site.base_url}/`,
    manifesto: pages.find(({ type }) => type === "manifesto")?.url ?? "?",
    document_title: [...new Set(isHome ? [name, tagline] : [title, name])].join(" "),
    standfirst: isAbove ? description : "",
    published_day: day,
    dates: [published, isChanged ? updated : ""].map((date) => date.replace(/T00:00:00.*/, "")),
    published_words: day && said("page.published", { date: day }),
    updated_words: change && said("page.updated", { date: change }),
    source: source?.attribs["href"] ?? "",
    trail: trail.map(({ title, url }, at) => `ListItem ${at + 1} ${title} ${url}`).join(", "),
    feed_title: page.feed && title !== name ? `${title} · ${name}` : "",
    translations: translations.map(({ url }) => url).join(" "),
    translation_languages: translations.map(({ language }) => language).join(" "),
  };
}

type Original = Pick<PageFacts, "translation_of" | "url">;
const originalOf = ({ translation_of, url }: Original) => translation_of || url;
const byOriginal = memoize((pages: readonly PageFacts[]) => Map.groupBy(pages, originalOf));

/** A page in each of its languages; nothing if there is only one. */
export function translationsOf(page: Original, pages: readonly PageFacts[]) {
  const group = byOriginal(pages).get(originalOf(page)) ?? [];
  return group.length > 1 ? group : [];
}

/** The headings of a page's text with their ids; of a folded section it is the id of its content. */
export function headingsOf(html: string) {
  const ofEntries = new Set(elementsIn(html, ".book h1|h2|h3|h4|h5|h6"));
  return elementsIn(html, ".body h1|h2|h3|h4|h5|h6").flatMap((heading) => {
    const { name, parent } = heading.parent as Element;
    const [marked = heading] = name === "summary" ? elementsIn(parent as Element, ".inside") : [];
    const { id } = marked.attribs;
    if (id === undefined || ofEntries.has(heading)) return [];
    return [{ id, text: wordsIn(heading), level: Number(heading.name[1]) }];
  });
}

/** The table of contents that a long page has. */
function contentsOf(html: string, type: string, words: number) {
  const headings = headingsOf(html);
  const top = Math.min(...headings.map(({ level }) => level));
  const depth = type === "manifesto" ? 1 : type === "api" ? 6 : 0;
  const isLong = words >= 250 && headings.filter(({ level }) => level === top).length >= 3;
  // How many words the author wrote of a page with a reference in it, no document says.
  const isKnown = words < Infinity || html.includes('class="contents"');
  return headings
    .filter(({ level }) => isKnown && isLong && level <= top + depth)
    .map(({ id, text }) => ({ text, link: `#${encodeURIComponent(id)}` }));
}

/** Facts about a realm on its page, and about all realms in the home page's plan. */
async function realmFacts({ type, url }: Texts, site: Site, words: Words): Promise<Texts> {
  // A site may name a status that there is not.
  const said = (name: string, values?: PhraseValues) =>
    name in words.phrases ? say(words, name, values) : name;
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
  const isPage = ({ method, media_type, href }: Texts) =>
    method === "GET" && media_type === "text/html" && site.local(href ?? "") !== null;
  const paths = rooms.map((room) => site.local(room.offers.find(isPage)?.href ?? room.url));
  const key = Object.keys(Object(at(document, "statuses")))
    .filter((each) => rooms.some((room) => room.status === each))
    .map((each) => said(`status.${each}`));
  const named = said(`status.${status}`);
  const dated = { status: named, date: inWords(since, words) };
  const labels = rooms.map(({ name, status }) =>
    said("page.room", { title: name, status: said(`status.${status}`) }),
  );
  const offered = offers.map(({ label, method, href, media_type: type }) => {
    return `${label} ${said("list.action", { call: `${method} ${site.local(href) ?? href}`, type })}`;
  });
  return {
    status,
    since,
    meaning: textAt(document, "statuses", status),
    status_words:
      status && `${since ? said("page.since", dated) : named} ${said(`status.${status}_meaning`)}`,
    plan: [...rooms.map((room) => room.name), ...key].join(" "),
    plan_labels: labels.join(" "),
    plan_paths: paths.join(" "),
    offers: offered.join(" "),
  };
}

/** The pages of a page's folder, in order, and those before and after the page. */
async function folderFacts({ path = "" }: Texts, site: Site, isInHeader: boolean): Promise<Texts> {
  const pages = await site.pages();
  const urls = [...(await linesOfIndex(site)).keys()];
  const column = elementsIn(await site.text(path), ".folder").flatMap(linksOf);
  const folderAround = (page: { path: string }) => page.path.replace(/[^/]*\/$/, "");
  const folder = folderAround({ path });
  const siblings = pages.filter((page) => !page.generated && folderAround(page) === folder);
  const isListed = folder !== "/" && siblings.some((page) => page.path === path);
  const isWhole = isListed && siblings.length > 1 && siblings.length <= 12;
  const whole = isWhole ? siblings : [];
  const members = pages.filter((page) => column.includes(page.path) || whole.includes(page));
  const placeOf = ({ markdown_url }: PageFacts) => urls.indexOf(markdown_url);
  // If pages of other folders are among them, no document has their order.
  const isOrdered = members.every((page) => placeOf(page) >= 0 && page.path.startsWith(folder));
  const inOrder = members.toSorted((a, b) => placeOf(a) - placeOf(b)).map((page) => page.path);
  const paths = isOrdered ? inOrder : column;
  const place = paths.indexOf(path);
  return {
    folder: paths.join(" "),
    previous: paths[place - 1] ?? "",
    next: (place >= 0 && paths[place + 1]) || "",
    current: isInHeader || place >= 0 ? path : "",
  };
}

/** A date in words, with its time of day if it has one: `3 May 2026 19 12 UTC 02 00`. */
export function inWords(date: string, words: Words): string {
  return /^\d{4}-(0[1-9]|1[0-2])-\d\d/.test(date) ? wordsOfHtml(renderTime(date, words).value) : "";
}
