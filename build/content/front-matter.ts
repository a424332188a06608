import { readDate } from "../lib/dates.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { createAjv, isContentDate } from "../lib/json-schema.ts";
import { FrontMatter, requiredByType } from "../schemas/front-matter.ts";
import type { Report } from "./diagnostics.ts";
import { splitFile } from "./head.ts";
import { dropForeignValues, isOtherKey, meantType } from "./other-tools.ts";
import { explained } from "./schema-errors.ts";

/** The parts of a source file. */
export interface Source {
  data: FrontMatter;
  /** The Markdown below the front matter, with LF line ends. */
  body: string;
  /** Lines above the body, so that a line of the body can be named as a line of the file. */
  offset: number;
  /** The line of a top-level key, one-based. */
  lineOf(key: string): number | undefined;
}

const validate = createAjv({ verbose: true }).compile<FrontMatter>(FrontMatter);
const knownKeys = Object.keys(FrontMatter.properties);
const knownTypes = ["page", "home", "list", "api", "note", "realm", "manifesto", "greeting", "guestbook"];

/** Keys that decide whether a page is published: faults in them are never tolerated. */
const decisive = new Set(["draft", "gone"]);

/**
 * Splits a file into front matter (YAML, TOML or JSON) and Markdown and validates the front matter. Invalid keys are reported and left out
 * of `data`. Dates in other usual forms are rewritten as RFC 3339.
 * @param named The date in the file's name, for a page whose front matter has none.
 */
export function readSource(file: string, text: string, report: Report, named?: string): Source {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const { data: written, body, offset, lineOf, fault } = splitFile(plain);
  if (fault) report.fault({ file, ...fault });
  return { data: validated(file, written, lineOf, report, named), body, offset, lineOf };
}

/** Validates the keys of front matter, and removes those that are null or invalid. */
function validated(
  file: string,
  data: Record<string, unknown>,
  lineOf: Source["lineOf"],
  report: Report,
  named: string | undefined,
): FrontMatter {
  if (data["published"] === false && data["draft"] === undefined) {
    // A key of another tool, honoured because ignoring it would publish what its author keeps back.
    data["draft"] = true;
    delete data["published"];
    report.warn("Pages with `published: false` are kept out like those with `draft: true`.");
  }
  for (const key of Object.keys(data)) {
    if (data[key] === null && !decisive.has(key)) delete data[key];
    if (knownKeys.includes(key)) continue;
    const known = isOtherKey(key) ? undefined : didYouMean(key, knownKeys);
    // Where the fault is tolerated, a key that only differs in case still says what it says.
    if (known === key.toLowerCase()) data[known] ??= data[key];
    if (known)
      report.fault({
        file,
        line: lineOf(key),
        field: key,
        problem: `is not a key; did you mean \`${known}\`?`,
        expected: `\`${known}\``,
        publishable: !decisive.has(known),
      });
    else report.warn("Front matter keys that mean nothing here are left alone", key);
  }
  for (const key of ["date", "updated", "since"]) {
    const written = data[key];
    if (typeof written !== "string" && typeof written !== "number") continue;
    if (!isContentDate(String(written))) data[key] = readDate(String(written)) ?? written;
  }
  if (named !== undefined) data["date"] ??= named;
  if (typeof data["title"] === "number") data["title"] = String(data["title"]);
  const type = typeof data["type"] === "string" ? data["type"] : "page";
  if (!knownTypes.includes(type)) {
    const meant = meantType(type, knownTypes);
    if (meant)
      report.fault({
        file,
        line: lineOf("type"),
        field: "type",
        problem: `is \`${type}\`; did you mean \`${meant}\`?`,
        expected: knownTypes.slice(4).join(", ") + ", or none",
        publishable: true,
      });
    else report.warn(`Nothing here is of the type \`${type.slice(0, 60)}\`, so these are plain pages`, file);
  }
  dropForeignValues(data, report);
  const faulty = new Set<string>();
  if (!validate(data)) {
    for (const [key, { problem, expected }] of explained(validate.errors ?? [])) {
      const needed = requiredByType[type]?.some((required) => required === key) ?? false;
      report.fault({
        file,
        line: lineOf(key.split(/[.[]/)[0] as string),
        field: key,
        problem,
        expected,
        publishable: !needed && !decisive.has(key),
      });
      const topLevel = key.split(/[.[]/)[0] as string;
      faulty.add(topLevel);
      delete data[topLevel];
    }
  }
  if (named !== undefined) data["date"] ??= named; // where the one in the head was faulty
  for (const key of requiredByType[type] ?? []) {
    if (data[key] === undefined && !faulty.has(key))
      report.fault({
        file,
        field: key,
        problem: `is missing; a ${type} needs one`,
        expected: (FrontMatter.properties[key] as { description?: string }).description,
      });
  }
  return data as FrontMatter;
}
