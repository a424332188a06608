import matter from "gray-matter";
import { isMapping } from "../lib/yaml.ts";
import { expectations, keyLines, type Language, readers } from "./head-languages.ts";

/** What is wrong with the head of a page. */
interface HeadFault {
  /** One-based line of the file. */
  line: number;
  problem: string;
  expected: string;
  /** What faults of this kind have in common. */
  kind?: string;
}

/** A file split into its head and the Markdown below it. */
interface SplitFile {
  /** The keys of the head; empty without one. TOML's dates and times are text, as in the other languages. */
  data: Record<string, unknown>;
  body: string;
  /** Lines of the file above the body. */
  offset: number;
  /** The one-based line of the file on which a top-level key stands. */
  lineOf(key: string): number | undefined;
  fault?: HeadFault;
  /** Whether it begins as with a head that has no keys but text or a list, which is left in the body. */
  hasHeadOfText?: boolean;
}

/** How the head of a page is written: in which language, between which lines. */
interface Style {
  /** Undefined for a language that is not read. */
  language: Language | undefined;
  /** The language as it is named behind the first line of delimiters, if it is. */
  named?: string | undefined;
  /** The lines around it; absent for JSON that begins with its own brace. */
  delimiter?: keyof typeof closing;
}

/** A file split in two, the delimiters left out. */
interface Parts {
  head: string;
  body: string;
  /** Lines of the file above the head. */
  above: number;
}

const expectedHeads = "YAML between two lines of ---, TOML between two lines of +++, or a JSON object";

/**
 * Splits a file into its head and Markdown. The head is YAML between lines of `---`; TOML between lines of `+++`; or
 * JSON, which is the object that the file begins with, by Hugo's rule, or stands between lines of `;;;`. A language
 * may also be named behind the first `---`. Code is never run. A head that cannot be read is a fault and no part of the
 * body; if it seems to keep its page unpublished, its data do.
 * @param text Without byte order mark, with LF line ends.
 */
export function splitFile(text: string): SplitFile {
  const style = styleOf(text);
  if (style === undefined) return withoutHead(text);
  const { language, named, delimiter } = style;
  const parts = delimiter === undefined ? splitObject(text) : splitDelimited(text, delimiter);
  if (language === undefined) {
    const executable = /^(js|javascript|ts|typescript|coffee\w*)$/i.test(named ?? "");
    if (!executable && !parts) return withoutHead(text);
    const problem = executable
      ? `has executable front matter (\`${named}\`), which is never run`
      : `has front matter in ${named}`;
    return withBrokenHead(text, parts, { line: 1, problem, expected: expectedHeads });
  }
  if (parts === undefined) {
    // Without an end it is front matter only if its second line looks like it: it may be a rule above a text.
    if (!firstLine[language].test(text)) return withoutHead(text);
    const expected = delimiter === undefined ? "a last line of }" : `a second line of ${delimiter}`;
    return withBrokenHead(text, parts, { line: 1, problem: "its front matter has no end", expected });
  }

  const { head, body, above } = parts;
  const { value, error } = readers[language](head);
  const data = value ?? {};
  // Two thematic breaks with prose between them are no front matter.
  if (error && delimiter === "---" && isProse(head)) return withoutHead(text);
  if (!error && !isMapping(data)) return { ...withoutHead(text), hasHeadOfText: !isProse(head) };
  if (error) {
    const kind = `its front matter is not valid ${language.toUpperCase()}`;
    const problem = `${kind}: ${error.reason}`;
    return withBrokenHead(text, parts, {
      line: error.line + above,
      kind,
      problem,
      expected: expectations[language],
    });
  }
  const lineOf = (key: string): number | undefined => {
    const line = keyLines[language](head, key);
    return line === undefined ? undefined : line + above;
  };
  return { data: data as Record<string, unknown>, body, offset: linesAbove(body, text), lineOf };
}

/** Whether what is no YAML begins with an empty line and has none that begins as a key usually does. */
function isProse(head: string): boolean {
  return /^[ \t]*\n/.test(head) && !/^[a-z][\w-]*:/m.test(head);
}

function withoutHead(text: string): SplitFile {
  return { data: {}, body: text, offset: 0, lineOf: () => undefined };
}

/**
 * What a draft says of itself, in any language and with a value that is not false; and what keeps a page out with other
 * tools.
 */
const keepsBack =
  /(?:^|[{,\s])["']?(?:(?:draft|gone)["']?\s*[:=](?!\s*["']?false\b)|(?:published?|permalink)["']?\s*[:=]\s*["']?(?:false|no?|off|0)(?![\w/.-])|password["']?[ \t]*[:=][ \t]*["']?[^\s"']|(?:headless|encrypt)["']?\s*[:=]\s*["']?(?:true|y(?:es)?|on|1)(?![\w/.-]))/im;

/** @param parts Where the head has no end, it is taken to end at the first empty line. */
function withBrokenHead(text: string, parts: Parts | undefined, fault: HeadFault): SplitFile {
  const end = /\n[ \t]*(?=\n)|$/.exec(text)?.index ?? text.length;
  const { head, body } = parts ?? { head: text.slice(0, end), body: text.slice(end + 1) };
  const draft = keepsBack.test(head);
  const problem = draft ? `${fault.problem}; it mentions a draft, so the page is kept out` : fault.problem;
  return {
    ...withoutHead(body),
    data: draft ? { draft } : {},
    offset: linesAbove(body, text),
    fault: { ...fault, problem },
  };
}

function linesAbove(body: string, text: string): number {
  return text.slice(0, text.length - body.length).split("\n").length - 1;
}

function styleOf(text: string): Style | undefined {
  const [dashes, named] = /^---[ \t]*(?:([A-Za-z]+)[ \t]*)?\n/.exec(text) ?? [];
  if (dashes !== undefined) {
    const language = (["yaml", "toml", "json"] as const).find((each) => each === (named?.toLowerCase() ?? "yaml"));
    return { language, named, delimiter: "---" };
  }
  if (/^\+{3}[ \t]*\n/.test(text)) return { language: "toml", delimiter: "+++" };
  if (/^;{3}[ \t]*\n/.test(text)) return { language: "json", delimiter: ";;;" };
  return /^\{\s*["}]/.test(text) ? { language: "json" } : undefined;
}

/** The beginning of a file whose head has no end, in each language. */
const firstLine: Record<Language, RegExp> = {
  yaml: /^.*\n[A-Za-z][\w-]*:/,
  toml: /^.*\n[A-Za-z][\w-]*[ \t]*=/,
  json: /^(?:---.*|(?:;{3}|\{)[ \t]*)\n[\s{]*"[^"\n]*"\s*:/,
};

/**
 * The second lines of delimiters, spaces after them included. YAML may also end with three dots (YAML 1.2, section
 * 9.1.2), as Jekyll reads it.
 */
const closing = {
  "---": /^(?:---|\.\.\.)[ \t]*$/m,
  "+++": /^\+{3}[ \t]*$/m,
  ";;;": /^;{3}[ \t]*$/m,
};

/** A character that no page has: control characters are left out where files are read. */
const sign = "\0";

/** @returns undefined where the second line of delimiters is missing. */
function splitDelimited(text: string, delimiter: keyof typeof closing): Parts | undefined {
  const first = text.indexOf("\n") + 1;
  const close = closing[delimiter].exec(text.slice(first));
  if (!close) return undefined;
  const end = text.indexOf("\n", first + close.index) + 1 || text.length;
  // What stands behind the first delimiter is a language to gray-matter, and languages are read by `readers` alone. The
  // text below the head is left out, because gray-matter copies and hashes everything it is given.
  const line = `${close[0]}\n`; // whole, because gray-matter would also end the head at a line that begins like it
  // It also looks for comments from each empty line on: with a sign before what follows, many take no longer.
  const plain = delimiter + text.slice(first - 1, first + close.index).replace(/\n(?=\s)/g, `\n${sign}`) + line;
  const engine = { parse: (raw: string) => ({ raw: raw.replaceAll(sign, "") }), stringify: String };
  const { data } = matter(plain, {
    delimiters: [delimiter, line],
    language: "yaml",
    engines: { yaml: engine },
  });
  return { head: ((data as { raw?: string }).raw ?? "").replace(/^\n/, ""), body: text.slice(end), above: 1 };
}

/** Splits a file that begins with a JSON object. The line on which that ends has nothing else. */
function splitObject(text: string): Parts | undefined {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}]/g)) {
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
