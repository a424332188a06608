import type { HtmlTag } from "../../lib/html-tokens.ts";
import { attributeOf, elementsOf, structuredDataOf } from "../answer.ts";
import { differs, type Row } from "../finding.ts";
import { at, listAt, readExpected, textAt, textsAt, valuesIn } from "../json.ts";
import { split, textIn } from "../parity.ts";
import type { PageFacts, Site } from "../site.ts";

type Facts = Record<string, string>;
type Tables = Record<
  "pages" | "free-to-use",
  { elements: string[]; words: Facts; data: Facts; twin: Facts }
>;
const tables = readExpected<Tables>("page-facts");

/** Types of pages that show no date, as they only lead to others. */
const undated = new Set(["home", "list", "guestbook", "search"]);

/** Whether a page's HTML says of it what site.json says. */
export async function pageRows(page: PageFacts, site: Site, check: keyof Tables): Promise<Row[]> {
  const { elements, words, data, twin } = tables[check];
  const html = await site.text(page.path);
  const tags = elementsOf(html);
  const facts = await factsOf(page, site);
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
  const said = [...valuesIn(structuredDataOf(html))].find((value) => at(value, "inLanguage"));
  const head = (await site.text(page.markdown_path)).split("\n---\n")[0] ?? "";
  const inHead = (key: string) =>
    String(JSON.parse(new RegExp(`^${key}: (.*)$`, "m").exec(head)?.[1] ?? '""'));
  const textOf = (name: string) => split(textIn(html, name) ?? "").join(" ");
  const day = undated.has(page.type) ? "" : page.published.slice(0, 10);
  const compare = (what: string, said: Facts, given: (name: string) => string) =>
    Object.entries(said).map(([name, text]) => differs(what + name, given(name), filled(text)));
  return [
    ...rows,
    ...Object.entries(words).map(([name, text]) =>
      differs(`has the words of ${name}:`, textOf(name), split(filled(text)).join(" ")),
    ),
    ...compare("has in its structured data ", data, (name) => String(at(said, name) ?? "")),
    ...compare("has in its Markdown’s front matter ", twin, inHead),
    [!html.includes(day && `<time datetime="${day}`), `does not show its date, ${day}`],
  ];
}

/** What the table names in braces. */
async function factsOf(
  { tags, generated, partly, ...page }: PageFacts,
  site: Site,
): Promise<Facts> {
  const listed = await site.json("/api/site.json");
  const titles = new Map((await site.pages()).map(({ path, title }) => [path, title]));
  const folders = page.path.split("/").slice(1, -2);
  const above = folders.flatMap(
    (_, depth) => titles.get(`/${folders.slice(0, depth + 1).join("/")}/`) ?? [],
  );
  const realms = listAt(await site.json("/api/realms.json"), "realms");
  const realm = realms.find((each) => textAt(each, "url") === page.url);
  const { name, tagline } = textsAt(listed, "name", "tagline");
  const [isHome, isGuestbook] = [page.type === "home", page.type === "guestbook"];
  return {
    ...page,
    ...textsAt(realm, "status", "since"),
    tags: tags.join(" "),
    feed: isGuestbook ? `${site.base_url}/api/guestbook.xml` : page.feed,
    license: isGuestbook ? "" : site.license.url,
    license_id: site.license.id,
    license_url: site.license.url,
    base_url: site.base_url,
    reserved: isGuestbook ? "1" : "",
    site_name: name,
    document_title: [...new Set(isHome ? [name, tagline] : [page.title, name])].join(" "),
    navigation: listAt(listed, "navigation")
      .map((item) => textAt(item, "title"))
      .join(" "),
    crumbs: above.length > 0 ? [name, ...above].join(" ") : "",
  };
}
