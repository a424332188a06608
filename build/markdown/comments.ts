import type { RemnantKind } from "./link-types.ts";

/**
 * A fence of code, HTML that stays as it is, a run of backticks, two percent signs that are not part of `100%%` or
 * `%%%`, or the beginning of a comment of MDX, Liquid or kramdown.
 */
const signs =
  /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|>)*(`{3,}(?=[^`\n]*$)|~{3,})|(^ {0,3}<(?:pre|script|style|textarea)(?=[ \t>\n]))|(`+)|(?<![%\d\\])%%(?!%)|(?<!\\)(\{[ \t]*\/\*)|(\{%-?[ \t]*comment\b[^%\n]{0,200}%\}|\{::comment[ \t]*\})/gim;

/** Where comments of Liquid and of kramdown end. */
const [endOfLiquid, endOfKramdown] = [/\{%-?[ \t]*endcomment\b[^%\n]{0,200}%\}/g, /\{:\/(?:comment)?[ \t]*\}/g];

/** The id of a heading as Docusaurus writes it too. */
const ownId = /^\{[ \t]*\/\*[ \t]*#([A-Za-z][\w.:-]*)[ \t]*\*\/[ \t]*\}$/;

/** Whether a text may have comments. */
export function mayHaveComments(text: string): boolean {
  return ["%%", "/*", "endcomment", "{::comment"].some((sign) => text.includes(sign));
}

/**
 * Leaves out comments of other programs. Those of Obsidian, `%% … %%`, are in a line, in a paragraph, or from a line
 * that begins with `%%` to wherever the next `%%` is. `%%` alone on its line without a counterpart hides the rest of
 * the text, as it does there. Those of MDX are from `{/*` to the next `*` + `/}`, whose sites read `.md` too. Those of
 * Liquid and kramdown are between `{% comment %}` and `{% endcomment %}`, `{::comment}` and `{:/comment}`. In code it is
 * code. A heading's id in one stays. Every line keeps its number.
 * @param leftOut Called for each comment with its kind and the zero-based line on which it begins.
 */
export function withoutComments(text: string, leftOut: (kind: RemnantKind, line: number) => void): string {
  let [made, done, line, start, stop] = ["", 0, 0, 0, -1];
  let close = 0; // the next `*` and `/`, looked for once for all comments of MDX before it
  const withoutEnd = new Set<RegExp>();
  signs.lastIndex = 0;
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const { index } = found;
    const [written, fence, literal, run, brace, tag] = found;
    const isFirst = stop < index; // of its line, which begins at `start` and ends at `stop`
    while (stop < index) [start, stop] = [stop + 1, endOfLine(text, stop + 1)];
    if (fence !== undefined) signs.lastIndex = endOfFence(text, index + written.length, fence);
    else if (literal !== undefined) signs.lastIndex = endOfLiteral(text, index);
    else if (run !== undefined) signs.lastIndex = endOfCode(text, index, run);
    else {
      const end =
        tag !== undefined
          ? endOfTag(text, index + tag.length, tag.startsWith("{%") ? endOfLiquid : endOfKramdown, withoutEnd)
          : brace === undefined
            ? endOfComment(text, index, isFirst && marks.test(text.slice(start, index)))
            : endOfBraces(text, (close = close !== -1 && close < index + 3 ? text.indexOf("*/", index + 3) : close));
      if (end === -1) continue;
      const id = brace === undefined ? undefined : ownId.exec(text.slice(index, end))?.[1];
      if (id && /^#{1,6}[ \t]/.test(text.slice(start, start + 7)) && /^[ \t]*$/.test(text.slice(end, stop))) {
        line += text.slice(done, index).split("\n").length - 1;
        made += `${text.slice(done, index)}{#${id}}`;
        done = signs.lastIndex = end;
        continue;
      }
      const before = text.slice(done, startOf(text, index, end));
      line += text.slice(done, index).split("\n").length - 1;
      leftOut(tag !== undefined ? "tagComment" : brace === undefined ? "comment" : "mdxComment", line);
      const ends = text.slice(index, end).replace(/[^\n]+/g, "");
      line += ends.length;
      made += before + ends;
      done = signs.lastIndex = end;
    }
  }
  return made + text.slice(done);
}

/** What may stand before the first text of a line. */
const marks = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/;

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/**
 * Where a comment ends; -1 if two percent signs begin none.
 * @param begins Whether a line begins with them.
 */
function endOfComment(text: string, at: number, begins: boolean): number {
  const close = text.indexOf("%%", at + 2);
  if (close !== -1) return begins || !/\n[ \t]*\n/.test(text.slice(at, close)) ? close + 2 : -1;
  return begins && /^%%[ \t]*(?:\n|$)/.test(text.slice(at)) ? text.length : -1;
}

/** Where a comment of MDX ends whose `*` and `/` are at an offset; -1 where no brace follows them. */
function endOfBraces(text: string, close: number): number {
  const brace = /[ \t\n]{0,100}\}/y;
  brace.lastIndex = close + 2;
  return close !== -1 && brace.test(text) ? brace.lastIndex : -1;
}

/**
 * Where a comment between tags ends; -1 where it does not.
 * @param withoutEnd The ends that the rest of the text does not have, so that it is searched once for each.
 */
function endOfTag(text: string, from: number, end: RegExp, withoutEnd: Set<RegExp>): number {
  if (withoutEnd.has(end)) return -1;
  end.lastIndex = from;
  if (end.test(text)) return end.lastIndex;
  withoutEnd.add(end);
  return -1;
}

/** Spaces before a comment go with it, unless they indent words. */
function startOf(text: string, at: number, end: number): number {
  if (!/^[ \t]*(?:\n|$)|^[ \t]/.test(text.slice(end, end + 2))) return at;
  let start = at;
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start--;
  return start === 0 || text[start - 1] === "\n" ? at : start;
}

function endOfFence(text: string, from: number, fence: string): number {
  const close = new RegExp(`\\n[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*(?=\\n|$)`, "g");
  close.lastIndex = from;
  return close.test(text) ? close.lastIndex : text.length;
}

/** Where HTML ends that Markdown leaves as it is. */
function endOfLiteral(text: string, at: number): number {
  const close = /<\/(?:pre|script|style|textarea)>/gi;
  close.lastIndex = at;
  return close.test(text) ? close.lastIndex : text.length;
}

/** Where code in a line ends, or else the run of backticks that would begin it. */
function endOfCode(text: string, at: number, run: string): number {
  const close = new RegExp(`(?<!\`)${run}(?!\`)|\\n`, "g");
  close.lastIndex = at + run.length;
  return close.exec(text)?.[0] === run ? close.lastIndex : at + run.length;
}
