import { isContentDate, readDate } from "../lib/dates.ts";
import { oneLine } from "../lib/text.ts";
import { isMapping, lineOfKey, scalarsOf, withoutControls, yesOrNo } from "../lib/yaml.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import type { Report } from "./diagnostics.ts";
import { inQuotes, splitFile } from "./head.ts";
import { dropFaults, type KeyReports, type Written, withKnownKeys } from "./key-faults.ts";
import { adoptOtherNames, keyTable, namesOf } from "./key-names.ts";
import { keepsOut, publishingOf } from "./publishing-keys.ts";

/** Keys whose value is a text; `textKeys` adds those with a list. Other names are included. */
const namesOfTexts = new Set(keyTable.text_keys.flatMap(namesOf));
const textKeys = [...namesOfTexts, ...keyTable.list_keys.flatMap(namesOf)];

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
  "Aliases that do not begin with `/` are names for links in double brackets, not addresses";

/** The warning about comments in front matter. */
const commentWarning =
  "Text after `#` in a head is a comment and is not published; in quotes it would be";

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

/**
 * Splits a file into front matter and Markdown with LF line ends, and validates the front matter.
 * The case of keys does not matter. Invalid keys are reported and left out of `data`. `offset` is
 * the number of lines above the body.
 * @param dateInName The date in the file's name, for a page whose front matter has none.
 * @param defaults Null for the data of a folder, where no key is required.
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
  const otherName = (key: string) => namesOf(key).flatMap((name) => spelt.get(name) ?? [])[0];
  const lineOf = (key: string) => lineOfKey(rows, spelt.get(key) ?? otherName(key) ?? key);
  const reports: KeyReports = {
    faultOf: (key, what, field = key) => report.fault({ file, line: lineOf(key), field, ...what }),
    warn: (text, key) => report.warn(text, key, file),
  };
  const inherited = Object.entries(defaults?.written ?? {}).filter(
    ([key]) => !spelt.has(key.toLowerCase()),
  );
  const deciding = { ...written, ...Object.fromEntries(inherited) };
  const { keptOutBy, keys, faults } = publishingOf(deciding);
  for (const { key, ...what } of faults) if (key in written) reports.faultOf(key, what);
  const data = withKnownKeys(written, keys, reports);
  for (const key of textKeys) {
    const spelling = spelt.get(key);
    if (spelling === undefined) continue;
    if ([data[key]].flat().some((value) => typeof value === "number" || typeof value === "boolean"))
      data[key] = scalarsOf(rows.join("\n"))[spelling];
    const row = rows[(lineOfKey(rows, spelling) ?? 0) - 1] ?? "";
    const isEmpty = written[spelling] === null;
    const isNoText = isMapping(data[key]) || (namesOfTexts.has(key) && Array.isArray(data[key]));
    if (isNoText || (isEmpty && /^[^:]*:[ \t]+#\S/.test(row))) {
      const problem = isEmpty ? "has nothing but a comment" : "is not text in YAML";
      reports.faultOf(key, { problem, expected: inQuotes(row), publishable: true });
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
  else delete data["draft"]; // an invalid value was reported above
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
  dropFaults(data, defaults !== null, dateInName, reports);
  // `keptOutBy` is the key that keeps the page out; `names` are for links such as `[[name]]`.
  return { data: data as FrontMatter, keptOutBy, names, body, offset, lineOf };
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
  const inOneLine = (value: unknown) => (typeof value === "string" ? oneLine(value) : value);
  for (const key of keyTable.text_keys) if (key in data) data[key] = inOneLine(data[key]);
  if (Array.isArray(data["tags"])) data["tags"] = data["tags"].map(inOneLine);
}
