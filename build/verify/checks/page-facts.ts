import { tagSlug } from "../../content/tags.ts";
import { memoizeText } from "../../lib/once.ts";
import { say, type Words } from "../../lib/phrases.ts";
import { fillIn, fillWords, valueAt } from "../facts.ts";
import { differs, listDiffers, type Row } from "../finding.ts";
import { frameRows, patternOf } from "../frames.ts";
import { elementsIn, linksOf, plainWords, structuredDataOf, textIn, wordsIn } from "../html.ts";
import { at, listAt, readExpected, textAt, textsAt, valuesIn } from "../json.ts";
import { releaseRow } from "../release.ts";
import type { PageFacts, Site } from "../site.ts";
import { headingsOf, inWords, pageValues, type Texts } from "./page-values.ts";
import { searchRecords } from "./search.ts";

type Part = "elements" | "words" | "links" | "data" | "twin";
type Check = "pages" | "free-to-use";
type Table = Record<string, Partial<Record<Part, Texts>>>;
const tables = readExpected<Record<Check, Table>>("page-facts");

/** Whether a page's HTML agrees with site.json. */
export async function pageRows(page: PageFacts, site: Site, check: Check): Promise<Row[]> {
  const { all, [page.id === "corpus" ? page.id : page.type]: own } = tables[check];
  const html = await site.text(page.path);
  const record = (await searchRecords(site)).get(page.path);
  const facts = await pageValues(site)(page);
  const words = await site.wordsOn(page.path);
  const addresses = (text: string) =>
    text && text.split(/ +/).map((address) => site.linked(address, page.path) ?? address);
  const structured = [...valuesIn(structuredDataOf(html))];
  const steps = structured.flatMap((value) => listAt(value, "itemListElement"));
  const data = {
    context: structured.map((value) => textAt(value, "@context")).join(""),
    trail: steps.map((step) => Object.values(Object(step)).join(" ")).join(", "),
    dataset: structured.find((value) => at(value, "@type") === "Dataset"),
    ...Object(structured.find((value) => at(value, "inLanguage"))),
  };
  const [head = ""] = (await site.text(page.markdown_path)).split("\n---\n");
  const inHead = (key: string) => new RegExp(`^${key}: (.*)$`, "m").exec(head)?.[1] ?? '""';
  /** The words before a value of each part, and how it is found. */
  const parts: [part: Part, before: string, find: (name: string) => string | undefined][] = [
    ["elements", "of * has", (element) => attributesIn(html, element)],
    ["words", "has the words of *:", (name) => textIn(html, name)],
    ["links", "has links in *:", (name) => elementsIn(html, name).flatMap(linksOf).join(" ")],
    ["data", "has in its structured data *:", (name) => String(valueAt(data, name) ?? "")],
    ["twin", "has in its front matter *:", (name) => String(JSON.parse(inHead(name)))],
  ];
  const rows = parts.flatMap(([part, before, find]) =>
    Object.entries({ ...all?.[part], ...own?.[part] }).map(([name, text]): Row => {
      const isLink = part === "links" || name.endsWith(" href>");
      const read = part === "words" ? plainWords : isLink ? addresses : String;
      const given = read(find(name) ?? "");
      const said = fillIn(fillWords(text, words), facts);
      const expected = said.startsWith("? ") && !find(name) ? "" : said.replace(/^\? /, "");
      const what = before.replace("*", () => name.replace(/ [^ ]*>$/, ">"));
      if (expected === "?") return [false, ""];
      if (!expected.includes("*")) return differs(what, given, read(expected));
      const isWrong = !patternOf(expected).test(find(name) ?? "");
      return [isWrong, `${what} ${given}; ${expected} was expected`];
    }),
  );
  if (check !== "pages") return rows;
  const offers = fillIn("{offers}", facts);
  const pages = await site.pages();
  return [
    ...rows,
    [!plainWords(textIn(html, ".body")).includes(plainWords(offers)), `does not offer ${offers}`],
    ...linkRows(html, pages, words),
    ...(page.type === "search" ? [] : doorRows(html, words)),
    ...[...new Set(html.match(/<svg class="door [^]*?<\/svg>/g))].map((door) =>
      releaseRow(`/#${/door-\w+/.exec(door)}`, door, site.base_url),
    ),
    ...(page.generated ? datesBeside(html, pages, words) : []),
    ...(page.generated ? countsBeside(html, pages, words) : []),
    ...(record ? searchRows(page, html, record) : []),
    ...frameRows(around(html), "page", site, words),
  ];
}

/** The HTML before and after a page's text. */
function around(html: string): string {
  const [start = "", ...rest] = html.split('<div class="body">');
  return start + (rest.at(-1)?.split('<footer class="page-footer">').at(-1) ?? "");
}

/** An element as the table names it: its name after any class around it, and its attributes. */
const wantedBy = memoizeText((element) => {
  const [{ name, attribs } = { name: "", attribs: {} }] = elementsIn(element);
  return { name: element.split("<")[0] + name, attributes: Object.entries(attribs) };
});

/** The values of the last attribute of all elements that have the others, with the values that are written. */
function attributesIn(html: string, element: string): string {
  const { name, attributes } = wantedBy(element);
  const [last = ""] = attributes.at(-1) ?? [];
  const found = elementsIn(html, name).filter(({ attribs }) =>
    attributes.every(
      ([key, value]) => key === last || (value ? attribs[key] === value : key in attribs),
    ),
  );
  return [...new Set(found.flatMap(({ attribs }) => attribs[last] ?? []))].join(" ");
}

/** Whether the search shows the beginning of a page's description, and all its headings. */
function searchRows({ description }: PageFacts, html: string, record: unknown): Row[] {
  const said = textAt(record, "description");
  const start = said.endsWith(" …") ? `${description.slice(0, said.length - 2)} …` : description;
  const shown = listAt(record, "headings").map((each) => textsAt(each, "id", "text"));
  const headings = headingsOf(html).map(({ id, text }) => [id, text]);
  const given = shown.map(({ id, text }) => [id, plainWords(text)]);
  return [
    differs("has in the search the description", said, start),
    [start !== description && said.length < 100, `shows in the search only “${said}”`],
    listDiffers("has in the search as heading", given, headings),
  ];
}

/** Whether links to a folder's pages have their titles, or shorter ones, and nothing else of them. */
function linkRows(html: string, pages: readonly PageFacts[], words: Words): Row[] {
  const before = { prev: "{page.newer}|{page.previous}", next: "{page.older}|{page.next}" };
  const links = [".folder a", ".neighbours a"].flatMap((name) => elementsIn(html, name));
  return links.map((link): Row => {
    const page = pages.find(({ path }) => path === link.attribs["href"]);
    const { title, description, id, type, path } = page ?? {};
    const rel = link.attribs["rel"];
    const labels = fillWords(textAt(before, rel ?? ""), words)
      .split("|")
      .map(plainWords);
    const said = wordsIn(link);
    const text = said.replace(new RegExp(`^(${labels.join("|")})( |$)`), "");
    const isOther = ["", ...[description, id, type, path].map(plainWords)].includes(text);
    const isWrong = (rel && text === said) || (isOther && text !== plainWords(title));
    return [Boolean(isWrong), `calls the page “${title}” “${text}”`];
  });
}

/** Whether a status has its icon, and links and items with an icon, or their labels, its status. */
function doorRows(html: string, words: Words): Row[] {
  return elementsIn(html, "a|p|span|div").flatMap((element) => {
    const icon = element.children.find((child) => "attribs" in child && child.name === "svg");
    const [, status] = /door-(\w+)/.exec(textAt(icon, "attribs", "class")) ?? [];
    const isState = /^state\b/.test(element.attribs["class"] ?? "");
    if (status === undefined) return [[isState, `has no icon beside ${wordsIn(element)}`]];
    const given = element.attribs["aria-label"] ?? wordsIn(element);
    const isOther = !plainWords(given).includes(plainWords(say(words, `status.${status}`)));
    return [[isOther, `has the icon of ${status} in “${given}”`]];
  });
}

/** Whether lists have each linked page's date beside the link, for programs and for people. */
function datesBeside(html: string, pages: readonly PageFacts[], words: Words): Row[] {
  return elementsIn(html, "li").flatMap((item) => {
    const [path] = linksOf(item);
    const date = pages.find((page) => page.path === path)?.published.slice(0, 10) ?? "";
    const times = elementsIn(item, "time").filter((time) => time.parent?.parent === item);
    const expected = [date, inWords(date, words)];
    const given = times.map((time) => [time.attribs["datetime"], wordsIn(time)]);
    return given.map((each) => differs(`has beside the link to ${path} the date`, each, expected));
  });
}

/** Whether lists have in brackets after links to tags and folders how many pages are there. */
function countsBeside(html: string, pages: readonly PageFacts[], words: Words): Row[] {
  const written = pages.filter(({ generated, path }) => !generated && path !== "/");
  const pathOf = (tag: string) => `/tags/${encodeURIComponent(tagSlug(tag))}/`;
  return elementsIn(html, "li").flatMap((item) => {
    const [link] = elementsIn(item, "a");
    const to = link?.attribs["href"] ?? "";
    if (!textAt(link?.next, "data").startsWith(" (")) return [];
    const isIn = ({ path, type, tags }: PageFacts) =>
      tags.map(pathOf).includes(to) ||
      (path !== to && (path.startsWith(to) || to === `/${type}s/`));
    const ofTags = new Set(to === "/tags/" ? written.flatMap(({ tags }) => tags.map(pathOf)) : []);
    const count = ofTags.size || written.filter(isIn).length;
    const number = say(words, ofTags.size > 0 ? "list.tags" : "list.pages", { count });
    const expected = plainWords(`${link && wordsIn(link)} ${number}`);
    // The page of all that is in no folder has nothing below it.
    return count > 0 ? [differs(`lists with ${to}`, wordsIn(item), expected)] : [];
  });
}
