import type { Page } from "../content/page.ts";
import { tagSlug } from "../content/tags.ts";
import { type Html, html, sayHtml } from "../lib/html.ts";
import { memoize, memoizeText } from "../lib/once.ts";
import { standardPages } from "../model/navigation.ts";
import { permissionSentence } from "../model/permissions.ts";
import type { SiteModel } from "../model/site-model.ts";
import { inLanguage, titleIn } from "../words/words.ts";
import { renderConstantHead } from "./html-document.ts";

/**
 * The parts that are the same on every page in a language, and the address of a tag's page by any
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
function renderFooter({ facts, pages, navigation, words }: SiteModel, isLicensed: boolean): Html {
  const license = html`<a href="${facts.license.url}" rel="license">${facts.license.id}</a>`;
  const spoken = words.english.includes("permission.granted") ? "en" : words.language;
  const sentence = titleIn(permissionSentence(facts.permissions, words), spoken, words);
  const permission = html`${sentence} ${sayHtml(words, "frame.license", { license })}`;
  const privacy = pages.find(({ id }) => id === "privacy");
  const inHeader = new Set(navigation.map(({ path }) => path));
  const standard = standardPages(pages).filter(({ path }) => !inHeader.has(path));
  const link = ({ path, language }: Page, title: string): Html =>
    html`<li><a href="${path}"${inLanguage(language, words)}>${title}</a></li>\n`;
  return html`<footer class="site-footer">
<div class="inner">
<p>${isLicensed ? permission : sayHtml(words, "frame.strangers")}</p>
<ul>
${standard.map((page) => link(page, page.short_title))}${
  privacy && link(privacy, privacy.title)
}${facts.repository && html`<li><a href="${facts.repository}">${sayHtml(words, "frame.source")}</a></li>\n`}</ul>
<h2>${sayHtml(words, "frame.programs")}</h2>
<ul>
<li><a href="/feed.xml" type="application/atom+xml">${sayHtml(words, "frame.feed")}</a></li>
<li><a href="/sitemap.xml">${sayHtml(words, "frame.sitemap")}</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
<li><a href="/api/index.json">${sayHtml(words, "frame.api_index")}</a></li>
</ul>
</div>
</footer>`;
}
