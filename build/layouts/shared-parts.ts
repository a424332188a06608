import { tagSlug } from "../content/tags.ts";
import { type Html, html } from "../lib/html.ts";
import { memoize, memoizeText } from "../lib/once.ts";
import { broughtPages } from "../model/navigation.ts";
import { permissionSentence } from "../model/permissions.ts";
import type { SiteModel } from "../model/site-model.ts";
import { renderConstantHead } from "./html-document.ts";

/**
 * The parts that are the same on every page of a build, and the address of a tag's page by any
 * spelling of the tag. Made once, at the first call, because they are most of a page's cost.
 */
export const sharedPartsOf = memoize((model: SiteModel) => ({
  head: renderConstantHead(model, true),
  footer: renderFooter(model, true),
  /** Without license and permission, because strangers wrote its entries. */
  guestbook: { head: renderConstantHead(model, false), footer: renderFooter(model, false) },
  tagPath: memoizeText((name) => {
    const tag = model.tags.get(tagSlug(name));
    return tag?.hasPage ? tag.path : null;
  }),
}));

/**
 * The footer of every page: permissions, and the pages and documents of the software.
 * @param isLicensed False on the guestbook's page, because the site cannot give permission for
 * strangers' entries.
 */
function renderFooter({ facts, pages, navigation }: SiteModel, isLicensed: boolean): Html {
  const license = html`<a href="${facts.license.url}" rel="license">${facts.license.id}</a>`;
  const permission = html`${permissionSentence(facts.permissions)} License: ${license}`;
  const strangers =
    "The entries belong to the people who wrote them. " +
    "What this site permits with its own content does not cover them.";
  const privacy = pages.find(({ id }) => id === "privacy");
  const inHeader = new Set(navigation.map(({ path }) => path));
  const brought = broughtPages(pages).filter(({ path }) => !inHeader.has(path));
  return html`<footer class="site-footer">
<div class="inner">
<p>${isLicensed ? permission : strangers}</p>
<ul>
${brought.map(({ path, short_title }) => html`<li><a href="${path}">${short_title}</a></li>\n`)}${
  privacy && html`<li><a href="${privacy.path}">${privacy.title}</a></li>\n`
}${facts.repository && html`<li><a href="${facts.repository}">Source</a></li>\n`}</ul>
<h2>For programs</h2>
<ul>
<li><a href="/feed.xml" type="application/atom+xml">Feed</a></li>
<li><a href="/sitemap.xml">Sitemap</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
<li><a href="/api/index.json">API index</a></li>
</ul>
</div>
</footer>`;
}
