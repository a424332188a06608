import { longList } from "../content/long-lists.ts";
import type { GeneratedList, Outline } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import type { Tag } from "../content/tags.ts";
import { countOf } from "../lib/text.ts";
import { pageOfList, partOf } from "../model/list-parts.ts";
import { folderAt, pagesAt, type SiteOutline } from "../model/site-model.ts";
import { datedLine, entryLine, folderLine, linkTo, underHeadings } from "./list-lines.ts";

/** How many pages a list by date describes, and shows without headings for years. */
const shortList = 20;

/** The Markdown of a generated list. */
export function generatedList({ kind, of, part }: GeneratedList, model: SiteOutline): string {
  if (kind === "tags") return tagList(model);
  const tag = model.tags.get(decodeURIComponent(of.slice("/tags/".length, -1)));
  if (kind === "tag") return tag ? pagesOfTag(tag, model, part) : "";
  const section = model.sections.get(of);
  return section ? folderList(section, model, part) : "";
}

/** What is in a folder; of a long list one part. */
export function folderList(section: Section, model: SiteOutline, part = 0): string {
  const { path, entries, dated, members } = section;
  const list: GeneratedList = { kind: "section", of: path, part };
  if (!dated) return partList(list, entries, false, model, (entry) => entryLine(entry, model, part > 0));
  const folders = part === 0 ? entries.flatMap((entry) => folderAt(entry, model) ?? []) : [];
  const byDate =
    members.length < longList
      ? yearList(pagesAt(members, model))
      : partList(list, members, true, model, (each) => datedLineAt(each, model, part > 0));
  const above = folders.map((folder) => folderLine(folder, model)).join("\n");
  return above === "" ? byDate : `## Folders\n\n${above}\n\n${byDate}`;
}

/** Pages by date; with headings for their years if there are many. */
function yearList(pages: readonly Outline[]): string {
  const lines = (some: readonly Outline[]) => some.map((page) => datedLine(page));
  if (pages.length <= shortList) return lines(pages).join("\n");
  const years = Map.groupBy(pages, ({ published }) => published?.slice(0, 4) ?? "Without a date");
  return underHeadings([...years].map(([year, some]) => [year, lines(some)]));
}

/** Every tag with the number of its pages. */
export function tagList({ tags, byPath }: SiteOutline): string {
  const lines = [...tags.values()].map(
    ({ name, path, members }) => `- ${linkTo(name, byPath.get(path))} (${countOf(members.length, "page")})`,
  );
  return lines.join("\n");
}

/** The pages with a tag, newest first; of a long list one part. */
export function pagesOfTag({ path, members, dated }: Tag, model: SiteOutline, part = 0): string {
  const isLong = members.length > shortList;
  return partList({ kind: "tag", of: path, part }, members, dated, model, (each) => datedLineAt(each, model, isLong));
}

function datedLineAt(path: string, model: SiteOutline, isLong: boolean): string {
  return datedLine(model.byPath.get(path) as Outline, isLong);
}

/** A list or one part of it, with links to the others. */
function partList(
  list: GeneratedList,
  paths: readonly string[],
  newestFirst: boolean,
  model: SiteOutline,
  lineOf: (path: string) => string,
): string {
  const { shown, others } = partOf(list, paths, newestFirst, model);
  const first = list.part === 0 ? undefined : (pageOfList({ ...list, part: 0 }, model) ?? model.byPath.get(list.of));
  const heading = list.part > 0 ? "The other parts" : newestFirst ? "Earlier" : "More";
  const links = [
    ...(list.part > 0 ? [linkTo(first?.title ?? list.of, first)] : []),
    ...others.map(({ part, page }) => linkTo(`Part ${part}`, page)),
  ];
  const below = links.length === 0 ? "" : `\n\n## ${heading}\n\n${links.map((link) => `- ${link}`).join("\n")}`;
  return shown.map(lineOf).join("\n") + below;
}
