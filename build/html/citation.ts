import type { Page } from "../content/page.ts";
import type { Context } from "../context.ts";
import { renderTime } from "./date.ts";
import { html, type Html } from "./html.ts";
import { permissionInWords } from "./permission.ts";

/** How to quote a page so that it can be found and checked: permanent address, date, digest of its Markdown. */
export function renderCitation(page: Page, { facts }: Context): Html {
  const date = page.updated ?? page.published;
  const by = facts.author.name === facts.name ? facts.name : `${facts.author.name}, ${facts.name}`;
  return html`<details class="citation">
<summary>Cite this page</summary>
<p>${by}: <cite>${page.title}</cite>${date && html`, ${renderTime(date)}`}. <a href="${page.url}">${page.url}</a></p>
<dl>
<dt>SHA-256 of <a href="${page.markdown_path}">its Markdown</a></dt>
<dd><code>${page.sha256}</code></dd>
<dt>License</dt>
<dd><a href="${facts.license.url}">${facts.license.name}</a>. ${permissionInWords(facts.permissions)}</dd>
</dl>
</details>
`;
}
