import { searchIndex } from "../documents/search-index.ts";
import type { Page } from "../content/page.ts";
import { html, trusted, type Html } from "./html.ts";

/** The search page's body: a field, a place for what is found, and the index of the site, which needs no script. */
export function renderSearch(page: Page): Html {
  return html`<form class="search" role="search" action="/search/" method="get" data-index="${searchIndex.path}">
<label for="q">Words to look for</label>
<div class="search-line"><input id="q" name="q" type="search" autocomplete="off" enterkeyhint="search"><button type="submit">Search</button></div>
<noscript><p>Searching needs a script; the index below does not.</p></noscript>
</form>
<div id="results" role="status"></div>
<div id="site-index">
${trusted(page.html)}</div>
`;
}
