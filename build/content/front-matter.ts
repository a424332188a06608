import { isContentDate, readDate } from "../lib/dates.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { compileSchema } from "../lib/json-schema.ts";
import { oneLine, percentDecoded } from "../lib/text.ts";
import { isMapping, lineOfKey, scalarsOf, withoutControls, yesOrNo } from "../lib/yaml.ts";
import { authorsTypes, pageTypes } from "../schemas/fields.ts";
import { FrontMatter, requiredByType } from "../schemas/front-matter.ts";
import type { Report } from "./diagnostics.ts";
import type { Fault } from "./fault.ts";
import { inQuotes, splitFile } from "./head.ts";
import { adoptOtherNames, keyTable, knownNames, namesOf } from "./key-names.ts";
import { keepsOut, publishingOf } from "./publishing-keys.ts";
import { explainErrors } from "./schema-errors.ts";

const validate = compileSchema<FrontMatter>(FrontMatter, true);
const ownKeys = Object.keys(FrontMatter.properties);

const noMisspellings = new Set(keyTable.no_misspellings);
const decisive = new Set(keyTable.decisive);
/** Keys whose value is a text; then also a list of texts. Other names are included. */
const namesOfTexts = new Set(keyTable.text_keys.flatMap(namesOf));
const textKeys = [...namesOfTexts, ...keyTable.list_keys.flatMap(namesOf)];

/** The warning about keys that other programs may read. */
export const ignoredKeys = "Front matter keys that mean nothing here are left alone";

/** The warning about Eleventy's keys that need a template. */
const forTemplates =
  "These keys do nothing in a Markdown page: write the value itself into its head, or compute it in its layout; " +
  "a paginated list needs a template, such as `list.njk`";

/** The warning about characters that are left out of pages and facts. */
export const controlsWarning = "Control characters are left out of these files";

/** A value from YAML without control characters; warns if there were any. */
export function readEscapes<T extends object>(value: T, file: string, report: Report): T {
  const clean = withoutControls(value) as T;
  if (JSON.stringify(clean) === JSON.stringify(value)) return value;
  report.warn(controlsWarning, file);
  return clean;
}

/** The warning about aliases that may be meant as addresses. */
const relativeAliases =
  "Aliases that do not begin with `/` are names for links in double brackets, and no addresses";

/** The warning about comments in front matter. */
const commentWarning =
  "Text after `#` in a head is a comment and is not published; in quotes it would be";

/** Front matter as its author wrote it: keys of any name, with values of any kind. */
type Written = Record<string, unknown>;

/** Values that data of folders give a page for keys that it lacks. */
export interface Defaults {
  /** The values as written, which decide whether the page is published. */
  written: Written;
  data: FrontMatter;
}

/** Gives a page, or data of a nearer folder, values for the keys that it lacks; tags are joined. */
export function inherit(own: Written, from: Written): void {
  for (const [key, value] of Object.entries(from))
    own[key] =
      key === "tags" && Array.isArray(value) && Array.isArray(own[key])
        ? [...new Set([...value, ...own[key]])]
        : (own[key] ?? value);
}

/** Reports a fault in a key; `field` may name a part of its value. */
type KeyFault = (
  key: string,
  what: Pick<Fault, "problem" | "expected" | "publishable">,
  field?: string,
) => void;

/**
 * Splits a file into front matter and Markdown with LF line ends, and validates the front matter.
 * The case of keys does not matter. Invalid keys are reported and left out of `data`. `offset` is
 * the number of lines above the body.
 * @param dateInName The date in the file's name, for a page whose front matter has none.
 * @param defaults Null for the data of a folder, which need no key.
 */
export function readSource(
  file: string,
  text: string,
  report: Report,
  dateInName?: string,
  defaults: Defaults | null = { written: {}, data: {} },
) {
  const split = splitFile(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"));
  const { data: head, body, offset, rows, fault } = split;
  if (fault) report.fault({ file, ...fault });
  // YAML can write a control character only with a backslash.
  const written = text.includes("\\") ? readEscapes(head, file, report) : head;
  const spelt = new Map(Object.keys(written).map((key) => [key.toLowerCase(), key]));
  const lineOf = (key: string) =>
    lineOfKey(
      rows,
      spelt.get(key) ?? namesOf(key).flatMap((name) => spelt.get(name) ?? [])[0] ?? key,
    );
  const faultOf: KeyFault = (key, what, field = key) =>
    report.fault({ file, line: lineOf(key), field, ...what });
  const inherited = Object.entries(defaults?.written ?? {}).filter(
    ([key]) => !spelt.has(key.toLowerCase()),
  );
  const deciding = { ...written, ...Object.fromEntries(inherited) };
  const { keptOutBy, keys, faults } = publishingOf(deciding);
  for (const { key, ...what } of faults) if (key in written) faultOf(key, what);
  const data = withKnownKeys(written, keys, file, report, faultOf);
  for (const key of textKeys) {
    const spelling = spelt.get(key);
    if (spelling === undefined) continue;
    if ([data[key]].flat().some((value) => /^(?:number|boolean)$/.test(typeof value)))
      data[key] = scalarsOf(rows.join("\n"))[spelling];
    const row = rows[(lineOfKey(rows, spelling) ?? 0) - 1] ?? "";
    const isEmpty = written[spelling] === null;
    const isNoText = isMapping(data[key]) || (namesOfTexts.has(key) && Array.isArray(data[key]));
    if (isNoText || (isEmpty && /^[^:]*:[ \t]+#\S/.test(row))) {
      const problem = isEmpty ? "has nothing but a comment" : "is not text in YAML";
      faultOf(key, { problem, expected: inQuotes(row), publishable: true });
      delete data[key];
    } else if (
      /^[^:]*:[ \t]+(?:#|[^"'\s|>].*\s#)/.test(row) &&
      (isEmpty || typeof data[key] === "string")
    )
      report.warn(commentWarning, `${file}:${lineOf(key)}`);
  }
  if ("gone" in data) data["gone"] = yesOrNo(data["gone"]) ?? data["gone"];
  // From here on `draft` says that the page is kept out, by whatever key.
  if (keptOutBy !== undefined) data["draft"] = true;
  else delete data["draft"]; // an invalid answer is reported above
  if (keepsOut("status", data["status"])) delete data["status"]; // it is not a realm's status
  if (yesOrNo(data["permalink"]) !== undefined) delete data["permalink"];
  const url = data["url"] ?? (String(data["slug"]).startsWith("/") ? data["slug"] : undefined);
  // A `url` is a path from the root, unless it is another site's address.
  if (typeof url === "string" && /^[^.:\s]+(?:\.html?)?$/.test(url))
    data["url"] = `/${url}/`.replace(/\/+/g, "/").replace(/(\.html?)\/$/, "$1");
  adoptOtherNames(data, isUsable);
  if (typeof data["permalink"] === "string")
    data["permalink"] = data["permalink"].replace(/(?<=\/)index\.html?$/, "");
  const names = takeNames(data);
  if (names.some((name) => name.includes("/")))
    report.warn(relativeAliases, `${file}:${lineOf("aliases")}`);
  rewriteValues(data);
  if (defaults) inherit(data, defaults.data);
  const type = typeof data["type"] === "string" ? data["type"] : "page";
  if (!(pageTypes as readonly string[]).includes(type))
    reportUnknownType(type, file, report, faultOf);
  const needed: readonly string[] =
    defaults && Object.hasOwn(requiredByType, type) ? (requiredByType[type] ?? []) : [];
  const faulty = dropInvalidKeys(data, needed, faultOf);
  if (dateInName !== undefined) data["date"] ??= dateInName;
  const problem = `is missing; a ${type} needs one`;
  for (const field of needed)
    if (data[field] === undefined && !faulty.has(field))
      report.fault({ file, field, problem, expected: descriptionOf(field as keyof FrontMatter) });
  // `keptOutBy` is the key in its head that keeps the page out; `names` are for links `[[name]]`.
  return { data: data as FrontMatter, keptOutBy, names, body, offset, lineOf };
}

/**
 * The keys that have a value, known ones in lower case; misspelt ones are reported.
 * @param deciding Keys already read, because they decide whether the page is published.
 */
function withKnownKeys(
  written: Written,
  deciding: ReadonlySet<string>,
  file: string,
  report: Report,
  faultOf: KeyFault,
): Written {
  const data: Written = {};
  for (const [key, value] of Object.entries(written)) {
    if (value === null && key.toLowerCase() !== "gone") continue;
    const plain = key.toLowerCase();
    if (ownKeys.includes(plain) || knownNames.has(plain) || /^(?:layout|slug)$/.test(plain)) {
      data[plain] ??= value;
      continue;
    }
    data[key] = value;
    if (deciding.has(key)) continue;
    if (key === "pagination" || key === "eleventyComputed") {
      report.warn(forTemplates, key, file);
      continue;
    }
    const meant = noMisspellings.has(plain) ? undefined : didYouMean(key, ownKeys);
    if (meant === undefined) report.warn(ignoredKeys, key, file);
    else
      faultOf(key, {
        problem: `is not a key; did you mean \`${meant}\`?`,
        expected: `\`${meant}\``,
        publishable: meant === "draft" || !decisive.has(meant), // a misspelt `draft` was read above
      });
  }
  return data;
}

/** Whether the value of a key's other name can be meant for the key itself. */
function isUsable(key: string, value: unknown): boolean {
  if (key === "permalink") return typeof value === "string" && value.startsWith("/");
  if (key !== "date" && key !== "updated") return typeof value === "string" && value !== "";
  return typeof value === "string" && readDate(value) !== undefined;
}

/** Takes names, which do not begin with `/` as addresses do, out of `aliases`. */
function takeNames(data: Written): string[] {
  if (!Array.isArray(data["aliases"])) return [];
  const isName = (alias: unknown): alias is string =>
    typeof alias === "string" && !alias.startsWith("/");
  const names = data["aliases"].filter(isName);
  const addresses: unknown[] = data["aliases"].filter((alias) => !isName(alias));
  if (addresses.length === 0) delete data["aliases"];
  else data["aliases"] = addresses;
  return names;
}

/** Rewrites dates as RFC 3339, and titles, descriptions and tags in one line each. */
function rewriteValues(data: Written): void {
  for (const key of ["date", "updated", "since"]) {
    const written = data[key];
    if (typeof written === "string" && !isContentDate(written))
      data[key] = readDate(written) ?? written;
  }
  const inOneLine = (value: unknown): unknown =>
    typeof value === "string" ? oneLine(value) : value;
  for (const key of keyTable.text_keys) if (key in data) data[key] = inOneLine(data[key]);
  if (Array.isArray(data["tags"])) data["tags"] = data["tags"].map(inOneLine);
}

/** Reports an unknown type. */
function reportUnknownType(type: string, file: string, report: Report, faultOf: KeyFault): void {
  const meant = noMisspellings.has(type.toLowerCase()) ? undefined : didYouMean(type, authorsTypes);
  if (meant === undefined)
    return report.warn(`Unknown type \`${type.slice(0, 60)}\`, so these become plain pages`, file);
  const problem = `is \`${type}\`; did you mean \`${meant}\`?`;
  const expected = `${authorsTypes.join(", ")}, or none`;
  faultOf("type", { problem, expected, publishable: true });
}

/**
 * Reports and removes the keys whose values do not match the schema.
 * @param needed Keys without which the page cannot be published.
 * @returns the keys that were removed.
 */
function dropInvalidKeys(data: Written, needed: readonly string[], faultOf: KeyFault): Set<string> {
  const faulty = new Set<string>();
  const found = explainErrors(validate(data) ? [] : (validate.errors ?? []));
  const { permalink } = data;
  // Not possible in an address, encoded or not: `..`, `.`, and characters of templates.
  const isUnusable =
    typeof permalink === "string" && /\.\.|\/\.?\/|[{}*:\\\0]/.test(percentDecoded(permalink));
  if (isUnusable) {
    const expected = descriptionOf("permalink");
    found.set("permalink", { problem: `is ${JSON.stringify(permalink)}`, expected });
  }
  // The address of a file is not that of a page, but can lead there.
  const isFile = !isUnusable && /^\/[^\s?#]+\.html?$/.test(String(permalink));
  if (isFile) {
    const expected = `\`aliases: [${permalink}]\`, which leads to the page`;
    found.set("permalink", { problem: `is ${JSON.stringify(permalink)}`, expected });
    data["aliases"] = [data["aliases"] ?? [], permalink].flat();
  }
  for (const [field, what] of found) {
    const key = field.split(/[.[]/)[0] as string;
    const publishable = key === "permalink" ? isFile : !needed.includes(key) && !decisive.has(key);
    faultOf(key, { ...what, publishable }, field);
    faulty.add(key);
    delete data[key];
  }
  return faulty;
}

/** The schema's description of a key. */
function descriptionOf(key: keyof FrontMatter): string | undefined {
  return (FrontMatter.properties[key] as { description?: string }).description;
}
