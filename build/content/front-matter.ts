import { isContentDate, readDate } from "../lib/dates.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { compileSchema } from "../lib/json-schema.ts";
import { ownValue } from "../lib/own-value.ts";
import { yesOrNo } from "../lib/yaml.ts";
import { FrontMatter, requiredByType } from "../schemas/front-matter.ts";
import type { Report } from "./diagnostics.ts";
import { splitFile } from "./head.ts";
import { keptOutElsewhere, misspeltKeptOut, unreadInCascade } from "./keys-that-keep-out.ts";
import { isNotPublic } from "./logseq.ts";
import { isOtherAddress } from "./other-addresses.ts";
import {
  adoptOtherKeys,
  asksNotToBeListed,
  dropForeignValues,
  isAdoptedKey,
  isOtherKey,
  meantType,
} from "./other-keys.ts";
import { explained } from "./schema-errors.ts";

/** The parts of a source file. */
export interface Source {
  data: FrontMatter;
  /** Other names of the page, for links in double brackets. */
  names: string[];
  /** The Markdown below the front matter, with LF line ends. */
  body: string;
  /** Lines above the body, so that a line of the body can be named as a line of the file. */
  offset: number;
  /** The line of a top-level key, one-based. */
  lineOf(key: string): number | undefined;
}

const validate = compileSchema<FrontMatter>(FrontMatter, true);
const knownKeys = Object.keys(FrontMatter.properties);
/** The types of page that an author may give; the others follow from a page's address. */
const authorsTypes = ["note", "realm", "manifesto", "greeting", "guestbook"];
const knownTypes = ["page", "home", "list", "api", ...authorsTypes];

/** Keys that decide whether a page is published: with a fault in them it is kept out, also where faults are tolerated. */
const decisive = new Set(["draft", "gone"]);

const keptOutForIt = "so the page is kept out";

const headsOfText =
  "These pages begin with text or a list between lines of `---`, where the keys of a head would be; it is shown as text";

/**
 * Splits a file into front matter (YAML, TOML or JSON) and Markdown, and validates the front matter. Invalid keys are
 * reported and left out of `data`. What other tools call otherwise, and dates in other usual forms, are rewritten.
 * @param named The date in the file's name, for a page whose front matter has none.
 * @param handed Values for keys that the front matter does not have.
 */
export function readSource(
  file: string,
  text: string,
  report: Report,
  named?: string,
  handed: Readonly<Written> = {},
  isOfZola = false,
): Source {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const { data, body, offset, lineOf, fault, hasHeadOfText } = splitFile(plain);
  if (fault) report.fault({ file, publishable: true, ...fault });
  const isToml = plain.startsWith("+++");
  const place: Place = { file, isToml, lineOf, report };
  if (hasHeadOfText) report.warn(headsOfText, file);
  checkKeys(data, place);
  for (const key of decisive) if (key in data) data[key] = yesOrNo(data[key]) ?? data[key];
  for (const [key, value] of Object.entries(handed)) data[key] ??= value;
  adoptOtherKeys(data, isToml, file, report);
  if ((data["draft"] ?? false) === false && isNotPublic(body)) {
    data["draft"] = true;
    report.warn(keptOutElsewhere("public:: false"), file);
  }
  if (asksNotToBeListed(data))
    report.warn("Pages that ask search engines not to list them (`noindex`, `sitemap: false`) are published", file);
  rewriteValues(data, named);
  const type = checkType(data, place);
  const names = dropForeignValues(data, isOfZola, report);
  const faulty = dropInvalidKeys(data, type, place);
  if (named !== undefined) data["date"] ??= named; // where the one in the head was faulty
  checkRequiredKeys(data, type, faulty, place);
  return { data: data as FrontMatter, names, body, offset, lineOf };
}

/** Front matter as its author wrote it: keys of any name, with values of any kind. */
type Written = Record<string, unknown>;

/** What a fault in front matter is reported with. */
interface Place {
  file: string;
  /** Whether the front matter is TOML. */
  isToml: boolean;
  lineOf: Source["lineOf"];
  report: Report;
}

/** The warning of keys that other tools may read. */
export const ignoredKeys = "Front matter keys that mean nothing here are left alone";

/** Removes keys without a value, and reports those that are misspelt. */
function checkKeys(data: Written, { file, isToml, lineOf, report }: Place): void {
  for (const key of Object.keys(data)) {
    const plain = key.toLowerCase(); // Hugo does not distinguish capitals
    if (data[key] === null && !decisive.has(plain)) delete data[key];
    if (knownKeys.includes(key) || key === "layout" || isOtherAddress(key, data[key])) continue;
    if (key === "permalink" && data[key] === false) continue; // keeps the page out
    if (key === "render" && isToml) continue;
    if (key === "cascade") {
      for (const unread of unreadInCascade(data[key])) report.warn(ignoredKeys, `cascade.${unread}`);
      continue;
    }
    if (isAdoptedKey(plain) || (decisive.has(plain) && data[plain] === undefined)) {
      data[plain] ??= data[key];
      continue;
    }
    const keptOut = misspeltKeptOut(key, data[key]);
    const known = keptOut ?? (isOtherKey(key) ? undefined : didYouMean(key, knownKeys));
    // Where the fault is tolerated, a key that only differs in case still says what it says.
    if (known === plain) data[known] ??= data[key];
    if (known) {
      const mayKeepOut = keptOut !== undefined || (decisive.has(known) && yesOrNo(data[key]) !== false);
      if (mayKeepOut) data["draft"] = true;
      report.fault({
        file,
        line: lineOf(key),
        field: key,
        problem: `is not a key; did you mean \`${known}\`?${mayKeepOut ? ` It may be, ${keptOutForIt}` : ""}`,
        expected: `\`${known}\``,
        publishable: true,
      });
    } else report.warn(ignoredKeys, key);
  }
}

/** Rewrites dates in usual forms as RFC 3339, and a number that is the title as text. */
function rewriteValues(data: Written, named: string | undefined): void {
  for (const key of ["date", "updated", "since"]) {
    const written = data[key];
    if (typeof written !== "string" && typeof written !== "number") continue;
    if (!isContentDate(String(written))) data[key] = readDate(String(written)) ?? written;
  }
  if (named !== undefined) data["date"] ??= named;
  if (typeof data["title"] === "number") data["title"] = String(data["title"]);
}

/** Reports a type that is not known here. @returns the type as it is written, or `page`. */
function checkType(data: Written, { file, lineOf, report }: Place): string {
  const type = typeof data["type"] === "string" ? data["type"] : "page";
  if (knownTypes.includes(type)) return type;
  const meant = meantType(type, knownTypes);
  if (meant)
    report.fault({
      file,
      line: lineOf("type"),
      field: "type",
      problem: `is \`${type}\`; did you mean \`${meant}\`?`,
      expected: `${authorsTypes.join(", ")}, or none`,
      publishable: true,
    });
  else report.warn(`Nothing here is of the type \`${type.slice(0, 60)}\`, so these are plain pages`, file);
  return type;
}

/** Reports and removes the keys whose values do not match the schema. @returns the keys that were removed. */
function dropInvalidKeys(data: Written, type: string, { file, lineOf, report }: Place): Set<string> {
  const faulty = new Set<string>();
  if (validate(data)) return faulty;
  for (const [field, { problem, expected }] of explained(validate.errors ?? [])) {
    const key = field.split(/[.[]/)[0] as string;
    const needed = ownValue(requiredByType, type)?.some((required) => required === field) ?? false;
    const isDecisive = decisive.has(field);
    report.fault({
      file,
      line: lineOf(key),
      field,
      problem: isDecisive ? `${problem}, ${keptOutForIt}` : problem,
      expected,
      publishable: !needed,
    });
    faulty.add(key);
    delete data[key];
    if (isDecisive) data["draft"] = true;
  }
  return faulty;
}

/** Reports keys that the type of page needs and that are missing, but not those that were reported as invalid. */
function checkRequiredKeys(data: Written, type: string, faulty: ReadonlySet<string>, { file, report }: Place): void {
  for (const key of ownValue(requiredByType, type) ?? []) {
    if (data[key] === undefined && !faulty.has(key))
      report.fault({
        file,
        field: key,
        problem: `is missing; a ${type} needs one`,
        expected: (FrontMatter.properties[key] as { description?: string }).description,
      });
  }
}
