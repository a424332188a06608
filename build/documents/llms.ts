import { isGenerated, lastChange, type Outline } from "../content/page.ts";
import { byAddress, sortPages } from "../content/page-order.ts";
import { memoize } from "../lib/once.ts";
import { countOf, readTemplate } from "../lib/text.ts";
import { escapeMarkdown } from "../markdown/plain-text.ts";
import { licenseSentence, permissionSentence } from "../model/permissions.ts";
import type { DocumentFamily, OutputFile, SiteOutline, TextDocument } from "../model/site-model.ts";
import { pagesAt } from "../model/site-model.ts";
import type { PageType } from "../schemas/fields.ts";
import { documentFacts } from "./api-document.ts";

// Lists of links for those who read Markdown: by subject, and by address.

/**
 * The greatest length of llms.txt with all pages: some readers stop at about this many characters.
 */
const limit = 50_000;

/**
 * The index for language models: https://llmstxt.org. It links to pages and documents that are
 * Markdown. For JSON and XML it names index.json, and links the API page, which describes them.
 * llms-full.txt is named without a link, because readers that load everything linked would load
 * every page twice. If not all pages fit, it links to a file for each top folder instead.
 */
export const llms: TextDocument = {
  ...documentFacts("llms"),
  render: (model) => indexFiles(model)[0]?.content as string,
};

/** The pages of each top folder, and those in none, if not all fit into llms.txt. */
export const llmsFolders: DocumentFamily = {
  ...documentFacts("llms_sections"),
  exampleName: (model) => indexFiles(model)[1]?.path.slice("/llms/".length, -".txt".length),
  files: (model) => indexFiles(model).slice(1),
};

/**
 * The sitemap for readers of Markdown: a heading and a list of links `[title](address of the
 * Markdown): description`. The form is a convention, not a standard; the two scanners that look for
 * `/sitemap.md` describe it alike (https://vercel.com/kb/guide/agent-readability-spec,
 * https://agent-ready.dev/what-is-sitemap-md).
 */
export const sitemapMarkdown: TextDocument = {
  ...documentFacts("sitemap_markdown"),
  render({ facts, base_url, pages }) {
    const lines = byAddress(pages).map((page) => {
      const date = lastChange(page)?.slice(0, 10);
      // Unlike llms.txt, this is served as Markdown.
      const title = escapeMarkdown(page.title);
      const line = twinLine({ ...page, title, description: escapeMarkdown(page.description) });
      return line + (date === undefined ? "" : ` (${date})`);
    });
    return (
      `# Sitemap of ${escapeMarkdown(facts.name)}\n\n` +
      `> ${pages.length} pages, sorted by address. Every link leads to Markdown. ` +
      `The index by subject is ${base_url}/llms.txt, and the sitemap for crawlers is ${base_url}/sitemap.xml.\n\n` +
      `## Pages\n\n${lines.join("\n")}\n`
    );
  },
};

/** Pages that are listed together, under one heading. */
interface Group {
  /** Unique among the groups. */
  name: string;
  about: string;
  /** Where its file is, if llms.txt would be too long. Root-relative, percent-encoded. */
  file: string;
  pages: readonly Outline[];
}

/** llms.txt, and the groups' files if it would be too long with all pages. */
const indexFiles = memoize((model: SiteOutline): OutputFile[] => {
  const { facts, base_url } = model;
  const groups = groupsOf(model);
  const parts = groups.map(({ name, pages }) => section(name, pages.map(twinLine)));
  const complete = indexWith(parts, model);
  if (complete.length <= limit) return [{ path: llms.path, content: complete }];
  const count = ({ pages }: Group) => `${countOf(pages.length, "page")}.`;
  const links = groups.map((group) =>
    linkLine(group.name, base_url + group.file, `${group.about} ${count(group)}`.trim()),
  );
  return [
    { path: llms.path, content: indexWith([section("All pages", links)], model) },
    ...groups.map((group, at) => ({
      path: decodeURIComponent(group.file),
      content:
        `# ${facts.name}: ${group.name}\n\n` +
        `> ${group.about} ${count(group)}\n\n` +
        `The index of the whole site is ${base_url}/llms.txt.\n\n${parts[at]}\n`,
    })),
  ];
});

const template = readTemplate(import.meta.dirname, "llms.md");

/** The index with these sections of pages. */
function indexWith(sections: readonly string[], model: SiteOutline): string {
  const { facts, base_url, home, greeting, manifesto } = model;
  const start = section("Start here", [home, greeting, manifesto].map(twinLine));
  return template({
    name: facts.name,
    description: facts.description,
    permission: permissionSentence(facts.permissions),
    license: licenseSentence(facts.license),
    base_url,
    sections: [start, ...sections, ...forPrograms(model)].join("\n\n"),
  });
}

/** Types of pages that llms.txt lists separately, before or after all others. */
const ownTypes: readonly PageType[] = ["home", "greeting", "manifesto", "api", "guestbook"];

/**
 * The top folders, those of the main navigation first, each with all pages below it; then pages in
 * no folder.
 */
function groupsOf(model: SiteOutline): Group[] {
  const { sections, byPath, navigation } = model;
  const written = model.pages.filter((page) => !isGenerated(page) && !ownTypes.includes(page.type));
  const rest = new Map(written.map((page) => [page.path, page]));
  const rank = new Map(navigation.map(({ path }, index) => [path, index]));
  const rankOf = (path: string): number => rank.get(path) ?? navigation.length;
  const folders = (sections.get("/")?.sections ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
  const names = new Set(["Start here", "Pages", "For programs", "Guestbook"]);
  const groups = folders.map((path): Group => {
    const page = byPath.get(path);
    const title = page?.title ?? decodeURIComponent(path);
    const name = names.has(title) ? `${title} (${decodeURIComponent(path)})` : title;
    names.add(name);
    const pages = pagesBelow(path, model).filter((each) => rest.delete(each.path));
    const file = `/llms/folders${path.slice(0, -1)}.txt`;
    return { name, about: page?.description ?? "", file, pages };
  });
  const pages = byAddress([...rest.values()]).sort((a, b) => rankOf(a.path) - rankOf(b.path));
  const others = { name: "Pages", about: "Pages in no folder.", file: "/llms/pages.txt", pages };
  return [...groups, others].filter((group) => group.pages.length > 0);
}

/** A folder's page and all pages below it, in the order of the folder's list. */
function pagesBelow(path: string, model: SiteOutline): Outline[] {
  const folder = model.sections.get(path);
  const page = pagesAt([path], model);
  if (!folder) return page;
  const below = [...new Set([...folder.entries, ...folder.sections])].flatMap((each) =>
    pagesBelow(each, model),
  );
  return [...page, ...(folder.dated ? sortPages(below, true) : below)];
}

/**
 * The API page, the page about the corpus and the Markdown documents that are not pages; then the
 * guestbook and how to use it.
 */
function forPrograms({ pages, catalogue, operations, base_url }: SiteOutline): string[] {
  const ofType = (type: PageType) => pages.filter((page) => page.type === type).map(twinLine);
  // An author's own page about it is listed with the author's pages.
  const aboutCorpus = pages.filter((page) => isGenerated(page) && page.path === "/corpus/");
  const documents = catalogue
    .filter((document) => "render" in document && document.media_type === "text/markdown")
    .map(({ title, path, purpose }) => linkLine(title, base_url + path, purpose));
  const signing = operations
    .map(({ method, path, title }) => ` \`${method} ${base_url}${path}\`: ${title}.`)
    .join("");
  const guestbook = ofType("guestbook").map((line) => line + signing);
  return [
    section("For programs", [...ofType("api"), ...aboutCorpus.map(twinLine), ...documents]),
    section("Guestbook", guestbook),
  ];
}

function section(name: string, lines: readonly string[]): string {
  return `## ${name}\n\n${lines.join("\n")}`;
}

/** A page as a line that leads to its Markdown. */
function twinLine({ title, markdown_url, description }: Outline): string {
  return linkLine(title, markdown_url, description);
}

/**
 * A line of a list that every known reader of llms.txt parses: no bracket in the title and no
 * parenthesis in the address. llms.txt is plain text, so nothing else is escaped; but a backslash
 * at the title's end gets a space, or it would escape the bracket. Titles and descriptions are one
 * line each already.
 */
function linkLine(title: string, url: string, notes: string): string {
  const text = title.replaceAll("[", "(").replaceAll("]", ")").replace(/\\$/, "\\ ");
  const target = url.replaceAll("(", "%28").replaceAll(")", "%29");
  return `- [${text}](${target})${notes === "" ? "" : `: ${notes}`}`;
}
