import type { Page } from "../content/page.ts";
import type { Context } from "../context.ts";
import { renderTime } from "./date.ts";
import type { Frame } from "./frame.ts";
import { html, type Html } from "./html.ts";

/** How to quote a page so that it can be found and checked: permanent address, date, digest of its Markdown. */
export function renderCitation(page: Page, { facts }: Context, frame: Frame): Html {
  const date = page.updated ?? page.published;
  const by = facts.author.name === facts.name ? facts.name : `${facts.author.name}, ${facts.name}`;
  return html`<details class="citation">
<summary>Cite this page</summary>
<p>${by}: <cite>${page.title}</cite>${date && html`, ${renderTime(date)}`}. <a href="${page.url}">${page.url}</a></p>
<dl>
<dt>SHA-256 of <a href="${page.markdown_path}">its Markdown</a></dt>
<dd><code>${page.sha256}</code></dd>
<dt>License</dt>
<dd>${frame.license}</dd>
</dl>
</details>
`;
}
