import { withoutEnding } from "./address.ts";

// Wikis of git hosts (https://docs.github.com/en/communities/documenting-your-project-with-wikis): a folder whose home
// page is `Home.md`.

/**
 * Whether a folder is such a wiki.
 * @param names Of the files and folders in it.
 * @param hasSettings Whether it has settings of a tool that makes sites.
 */
export function isWiki(names: readonly string[], hasSettings: boolean): boolean {
  const isOther = (name: string) => name === ".obsidian" || /^(_?index|readme)\.(mdx?|markdown|html?)$/i.test(name);
  return names.includes("Home.md") && !hasSettings && !names.some(isOther);
}

/** Whether a file of a wiki is shown around each of its pages, and no page itself. */
export function isAroundPages(path: string): boolean {
  return /(^|\/)_(Sidebar|Header|Footer)$/.test(withoutEnding(path));
}

/** What leaves these files out, in the words of the warning. */
export const aroundPages = "the git host of this wiki, which shows them around each page";
