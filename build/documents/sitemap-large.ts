import type { Page } from "../content/page.ts";
import { folderOf, type Section } from "../content/sections.ts";
import { countOf } from "../lib/counts.ts";
import { pagesAt, type SiteModel } from "../model/site-model.ts";
import { isFurtherList } from "./llms-groups.ts";
import { linkLine, oneLine } from "./llms-lines.ts";

/** Most characters of all parts together, because some readers stop at 50,000. */
const limit = 49_000;
/** How many lines of each folder are listed: the first of these numbers with which all fits. */
const choices = [Infinity, 500, 200, 100, 50, 25, 10, 5, 2, 1, 0];

/** A folder as it may be listed. */
interface Folder {
  title: string;
  /** The lines of its own page and of the pages directly in it, in its order, indented. */
  own: string[];
  pages: string[];
  below: Folder[];
}

/**
 * The parts of the Markdown sitemap of a large site, without descriptions: a second-level heading for each top-level
 * folder, below it a list of folders with the number of their pages, as many levels as fit, and the first pages of each
 * folder (the newest of a dated one), as many as fit.
 */
export function largeSitemap(model: SiteModel): string[] {
  const { pages, sections, home, base_url } = model;
  const listed = pages.filter((page) => page !== home && !isFurtherList(page));
  const single = listed.filter(({ path }) => folderOf(path) === "/" && !sections.has(path));
  const inRoot = [home, ...single].map(nameOf);
  const start: Folder = { title: "Pages", own: inRoot.slice(0, 50), pages: inRoot.slice(50), below: [] };
  const tops = (sections.get("/")?.sections ?? []).map((path) => {
    const section = sections.get(path) as Section;
    return { section, folder: folderFrom(section, 0, model) };
  });
  const folders = [start, ...tops.map(({ folder }) => folder)];

  let levels = Math.max(...folders.map(depthOf));
  while (levels > 0 && lengthOf(folders, levels, 0) > limit) levels -= 1;
  const count = choices.find((each) => lengthOf(folders, levels, each) <= limit) ?? 0;

  const totals = Map.groupBy(listed, ({ path }) => path.slice(0, path.indexOf("/", 1) + 1));
  const written: string[] = [];
  let left = limit;
  for (const [index, folder] of folders.entries()) {
    const lines = linesOf(folder, levels, count);
    const { path } = tops[index - 1]?.section ?? {};
    const total = path === undefined ? inRoot.length : (totals.get(path)?.length ?? 0);
    const missing = total - lines.length;
    const rest = missing > 0 ? [`\n${missing} more pages of this part are named in ${base_url}/sitemap.xml.`] : [];
    const part = `## ${folder.title}\n\n${[...lines, ...rest].join("\n")}\n`;
    left -= part.length;
    // Only a site with many hundreds of top-level folders does not fit.
    if (left < 0) return [...written, `${folders.length - index} more parts are named in ${base_url}/sitemap.xml.\n`];
    written.push(part);
  }
  return written;
}

function folderFrom(section: Section, depth: number, model: SiteModel): Folder {
  const { path, members, total } = section;
  const page = model.byPath.get(path);
  const indent = "  ".repeat(depth);
  const own = page ? [`${indent}${linkLine(page.title, page.markdown_url, countOf(total, "page"))}`] : [];
  const listed = members.filter((member) => member.startsWith(path) && !model.sections.has(member));
  return {
    title: oneLine(page?.title ?? decodeURIComponent(path)),
    own,
    pages: pagesAt(listed, model).map((member) => `${indent}  ${nameOf(member)}`),
    below: section.sections.map((each) => folderFrom(model.sections.get(each) as Section, depth + 1, model)),
  };
}

/** How many levels of folders there are, this one included. */
function depthOf({ below }: Folder): number {
  return 1 + below.reduce((most, folder) => Math.max(most, depthOf(folder)), 0);
}

/** The lines of a folder: so many levels of folders whole, and below them and of pages so many lines of each folder. */
function linesOf({ own, pages, below }: Folder, levels: number, count: number): string[] {
  return levels > 1
    ? [...own, ...pages.slice(0, count), ...below.flatMap((folder) => linesOf(folder, levels - 1, count))]
    : [...own, ...[...below.flatMap((folder) => folder.own), ...pages].slice(0, count)];
}

function lengthOf(folders: readonly Folder[], levels: number, count: number): number {
  // What is around a part: its heading, and the line that says how much is missing.
  const around = folders.reduce((sum, { title }) => sum + title.length + 130, 0);
  const lines = folders.flatMap((folder) => linesOf(folder, levels, count));
  return lines.reduce((sum, { length }) => sum + length + 1, around);
}

function nameOf({ title, markdown_url }: Page): string {
  return linkLine(title, markdown_url);
}
