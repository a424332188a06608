import matter from "gray-matter";
import { isMapping, lineOfKey, readYaml } from "../lib/yaml.ts";
import { deciding, keepsOut } from "./publishing-keys.ts";

/** A page's file in two: its head (front matter) and the Markdown below it. */
export interface SplitFile {
  /** The keys of the head; empty without one. */
  data: Record<string, unknown>;
  body: string;
  /** Lines of the file above the body. */
  offset: number;
  /** The one-based line of the file on which a top-level key stands. */
  lineOf(key: string): number | undefined;
  /**
   * Why the head cannot be read. What it says of publishing is then not known, so such a page is
   * never published.
   */
  fault?: { line: number; problem: string; expected: string };
}

const expected = "YAML between two lines of ---, such as `title: My page`";

/**
 * Beginnings of heads in other languages than YAML: `+++`, `;;;`, an object in braces, or a name
 * behind `---`.
 */
const otherHead =
  /^(?:\+{3}[ \t]*\n|;{3}[ \t]*\n|\{\s*"[^"\n]*"\s*:|---[ \t]*(?!ya?ml[ \t]*\n)[A-Za-z]\w*[ \t]*\n)/i;

/**
 * A head that begins with more than three dashes, or that something stands above. As text it would
 * publish drafts.
 */
const misplacedHead = /^-{3,}[ \t]*(?:#.*)?\n(?:#.*\n)*["']?[A-Za-z][\w-]*["']?[ \t]*:(?!\S)/;
const misplaced =
  "has front matter that does not begin with --- on the first line, so it would be published as text";

/**
 * The line that ends a head, also with spaces after it, or with the three dots of YAML 1.2 (section
 * 9.1.2).
 */
const lastLine = /^(?:---|\.\.\.)[ \t]*$/m;

/**
 * Splits a file into its head, which is YAML between lines of `---`, and Markdown. Code in a head
 * is never run.
 * @param text Without byte order mark, with LF line ends.
 */
export function splitFile(text: string): SplitFile {
  const isYaml = /^---[ \t]*(?:ya?ml[ \t]*)?\n/i.test(text);
  const rest = isYaml ? text : text.replace(/^(?:\s|<!--[^]*?-->)+/, "");
  const line = text.slice(0, text.length - rest.length).split("\n").length;
  const other = otherHead.exec(rest)?.[0].trim();
  if (other !== undefined) {
    const what = other.startsWith("{") ? "a JSON object" : `\`${other}\``;
    const problem = `has front matter that is not YAML (it begins with ${what}), which is never read or run`;
    return unreadable(text, line, problem);
  }
  if (!isYaml)
    return misplacedHead.test(rest)
      ? unreadable(text, line, misplaced, "--- as the first line")
      : withoutHead(text);
  const first = text.indexOf("\n") + 1;
  const last = lastLine.exec(text.slice(first));
  // Without an end it is front matter only if its second line looks like it: it may be a rule above
  // a text.
  if (!last)
    return /^(?:#.*\n)*["']?[A-Za-z][\w-]*["']?[ \t]*:/.test(text.slice(first))
      ? unreadable(text, 1, "its front matter has no end", "a second line of ---")
      : withoutHead(text);
  const end = text.indexOf("\n", first + last.index) + 1 || text.length;
  // The whole last line, because gray-matter would end the head at any line that begins like it.
  const delimiters: [string, string] = ["---", `${last[0]}\n`];
  let value: unknown;
  let error: ReturnType<typeof readYaml>["error"];
  let head = "";
  const parse = (yaml: string): object => {
    head = yaml.replaceAll(sign, "");
    ({ value, error } = readYaml(head));
    return {};
  };
  // It also looks for comments from each empty line on: with a sign before what follows, many take
  // no longer.
  const plain = text.slice(first, first + last.index).replace(/\n(?=\s)/g, `\n${sign}`);
  matter(`---\n${plain}${last[0]}\n`, {
    delimiters,
    language: "yaml",
    engines: { yaml: { parse } },
  });
  // Two rules with prose between them are no front matter: without a colon there is no key.
  if ((error || !isMapping(value ?? {})) && !head.includes(":")) return withoutHead(text);
  const offset = text.slice(0, end).split("\n").length - 1;
  if (error)
    return unreadable(
      text,
      error.line,
      `its front matter is not valid YAML: ${error.reason}`,
      yamlHint,
    );
  if (!isMapping(value ?? {}))
    return unreadable(text, 1, "its front matter has no keys", "one `key: value` to a line");
  // The head that the engine is given begins with the end of the first line, so its lines are those
  // of the file.
  const lineOf = (key: string): number | undefined => lineOfKey(head, key);
  const data = { ...((value ?? {}) as object) };
  return unlessStrayKey(text, end, { data, body: text.slice(end), offset, lineOf });
}

const yamlHint = "one `key: value` to a line; text with a colon in quotes";

/** A character that no page has: control characters are left out where files are read. */
const sign = "\0";

/** Lines without any of these keys, as nearly all are, need not be taken apart. */
const mayKeepOut = new RegExp(deciding.join("|"), "i");

/**
 * A file in two, unless one of the first lines below its head would keep it out if it stood in the
 * head.
 */
function unlessStrayKey(text: string, start: number, split: SplitFile): SplitFile {
  // To the first block of code.
  const [beginning = ""] = text.slice(start, start + 1000).split(/^ *(?:```|~~~)/m, 1);
  // Below a head, and no second one.
  const isText = Object.keys(split.data).length > 0 && !/^\s*---/.test(beginning);
  for (const row of mayKeepOut.test(beginning) && !isText ? beginning.split("\n") : []) {
    const [, key = "", value = ""] = /^[\s"'{]{0,3}([\w-]+)\W*?[:=]\W*(\w*)\W*$/.exec(row) ?? [];
    if (value === "" || key === "password" || !keepsOut(key.toLowerCase(), value)) continue;
    const line = text.slice(0, text.indexOf(row, start)).split("\n").length;
    return unreadable(text, line, `has \`${row.trim()}\` outside of its front matter`);
  }
  return split;
}

function withoutHead(text: string): SplitFile {
  return unlessStrayKey(text, 0, { data: {}, body: text, offset: 0, lineOf: () => undefined });
}

function unreadable(text: string, line: number, problem: string, hint = expected): SplitFile {
  return {
    data: {},
    body: text,
    offset: 0,
    lineOf: () => undefined,
    fault: { line, problem, expected: hint },
  };
}
