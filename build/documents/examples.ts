import type { TSchema } from "typebox";
import type { Page } from "../content/page.ts";
import type { Document, FileDigest, SiteModel } from "../model/site-model.ts";
import { jsonValue } from "./render.ts";

// An example is the document itself, shortened. It is shown on a page of the site (the API page),
// so it cannot contain what is computed from that page: the version, digests of documents that
// contain the version, and sums over all pages. These are replaced by zeros.

/** Replaces a SHA-256 that is computed from the page on which the example is shown. */
export const zeroDigest = "0".repeat(64);

/**
 * A document's value with a few pages of each kind, to be shortened. Only what is computed from the
 * page that shows the example becomes zeros.
 */
export function exampleOf(document: Document, model: SiteModel): unknown {
  const pages = model.pages.values().filter(isIndependent).take(shown).toArray();
  const few = {
    ...model,
    pages,
    byPath: new Map(pages.map((page) => [page.path, page])),
    corpus: model.corpus.values().filter(isIndependent).take(shown).toArray(),
    notes: model.notes.slice(0, shown),
    realms: model.realms.slice(0, shown),
    version: `${model.updated.slice(0, 10)}-${zeroDigest.slice(0, 12)}`,
    digest: zeroDigest,
    counts: { ...model.counts, words: 0 },
  };
  if (document.excerpt) return document.excerpt(few);
  if (document.kind !== "json" || !document.schema) return undefined;
  const written = model.catalogue
    .filter(({ id }) => id !== document.id)
    .map(({ path }): FileDigest => ({ path, bytes: 0, sha256: zeroDigest }));
  return jsonValue(document, few, { written, templates: [] });
}

/** Whether a page is rendered already and shows no examples itself. */
function isIndependent({ type, twin }: Page): boolean {
  return type !== "api" && twin.length > 0;
}

/** Most pages of each kind from which examples are made. */
const shown = 3;

/**
 * A value that its schema still allows, without most items of its lists and without the end of long
 * texts.
 */
export function abridge(value: unknown, schema: TSchema | undefined): unknown {
  const shape = (schema ?? {}) as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    minItems?: number;
  };
  const { properties, items, minItems = 1 } = shape;
  if (typeof value === "string") return abridgeText(value, 160);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value))
    return value.slice(0, Math.max(1, minItems)).map((item) => abridge(item, items));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, abridge(item, properties?.[key])]),
  );
}

/** Cuts a text between words, so that no address is cut. */
function abridgeText(text: string, length: number): string {
  if (text.length <= length || !/\s/.test(text.slice(0, length))) return text;
  return `${text.slice(0, length).replace(/\s+\S*$/, "")} …`;
}

/**
 * A value in a few lines for people: `…` stands for further items of a list, for objects in an
 * object, and for those in a list in a list.
 */
export function sketch(value: unknown, depth = 2): unknown {
  if (typeof value === "string") return abridgeText(value, 48);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value))
    return value.slice(0, 2).map((item, index) => (index === 0 ? sketch(item, depth) : "…"));
  if (depth === 0) return "…";
  const members = Object.entries(value).map(([key, item]) => [
    key,
    sketch(item, Array.isArray(item) ? depth - 1 : 0),
  ]);
  return Object.fromEntries(members);
}
