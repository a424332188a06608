import type { Outline } from "../content/page.ts";
import { byAddress, sorted } from "../content/page-order.ts";
import type { Section } from "../content/sections.ts";
import { countOf } from "../lib/text.ts";
import { pagesAt, type SiteOutline } from "../model/site-model.ts";
import { folderLine, line, linkTo, noteLine } from "./list-lines.ts";
import { newestAndYears, pageOfList, sectionList } from "./lists.ts";

/** Up to how many pages a site is listed whole on its home page and on the search page. */
const smallSite = 200;

/**
 * What the home page shows of a site whose author wrote none: the newest dated pages, else what is at the top of the
 * folder and of a large site what is where, else how to begin.
 */
export function frontPage(model: SiteOutline): string {
  const dated = datedPages(model);
  if (dated.length > 0) return sorted(dated, true).slice(0, newestShown).map(noteLine).join("\n");
  if (listed(model.pages).length > smallSite) return overview(model);
  const root = model.sections.get("/") as Section;
  return root.total > 0 ? sectionList(root, model) : firstSteps;
}

const firstSteps = `Nothing is written here yet. Whoever keeps this site begins like this:

1. Write name, tagline and address into \`facts.yaml\`, in the folder of the content.
2. Write a home page, \`index.md\`, beside it. Until then the newest pages stand here.
3. Begin a page with \`npm run new -- note "A title"\`, and take the line \`draft: true\` out when it is done.`;

/** Every page except the home page, first those of the author; of a large site what is where. */
export function allPages(model: SiteOutline): string {
  const pages = listed(model.pages).filter(({ type }) => type !== "home");
  if (pages.length > smallSite) return overview(model);
  const isShipped = ({ source, list }: Outline): boolean => source === null && !list;
  const ownFirst = [...byAddress(pages.filter((page) => !isShipped(page))), ...pages.filter(isShipped)];
  return ownFirst.map((page) => line(page, "")).join("\n");
}

/** The index of the site, by kind; of a large site what is where. */
export function siteIndex(model: SiteOutline): string {
  const { notes, realms } = model;
  const pages = listed(model.pages);
  const others = pages.filter(({ type }) => type !== "note" && type !== "realm" && type !== "search");
  if (pages.length > smallSite) return overview(model);
  const groups: [string, readonly Outline[]][] = [
    ["Pages", byAddress(others)],
    ["Rooms", realms],
    ["Notes", notes],
  ];
  return groups
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `## ${name}\n\n${list.map((page) => line(page, "")).join("\n")}`)
    .join("\n\n");
}

/** All pages but those of single tags, years and parts, which are found from others. */
function listed(pages: readonly Outline[]): Outline[] {
  return pages.filter(({ list }) => !list || (list.part === 0 && (list.kind === "section" || list.kind === "tags")));
}

/** What is where on a large site: its folders, the newest pages, the pages of the first folder, and the tags. */
function overview(model: SiteOutline): string {
  const root = model.sections.get("/") as Section;
  const tags = pageOfList({ kind: "tags", of: "/tags/", part: 0 }, model) ?? model.byPath.get("/tags/");
  const tree = folderTree(root, model);
  const others = model.pages.filter(
    ({ path, source, list, type }) => source === null && !list && type !== "home" && !model.sections.has(path),
  );
  return [
    ...(tree.length > 0 ? [`## Folders\n\n${tree.join("\n")}`] : []),
    ...firstFolder(root, model),
    ...(tags ? [`## Tags\n\n${countOf(model.tags.size, "tag")}: see ${linkTo(tags.title, tags)}.`] : []),
    ...(others.length > 0 ? [`## About this site\n\n${others.map((page) => line(page, "")).join("\n")}`] : []),
  ].join("\n\n");
}

/** Most lines of the tree of folders, of which the first level is always shown. */
const treeLines = 300;

/** The folders as a nested list with as many whole levels as there is place for, at least one. */
function folderTree(root: Section, model: SiteOutline): string[] {
  const foldersIn = ({ sections }: Section): Section[] => sections.flatMap((path) => model.sections.get(path) ?? []);
  let deepest = 1;
  let level = foldersIn(root);
  let lines = level.length;
  while (level.length > 0) {
    level = level.flatMap(foldersIn);
    lines += level.length;
    if (lines > treeLines) break;
    deepest += 1;
  }
  const linesOf = (section: Section, depth: number): string[] =>
    foldersIn(section).flatMap((folder) => [
      `${"  ".repeat(depth)}${folderLine(folder, model)}`,
      ...(depth + 1 < deepest ? linesOf(folder, depth + 1) : []),
    ]);
  return linesOf(root, 0);
}

/** How many pages of a large first folder are shown here; they have a list of their own. */
const firstPages = 50;

/** The pages of the first folder, by year or with the newest of the whole site before them. */
function firstFolder(root: Section, model: SiteOutline): string[] {
  if (root.years) return newestAndYears(root, model);
  const all = pageOfList({ kind: "section", of: "/", part: 0 }, model);
  const pages = pagesAt(root.members, model).filter(({ path }) => !model.sections.has(path));
  const shown = all ? pages.slice(0, firstPages) : pages;
  const more = all ? `\n\nAll of them: ${linkTo(all.title, all)}.` : "";
  const recent = newestOf(model);
  return [
    ...(recent.length > 0 ? [`## Newest\n\n${recent.map(noteLine).join("\n")}`] : []),
    ...(shown.length > 0 ? [`## Pages\n\n${shown.map((page) => line(page, "")).join("\n")}${more}`] : []),
  ];
}

/** How many of the newest pages of a large site, or of one without a home page, are shown. */
const newestShown = 10;

function datedPages({ pages }: SiteOutline): Outline[] {
  return pages.filter(({ source, published, type }) => source !== null && published !== null && type !== "home");
}

/** The newest pages anywhere on the site; none if all are of one day. */
function newestOf(model: SiteOutline): Outline[] {
  const dated = datedPages(model);
  return new Set(dated.map(({ published }) => published)).size > 1 ? sorted(dated, true).slice(0, newestShown) : [];
}
