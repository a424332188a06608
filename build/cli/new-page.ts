import { slug } from "../content/address.ts";

/** The kinds of page that `npm run new` creates. */
export const newPageKinds = ["note", "realm", "page"] as const;
export type NewPageKind = (typeof newPageKinds)[number];

const folders: Record<NewPageKind, string> = { note: "notes/", realm: "realms/", page: "" };

/**
 * A new page with valid front matter, as a draft: its path in the content folder and its text.
 * @param day RFC 3339 full-date
 */
export function newPage(kind: NewPageKind, title: string, day: string): { path: string; text: string } {
  const own: Record<NewPageKind, string[]> = {
    note: ["type: note", `date: ${day}`, "tags: []"],
    realm: [
      "type: realm",
      "status: growing",
      `since: ${day}`,
      "affordances:",
      "  - action: read",
      "    label: Read the newest notes",
      "    method: GET",
      "    href: /feed.xml",
      "    media_type: application/atom+xml",
    ],
    page: [],
  };
  // Hints are comments, so that they are not published if they are left in.
  const hint =
    "# description: One sentence for lists and search results. Without it the first sentence of the text serves.";
  const lines = [`title: ${JSON.stringify(title)}`, hint, ...own[kind], "draft: true"];
  // Files of these names are the page of their folder, so a page with such a title needs another name.
  const name = /^(_?index|readme)$/.test(slug(title)) ? `${slug(title)}-${kind}` : slug(title);
  return { path: `${folders[kind]}${name}.md`, text: `---\n${lines.join("\n")}\n---\n\n<!-- Begin here. -->\n` };
}
