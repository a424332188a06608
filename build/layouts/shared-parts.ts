import type { Page } from "../content/page.ts";
import { type Html, html } from "../lib/html.ts";
import { permissionSentence } from "../model/permissions.ts";
import type { SiteModel } from "../model/site-model.ts";
import { renderFooter } from "./footer.ts";
import { renderConstantHead } from "./html-document.ts";

/** What is the same for every page of one build, made once: at ten thousand pages this is most of a page's cost. */
export interface Frame {
  head: Html;
  footer: Html;
  /** The same for the guestbook's page, without license and permission: its entries are strangers'. */
  guests: { head: Html; footer: Html };
  /** The license by its name, and what it allows in words. */
  license: Html;
  byPath: ReadonlyMap<string, Page>;
  /** Place of each note and realm in its own order, by path. */
  place: ReadonlyMap<string, number>;
  realmsByTag: ReadonlyMap<string, readonly Page[]>;
  /** The header, by the navigation entry that is lit. */
  headers: Map<string, Html>;
}

/** So that a tag worn by every realm of a large site does not make each page look at all of them. */
const realmsPerTag = 40;

const frames = new WeakMap<SiteModel, Frame>();

/** The frame of a context, made at the first call. */
export function frameOf(context: SiteModel): Frame {
  const known = frames.get(context);
  if (known) return known;
  const frame: Frame = {
    head: renderConstantHead(context, true),
    footer: renderFooter(context, true),
    guests: { head: renderConstantHead(context, false), footer: renderFooter(context, false) },
    license: html`<a href="${context.facts.license.url}">${context.facts.license.name}</a>. ${permissionSentence(context.facts.permissions)}`,
    byPath: new Map(context.pages.map((page) => [page.path, page])),
    place: new Map(
      [...context.notes.entries(), ...context.realms.entries()].map(([index, page]) => [page.path, index]),
    ),
    realmsByTag: byTag(context.realms),
    headers: new Map(),
  };
  frames.set(context, frame);
  return frame;
}

function byTag(realms: readonly Page[]): Map<string, Page[]> {
  const tags = new Map<string, Page[]>();
  for (const realm of realms) {
    for (const tag of realm.tags) {
      const wearers = tags.get(tag);
      if (!wearers) tags.set(tag, [realm]);
      else if (wearers.length < realmsPerTag) wearers.push(realm);
    }
  }
  return tags;
}
