import { type Html, html } from "../lib/html.ts";
import { privacyPage } from "../model/create-site-model.ts";
import { permissionSentence } from "../model/permissions.ts";
import type { SiteModel } from "../model/site-model.ts";

/**
 * The way out of every page: what may be done with it, and the doors that are not rooms.
 * @param ours False on the guestbook's page, whose entries are not ours to permit anything with.
 */
export function renderFooter({ facts, pages }: SiteModel, ours: boolean): Html {
  const privacy = privacyPage(pages);
  return html`<footer class="sill">
<div class="sill-inner">
<p>${ours ? html`${permissionSentence(facts.permissions)} License: <a href="${facts.license.url}" rel="license">${facts.license.id}</a>` : "The entries belong to the people who wrote them. What this site permits with its own content does not cover them."}</p>
<ul>
<li><a href="/feed.xml" type="application/atom+xml">Feed</a></li>
<li><a href="/sitemap.xml">Sitemap</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
<li><a href="/api/index.json">API index</a></li>
${privacy && html`<li><a href="${privacy.path}">${privacy.title}</a></li>\n`}${
  facts.repository && html`<li><a href="${facts.repository}">Source</a></li>\n`
}</ul>
</div>
</footer>`;
}
