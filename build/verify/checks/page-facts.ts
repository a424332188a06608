import { memoizeText } from "../../lib/once.ts";
import { say, type Words } from "../../lib/phrases.ts";
import { filled } from "../facts.ts";
import { differs, listDiffers, type Row } from "../finding.ts";
import {
  type Element,
  elementsIn,
  linksOf,
  plainWords,
  structuredDataOf,
  textIn,
  wordsIn,
} from "../html.ts";
import { at, listAt, readExpected, textAt, textsAt, valuesIn } from "../json.ts";
import type { PageFacts, Site } from "../site.ts";
import { type Facts, headingsOf, inWords, pageValues } from "./page-values.ts";
import { searchRecords } from "./search.ts";

type Read = (text: string) => unknown;
type Table = Partial<Record<"elements" | "words" | "links" | "data" | "twin", Facts>>;
const tables = readExpected<Record<"pages" | "free-to-use", Record<string, Table>>>("page-facts");

/**
 * The name of an element, with a class around it if one is before it; its last attribute, whose
 * value is meant; and the others.
 */
const wantedBy = memoizeText((element) => {
  const [wanted] = elementsIn(element);
  const [around] = element.split("<");
  const [[last = ""] = [], ...others] = Object.entries(wanted?.attribs ?? {}).reverse();
  return { name: `${around}${wanted?.name}`, last, others };
});

/** Whether a page's HTML agrees with site.json. */
export async function pageRows(
  page: PageFacts,
  site: Site,
  check: keyof typeof tables,
): Promise<Row[]> {
  const { all, [page.id === "corpus" ? page.id : page.type]: own } = tables[check];
  const expected = (part: keyof Table) => ({ ...all?.[part], ...own?.[part] });
  const html = await site.text(page.path);
  const record = (await searchRecords(site)).get(page.path);
  const facts = await pageValues(site)(page);
  const words = await site.wordsOn(page.path);
  const addresses = (text: string) =>
    text && text.split(/ +/).map((address) => site.linked(address, page.path) ?? address);
  const structured = [...valuesIn(structuredDataOf(html))];
  const said = structured.find((value) => at(value, "inLanguage"));
  const dataset = structured.find((value) => at(value, "@type") === "Dataset");
  const steps = structured.flatMap((value) => listAt(value, "itemListElement"));
  const trail = steps.map((step) => Object.values(Object(step)).slice(1).join(" ")).join(", ");
  const [head = ""] = (await site.text(page.markdown_path)).split("\n---\n");
  const inHead = (key: string) => new RegExp(`^${key}: (.*)$`, "m").exec(head)?.[1] ?? '""';
  const isAsSaid = (what: string, given: unknown, text: string, read: Read = String): Row => {
    const expected = filled(text, facts);
    if (expected === "?") return [false, ""];
    const start = expected.slice(0, -1);
    if (expected.endsWith("*"))
      return [
        !given || !String(given).startsWith(start),
        `${what} ${given}; ${expected} was expected`,
      ];
    return differs(what, given, read(expected));
  };
  const compare = (what: string, part: keyof Table, given: Read, read?: Read) =>
    Object.entries(expected(part)).map(([name, text]) =>
      isAsSaid(`${what} ${name}:`, given(name), text, read),
    );
  const linksIn = (name: string) => addresses(elementsIn(html, name).flatMap(linksOf).join(" "));
  const dataOf = (name: string) =>
    String(at({ trail, dataset, ...Object(said) }, ...name.split(".")) ?? "");
  const offers = filled("{offers}", facts);
  return [
    ...Object.entries(expected("elements")).map(([element, text]): Row => {
      const { name, last, others } = wantedBy(element);
      const given = new Set(
        elementsIn(html, name)
          .filter(({ attribs }) => others.every(([name, value]) => attribs[name] === value))
          .flatMap(({ attribs }) => attribs[last] ?? []),
      );
      const read = last === "href" ? addresses : String;
      const what = `of ${element.replace(/ [^ ]*>$/, ">")} has`;
      return isAsSaid(what, read([...given].join(" ")), text, read);
    }),
    ...compare("has the words of", "words", (name) => plainWords(textIn(html, name)), plainWords),
    ...compare("has links in", "links", linksIn, addresses),
    ...compare("has in its structured data", "data", dataOf),
    ...compare("has in its front matter", "twin", (name) => String(JSON.parse(inHead(name)))),
    [!plainWords(textIn(html, ".body")).includes(plainWords(offers)), `does not offer ${offers}`],
    ...linkRows(html, await site.pages(), words),
    ...(page.generated ? datesBeside(html, await site.pages(), words) : []),
    ...(record && check === "pages" ? searchRows(page, html, record) : []),
  ];
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
    listDiffers("has in the search as heading", given, headings),
  ];
}

/** Whether links to a folder's pages have their titles, or shorter ones, and nothing else of them. */
function linkRows(html: string, pages: readonly PageFacts[], words: Words): Row[] {
  const labels = ["newer", "older", "previous", "next"].map((name) =>
    plainWords(say(words, `page.${name}`)),
  );
  const label = new RegExp(`^(${labels.join("|")})( |$)`);
  const links = [".folder a", ".neighbours a"].flatMap((name) => elementsIn(html, name));
  return links.map((link): Row => {
    const page = pages.find(({ path }) => path === link.attribs["href"]);
    const { title, description, id, type, path } = page ?? {};
    const text = wordsIn(link).replace(label, "");
    const isOther = ["", ...[description, id, type, path].map(plainWords)].includes(text);
    return [isOther && text !== plainWords(title), `calls the page “${title}” “${text}”`];
  });
}

/** Whether lists have each linked page's date beside the link, for programs and for people. */
function datesBeside(html: string, pages: readonly PageFacts[], words: Words): Row[] {
  return elementsIn(html, "time").flatMap((time): Row[] => {
    const item = time.parent?.parent as Element;
    const [path] = linksOf(item);
    const date = pages.find((page) => page.path === path)?.published.slice(0, 10) ?? "";
    const given = [time.attribs["datetime"], wordsIn(time)];
    const what = `has beside the link to ${path} the date`;
    return item.name === "li" ? [differs(what, given, [date, inWords(date, words)])] : [];
  });
}
