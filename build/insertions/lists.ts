import type { Page } from "../content/page.ts";
import type { Context } from "../context.ts";

/** One page as a line of a list. Addresses stay root-relative: the renderer resolves and checks them like an author's. */
function line({ title, path, description }: Page, remark: string): string {
  return `- [${escapeMarkdown(title)}](${path})${remark}: ${escapeMarkdown(description)}`;
}

export function latestNotes({ notes }: Context): string {
  return notes.slice(0, 5).map(noteLine).join("\n");
}

/** All notes, under their years once there are more than a screenful. */
export function allNotes({ notes }: Context): string {
  if (notes.length <= 20) return notes.map(noteLine).join("\n");
  const years = Map.groupBy(notes, ({ published }) => published?.slice(0, 4) ?? "");
  return [...years].map(([year, list]) => `## ${year}\n\n${list.map(noteLine).join("\n")}`).join("\n\n");
}

export function allRealms({ realms }: Context): string {
  return realms.map((page) => line(page, ` (*${page.realm?.status ?? "open"}*)`)).join("\n");
}

/** Every page but the home page, for a house whose author wrote no home page. */
export function allPages({ pages }: Context): string {
  return pages.filter(({ type }) => type !== "home").map((page) => line(page, "")).join("\n");
}

/** The index of the site, by kind; where a kind has very many pages, its list page and the sitemap lead on. */
export function siteIndex({ pages, notes, realms }: Context): string {
  const rest = pages.filter(({ type }) => type !== "note" && type !== "realm" && type !== "search");
  const groups: [string, readonly Page[]][] = [["Pages", rest], ["Realms", realms], ["Notes", notes]];
  return groups
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => {
      const more = list.length > longest ? `\n\nThese are the first ${longest} of ${list.length}; [the sitemap](/sitemap.xml) names them all.` : "";
      return `## ${name}\n\n${list.slice(0, longest).map((page) => line(page, "")).join("\n")}${more}`;
    })
    .join("\n\n");
}

const longest = 300;

function noteLine(page: Page): string {
  return line(page, ` (${page.published?.slice(0, 10) ?? ""})`);
}

/** One line of text as Markdown that reads as that text, in a heading too. */
export function escapeMarkdown(text: string): string {
  const escaped = text.replace(/[\\`*_~[\]<>&]/g, (character) => (character === "&" ? "&amp;" : `\\${character}`));
  return escaped.replace(/(?<=^|\s)#+$/, "\\$&"); // `#` at the end of a heading would belong to its markup
}
