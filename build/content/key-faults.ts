import { didYouMean } from "../lib/did-you-mean.ts";
import { compileSchema } from "../lib/json-schema.ts";
import { percentDecoded } from "../lib/text.ts";
import { authorsTypes, pageTypes } from "../schemas/fields.ts";
import { FrontMatter } from "../schemas/front-matter.ts";
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

/** Reports of a head's keys, with its file. */
export interface KeyReports {
  /** Reports a fault in a key; `field` may name a part of its value. */
  faultOf(
    key: string,
    what: Pick<Fault, "problem" | "expected" | "publishable">,
    field?: string,
  ): void;
  warn(text: string, key?: string): void;
}

/** Whether a key, in lower case, means something here. */
export function isKnownKey(key: string): boolean {
  return ownKeys.includes(key) || knownNames.has(key) || key === "layout" || key === "slug";
}

/** Reports a key that means nothing here: as a fault if it is probably misspelt. */
export function reportUnknownKey(key: string, { faultOf, warn }: KeyReports): void {
  if (key === "pagination" || key === "eleventyComputed") return warn(forTemplates, key);
  const meant = noMisspellings.has(key.toLowerCase()) ? undefined : didYouMean(key, ownKeys);
  if (meant === undefined) return warn(ignoredKeys, key);
  const problem = `is not a key; did you mean \`${meant}\`?`;
  const publishable = meant === "draft" || !decisive.has(meant); // a misspelt `draft` was read
  faultOf(key, { problem, expected: `\`${meant}\``, publishable });
}

/** Reports a type that no page has: as a fault if it is probably misspelt. */
export function checkType(type: string, { faultOf, warn }: KeyReports): void {
  if ((pageTypes as readonly string[]).includes(type)) return;
  const meant = noMisspellings.has(type.toLowerCase()) ? undefined : didYouMean(type, authorsTypes);
  if (meant === undefined)
    return warn(`Unknown type \`${type.slice(0, 60)}\`, so these become plain pages`);
  const problem = `is \`${type}\`; did you mean \`${meant}\`?`;
  const expected = `${authorsTypes.join(", ")}, or none`;
  faultOf("type", { problem, expected, publishable: true });
}

/**
 * Reports and removes the keys whose values do not match the schema.
 * @param needed Keys without which the page cannot be published.
 */
export function dropInvalidKeys(
  data: Record<string, unknown>,
  needed: readonly string[],
  { faultOf }: KeyReports,
): void {
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
    faultOf(key, { ...what, publishable }, field);
    delete data[key];
  }
}

/** The schema's description of a key. */
export function descriptionOf(key: keyof FrontMatter): string | undefined {
  return (FrontMatter.properties[key] as { description?: string }).description;
}
