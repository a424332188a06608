import type { TSchema } from "typebox";
import type { Page } from "../content/page.ts";
import type { Document, FileDigest, SiteModel } from "../model/site-model.ts";
import { jsonValue } from "./render.ts";

// An example is the document itself, shortened. It is shown on a page of the site (the API page), so it cannot contain
// what is computed from that page: the version, digests of documents that contain the version, and sums over all pages.
// These are replaced by zeros.

/** Replaces a SHA-256 that is computed from the page on which the example is shown. */
export const zeroDigest = "0".repeat(64);

/**
 * A document's value, shortened for reading: lists keep their first item (all, where the schema demands a number), maps
 * their first two, and long text is cut. Only what is computed from the page that shows the example becomes zeros.
 */
export function exampleOf(document: Document, model: SiteModel): unknown {
  const few = {
    ...model,
    pages: model.pages.values().filter(isIndependent).take(shown).toArray(),
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
  return abridge(jsonValue(document, few, { written, templates: [] }), document.schema);
}

/** Whether a page is rendered already and shows no examples itself. */
function isIndependent({ type, twin }: Page): boolean {
  return type !== "api" && twin.length > 0;
}

/** Most pages of each kind from which examples are made. */
const shown = 3;

/** How many characters of a text are kept, approximately. */
const longest = 160;

/** Lists and objects of which something was left out. */
const incomplete = new WeakSet<object>();

interface PlainSchema {
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  items?: TSchema;
  minItems?: number;
}

/**
 * A value without most items of its lists and without the end of long texts. Shortened lists and objects are recorded
 * for `printExample`.
 */
export function abridge(value: unknown, schema: TSchema | undefined): unknown {
  const plain = (schema ?? {}) as PlainSchema;
  if (typeof value === "string") return abridgeText(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, Math.max(1, plain.minItems ?? 1)).map((item) => abridge(item, plain.items));
    return kept.length < value.length ? leftOut(kept) : kept;
  }
  const entries = Object.entries(value);
  const ofPattern = Object.values(plain.patternProperties ?? {})[0];
  const kept = ofPattern ? entries.slice(0, 2) : entries;
  const object = Object.fromEntries(
    kept.map(([key, item]) => [key, abridge(item, plain.properties?.[key] ?? ofPattern)]),
  );
  return kept.length < entries.length ? leftOut(object) : object;
}

/** Marks a list or an object as one of which something was left out. */
export function leftOut<T extends object>(value: T): T {
  incomplete.add(value);
  return value;
}

/** Cuts a text between words, so that no address is cut. */
function abridgeText(text: string): string {
  if (text.length <= longest || !/\s/.test(text.slice(0, longest))) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, "")} …`;
}

/** An example as JSON with a line `…` wherever something was left out. */
export function printExample(value: unknown, indent = ""): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => printExample(item, deeper))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${printExample(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = incomplete.has(value) ? [...items, "…"] : items;
  return lines.length === 0
    ? open + close
    : `${open}\n${lines.map((line) => deeper + line).join(",\n")}\n${indent}${close}`;
}
