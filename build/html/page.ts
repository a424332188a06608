import type { Page } from "../content/page.ts";
import type { Context } from "../context.ts";
import type { PageType } from "../schemas/page-type.ts";
import { renderCitation } from "./citation.ts";
import { frameOf } from "./frame.ts";
import { renderPageHead } from "./head.ts";
import { ancestorsOf, renderBreadcrumbs, renderHeader } from "./header.ts";
import { html, trusted, type Html } from "./html.ts";
import { renderBody } from "./lists.ts";
import { renderMargin } from "./margin.ts";
import { renderNeighbours } from "./neighbours.ts";
import { renderSearch } from "./search.ts";
import { renderShell } from "./shell.ts";

/**
 * Where the guestbook's function puts form and entries: exactly this line, once, in `<main>`. What it puts there is for
 * people, and marked as such: the page's Markdown says how programs read and sign.
 */
export const guestbookMarker = "<!--guestbook-->";

/** Pages whose words are a way in, or a stranger's: nothing of the house to quote. */
const uncited: readonly PageType[] = ["home", "guestbook", "search"];

/**
 * One page as a complete HTML document. Pure: the same page and context give the same bytes.
 * The title comes first in the source, the way back up after it (the style shows it above), and what is not the page's
 * own text (neighbours, citation, the line for programs) in footers of the article: so readers of HTML find the text early
 * and know what belongs to it.
 */
export function renderPage(page: Page, context: Context): string {
  const frame = frameOf(context);
  const { head, footer } = page.type === "guestbook" ? frame.guests : frame;
  const ancestors = ancestorsOf(page, frame);
  return renderShell({
    language: page.language,
    kind: page.type,
    head: html`${head}${renderPageHead(page, context, ancestors)}${renderScript(page, context)}`,
    header: renderHeader(page, context, frame),
    main: html`<article class="page">
<header class="entrance">
<h1>${page.title}</h1>
${renderStandfirst(page)}${renderBreadcrumbs(ancestors, context)}</header>
${renderMargin(page)}
<div class="body">
${page.type === "search" ? renderSearch(page) : renderBody(page)}
${page.type === "guestbook" && html`<div class="book" data-markdown-ignore>\n${trusted(guestbookMarker)}\n</div>\n`}</div>
<footer class="onward">
${renderNeighbours(page, context, frame)}${!uncited.includes(page.type) && renderCitation(page, context, frame)}</footer>
</article>`,
    footer,
  });
}

/** The description as first words, unless the text begins with it anyway. */
function renderStandfirst(page: Page): Html | null {
  const repeated = page.text.slice(0, page.description.length + 200).includes(page.description.slice(0, 60));
  return page.source === null || page.description === "" || repeated
    ? null
    : html`<p class="standfirst">${page.description}</p>\n`;
}

/** Content pages run no script; the guestbook and the search page each have one of their own. */
function renderScript(page: Page, { assets }: Context): Html | null {
  const script =
    page.type === "guestbook" ? assets.guestbook_script : page.type === "search" ? assets.search_script : null;
  return script === null ? null : html`<script type="module" src="${script}"></script>\n`;
}
