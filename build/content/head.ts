import matter from "gray-matter";
import { lineAt } from "../lib/text.ts";
import { isMapping, readYaml } from "../lib/yaml.ts";
import { FrontMatter } from "../schemas/front-matter.ts";
import { knownNames } from "./key-names.ts";
import { decidingKeys, keepsOut } from "./publishing-keys.ts";

/** A page's file in two: its head (front matter) and the Markdown below it. */
export interface SplitFile {
  /** The keys of the head; empty without a head. */
  data: Record<string, unknown>;
  body: string;
  /** How many lines of the file are above the body. */
  offset: number;
  /** The lines of the file up to the end of the head; none without a head. */
  rows: readonly string[];
  /** Why the head cannot be read. The page is not published: its head may keep it out. */
  fault?: { line: number; problem: string; expected: string };
}

const knownKeys: ReadonlySet<string> = new Set([
  ...Object.keys(FrontMatter.properties),
  ...knownNames,
  ...decidingKeys,
]);

/** Characters that end a line in some editors, but not in YAML or Markdown. */
const unusualEnds = "\\v\\f\\x85\\u2028\\u2029";
/** A file saved with such line ends: the first line of its head ends in one. */
const savedWithThem = new RegExp(
  `^(?:[\\s\\x85]|<!--[^]*?-->)*(?:-{3,}|\\+{3}|;{3})[ \\t]*\\w*[ \\t]*[${unusualEnds}]`,
);
/** Characters that look like a colon but are not one in YAML; many keyboards have the wide one. */
const colons = "：﹕︓∶꞉ː˸";
const unusualEnd = new RegExp(`[${unusualEnds}]`, "g");
const anyEnd = new RegExp(`[\\n${unusualEnds}]`);
const mayBeUnusual = new RegExp(`[${unusualEnds}${colons}]`);
const keyOfLine = new RegExp(`^[\\s"'{]*([\\w-]+)["']?\\s*([:${colons}])`);

const yamlHead = "YAML between two lines of ---, such as `title: My page`";

/**
 * How a head in a language other than YAML begins: `+++`, `;;;`, an object in braces, or `---` and
 * the name of the language.
 */
const otherHead =
  /^(?:\+{3}[ \t]*\n|;{3}[ \t]*\n|\{\s*"[^"\n]*"\s*:|---[ \t]*(?!ya?ml[ \t]*\n)[A-Za-z]\w*[ \t]*\n)/i;

/** A line of dashes of any kind: `---`, or what a program turns it into, such as `—`. */
const dashes = /^\s*(?:[-‐‑‒–—―─]{2,}|[‐‑‒–—―─])\s*(?:#.*)?$/;
const key = /^["']?([A-Za-z][\w-]*)["']?[ \t]*:(?!\S)/;

/**
 * Whether a text begins with a head that parsers of front matter miss, because the line above it is
 * not exactly three dashes. If the head were read as text, drafts would be published.
 */
function hasMisplacedHead(text: string): boolean {
  const [first = "", ...rest] = text.split("\n", 100);
  const second = rest.find((row) => !row.startsWith("#"));
  if (dashes.test(first)) return key.test(second ?? "");
  const rows = [first, ...rest];
  const end = rows.findIndex((row) => !key.test(row) && !/^(?:[ \t]+\S|- )/.test(row));
  if (!key.test(first) || !/^---[ \t]*$/.test(rows[end] ?? "")) return false;
  // A single line above dashes is a heading, unless it is a known key.
  const names = rows.slice(0, end).flatMap((row) => key.exec(row)?.[1] ?? []);
  return names.some((name) => knownKeys.has(name)) || (names.length > 1 && /^[a-z]/.test(first));
}

const misplaced =
  "has front matter that does not begin with --- on the first line, so it would be published as text";

/** The end of a head: dashes, or three dots (YAML 1.2, section 9.1.2); spaces may follow. */
const lastLine = /(?<![^\n])(?:---|\.\.\.)[ \t]*(?![^\n])/;

/**
 * Splits a file into its head, YAML between lines of `---`, and Markdown. Code in it never runs.
 * @param written Its text, without byte order mark, with LF line ends.
 */
export function splitFile(written: string): SplitFile {
  const text = savedWithThem.test(written) ? written.replace(unusualEnd, "\n") : written;
  const isYaml = /^---[ \t]*(?:ya?ml[ \t]*)?\n/i.test(text);
  const rest = isYaml ? text : text.replace(/^(?:\s|<!--[^]*?-->)+/, "");
  const line = lineAt(text, text.length - rest.length);
  const other = otherHead.exec(rest)?.[0].trim();
  if (other !== undefined) {
    const what = other.startsWith("{") ? "a JSON object" : `\`${other}\``;
    const problem = `has front matter that is not YAML (it begins with ${what}), which is never read or run`;
    return unreadable(text, line, problem);
  }
  if (!isYaml)
    return hasMisplacedHead(rest)
      ? unreadable(text, line, misplaced, "--- as the first line")
      : withoutHead(text);
  const first = text.indexOf("\n") + 1;
  const last = lastLine.exec(text.slice(first));
  // A `---` on the first line without a second one may be a horizontal rule: it begins front matter
  // only if a key comes next.
  if (!last)
    return /^(?:#.*\n)*["']?[A-Za-z][\w-]*["']?[ \t]*:/.test(text.slice(first))
      ? unreadable(text, 1, "its front matter has no end", "a second line of ---")
      : withoutHead(text);
  const lookalike = lookalikeIn(text.slice(0, first + last.index));
  if (lookalike !== undefined)
    return unreadable(
      text,
      lookalike.line,
      `has \`${lookalike.row.trim()}\` in its front matter, which YAML does not read as a key`,
      "a plain colon (`:`) after the key, and each key on a line of its own",
    );
  // gray-matter ends the head at any line that begins like the closing one, and its search for
  // comments is slow on runs of empty lines. A control character before these lines prevents both.
  const plain = text.slice(first, first + last.index).replace(/\n(?=\s|---|\.\.\.)/g, `\n${nul}`);
  let error: ReturnType<typeof readYaml>["error"];
  const parse = (yaml: string): object => {
    const read = readYaml(yaml.replaceAll(nul, ""));
    error = read.error;
    return read.value as object;
  };
  const file = matter(`---\n${plain}${text.slice(first + last.index)}`, {
    delimiters: ["---", last[0]],
    language: "yaml",
    engines: { yaml: { parse } },
  });
  const { data = {}, content: body } = file;
  // The head begins with the end of the line `---`, so its line numbers are the file's.
  const head = file.matter.replaceAll(nul, "");
  // Two rules with prose between them are not front matter: without a colon there is no key.
  if ((error || !isMapping(data)) && !head.includes(":")) return withoutHead(text);
  const rows = head.split("\n");
  if (error) return unreadable(text, ...faultOfYaml(rows, error));
  if (!isMapping(data))
    return unreadable(text, 1, "its front matter has no keys", "one `key: value` to a line");
  const start = text.length - body.length;
  const offset = lineAt(text, start) - 1;
  return refuseStrayKey(text, start, { data: { ...data }, body, offset, rows });
}

/** No page has this character, because control characters are left out when files are read. */
const nul = "\0";

/** The fault of a head that is not YAML. `rows` are its lines, from the file's first line on. */
function faultOfYaml(
  rows: readonly string[],
  { line, reason }: { line: number; reason: string },
): [line: number, problem: string, expected: string] {
  const blamed = rows.slice(0, line).findLastIndex((row) => needsQuotes.test(row));
  const row = rows[blamed];
  if (row === undefined || /aliases|alias \(|__proto__/.test(reason))
    return [line, `its front matter is not valid YAML: ${reason}`, "one `key: value` to a line"];
  return [blamed + 1, `has \`${row.trim()}\` in its front matter, which is no YAML`, inQuotes(row)];
}

/** A key with a value that YAML may not read as text unless it is in quotes. */
const needsQuotes = /^["']?[\w-]+["']?[ \t]*:[ \t]+(?:[@`%&*!|>?,[{"'-]|.*:(?:[ \t]|$))/;

/** How to write a key so that its value is text. */
export function inQuotes(row: string): string {
  const [, key = "", value = ""] = /^\s*([^:]*):\s*(.*?)\s*$/.exec(row) ?? [];
  return `the text in quotes: \`${key}: ${JSON.stringify(value)}\``;
}

/**
 * A line of a head that looks like a known key but is not one in YAML: it has another character for
 * the colon, or follows a line end that does not count.
 */
function lookalikeIn(head: string): { line: number; row: string } | undefined {
  if (!mayBeUnusual.test(head)) return undefined;
  for (const [index, line] of head.split("\n").entries())
    for (const [part, row] of line.split(unusualEnd).entries()) {
      const [, key = "", colon] = keyOfLine.exec(row) ?? [];
      if (knownKeys.has(key.toLowerCase()) && (part > 0 || colon !== ":"))
        return { line: index + 1, row };
    }
  return undefined;
}

/** A fast path: the beginning of nearly every text has none of these keys. */
const mayKeepOut = new RegExp(decidingKeys.join("|"), "i");

/**
 * Refuses a split file whose text also begins with front matter: a second block, or a line that
 * would keep the page out if it were in the head.
 */
function refuseStrayKey(text: string, start: number, split: SplitFile): SplitFile {
  const hasHead = Object.keys(split.data).length > 0;
  const second = split.offset > 0 ? secondHead(text.slice(start)) : undefined;
  if (second?.key !== undefined) {
    const line = lineAt(text, text.indexOf(second.key, start));
    const problem = `has a second block of front matter, with \`${second.key}\`, which is not read`;
    return unreadable(text, line, problem, "all keys between the first two lines of ---");
  }
  // Up to the first block of code, and at most 1,000 characters.
  const [beginning = ""] = text.slice(start, start + 1000).split(/^ *(?:```|~~~)/m, 1);
  const isText = hasHead && second === undefined && !/^\s*---/.test(beginning);
  if (isText || !mayKeepOut.test(beginning)) return split;
  const rows = [start === 0 ? "" : "---", ...beginning.split(anyEnd)];
  for (const [index, row] of rows.entries()) {
    const [, written = "", value = ""] = strayKey.exec(row) ?? [];
    const key = written.toLowerCase();
    if (value === "" || key === "password" || !keepsOut(key, value)) continue;
    if (key === "status" && !isNearDashes(rows, index)) continue;
    const line = lineAt(text, text.indexOf(row, start));
    return unreadable(text, line, `has \`${row.trim()}\` outside of its front matter`);
  }
  return split;
}

const strayKey = new RegExp(`^[\\s"'{]{0,3}([\\w-]+)\\W*?[:=${colons}]\\W*(\\w*)\\W*$`);

/**
 * Whether dashes mark a line as front matter: they are in its paragraph, or above it with only keys
 * between. Any other `status:` is text, such as the status of an ADR or RFC.
 */
function isNearDashes(rows: readonly string[], index: number): boolean {
  const isEmpty = (row: string) => row.trim() === "";
  const above = rows.slice(0, index);
  const first = rows.findIndex((row, at) => at > 0 && !isEmpty(row));
  const isLikeHead = (row: string) => isEmpty(row) || keyOfLine.test(row) || /^\s|^- /.test(row);
  if (dashes.test(rows[first] ?? "") && above.slice(first + 1).every(isLikeHead)) return true;
  const end = rows.findIndex((row, at) => at > index && isEmpty(row));
  const around = rows.slice(above.findLastIndex(isEmpty) + 1, end === -1 ? rows.length : end);
  return around.some((row) => dashes.test(row));
}

/** A block that begins with a key, as a head does, perhaps below dashes and comments. */
const beginsLikeHead = new RegExp(
  `^\\s*(?:---[ \\t]*\\n\\s*)?((?:#.*\\n\\s*)*)["']?[\\w-]+["']?[ \\t]*[:${colons}]`,
);

/**
 * Whether the text directly below a head, up to the next line of dashes, looks like a second head.
 * `key` is its first known key, if any; keys below a `#` line, perhaps a heading, are not read.
 */
function secondHead(body: string): { key: string | undefined } | undefined {
  const comments = beginsLikeHead.exec(body)?.[1];
  if (comments === undefined) return undefined;
  const rest = body.replace(/^\s*(?:---[ \t]*\n)?/, "");
  const end = lastLine.exec(rest)?.index;
  if (end === undefined) return undefined;
  const { value } = comments === "" ? readYaml(rest.slice(0, end)) : {};
  const keys = isMapping(value) ? Object.keys(value) : [];
  return { key: keys.find((key) => knownKeys.has(key.trim().toLowerCase())) };
}

function withoutHead(text: string): SplitFile {
  return refuseStrayKey(text, 0, { data: {}, body: text, offset: 0, rows: [] });
}

function unreadable(text: string, line: number, problem: string, hint = yamlHead): SplitFile {
  return { data: {}, body: text, offset: 0, rows: [], fault: { line, problem, expected: hint } };
}
