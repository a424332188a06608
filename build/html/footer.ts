import type { Context } from "../context.ts";
import { permissionSentence } from "../permission.ts";
import { html, type Html } from "./html.ts";

/** The way out of every page: what may be done with it, and the doors that are not rooms. */
export function renderFooter({ facts, pages }: Context): Html {
  const privacy = pages.find((page) => page.id === "privacy");
  return html`<footer class="sill">
<div class="sill-inner">
<p>${permissionSentence(facts.permissions)} License: <a href="${facts.license.url}" rel="license">${facts.license.id}</a></p>
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
