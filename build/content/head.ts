import matter from "gray-matter";
import { parse as parseToml, TomlDate, TomlError } from "smol-toml";
import { isMapping, lineOfKey, readYaml } from "../lib/yaml.ts";

/** The languages in which the head of a page (its front matter) is read. */
type Language = "yaml" | "toml" | "json";

/** What is wrong with the head of a page. */
interface HeadFault {
  /** One-based line of the file. */
  line: number;
  problem: string;
  expected: string;
}

/** A file split into its head and the Markdown below it. */
export interface SplitFile {
  /** The keys of the head; empty without one. TOML's dates and times are text, as in the other languages. */
  data: Record<string, unknown>;
  body: string;
  /** Lines of the file above the body. */
  offset: number;
  /** The one-based line of the file on which a top-level key stands. */
  lineOf(key: string): number | undefined;
  fault?: HeadFault;
}

/** How the head of a page is written: in which language, between which lines. */
interface Style {
  language: Language;
  /** The lines around it; absent for JSON that begins with its own brace. */
  delimiter?: string;
}

const expectedHeads = "YAML between two lines of ---, TOML between two lines of +++, or a JSON object";

/**
 * Splits a file into its head and Markdown. The head is YAML between lines of `---`; TOML between lines of `+++`; or
 * JSON, which is the object that the file begins with, by Hugo's rule, or stands between lines of `;;;`. A language
 * may also be named behind the first `---`. Code is never run.
 * @param text Without byte order mark, with LF line ends.
 */
export function splitFile(text: string): SplitFile {
  const named = /^---[ \t]*([A-Za-z]+)[ \t]*\n/.exec(text)?.[1];
  if (named !== undefined && !/^(yaml|toml|json)$/i.test(named)) {
    const executable = /^(js|javascript|ts|typescript|coffee\w*)$/i.test(named);
    const problem = executable
      ? `has executable front matter (\`${named}\`), which is never run`
      : `has front matter in ${named}`;
    return { ...withoutHead(text), fault: { line: 1, problem, expected: expectedHeads } };
  }
  const style = styleOf(text, named);
  if (style === undefined) return withoutHead(text);
  const parts =
    style.delimiter === undefined ? splitObject(text) : splitDelimited(text, style.delimiter, style.language);
  if (parts === undefined) {
    // Without an end it is front matter only if its second line looks like it: it may be a rule above a text.
    if (!firstLine[style.language].test(text)) return withoutHead(text);
    const expected = style.delimiter === undefined ? "a last line of }" : `a second line of ${style.delimiter}`;
    return { ...withoutHead(text), fault: { line: 1, problem: "its front matter has no end", expected } };
  }

  const { head, body, above } = parts;
  const offset = text.slice(0, text.length - body.length).split("\n").length - 1;
  const { value, error } = readers[style.language](head);
  if (error) {
    const problem = `its front matter is not valid ${style.language.toUpperCase()}: ${error.reason}`;
    return {
      ...withoutHead(body),
      offset,
      fault: { line: error.line + above, problem, expected: expectations[style.language] },
    };
  }
  // Two thematic breaks with prose between them are no front matter.
  if (value !== null && value !== undefined && !isMapping(value)) return withoutHead(text);
  const lineOf = (key: string): number | undefined => {
    const line = keyLines[style.language](head, key);
    return line === undefined ? undefined : line + above;
  };
  return { data: value ?? {}, body, offset, lineOf };
}

function withoutHead(body: string): SplitFile {
  return { data: {}, body, offset: 0, lineOf: () => undefined };
}

function styleOf(text: string, named: string | undefined): Style | undefined {
  if (/^---[ \t]*([A-Za-z]+[ \t]*)?\n/.test(text))
    return { language: (named?.toLowerCase() ?? "yaml") as Language, delimiter: "---" };
  if (/^\+{3}[ \t]*\n/.test(text)) return { language: "toml", delimiter: "+++" };
  if (/^;{3}[ \t]*\n/.test(text)) return { language: "json", delimiter: ";;;" };
  return /^\{\s*["}]/.test(text) ? { language: "json" } : undefined;
}

/** The beginning of a file whose head has no end, in each language. */
const firstLine: Record<Language, RegExp> = {
  yaml: /^.*\n[A-Za-z][\w-]*:/,
  toml: /^.*\n[A-Za-z][\w-]*[ \t]*=/,
  json: /^(;{3}|---.*|\{)[ \t]*\n[\s{]*"[^"\n]*"\s*:/,
};

interface Parts {
  head: string;
  body: string;
  /** Lines of the file above the head. */
  above: number;
}

/** @returns undefined where the second line of delimiters is missing. */
function splitDelimited(text: string, delimiter: string, language: Language): Parts | undefined {
  if (!text.includes(`\n${delimiter}`, delimiter.length)) return undefined;
  const engine = { parse: (raw: string) => ({ raw }), stringify: String };
  const { data, content } = matter(text, {
    delimiters: delimiter,
    language,
    engines: { yaml: engine, toml: engine, json: engine },
  });
  return { head: ((data as { raw?: string }).raw ?? "").replace(/^[ \t]*\n/, ""), body: content, above: 1 };
}

/** Splits a file that begins with a JSON object. The line on which that ends has nothing else. */
function splitObject(text: string): Parts | undefined {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]/g)) {
    if (found === "{") depth++;
    else if (found === "}" && --depth === 0) {
      const rest = /^[ \t]*(?:\n|$)/.exec(text.slice(index + 1));
      return rest
        ? { head: text.slice(0, index + 1), body: text.slice(index + 1 + rest[0].length), above: 0 }
        : undefined;
    }
  }
  return undefined;
}

/** The value of a head, or why it cannot be read; `line` is one-based in the head. */
type Reading = ReturnType<typeof readYaml>;

const readers: Record<Language, (head: string) => Reading> = { yaml: readYaml, toml: readToml, json: readJson };

const expectations: Record<Language, string> = {
  yaml: "one `key: value` to a line; text with a colon in quotes",
  toml: "one `key = value` to a line; text in quotes",
  json: "one object, with keys and text in double quotes",
};

function readToml(head: string): Reading {
  try {
    return { value: datesAsText(parseToml(head)) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    return { error: { line: error.line, reason } };
  }
}

function datesAsText(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(datesAsText);
  if (!isMapping(value)) return value;
  for (const key of Object.keys(value)) value[key] = datesAsText(value[key]);
  return value;
}

function readJson(head: string): Reading {
  try {
    const value: unknown = JSON.parse(head);
    return isMapping(value) ? { value } : { error: { line: 1, reason: "it is no object" } };
  } catch (error) {
    const { message } = error as SyntaxError;
    const line = /\(line (\d+) column \d+\)/.exec(message)?.[1];
    const reason = message.replace(/,? ?(?:\.\.\..*)? in JSON at position.*$/s, "").slice(0, 80);
    return { error: { line: line === undefined ? head.trimEnd().split("\n").length : Number(line), reason } };
  }
}

const keyLines: Record<Language, (head: string, key: string) => number | undefined> = {
  yaml: lineOfKey,
  toml: (head, key) =>
    lineThat(
      head.split(/^[ \t]*\[/m, 1)[0] ?? "",
      (line) =>
        line
          .split("=", 1)[0]
          ?.trim()
          .replace(/^(["'])(.*)\1$/, "$2") === key && line.includes("="),
    ),
  json: (head, key) =>
    lineThat(head, (line) => line.includes(`${JSON.stringify(key)}:`) || line.includes(`${JSON.stringify(key)} :`)),
};

function lineThat(text: string, matches: (line: string) => boolean): number | undefined {
  const index = text.split("\n").findIndex(matches);
  return index === -1 ? undefined : index + 1;
}
