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
function abridgeText(text: string, length = longest): string {
  if (text.length <= length || !/\s/.test(text.slice(0, length))) return text;
  return `${text.slice(0, length).replace(/\s+\S*$/, "")} …`;
}

/**
 * How many characters of a text are kept in an example of few lines, and how long a list or an object in one line is.
 */
const [shortText, oneLine] = [48, 56];

/**
 * An example, shortened further until it is printed in `lines` lines: the lists and objects in it are emptied, then
 * filled again while there is room, lists before objects, and first the list whose items have the most members. Text is
 * cut to one line.
 */
export function fitted(value: unknown, lines: number): unknown {
  if (typeof value === "string") return abridgeText(value, shortText);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const whole = keepMark(
      value.map((item) => fitted(item, lines)),
      value,
    );
    if (linesOf(whole) <= lines || value.length === 0) return whole;
    return lines < 4 ? leftOut([]) : leftOut([fitted(value[0], lines - 3)]);
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const whole = keepMark(Object.fromEntries(entries.map(([key, item]) => [key, fitted(item, lines)])), value);
  if (linesOf(whole) <= lines) return whole;
  if (lines < 4) return leftOut({});
  const kept = entries.slice(0, entries.length > lines - 2 ? lines - 3 : undefined);
  const object: Record<string, unknown> = Object.fromEntries(kept.map(([key, item]) => [key, fitted(item, 1)]));
  if (kept.length < entries.length) leftOut(object);
  else keepMark(object, value);
  const order = kept
    .filter(([, item]) => item !== null && typeof item === "object")
    .sort(([, a], [, b]) => membersOfItems(b) - membersOfItems(a));
  for (const [key, item] of order) object[key] = fitted(item, lines - linesOf(object) + linesOf(object[key]));
  return object;
}

function keepMark<T extends object>(copy: T, value: object): T {
  return incomplete.has(value) ? leftOut(copy) : copy;
}

/** How many members the first item of a list has; -1 for what is no list. */
function membersOfItems(value: unknown): number {
  if (!Array.isArray(value)) return -1;
  return typeof value[0] === "object" && value[0] !== null ? Object.keys(value[0]).length : 0;
}

function linesOf(value: unknown): number {
  return printExample(value).split("\n").length;
}

/** An example as JSON with `…` wherever something was left out; short lists and objects stand in one line. */
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
  if (lines.length === 0) return open + close;
  const line = `${open} ${lines.join(", ")} ${close}`;
  return line.length <= oneLine && !line.includes("\n")
    ? line
    : `${open}\n${lines.map((each) => deeper + each).join(",\n")}\n${indent}${close}`;
}
