import { loadLate } from "./load-late.ts";

const re2 = loadLate<typeof import("re2js")>("re2js");

/**
 * Compiles an expression in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax), which is also Go's. Patterns
 * that come with a content folder are matched in this way alone: its time is linear in the text, whereas JavaScript's
 * own expressions may take for ever.
 * @returns whether the expression matches somewhere in a text.
 * @throws Error if it cannot be read.
 */
export function linearPattern(expression: string): (text: string) => boolean {
  const pattern = re2().RE2JS.compile(expression);
  return (text) => pattern.test(text);
}

/**
 * Compiles a glob: `*`, `?`, sets such as `[a-z]` and `[!a-z]`, and `\` before a character that stands for itself.
 * @param isPath Whether wildcards match no slash, unless `**` is between slashes; else a slash is as any character.
 * @returns whether the glob matches the whole of a text. One whose set does not end matches nothing.
 */
export function globPattern(glob: string, isPath: boolean): (text: string) => boolean {
  if (!/[*?[\\]/.test(glob)) return (text) => text === glob;
  const expression = globExpression(glob, isPath);
  if (expression === undefined) return () => false;
  const matches = linearPattern(`^(?s:${expression})$`);
  return isPath ? (path) => matches(path.replaceAll("/", separator)) : matches;
}

/** Stands for the slash in paths that are matched: no name contains it, and no set matches it. */
const separator = "\0";

function globExpression(glob: string, isPath: boolean): string | undefined {
  const [slash, any] = isPath ? ["\\x00", "[^\\x00]"] : ["/", "."];
  let expression = "";
  for (let at = 0; at < glob.length; ) {
    const rest = (pattern: RegExp): string => {
      pattern.lastIndex = at;
      return pattern.exec(glob)?.[0] ?? "";
    };
    const folders = isPath ? rest(/(?<=^|\/)\*{2,}(?:\/|$)/y) : "";
    const stars = rest(/\*+/y);
    if (folders !== "") {
      expression += folders.endsWith("/") ? `(?:.*${slash})?` : ".*";
      at += folders.length;
    } else if (stars !== "") {
      expression += `${any}*`;
      at += stars.length;
    } else if (glob[at] === "[") {
      const set = setAt(glob, at);
      if (!set) return undefined;
      expression += `[${set.isNegated ? `^${isPath ? slash : ""}` : ""}${set.members}]`;
      at = set.end;
    } else {
      if (glob[at] === "?") expression += any;
      else {
        if (glob[at] === "\\") at++;
        const character = String.fromCodePoint(glob.codePointAt(at) ?? 0x5c);
        expression += character === "/" ? slash : quoted(character);
        at += character.length - 1;
      }
      at++;
    }
  }
  return expression;
}

/**
 * The set that begins at an offset; undefined where it does not end. A `]` that is its first member does not end it.
 */
function setAt(glob: string, start: number): { isNegated: boolean; members: string; end: number } | undefined {
  const isNegated = /[!^]/.test(glob[start + 1] ?? "");
  const member = /\[:[a-z]+:\]|(?:\\?([^]))(?:-(?!\])(?:\\?([^])))?/uy;
  let members = "";
  let end = start + (isNegated ? 2 : 1);
  for (const first = end; end === first || glob[end] !== "]"; end = member.lastIndex) {
    member.lastIndex = end;
    const [found = "", from, to] = member.exec(glob) ?? [];
    if (found === "") return undefined;
    if (from === undefined) members += found;
    else if (to === undefined) members += quoted(from);
    else if (from <= to) members += `${quoted(from)}-${quoted(to)}`; // a range that ends before it begins has no member
  }
  return { isNegated, members, end: end + 1 };
}

function quoted(character: string): string {
  return /[\w/]/.test(character) ? character : `\\x{${character.codePointAt(0)?.toString(16)}}`;
}
