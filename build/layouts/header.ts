import type { Page } from "../content/page.ts";
import { type Html, html } from "../lib/html.ts";
import type { SiteModel } from "../model/site-model.ts";
import type { Frame } from "./shared-parts.ts";

/** The wall every page begins with: the name, the rooms, and the door of the room one is in. `page` is null where there is no such room. */
export function renderHeader(page: Pick<Page, "path"> | null, context: SiteModel, frame: Frame): Html {
  const lit = page === null ? "" : litEntry(page.path, context);
  const exact = page !== null && lit === page.path;
  const key = `${exact ? "=" : ">"}${lit}`;
  const known = frame.headers.get(key);
  if (known) return known;
  const header = build(context, lit, exact);
  frame.headers.set(key, header);
  return header;
}

/** The path of the navigation entry that leads to a page: itself or the nearest folder above it, else the front door. */
function litEntry(path: string, { navigation }: SiteModel): string {
  let best = "/";
  for (const { path: entry } of navigation) {
    if (path.startsWith(entry) && entry.length > best.length) best = entry;
  }
  return best;
}

function build({ facts, navigation }: SiteModel, lit: string, exact: boolean): Html {
  const state = (path: string): Html | null => {
    if (path !== lit || (path === "/" && !exact)) return null;
    return html` aria-current="${exact ? "page" : "true"}"`;
  };
  const rooms = navigation.filter((item) => item.path !== "/");
  return html`<header class="wall">
<div class="wall-inner">
<a class="name${lit === "/" && " lit"}" href="/"${state("/")}>${facts.name}</a>
${
  rooms.length > 0 &&
  html`<nav class="rooms" aria-label="Rooms of the house">
<ul>
${rooms.map(({ path, title }) => html`<li><a${path === lit && html` class="lit"`} href="${path}"${state(path)}>${title}</a></li>\n`)}</ul>
</nav>`
}
</div>
</header>`;
}

/** The pages above a page, outermost first, without the home page. */
export function ancestorsOf(page: Page, frame: Frame): Page[] {
  const found: Page[] = [];
  for (let end = page.path.lastIndexOf("/", page.path.length - 2); end > 0; end = page.path.lastIndexOf("/", end - 1)) {
    const above = frame.byPath.get(page.path.slice(0, end + 1));
    if (above) found.unshift(above);
  }
  return found;
}

/** The way back up, on pages that lie deeper than a room of the navigation. */
export function renderBreadcrumbs(ancestors: readonly Page[], context: SiteModel): Html | null {
  if (ancestors.length === 0) return null;
  return html`<nav class="crumbs" aria-label="Where this page is">
<ol>
<li><a href="/">${context.facts.name}</a></li>
${ancestors.map((above) => html`<li><a href="${above.path}">${above.title}</a></li>\n`)}</ol>
</nav>`;
}
