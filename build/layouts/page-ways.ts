import type { Page } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import { type Html, html } from "../lib/html.ts";
import { memoize } from "../lib/once.ts";
import { pagesAt, type SiteModel } from "../model/site-model.ts";

/** In a folder with more pages than `all`, only `beside` pages on each side of a page are shown. */
const shown = { all: 12, beside: 4 };

/** By path, each page's place in the folder that lists it, if the folder has other pages. */
const placesOf = memoize(({ sections }: SiteModel) => {
  const places = new Map<string, { folder: Section; at: number }>();
  const folders = [...sections.values()].filter(({ path }) => path !== "/");
  // A note may be listed in two folders; the one that it is in counts.
  for (const folder of folders.filter(({ members }) => members.length > 1))
    for (const [at, path] of folder.members.entries())
      if (!places.has(path) || path.startsWith(folder.path)) places.set(path, { folder, at });
  return places;
});

/** Links to the pages before and after a page in its folder, for the end of its text. */
export function renderNeighbours({ path }: Page, model: SiteModel): Html | null {
  const { folder, at } = placesOf(model).get(path) ?? {};
  if (folder === undefined || at === undefined) return null;
  const link = (rel: "prev" | "next", label: string, to = ""): Html | undefined => {
    const page = model.byPath.get(to);
    return (
      page && html`<a rel="${rel}" href="${to}"><span>${label}</span> ${page.short_title}</a>\n`
    );
  };
  return html`<nav class="neighbours" aria-label="Pages before and after">
${link("prev", folder.dated ? "Newer" : "Previous", folder.members[at - 1])}${link("next", folder.dated ? "Older" : "Next", folder.members[at + 1])}</nav>
`;
}

/** The pages of a page's folder, for the sidebar; in a long folder only the nearest. */
export function renderFolder({ path }: Page, model: SiteModel): Html | null {
  const { folder, at } = placesOf(model).get(path) ?? {};
  if (folder === undefined || at === undefined) return null;
  const reach = folder.members.length > shown.all ? shown.beside : Infinity;
  const near = pagesAt(folder.members.slice(Math.max(0, at - reach), at + reach + 1), model);
  return html`<nav class="folder" aria-label="In this folder">
<p aria-hidden="true">${model.byPath.get(folder.path)?.short_title ?? "In this folder"}</p>
<ol>
${near.map((page) => html`<li><a href="${page.path}"${page.path === path && html` aria-current="page"`}>${page.short_title}</a></li>\n`)}</ol>
</nav>
`;
}
