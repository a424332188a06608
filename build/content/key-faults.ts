import { didYouMean } from "../lib/did-you-mean.ts";
import { compileSchema } from "../lib/json-schema.ts";
import { percentDecoded } from "../lib/text.ts";
import { authorsTypes, pageTypes } from "../schemas/fields.ts";
import { FrontMatter, requiredByType } from "../schemas/front-matter.ts";
import type { Fault } from "./fault.ts";
import { keyTable, knownNames } from "./key-names.ts";
import { explainErrors } from "./schema-errors.ts";

// What is wrong with the keys and values of a head.

const validate = compileSchema<FrontMatter>(FrontMatter, true);
const ownKeys = Object.keys(FrontMatter.properties);
const noMisspellings = new Set(keyTable.no_misspellings);
const decisive = new Set(keyTable.decisive);

/** The warning about keys that other programs may read. */
export const ignoredKeys = "Front matter keys that mean nothing here are left alone";

/** The warning about Eleventy's keys that need a template. */
const forTemplates =
  "These keys do nothing in a Markdown page: write the value itself into its head, or compute it in its layout; " +
  "a paginated list needs a template, such as `list.njk`";

/** Front matter as its author wrote it: keys of any name, with values of any kind. */
export type Written = Record<string, unknown>;

/** Reports of a head's keys, with its file. */
export interface KeyReports {
  /** Reports a fault in a key; `field` may name a part of its value. */
  faultOf(key: string, what: Omit<Fault, "file" | "line" | "field">, field?: string): void;
  warn(text: string, key?: string): void;
}

/**
 * The keys that have a value, known ones in lower case; unknown ones are reported.
 * @param read Keys already read, because they decide whether the page is published.
 */
export function withKnownKeys(written: Written, read: ReadonlySet<string>, reports: KeyReports) {
  const data: Written = {};
  for (const [key, value] of Object.entries(written)) {
    const plain = key.toLowerCase();
    if (value === null && plain !== "gone") continue;
    if (ownKeys.includes(plain) || knownNames.has(plain) || /^(?:layout|slug)$/.test(plain))
      data[plain] ??= value;
    else {
      data[key] = value;
      if (!read.has(key)) reportUnknownKey(key, reports);
    }
  }
  return data;
}

/** Reports a key that means nothing here: as a fault if it is probably misspelt. */
function reportUnknownKey(key: string, { faultOf, warn }: KeyReports): void {
  if (key === "pagination" || key === "eleventyComputed") return warn(forTemplates, key);
  const meant = noMisspellings.has(key.toLowerCase()) ? undefined : didYouMean(key, ownKeys);
  if (meant === undefined) return warn(ignoredKeys, key);
  const problem = `is not a key; did you mean \`${meant}\`?`;
  const publishable = meant === "draft" || !decisive.has(meant); // a misspelt `draft` was read
  faultOf(key, { problem, expected: `\`${meant}\``, publishable });
}

/**
 * Reports and removes the keys whose values do not match the schema, and reports those that are
 * missing.
 * @param isPage False for the data of a folder, which need no key.
 * @param dateInName The date for a page whose head has none that is valid.
 */
export function dropFaults(
  data: Written,
  isPage: boolean,
  dateInName: string | undefined,
  reports: KeyReports,
): void {
  const type = typeof data["type"] === "string" ? data["type"] : "page";
  checkType(type, reports);
  const needed = (isPage && requiredByType.get(type)) || [];
  const missing = needed.filter((field) => data[field] === undefined);
  dropInvalidKeys(data, needed, reports);
  if (dateInName !== undefined) data["date"] ??= dateInName;
  const problem = `is missing; a ${type} needs one`;
  for (const key of missing)
    if (data[key] === undefined) reports.faultOf(key, { problem, expected: descriptionOf(key) });
}

/** Reports a type that no page has: as a fault if it is probably misspelt. */
function checkType(type: string, { faultOf, warn }: KeyReports): void {
  if ((pageTypes as readonly string[]).includes(type)) return;
  const meant = noMisspellings.has(type.toLowerCase()) ? undefined : didYouMean(type, authorsTypes);
  if (meant === undefined)
    return warn(`Unknown type \`${type.slice(0, 60)}\`, so these become plain pages`);
  const problem = `is \`${type}\`; did you mean \`${meant}\`?`;
  const expected = `${authorsTypes.join(", ")}, or none`;
  faultOf("type", { problem, expected, publishable: true });
}

/** @param needed Keys without which the page cannot be published. */
function dropInvalidKeys(data: Written, needed: readonly string[], reports: KeyReports) {
  const found = explainErrors(validate(data) ? [] : (validate.errors ?? []));
  const permalink = typeof data["permalink"] === "string" ? data["permalink"] : "";
  const problem = `is ${JSON.stringify(permalink)}`;
  // Not possible in an address, encoded or not: `..`, `.`, and characters of templates.
  const isUnusable = /\.\.|\/\.?\/|[{}*:\\\0]/.test(percentDecoded(permalink));
  if (isUnusable) found.set("permalink", { problem, expected: descriptionOf("permalink") });
  // The address of a file is not that of a page, but can lead there.
  const isFile = !isUnusable && /^\/[^\s?#]+\.html?$/.test(permalink);
  if (isFile) {
    const expected = `\`aliases: [${permalink}]\`, which leads to the page`;
    found.set("permalink", { problem, expected });
    data["aliases"] = [data["aliases"] ?? [], permalink].flat();
  }
  for (const [field, what] of found) {
    const key = field.split(/[.[]/)[0] as string;
    const publishable = key === "permalink" ? isFile : !needed.includes(key) && !decisive.has(key);
    reports.faultOf(key, { ...what, publishable }, field);
    delete data[key];
  }
}

/** The schema's description of a key. */
function descriptionOf(key: keyof FrontMatter): string | undefined {
  return (FrontMatter.properties[key] as { description?: string }).description;
}
