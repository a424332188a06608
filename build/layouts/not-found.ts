import type { Page } from "../content/page.ts";
import { type Html, html } from "../lib/html.ts";
import type { SiteModel } from "../model/site-model.ts";
import { renderHeader } from "./header.ts";
import { renderShell } from "./html-document.ts";
import { sharedPartsOf } from "./shared-parts.ts";

/** The page for an address that leads nowhere (404). */
export function renderNotFound(model: SiteModel): string {
  return renderAbsence(
    model,
    "There is no such room",
    html`<p class="standfirst">Nothing answers at this address. It may be misspelt, or it was never given out.</p>`,
  );
}

/** The page for an address whose page was taken down on purpose (410). */
export function renderGone(model: SiteModel): string {
  return renderAbsence(
    model,
    "This room was taken down",
    html`<p class="standfirst">${
      "There was a page at this address. It was removed on purpose and will not come back, " +
      "so a bookmark or a copy of it can go as well."
    }</p>`,
  );
}

const lists = [
  html`Every page is listed in <a href="/llms.txt">llms.txt</a> and in <a href="/sitemap.xml">the sitemap</a>, `,
  html`every document in <a href="/api/index.json">/api/index.json</a>.`,
];

function renderAbsence(model: SiteModel, title: string, reason: Html): string {
  const parts = sharedPartsOf(model);
  const rooms = model.navigation.filter((item) => item.path !== "/");
  const search = parts.byPath.get("/search/");
  return renderShell({
    language: "en",
    kind: "absent",
    head: html`${parts.head}<title>${title} · ${model.facts.name}</title>\n`,
    header: renderHeader(null, model, parts),
    main: html`<article class="page">
<header class="entrance">
<h1>${title}</h1>
${reason}
</header>
<div class="body">
<p>These doors are open:</p>
<ul>
<li><a href="/">${model.facts.name}</a>, the way in</li>
${rooms.map(({ path, title }) => html`<li><a href="${path}">${title}</a>${describe(parts.byPath.get(path))}</li>\n`)}</ul>
<p>${search && html`You can <a href="${search.path}">search the house</a>. `}${lists}</p>
</div>
</article>`,
    footer: parts.footer,
  });
}

function describe(page: Page | undefined): Html | null {
  return page?.description ? html`: ${page.description}` : null;
}
