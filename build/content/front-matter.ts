import matter from "gray-matter";
import { readDate } from "../lib/dates.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { createAjv, isContentDate } from "../lib/json-schema.ts";
import { isMapping, lineOfKey, readYaml } from "../lib/yaml.ts";
import { FrontMatter, requiredByType } from "../schemas/front-matter.ts";
import type { Report } from "./diagnostics.ts";
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
 * Splits a file into front matter and Markdown and validates the front matter. Invalid keys are reported and left out
 * of `data`. Dates in other usual forms are rewritten as RFC 3339.
 * @param named The date in the file's name, for a page whose front matter has none.
 */
export function readSource(file: string, text: string, report: Report, named?: string): Source {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const none: Source = { data: named ? { date: named } : {}, body: plain, offset: 0, lineOf: () => undefined };

  const dialect = /^(?:---[ \t]*([A-Za-z]+)|(\+{3})|(;{3}))[ \t]*\n/.exec(plain);
  if (dialect && dialect[1] !== "yaml") {
    const name = dialect[1] ?? (dialect[2] ? "TOML" : "JSON");
    const executable = /^(js|javascript|ts|typescript|coffee\w*)$/i.test(name);
    report.fault({
      file,
      line: 1,
      problem: executable
        ? `has executable front matter (\`${name}\`), which is never run`
        : `has front matter in ${name}`,
      expected: "front matter in YAML between two lines of ---",
    });
    return none;
  }
  if (!/^---[ \t]*(yaml[ \t]*)?\n/.test(plain)) return none;
  if (!plain.includes("\n---", 3)) {
    // A thematic break at the top of a text, or front matter without its end.
    if (/^.*\n[A-Za-z][\w-]*:/.test(plain))
      report.fault({ file, line: 1, problem: "its front matter has no end", expected: "a second line of ---" });
    return none;
  }

  const split = matter(plain, {
    engines: { yaml: { parse: (raw: string) => ({ raw }), stringify: String } },
    language: "yaml",
  });
  const raw = (split.data as { raw?: string }).raw ?? "";
  const offset = plain.slice(0, plain.length - split.content.length).split("\n").length - 1;
  const yaml = raw.replace(/^[ \t]*\n/, "");
  const { value, error } = readYaml(yaml);
  if (error) {
    const found = { file, line: error.line + 1, problem: `its front matter is not valid YAML: ${error.reason}` };
    report.fault({ ...found, expected: "one `key: value` to a line; text with a colon in quotes" });
    return { ...none, body: split.content, offset };
  }
  // Two thematic breaks with prose between them are no front matter.
  if (value !== null && value !== undefined && !isMapping(value)) return none;

  const lineOf = (key: string): number | undefined => {
    const line = lineOfKey(yaml, key);
    return line === undefined ? undefined : line + 1;
  };
  const data = validated(file, value ?? {}, lineOf, report, named);
  return { data, body: split.content, offset, lineOf };
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
