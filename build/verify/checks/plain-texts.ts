import { byAddress } from "../../content/page-order.ts";
import { readTemplate } from "../../lib/text.ts";
import { differs, listDiffers, type Row } from "../finding.ts";
import { listAt, textAt, textsAt } from "../json.ts";
import { bodyOf } from "../parity.ts";
import type { PageFacts, Site } from "../site.ts";

/** The beginning of each page in llms-full.txt. */
const partTemplate = readTemplate(import.meta.dirname, "../full-text-part.txt");

/** The line that ends the corpus. */
const fromSoftware =
  "The pages below this line come with the software of this site, and are not in its corpus.\n";

/**
 * Whether llms-full.txt is made of the Markdown of all records of the corpus in their order, and
 * after it of the pages that come with the software.
 */
export async function fullText(site: Site): Promise<Row[]> {
  const text = await site.text("/llms-full.txt");
  const records = await site.records();
  const parts: string[] = [];
  for (const page of (await site.pages()).toSorted((a, b) => +a.generated - +b.generated)) {
    const head = partTemplate({
      ...textsAt(page, "url", "markdown_url", "sha256"),
      title: JSON.stringify(page.title),
      changed: page.changed && `last_updated: "${page.changed}"\n`,
      license: site.license.id,
    });
    // Generated lists are left out; a list of notes or realms may be a page of the software.
    const isShipped = /^\/(notes|realms)\/$/.test(page.path) && text.includes(head);
    if (page.generated && page.type === "list" && !isShipped) continue;
    if (page.generated && !parts.includes(fromSoftware)) parts.push(fromSoftware);
    const markdown = textAt(records.get(page.url), "markdown");
    parts.push(head + (markdown || bodyOf(await site.text(page.markdown_path))));
  }
  return [listDiffers("line", text.split("\n"), parts.join("\n---\n\n").split("\n"))];
}

/** A page in a list of links that every reader of llms.txt can parse. */
function lineOf({ title, markdown_url, description }: PageFacts): string {
  const text = title.replaceAll("[", "(").replaceAll("]", ")").replace(/\\$/, "\\ ");
  const target = markdown_url.replaceAll("(", "%28").replaceAll(")", "%29");
  return `- [${text}](${target})${description && `: ${description}`}`;
}

const linksIn = (text: string) => text.match(/^- \[.*$/gm) ?? [];

/** llms.txt and the files that it links to. */
async function textsOfIndex(site: Site): Promise<string[]> {
  const index = await site.text("/llms.txt");
  const files = Array.from(index.matchAll(/\]\((\S*\/llms\/\S*\.txt)\)/g), ([, url = ""]) => url);
  return [index, ...(await Promise.all(files.map(site.text)))];
}

/** The lines of these files, by the addresses of their links. */
export async function linesOfIndex(site: Site): Promise<Map<string, string[]>> {
  const lines = (await textsOfIndex(site)).flatMap(linksIn);
  return Map.groupBy(lines, (line) => /\]\((\S*)\)/.exec(line)?.[1] ?? "");
}

/** Whether llms.txt, with the files that it links to, lists each written page once, and those for programs. */
export async function llms(site: Site): Promise<Row[]> {
  const [, ...parts] = await textsOfIndex(site);
  const lines = await linesOfIndex(site);
  const all = await site.pages();
  const listed = all.filter(({ generated, type }) => !generated || !/^(list|search)$/.test(type));
  const given = listed.map((page) => {
    const line = lines.get(page.markdown_url)?.join("\n") ?? "";
    // The guestbook's line is followed by the way to sign it.
    return page.type === "guestbook" ? line.slice(0, lineOf(page).length) : line;
  });
  // Folders of the navigation come first, in its order.
  const written = listed.filter((page) => !page.generated && /^(page|note|realm)$/.test(page.type));
  const navigation = listAt(await site.json("/api/site.json"), "navigation");
  const folders = navigation.map((item) => textAt(item, "path"));
  const urls = [...lines.keys()];
  const placeOf = ({ markdown_url }: PageFacts) => urls.indexOf(markdown_url);
  const lists = folders
    .filter((folder) => /^\/[^/]+\/$/.test(folder))
    .map((folder) => written.filter(({ path }) => path.startsWith(folder)))
    .filter((pages) => pages.some(({ path }) => !folders.includes(path)));
  const firsts = lists.map((pages) => Math.min(...pages.map(placeOf)));
  // Of folders' own pages, which have the shortest addresses; -1 for a folder without one.
  const own = lists.map(([page]) => (page && folders.includes(page.path) ? placeOf(page) : -1));
  const notPages = site.documents.filter((each) => /^text\/markdown/.test(each.media_type));
  const last = Math.max(...written.map(placeOf));
  const isEarly = parts.length === 0 && notPages.some(({ url }) => urls.indexOf(url) < last);
  const isCounted = (part: string) =>
    part.includes(` ${linksIn(part).length.toLocaleString("en")} page`);
  const sorted = firsts.toSorted((a, b) => a - b);
  return [
    listDiffers("by the navigation, the place of folder", firsts, sorted),
    listDiffers("the line of page", given, listed.map(lineOf)),
    ...notPages.map(({ url, purpose }) => {
      const said = lines.get(url)?.map((line) => line.split("): ")[1]);
      return differs(`links ${url} as`, said?.join(), purpose);
    }),
    [own.some((place, at) => place > (firsts[at] ?? 0)), "has a folder's own page after others"],
    [isEarly, "links documents for programs before written pages"],
    [!parts.every(isCounted), "links a file that counts other pages than it lists"],
  ];
}

/** Whether sitemap.md lists all pages by their addresses, with their dates. */
export async function sitemapMarkdown(site: Site): Promise<Row[]> {
  const text = await site.text("/sitemap.md");
  const pages = await site.pages();
  const plain = linksIn(text).map((line) => line.replace(/\\(.)/g, "$1").replaceAll("&amp;", "&"));
  const dateOf = ({ changed }: PageFacts) => changed && ` (${changed.slice(0, 10)})`;
  const expected = byAddress(pages).map((page) => lineOf(page) + dateOf(page));
  return [
    listDiffers("line", plain, expected),
    [!text.includes(`> ${pages.length} pages`), `does not count ${pages.length} pages`],
  ];
}
