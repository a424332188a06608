import type { Page } from "../content/page.ts";
import type { Section } from "../content/sections.ts";
import { type Html, html, sayHtml } from "../lib/html.ts";
import { memoize } from "../lib/once.ts";
import { say, type Words } from "../lib/phrases.ts";
import { pagesAt, type SiteModel } from "../model/site-model.ts";
import { inLanguage, titleIn } from "../words/words.ts";

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
  const { words } = model;
  const { folder, at } = placesOf(model).get(path) ?? {};
  if (folder === undefined || at === undefined) return null;
  const link = (rel: "prev" | "next", label: string, to = ""): Html | undefined => {
    const page = model.byPath.get(to);
    if (page === undefined) return undefined;
    const title = titleIn(page.short_title, page.language, words);
    return html`<a rel="${rel}" href="${to}"><span>${sayHtml(words, `page.${label}`)}</span> ${title}</a>\n`;
  };
  return html`<nav class="neighbours" aria-label="${say(words, "page.neighbours")}">
${link("prev", folder.dated ? "newer" : "previous", folder.members[at - 1])}${link("next", folder.dated ? "older" : "next", folder.members[at + 1])}</nav>
`;
}

function renderItem(page: Page, words: Words, state: Html | null = null): Html {
  return html`<li><a href="${page.path}"${state}>${titleIn(page.short_title, page.language, words)}</a></li>\n`;
}

/** The items of a folder's pages, none marked as the current one. */
const itemsIn = memoize((model: SiteModel) =>
  memoize(({ members }: Section) =>
    pagesAt(members, model).map((page) => renderItem(page, model.words)),
  ),
);

/** The pages of a page's folder, for the sidebar; in a long folder only the nearest. */
export function renderFolder(page: Page, model: SiteModel): Html | null {
  const { words } = model;
  const { folder, at } = placesOf(model).get(page.path) ?? {};
  if (folder === undefined || at === undefined) return null;
  const reach = folder.members.length > shown.all ? shown.beside : Infinity;
  const items = itemsIn(model)(folder);
  const current = renderItem(page, words, html` aria-current="page"`);
  const list = model.byPath.get(folder.path);
  return html`<nav class="folder" aria-label="${say(words, "page.folder")}">
<p aria-hidden="true"${list && inLanguage(list.language, words)}>${list?.short_title ?? sayHtml(words, "page.folder")}</p>
<ol>
${items.slice(Math.max(0, at - reach), at)}${current}${items.slice(at + 1, at + reach + 1)}</ol>
</nav>
`;
}
