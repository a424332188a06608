import type { RemnantKind } from "../markdown/link-types.ts";

/** The body of an MDX file as Markdown. */
interface MdxBody {
  /** The Markdown, with an empty place where code was: every line keeps its number. */
  body: string;
  /** What was left out, each with its zero-based line in the body. */
  left: { kind: RemnantKind; line: number }[];
  /** Which part of the text is left, from 0 to 1; white space, imports and tags around text do not count. */
  share: number;
}

/** No tag or expression is longer; a sign without its counterpart is text. */
const longest = 3_000;

const esm =
  /(?:import\s+(?:["']|[\w*{][^\n]*\bfrom\s*["']|\{\s*\n)|export\s+(?:const|let|var|default|function|async|class|\{|\*))/y;
const openFence = /[ \t]*(`{3,}|~{3,})/y;
const componentTag = /<(?:\/?[A-Z][\w.]*(?=[\s/>])|\/?>)/y;
const elementTag = /<[a-z][\w-]*(?=\s)/y;
/** What stands in braces and belongs to the text: a heading's id, and the site's address. */
const kept = /\{(?:#[\w.:-]+|site\.base_url)\}/y;
const formula = /\$\$[^$]{1,2000}\$\$|\$[^$\n]{1,300}\$/y;

/**
 * Leaves the code out of an MDX file: imports and exports, tags of components (what stands between them stays),
 * expressions and comments in braces. Fenced code, code in a line and formulas stay as they are. Reads each character a
 * bounded number of times.
 */
export function readMdx(source: string): MdxBody {
  const left: MdxBody["left"] = [];
  const tags: ComponentTag[] = [];
  let [body, at, line, lost] = ["", 0, 0, 0];
  const keep = (end: number): void => {
    const text = source.slice(at, end);
    body += text;
    line += text.split("\n").length - 1;
    at = end;
  };
  /** Leaves out the text up to `end`, but for its line ends. */
  const leaveOut = (end: number, kind?: RemnantKind): void => {
    if (kind !== undefined) left.push({ kind, line });
    // An import and a tag around text are no loss to a reader; what else is code shows something, or stands for it.
    const shows = kind !== undefined && !source.startsWith("import", at) && !isTagAround(source.slice(at, end));
    if (shows) lost += sizeOf(source.slice(at, end));
    const ends = source.slice(at, end).replace(/[^\n]+/g, "");
    body += ends;
    line += ends.length;
    at = end;
  };
  while (at < source.length) {
    const character = source[at];
    if (at === 0 || source[at - 1] === "\n") {
      if (matches(openFence, source, at)) {
        keep(endOfFence(source, at));
        continue;
      }
      if (matches(esm, source, at)) {
        leaveOut(endOfCode(source, at), "mdxCode");
        continue;
      }
    }
    if (character === "\\") keep(Math.min(at + 2, source.length));
    else if (character === "`") keep(endOfCodeSpan(source, at));
    else if (character === "$") keep(matches(formula, source, at) || at + 1);
    else if (character === "{") {
      const end = matches(kept, source, at) ? -1 : endOfGroup(source, at, "}");
      if (end === -1) keep(at + 1);
      else leaveOut(end, /^\{\s*\/\*/.test(source.slice(at, at + 50)) ? undefined : "mdxExpression");
    } else if (character === "<") {
      const component = matches(componentTag, source, at) > 0;
      const end = component || matches(elementTag, source, at) ? endOfGroup(source, at, ">") : -1;
      if (end === -1) keep(at + 1);
      else if (component) {
        tags.push({ line, opens: source[at + 1] !== "/", closes: source[at + 1] === "/" || source[end - 2] === "/" });
        leaveOut(end, source[at + 1] === "/" || source[at + 1] === ">" ? undefined : "mdxComponent");
      } else keepElement(end);
    } else keep(nextSign(source, at + 1));
  }
  const size = sizeOf(body);
  return {
    body: withoutIndentation(body, tags),
    left,
    share: size > 0 ? size / (size + lost) : left.length === 0 ? 1 : 0,
  };

  /** An element of HTML stays, without its attributes that have an expression for a value. */
  function keepElement(end: number): void {
    while (at < end) {
      const attribute = /\s[\w-]+=\{/g;
      attribute.lastIndex = at;
      const found = attribute.exec(source.slice(0, end));
      const close = found ? endOfGroup(source, attribute.lastIndex - 1, "}") : -1;
      if (!found || close === -1) return keep(end);
      keep(found.index);
      leaveOut(close, "mdxExpression");
    }
  }
}

/** A tag of a component that was left out. */
interface ComponentTag {
  /** Zero-based, where it begins. */
  line: number;
  opens: boolean;
  closes: boolean;
}

/**
 * Moves what stands indented between the tags of a component to the left, as far as its first line is indented more than
 * the opening tag. In Markdown it would be code, which MDX does not make of indented text.
 * @param tags In the order of the text.
 */
function withoutIndentation(body: string, tags: readonly ComponentTag[]): string {
  if (!tags.some(({ opens, closes }) => opens && !closes)) return body;
  /** The open components: how far their tags are indented, and how far their content moves, once that is known. */
  const open: { indent: number; moves: number | undefined }[] = [];
  const waiting = tags.values();
  let tag = waiting.next().value;
  const lines = body.split("\n").map((line, number) => {
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    const around = open.at(-1);
    const outside = open.at(-2)?.moves ?? 0;
    if (around && around.moves === undefined && (line.trim() !== "" || (tag?.line === number && tag.opens)))
      around.moves = outside + Math.max(0, indent - around.indent);
    for (; tag?.line === number; tag = waiting.next().value) {
      if (tag.opens && !tag.closes) open.push({ indent, moves: undefined });
      else if (!tag.opens) open.pop();
    }
    return line.slice(Math.min(indent, around?.moves ?? outside));
  });
  return lines.join("\n");
}

function isTagAround(text: string): boolean {
  return text.startsWith("<") && !text.endsWith("/>");
}

function sizeOf(text: string): number {
  return text.replace(/\s+/g, "").length;
}

/** Where the text that a sticky pattern finds at an offset ends; 0 where it finds none. */
function matches(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : 0;
}

/** The next character that may begin something, or a line. */
function nextSign(source: string, from: number): number {
  const sign = /[\\`${<\n]/g;
  sign.lastIndex = from - 1;
  const found = sign.exec(source);
  if (!found) return source.length;
  return found[0] === "\n" ? found.index + 1 : Math.max(found.index, from);
}

function endOfFence(source: string, at: number): number {
  openFence.lastIndex = at;
  const fence = openFence.exec(source)?.[1] ?? "```";
  const close = new RegExp(`\\n[ \\t]*${fence[0]}{${fence.length},}[ \\t]*(?=\\n|$)`, "g");
  close.lastIndex = at + fence.length;
  return close.exec(source) ? close.lastIndex : source.length;
}

/**
 * Imports and exports end at an empty line at which no bracket is open. Where that never comes, as when a bracket is
 * part of a regular expression, they end at the first empty line.
 */
function endOfCode(source: string, at: number): number {
  let depth = 0;
  let firstEmpty = source.length;
  for (let end = at; end < source.length; ) {
    const next = source.indexOf("\n", end);
    const text = source.slice(end, next === -1 ? source.length : next);
    if (text.trim() === "") {
      if (depth <= 0) return end;
      firstEmpty = Math.min(firstEmpty, end);
    }
    for (const character of text.replace(quoted, ""))
      depth += "{[(".includes(character) ? 1 : "}])".includes(character) ? -1 : 0;
    if (next === -1) break;
    end = next + 1;
  }
  return depth <= 0 ? source.length : firstEmpty;
}

/** Text in quotation marks, on one line of code. */
const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

function endOfCodeSpan(source: string, at: number): number {
  const marks = /`+/y;
  marks.lastIndex = at;
  const mark = marks.exec(source)?.[0] ?? "`";
  const limit = source.slice(at, at + longest);
  const close = limit.indexOf(mark, mark.length);
  const gap = limit.search(/\n[ \t]*\n/);
  return close === -1 || limit[close + mark.length] === "`" || (gap !== -1 && gap < close)
    ? at + mark.length
    : at + close + mark.length;
}

/** Where the group that opens at an offset ends: at `close` outside of quotation marks and of braces; -1 if nowhere. */
function endOfGroup(source: string, at: number, close: ">" | "}"): number {
  let depth = 0;
  let quote = "";
  const limit = Math.min(source.length, at + longest);
  for (let end = at + 1; end < limit; end++) {
    const character = source.charAt(end);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if ((character === '"' || character === "'" || character === "`") && (close === ">" || depth > 0))
      quote = character;
    else if (depth === 0 && character === close) return end + 1;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
  }
  return -1;
}
