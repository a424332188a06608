import { isContentDate, readDate } from "../lib/dates.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { compileSchema } from "../lib/json-schema.ts";
import { oneLine, percentDecoded } from "../lib/text.ts";
import { withoutControls, yesOrNo } from "../lib/yaml.ts";
import { authorsTypes, pageTypes } from "../schemas/fields.ts";
import { FrontMatter, requiredByType } from "../schemas/front-matter.ts";
import type { Report } from "./diagnostics.ts";
import { splitFile } from "./head.ts";
import { adoptOtherNames, knownNames } from "./key-names.ts";
import { keepsOut, publishingOf } from "./publishing-keys.ts";
import { explained } from "./schema-errors.ts";

const validate = compileSchema<FrontMatter>(FrontMatter, true);
const knownKeys = Object.keys(FrontMatter.properties);

/** Words of other programs that are one typing error apart from a key or a type of this one. */
const noMisspellings = new Set([
  "short-title",
  "shorttitle",
  "languages",
  "types",
  "node",
  "notes",
]);
/** Keys in which a fault is never tolerated: they decide whether a page is published, and where. */
const decisive = new Set(["draft", "gone", "permalink", "aliases"]);

/** The warning of keys that other programs may read. */
export const ignoredKeys = "Front matter keys that mean nothing here are left alone";

/** The warning of characters that are left out of pages and facts. */
export const controlsWarning = "Control characters are left out of these files";

/** What YAML read, without control characters; tells of those that were there. */
export function readEscapes<T extends object>(value: T, file: string, report: Report): T {
  const clean = withoutControls(value) as T;
  if (JSON.stringify(clean) === JSON.stringify(value)) return value;
  report.warn(controlsWarning, file);
  return clean;
}

/** Front matter as its author wrote it: keys of any name, with values of any kind. */
type Written = Record<string, unknown>;

/** What a fault in front matter is reported with. */
interface Place {
  file: string;
  /** The one-based line of the file on which a top-level key stands. */
  lineOf(key: string): number | undefined;
  report: Report;
}

/**
 * Splits a file into front matter and Markdown with LF line ends, and validates the front matter.
 * Keys count in any case. Invalid ones are reported and left out of `data`. `offset` is the number
 * of lines above the body.
 * @param dateInName The date in the file's name, for a page whose front matter has none.
 */
export function readSource(file: string, text: string, report: Report, dateInName?: string) {
  const {
    data: head,
    body,
    offset,
    lineOf,
    fault,
  } = splitFile(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"));
  if (fault) report.fault({ file, ...fault });
  // Only with a backslash can YAML write a control character.
  const written = text.includes("\\") ? readEscapes(head, file, report) : head;
  const spelt = new Map(Object.keys(written).map((key) => [key.toLowerCase(), key]));
  const place: Place = { file, report, lineOf: (key) => lineOf(spelt.get(key) ?? key) };
  const { keptOutBy, keys, faults } = publishingOf(written);
  for (const { key, ...what } of faults)
    report.fault({ file, line: lineOf(key), field: key, ...what });
  const data = withKnownKeys(written, keys, place);
  if ("gone" in data) data["gone"] = yesOrNo(data["gone"]) ?? data["gone"];
  if (keptOutBy !== undefined) data["draft"] = true;
  else delete data["draft"]; // what is no answer is told above
  if (keepsOut("status", data["status"])) delete data["status"]; // it is no status of a realm
  if (yesOrNo(data["permalink"]) !== undefined) delete data["permalink"];
  adoptOtherNames(data, isUsable);
  const names = takeNames(data);
  rewriteValues(data);
  const type = checkType(data, place);
  const faulty = dropInvalidKeys(data, type, place);
  if (dateInName !== undefined) data["date"] ??= dateInName;
  checkRequiredKeys(data, type, faulty, place);
  // `keptOutBy` says why the page is kept out, as its head says it; `names` are for links in double
  // brackets.
  return { data: data as FrontMatter, keptOutBy, names, body, offset, lineOf: place.lineOf };
}

/**
 * The keys that have a value, by their names in lower case where they are known; misspelt ones are
 * reported.
 * @param deciding Keys that were read because they decide about publishing.
 */
function withKnownKeys(
  written: Written,
  deciding: ReadonlySet<string>,
  { file, lineOf, report }: Place,
): Written {
  const data: Written = {};
  for (const [key, value] of Object.entries(written)) {
    if (value === null && key.toLowerCase() !== "gone") continue;
    const plain = key.toLowerCase();
    if (knownKeys.includes(plain) || knownNames.has(plain)) {
      data[plain] ??= value;
      continue;
    }
    data[key] = value;
    if (key === "layout" || deciding.has(key)) continue;
    const meant = noMisspellings.has(plain) ? undefined : didYouMean(key, knownKeys);
    if (meant === undefined) report.warn(ignoredKeys, key);
    else
      report.fault({
        file,
        line: lineOf(plain),
        field: key,
        problem: `is not a key; did you mean \`${meant}\`?`,
        expected: `\`${meant}\``,
        publishable: meant === "draft" || !decisive.has(meant), // its value was read above
      });
  }
  return data;
}

/** Whether a value under another name of a key can be meant as a value of that key. */
function isUsable(key: string, value: unknown): boolean {
  if (key === "permalink") return typeof value === "string" && value.startsWith("/");
  if (key !== "date" && key !== "updated") return typeof value === "string" && value !== "";
  return typeof value === "string" && (isContentDate(value) || readDate(value) !== undefined);
}

/** Takes the names that are no addresses out of `aliases`. */
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

/**
 * Rewrites dates as RFC 3339, a number that is the title as text, and titles, descriptions and tags
 * as one line each.
 */
function rewriteValues(data: Written): void {
  for (const key of ["date", "updated", "since"]) {
    const written = data[key];
    if (typeof written === "string" && !isContentDate(written))
      data[key] = readDate(written) ?? written;
  }
  if (typeof data["title"] === "number") data["title"] = String(data["title"]);
  const inOneLine = (value: unknown): unknown =>
    typeof value === "string" ? oneLine(value) : value;
  for (const key of ["title", "short_title", "description"])
    if (key in data) data[key] = inOneLine(data[key]);
  if (Array.isArray(data["tags"])) data["tags"] = data["tags"].map(inOneLine);
}

/** Reports a type that is not known here. @returns the type as it is written, or `page`. */
function checkType(data: Written, { file, lineOf, report }: Place): string {
  const type = typeof data["type"] === "string" ? data["type"] : "page";
  if ((pageTypes as readonly string[]).includes(type)) return type;
  const meant = noMisspellings.has(type.toLowerCase()) ? undefined : didYouMean(type, authorsTypes);
  if (meant === undefined)
    report.warn(
      `Nothing here is of the type \`${type.slice(0, 60)}\`, so these are plain pages`,
      file,
    );
  else
    report.fault({
      file,
      line: lineOf("type"),
      field: "type",
      problem: `is \`${type}\`; did you mean \`${meant}\`?`,
      expected: `${authorsTypes.join(", ")}, or none`,
      publishable: true,
    });
  return type;
}

/**
 * Reports and removes the keys whose values do not match the schema.
 * @returns the keys that were removed.
 */
function dropInvalidKeys(
  data: Written,
  type: string,
  { file, lineOf, report }: Place,
): Set<string> {
  const faulty = new Set<string>();
  const errors = validate(data) ? [] : (validate.errors ?? []);
  const needed = new Set<string>(Object.hasOwn(requiredByType, type) ? requiredByType[type] : []);
  for (const [field, { problem, expected }] of new Map([
    ...explained(errors),
    ...unusableAddress(data),
  ])) {
    const key = field.split(/[.[]/)[0] as string;
    const publishable = !needed.has(key) && !decisive.has(key);
    report.fault({ file, line: lineOf(key), field, problem, expected, publishable });
    faulty.add(key);
    delete data[key];
  }
  return faulty;
}

/**
 * The fault of a `permalink` with signs that are part of no address, encoded or not: `..` or `.`,
 * or a template's.
 */
function unusableAddress({
  permalink,
}: Written): [field: string, { problem: string; expected: string | undefined }][] {
  if (typeof permalink !== "string" || !/\.\.|\/\.?\/|[{}*:\\\0]/.test(percentDecoded(permalink)))
    return [];
  return [
    [
      "permalink",
      { problem: `is ${JSON.stringify(permalink)}`, expected: descriptionOf("permalink") },
    ],
  ];
}

/**
 * Reports keys that the type of page needs and that are missing, but not those that were reported
 * as invalid.
 */
function checkRequiredKeys(
  data: Written,
  type: string,
  faulty: ReadonlySet<string>,
  { file, report }: Place,
): void {
  for (const key of Object.hasOwn(requiredByType, type) ? (requiredByType[type] ?? []) : []) {
    if (data[key] !== undefined || faulty.has(key)) continue;
    report.fault({
      file,
      field: key,
      problem: `is missing; a ${type} needs one`,
      expected: descriptionOf(key),
    });
  }
}

/** What the schema says of a key. */
function descriptionOf(key: keyof FrontMatter): string | undefined {
  return (FrontMatter.properties[key] as { description?: string }).description;
}
