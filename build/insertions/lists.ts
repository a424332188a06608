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

function noteLine(page: Page): string {
  return line(page, ` (${page.published?.slice(0, 10) ?? ""})`);
}

/** Text as Markdown that reads as that text. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>&]/g, (character) => (character === "&" ? "&amp;" : `\\${character}`));
}
