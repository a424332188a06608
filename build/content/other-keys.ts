import { isContentDate, readDate } from "../lib/dates.ts";
import { isOneTypo } from "../lib/did-you-mean.ts";
import { isMapping, textsIn, yesOrNo } from "../lib/yaml.ts";
import { realmStatusNames } from "../schemas/fields.ts";
import { FrontMatter } from "../schemas/front-matter.ts";
import type { Report } from "./diagnostics.ts";
import { keptOutBy, keptOutElsewhere, otherKeysThatKeepOut } from "./keys-that-keep-out.ts";
import { otherOrders } from "./page-order.ts";

/** Keys of other tools that are one typing error apart from keys of this one, and mean something of their own. */
const otherKeys = new Set([
  "short-title", // MDN
  "shortTitle", // GitHub Docs
  "languages", // Hugo
  "types", // Decap CMS
]);

/**
 * Keys of other tools, in lower case, that say what a key of this one says; of several the first counts that has a
 * usable value.
 */
const sameMeaning = {
  // Hugo, Jekyll (with a plugin), Pelican, VitePress and Starlight, Obsidian
  updated: ["lastmod", "last_modified_at", "last_modified", "modified", "lastupdated", "date modified"],
  // Hugo, Astro, Obsidian and Quartz
  date: ["publishdate", "pubdate", "created", "date created"],
} as const;

/** Keys of other tools whose values are subjects, in the order in which they become tags. */
const subjectKeys = ["tags", "tag", "categories", "category"] as const;

/** Keys of other tools that describe a page in words, of which the first counts: Hugo and Jekyll. */
const descriptionKeys = ["summary", "excerpt"] as const;

/** Keys of other tools, in lower case, that are read here as well. */
const adoptedKeys = new Set<string>([
  ...otherKeysThatKeepOut,
  ...otherOrders,
  ...Object.values(sameMeaning).flat(),
  ...subjectKeys.slice(1),
  ...descriptionKeys,
  "lang",
  "last_update",
  "noindex",
  "taxonomies", // Zola
]);

/** Whether a page asks search engines not to list it. */
export function asksNotToBeListed(data: Readonly<Record<string, unknown>>): boolean {
  const { noindex, sitemap, robots } = data;
  return (
    yesOrNo(noindex) === true || yesOrNo(sitemap) === false || (typeof robots === "string" && /noindex/i.test(robots))
  );
}

/** Whether a key of another tool, in lower case, is read here as well. */
export function isAdoptedKey(key: string): boolean {
  return adoptedKeys.has(key);
}

/**
 * Reads keys of other tools for what they say:
 * - what keeps a page out, such as `published: false`, because ignoring it would publish what its author keeps back;
 * - dates, where they can be read and the page has no such date of its own; those in tables too;
 * - `categories`, which become tags beside `tags`. Either may be text, as `subjectsOf` reads it, and in Zola both are
 *   in `taxonomies`.
 * - `summary` and `excerpt`, which describe a page that has no description;
 * - `lang` (VuePress, Astro), which is the page's language.
 *
 * The keys themselves stay as they are.
 */
export function adoptOtherKeys(data: Record<string, unknown>, isToml: boolean, file: string, report: Report): void {
  const reason = keptOutBy(data, isToml);
  if (reason !== undefined && (data["draft"] ?? false) === false) {
    data["draft"] = true;
    report.warn(keptOutElsewhere(reason), file);
  }
  readTablesOfDates(data);
  for (const [key, others] of Object.entries(sameMeaning)) {
    if (data[key] !== undefined) continue;
    const written = others.map((other) => data[other]).find(isReadable);
    if (written !== undefined) data[key] = String(written);
  }
  const description = descriptionKeys.map((key) => data[key]).find((each) => typeof each === "string" && each !== "");
  if (description !== undefined) data["description"] ??= description;
  const language = typeof data["lang"] === "string" ? data["lang"].replaceAll("_", "-") : "";
  if (data["language"] === undefined && languageTag.test(language)) data["language"] = language;
  if ([data["tags"]].flat(2).some(isMapping)) return; // to be reported
  const inZola = isMapping(data["taxonomies"]) ? data["taxonomies"] : {};
  const subjects = [...new Set([data, inZola].flatMap((from) => subjectKeys.flatMap((key) => subjectsOf(from, key))))];
  if (subjects.length > 0 || data["tags"] !== undefined) data["tags"] = subjects;
}

/** Reads `date: { created, updated }` of Material for MkDocs and `last_update: { date }` of Docusaurus. */
function readTablesOfDates(data: Record<string, unknown>): void {
  const { date, last_update } = data;
  if (isMapping(last_update) && isReadable(last_update["date"])) data["updated"] ??= last_update["date"];
  if (!isMapping(date) || !isReadable(date["created"])) return;
  data["date"] = date["created"];
  if (isReadable(date["updated"])) data["updated"] ??= date["updated"];
}

/**
 * The subjects under a key. Text is separated by commas, or else by white space, as in Jekyll; `tag` and `category`
 * hold one subject. The `#` before a tag, as in Obsidian, is no part of it.
 */
export function subjectsOf(data: Readonly<Record<string, unknown>>, key: (typeof subjectKeys)[number]): string[] {
  const written = data[key] ?? [];
  const isList = key === "tags" || key === "categories";
  const parts = isList && typeof written === "string" ? written.split(written.includes(",") ? "," : /\s+/) : [written];
  return parts
    .flat(2)
    .filter((part) => !isMapping(part))
    .map((part) => String(part).trim().replace(/^#/, ""))
    .filter((part) => part !== "");
}

const languageTag = new RegExp((FrontMatter.properties.language as { pattern?: string }).pattern ?? "");

/** Whether a value is a date that can be read. */
function isReadable(written: unknown): boolean {
  if (typeof written !== "string" && typeof written !== "number") return false;
  return isContentDate(String(written)) || readDate(String(written)) !== undefined;
}

/** Types of page of other tools that are one typing error apart from types of this one. */
const otherTypes = new Set([
  "node", // Drupal
  "notes", // Hugo: the name of a section
  "pages",
]);

/** Whether a key of front matter is known to belong to another tool, so that it is no misspelling. */
export function isOtherKey(key: string): boolean {
  return otherKeys.has(key);
}

/** The type of page that an unknown type was probably meant to be, or undefined. */
export function meantType(type: string, known: readonly string[]): string | undefined {
  const plain = type.toLowerCase();
  if (known.includes(plain)) return plain;
  return plain.length < 4 || otherTypes.has(plain) ? undefined : known.find((each) => isOneTypo(plain, each));
}

/**
 * Removes values that other tools give to keys of the same name, and warns of them:
 * - aliases that are names for links in double brackets, as in Obsidian, and no addresses from the root. In Zola all are addresses from the root;
 * - `status` and `since` on pages that are no realms, such as MDN's `status: [experimental]`, or the version since
 *   which something exists. A misspelt status stays, to be reported.
 *
 * @returns the aliases that are names.
 */
export function dropForeignValues(data: Record<string, unknown>, isOfZola: boolean, report: Report): string[] {
  const names: string[] = [];
  const { status, type } = data;
  const aliases = isOfZola ? textsIn(data["aliases"]).map((alias) => alias.replace(/^\/?/, "/")) : data["aliases"];
  if (isOfZola && data["aliases"] !== undefined) data["aliases"] = aliases;
  // In text several are separated by commas, as in Obsidian.
  const written =
    typeof aliases === "string"
      ? aliases
          .split(",")
          .map((alias) => alias.trim())
          .filter((alias) => alias !== "")
      : aliases;
  if (Array.isArray(written)) {
    names.push(...written.filter((alias) => isName(alias)).map(String));
    for (const name of names) report.warn(aliasesByName, name);
    if (names.length > 0 || written.length > 1) data["aliases"] = written.filter((alias) => !isName(alias));
  }
  if (type === "realm") return names;
  const known =
    typeof status === "string" && realmStatusNames.some((name) => name === status || isOneTypo(name, status));
  if (status !== undefined && !known) leave("status");
  if (data["since"] !== undefined && !/^\d{4}-/.test(String(data["since"]))) leave("since");
  return names;

  function leave(key: string): void {
    report.warn("Front matter keys that mean nothing on these pages are left alone", key);
    delete data[key];
  }
}

const aliasesByName =
  "Aliases that are names, not addresses that begin with `/`, are found by links such as `[[name]]` alone";

/** Whether an alias is a name, such as `TCP/IP`. What looks like an address without its first slash is none. */
function isName(alias: unknown): boolean {
  if (typeof alias === "number") return true;
  return typeof alias === "string" && alias !== "" && !/^\/|\/$|\.html?$|:\/\//.test(alias);
}
