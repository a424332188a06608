import type { RemnantKind } from "../markdown/link-types.ts";
import { endOfCode, endOfCodeSpan, endOfFence, groupFinder, matches, nextSign, openFence } from "./mdx-syntax.ts";

/** The body of an MDX file as Markdown. */
interface MdxBody {
  /** The Markdown, with an empty place where code was: every line keeps its number. */
  body: string;
  /** What was left out, each with its zero-based line in the body. */
  left: { kind: RemnantKind; line: number }[];
  /** Which part of the text is left, from 0 to 1; white space, imports and tags around text do not count. */
  share: number;
}

const esm =
  /(?:import\s+(?:["']|[\w*{][^\n]*\bfrom\s*["']|\{\s*\n)|export\s+(?:const|let|var|default|function|async|class|\{|\*))/y;
const componentTag = /<(?:\/?[A-Z][\w.]*(?=[\s/>])|\/?>)/y;
const elementTag = /<[a-z][\w-]*(?=\s)/y;
/** What stands in braces and belongs to the text: a heading's id, and the site's address. */
const kept = /\{(?:#[\w.:-]+|[ \t]*\/\*[ \t]*#[\w.:-]+[ \t]*\*\/[ \t]*|site\.base_url)\}/y;
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
  const endOfGroup = groupFinder(source);
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
      const end = matches(kept, source, at) ? -1 : endOfGroup(at, "}");
      if (end === -1) keep(at + 1);
      else leaveOut(end, /^\{\s*\/\*/.test(source.slice(at, at + 50)) ? undefined : "mdxExpression");
    } else if (character === "<") {
      const component = matches(componentTag, source, at) > 0;
      const end = component || matches(elementTag, source, at) ? endOfGroup(at, ">") : -1;
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
      const close = found ? endOfGroup(attribute.lastIndex - 1, "}") : -1;
      if (!found || close === -1) return keep(end);
      keep(found.index);
      leaveOut(close, "mdxExpression");
    }
  }
}

function isTagAround(text: string): boolean {
  return text.startsWith("<") && !text.endsWith("/>");
}

function sizeOf(text: string): number {
  return text.replace(/\s+/g, "").length;
}

/** A tag of a component that was left out. */
interface ComponentTag {
  /** Zero-based, where it begins. */
  line: number;
  opens: boolean;
  closes: boolean;
}

/**
 * Moves what stands indented between the tags of a component to the left, as far as its first line is indented more
 * than the opening tag. In Markdown it would be code, which MDX does not make of indented text.
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
