import type { Page } from "../content/page.ts";
import { type Html, html } from "../lib/html.ts";
import { privacyPage } from "../model/create-site-model.ts";
import { permissionSentence } from "../model/permissions.ts";
import type { SiteModel } from "../model/site-model.ts";
import { renderConstantHead } from "./html-document.ts";

/** What is the same on every page of one build. It is made once, because that is most of the cost of a page. */
export interface SharedParts {
  head: Html;
  footer: Html;
  /**
   * The same for the guestbook's page, without license and permission, because its entries are written by strangers.
   */
  guestbook: { head: Html; footer: Html };
  /** The name of the license as a link, and what the site permits as a sentence. */
  license: Html;
  byPath: ReadonlyMap<string, Page>;
  /** Index of each note among the notes and of each realm among the realms, by path. */
  place: ReadonlyMap<string, number>;
  realmsByTag: ReadonlyMap<string, readonly Page[]>;
  /** Finished headers, by the navigation entry that is marked in them. */
  headers: Map<string, Html>;
}

/** Most realms that are kept for a tag, so that a tag of every realm does not make each page compare all of them. */
const realmsPerTag = 40;

const partsByModel = new WeakMap<SiteModel, SharedParts>();

/** The shared parts of a site, made at the first call. */
export function sharedPartsOf(model: SiteModel): SharedParts {
  const known = partsByModel.get(model);
  if (known) return known;
  const { license, permissions } = model.facts;
  const parts: SharedParts = {
    head: renderConstantHead(model, true),
    footer: renderFooter(model, true),
    guestbook: { head: renderConstantHead(model, false), footer: renderFooter(model, false) },
    license: html`<a href="${license.url}">${license.name}</a>. ${permissionSentence(permissions)}`,
    byPath: new Map(model.pages.map((page) => [page.path, page])),
    place: new Map([...model.notes.entries(), ...model.realms.entries()].map(([index, page]) => [page.path, index])),
    realmsByTag: byTag(model.realms),
    headers: new Map(),
  };
  partsByModel.set(model, parts);
  return parts;
}

function byTag(realms: readonly Page[]): Map<string, Page[]> {
  const tags = new Map<string, Page[]>();
  for (const realm of realms) {
    for (const tag of realm.tags) {
      const tagged = tags.get(tag);
      if (!tagged) tags.set(tag, [realm]);
      else if (tagged.length < realmsPerTag) tagged.push(realm);
    }
  }
  return tags;
}

/**
 * The footer of every page: what is permitted, and links that are not in the main navigation.
 * @param isLicensed False on the guestbook's page, because the site cannot give permission for entries of strangers.
 */
function renderFooter({ facts, pages }: SiteModel, isLicensed: boolean): Html {
  const license = html`<a href="${facts.license.url}" rel="license">${facts.license.id}</a>`;
  const permission = html`${permissionSentence(facts.permissions)} License: ${license}`;
  const strangers =
    "The entries belong to the people who wrote them. " +
    "What this site permits with its own content does not cover them.";
  const privacy = privacyPage(pages);
  return html`<footer class="sill">
<div class="sill-inner">
<p>${isLicensed ? permission : strangers}</p>
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
