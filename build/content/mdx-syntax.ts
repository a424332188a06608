// Where the parts of an MDX file end.

/** No code in a line is longer, and no tag or expression outside of its braces and quotation marks. */
const longest = 3_000;

/** The beginning of fenced code. */
export const openFence = /[ \t]*(`{3,}|~{3,})/y;

/** Where the text that a sticky pattern finds at an offset ends; 0 where it finds none. */
export function matches(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : 0;
}

/** The next character that may begin something, or a line. */
export function nextSign(source: string, from: number): number {
  const sign = /[\\`${<\n]/g;
  sign.lastIndex = from - 1;
  const found = sign.exec(source);
  if (!found) return source.length;
  return found[0] === "\n" ? found.index + 1 : Math.max(found.index, from);
}

/** Where the fenced code that begins at an offset ends; without an end it is the rest of the text, as in Markdown. */
export function endOfFence(source: string, at: number): number {
  openFence.lastIndex = at;
  const fence = openFence.exec(source)?.[1] ?? "```";
  const close = new RegExp(`\\n[ \\t]*${fence[0]}{${fence.length},}[ \\t]*(?=\\n|$)`, "g");
  close.lastIndex = at + fence.length;
  return close.exec(source) ? close.lastIndex : source.length;
}

/**
 * Where an import or export ends: at an empty line at which no bracket is open. Where none comes before the next import
 * or export, as when a bracket is part of a regular expression, it ends at the first empty line.
 */
export function endOfCode(source: string, at: number): number {
  let depth = 0;
  let firstEmpty = -1;
  for (let end = at; end < source.length; ) {
    const next = source.indexOf("\n", end);
    const line = source.slice(end, next === -1 ? source.length : next);
    if (firstEmpty !== -1 && /^(?:import|export)\b/.test(line)) return firstEmpty;
    if (line.trim() === "") {
      if (depth <= 0) return end;
      if (firstEmpty === -1) firstEmpty = end;
    }
    for (const character of line.replace(quoted, ""))
      depth += "{[(".includes(character) ? 1 : "}])".includes(character) ? -1 : 0;
    if (next === -1) break;
    end = next + 1;
  }
  return depth <= 0 || firstEmpty === -1 ? source.length : firstEmpty;
}

/** Text in quotation marks, on one line of code. A mark after a backslash begins none. */
const quoted = /\\.|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Where the code in a line ends whose backticks begin at an offset: after these where it is none. */
export function endOfCodeSpan(source: string, at: number): number {
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

/** Where the group that opens at an offset ends; -1 if nowhere. */
type GroupFinder = (at: number, close: ">" | "}") => number;

/**
 * Finds where a group ends: at `close` outside of quotation marks and of inner braces. A sign without its counterpart
 * is text. Groups that end nowhere are searched as long as that has not read the text ten times over, then only as far
 * as `longest`, and after as much again as fifty times the text not at all, so that the time is linear.
 */
export function groupFinder(source: string): GroupFinder {
  let [allowance, last] = [10 * source.length, 60 * source.length];
  return (at, close) => {
    const limit = last < 0 ? 0 : Math.min(source.length, at + Math.max(longest, allowance));
    let [depth, outside, end] = [0, 0, at + 1];
    for (; end < limit && outside < longest; end++) {
      const character = source.charAt(end);
      if (depth === 0 && character === close) return end + 1;
      if (character === "{") depth++;
      else if (character === "}" && --depth < 0) break;
      else if ((character === '"' || character === "'" || character === "`") && (close === ">" || depth > 0))
        end = endOfQuotation(source, end, depth > 0 && character !== "`", limit);
      else if (depth === 0) outside++;
    }
    allowance -= end - at;
    last -= end - at;
    return -1;
  };
}

/**
 * The last character of a quotation.
 * @param inLine Whether it ends on its line: else the mark is an apostrophe, which stands alone.
 */
function endOfQuotation(source: string, at: number, inLine: boolean, limit: number): number {
  const mark = source[at];
  for (let end = at + 1; end < limit; end++) {
    if (source[end] === mark) return end;
    if (inLine && source[end] === "\n") return at;
  }
  return limit;
}
