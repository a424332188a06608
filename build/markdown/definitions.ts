import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { isOneTypo } from "../lib/did-you-mean.ts";
import { keepsApart, startOf } from "./block-lines.ts";
import type { Definition, PageEnv } from "./link-types.ts";
import { type BlockRule, builtIn, type InlineRule, lineIn, pageEnv, parseText } from "./links.ts";

/**
 * Reads the definitions of links and notes with their places in the body. The twin has their
 * addresses absolute, and leaves out definitions that nothing refers to, as HTML does. Text that
 * looks like a link or a reference but is not one is reported: as a fault if it was surely meant as
 * one, otherwise as a warning.
 */
export function definitions(md: MarkdownIt): void {
  md.block.ruler.at("reference", definitionOfLink(md));
  md.block.ruler.at("footnote_def", definitionOfNote, { alt: ["paragraph", "reference"] });
  md.inline.ruler.at("footnote_inline", noteInLine);
  md.inline.ruler.push("unresolved", (state, silent) => {
    if (!silent && state.src.charCodeAt(state.pos) === 0x5b) reportUnresolved(state);
    return false;
  });
  md.core.ruler.at("inline", (state) => {
    const page = pageEnv(state);
    parseText(state.tokens, state);
    if (page.footnotes) parseNotes(state, page);
    for (const tell of page.unresolved) tell();
    let lastUsed = -1; // what is within another definition was recorded before it
    const unused = "Definitions of links and notes that nothing refers to are left out";
    for (const { isUsed, line, destination, ...edit } of page.definitions) {
      if (isUsed) lastUsed = Math.max(lastUsed, edit.start);
      else {
        if (lastUsed < edit.start) page.edits.push(edit);
        page.resolver.warn(line, unused);
      }
      if (isUsed && destination) {
        const url = page.targets.get(destination.href)?.url ?? destination.href;
        page.edits.push({ ...destination, replace: url });
      }
    }
  });
}

/** Parses the notes that visible text refers to, in that order; the last of each label counts. */
function parseNotes(state: StateCore, { definitions, footnotes }: PageEnv): void {
  const notes = new Map(definitions.map((note) => [note.tokens && note.label, note]));
  const shown = [state.tokens];
  // The parser appends the notes to which a note refers.
  for (let at = 0; at < (footnotes?.list?.length ?? 0); at++) {
    const note = notes.get(footnotes?.list?.[at]?.label ?? "");
    if (!note?.tokens) continue; // it is written in a line of the text
    note.isUsed = true;
    parseText(note.tokens, state);
    shown.push(note.tokens);
  }
  state.tokens = shown.flat();
}

const labelOf = /^\[((?:\\[^]|[^\\\]])+)\]:[ \t]*(?:\n[ \t>]*)?/;

/** The parser's rule for `[label]: address`. Of several with one label the first counts. */
function definitionOfLink(md: MarkdownIt): BlockRule {
  const rule = builtIn("block", "reference");
  return (state, first, end, silent) => {
    const start = startOf(state, first);
    if (state.src.charCodeAt(start) !== 0x5b) return false; // most paragraphs
    const [before = "", written = ""] = labelOf.exec(state.src.slice(start)) ?? [];
    const label = written.replace(/\n[ \t>]*/g, " ");
    const key = md.utils.normalizeReference(label);
    const page = pageEnv(state);
    const isFirst = !Object.hasOwn(page.references ?? {}, key);
    if (!rule(state, first, end, silent)) return false;
    const definition = recordDefinition(state, first, label);
    const from = start + before.length;
    const { str, pos } = md.helpers.parseLinkDestination(state.src, from, definition.end);
    const href = md.normalizeLink(str);
    definition.destination = { start: from, end: pos, href };
    const use = (): string => {
      definition.isUsed = true;
      return href;
    };
    // The parser reads the address when it has found a reference.
    if (isFirst) Object.defineProperty(page.references?.[key], "href", { get: use });
    return true;
  };
}

/** The rule for `[^label]: note`. Of several with one label the last counts. */
const readNote = builtIn("block", "footnote_def");
const definitionOfNote: BlockRule = (state, first, end, silent) => {
  const { length } = state.tokens;
  if (!readNote(state, first, end, silent)) return false;
  if (silent) return true;
  const tokens = state.tokens.splice(length);
  const { label } = (tokens[0] as Token).meta as { label: string };
  const page = pageEnv(state);
  const problem = `has a second note \`[^${label}]\``;
  if (page.definitions.some((each) => each.tokens && each.label === label))
    page.resolver.report(first, problem, "a label that is only its own");
  recordDefinition(state, first, label).tokens = tokens;
  return true;
};

/**
 * The rule for `^[note]`. It gets its number before notes in its own text, to which the parser's
 * own rule would give the same number.
 */
const noteInLine: InlineRule = (state, silent) => {
  const start = state.pos + 2;
  const isNote = state.src.startsWith("^[", state.pos);
  const end = isNote ? state.md.helpers.parseLinkLabel(state, state.pos + 1) : -1;
  if (end === -1) return false;
  if (!silent) {
    const content = state.src.slice(start, end);
    const tokens: Token[] = [];
    const page = pageEnv(state);
    page.footnotes ??= {};
    const id = (page.footnotes.list ??= []).push({ content, tokens }) - 1;
    state.push("footnote_ref", "", 0).meta = { id };
    page.inset += start;
    state.md.inline.parse(content, state.md, state.env, tokens);
    page.inset -= start;
  }
  state.pos = end + 1;
  return true;
};

/** Records a definition that was read. */
function recordDefinition(state: StateBlock, first: number, label: string): Definition {
  const { src } = state;
  let last = state.line - 1;
  while (last > first && state.isEmpty(last)) last--;
  const start = startOf(state, first);
  const end = state.eMarks[last] ?? src.length;
  const { definitions } = pageEnv(state);
  const isApart =
    (first === 0 || state.isEmpty(first - 1) || definitions.at(-1)?.end === start) &&
    (state.isEmpty(last + 1) || src[startOf(state, last + 1)] === "[" || last + 1 >= state.lineMax);
  const before = definitions.at(-1);
  const isBehindNote = before?.tokens && src.slice(before.end, start).trim() === "";
  // Otherwise the text after it would join the block before it.
  const isFree = isApart && !keepsApart(state, last, isBehindNote);
  const isWholeLine = start === 0 || src[start - 1] === "\n";
  const edit = { start, end: isFree && isWholeLine ? end + 1 : end, replace: "" };
  // In a quotation its lines stay: a single one left might become the term of a definition list.
  const quoted = src.slice(start, end).match(/\n[ \t]*>/g) ?? [];
  if (!isFree) edit.replace = `<!-- -->${"\n".repeat(quoted.length)}`;
  const definition = { ...edit, label, line: first, isUsed: false };
  definitions.push(definition);
  return definition;
}

/** Reports a link, reference, definition or note, at its opening bracket, that is read as text. */
function reportUnresolved(state: StateInline): void {
  const { src, pos } = state;
  const page = pageEnv(state);
  const line = lineIn(page, pos);
  const { definitions, resolver } = page;
  const warn = (): void =>
    resolver.warn(line, "Brackets that look like a link or a note, and are none, stay as they are");
  const fault = (problem: string, expected: string): void =>
    resolver.report(line, problem, expected);
  const [, note] = /^\[\^([^\]\n]+)\]/.exec(src.slice(pos, pos + 200)) ?? [];
  if (note !== undefined) {
    const notes = definitions.filter(({ tokens }) => tokens);
    const meant = labelMeant(note, notes);
    const isNumber = /^\d+$/.test(note) && notes.some(({ label }) => /^\d+$/.test(label));
    const isLabel = isNumber || /^\p{L}[\p{L}\p{N}]*$/u.test(note);
    if (notes.length === 0 || !(meant || isLabel)) return warn();
    const problem = `refers to a note \`[^${note}]\`, which the page does not have`;
    return fault(problem, meant ? `\`[^${meant}]\`` : `\`[^${note}]: its text\` in a line`);
  }
  const end = src.includes("]", pos) ? state.md.helpers.parseLinkLabel(state, pos) : -1;
  if (end === -1) return;
  const before = src.charAt(pos - 1);
  const words = (before === "!" ? "!" : "") + src.slice(pos, end + 1);
  const [, second, inBrackets, defined = ""] =
    /^(?:\[(?!\^)([^[\]]*)\]|\(\s*((?:[^()\n]|\([^()\n]*\))+)|:[ \t]*(.+))/.exec(
      src.slice(end + 1, state.posMax),
    ) ?? [];
  if (second !== undefined) {
    const name = second || src.slice(pos + 1, end);
    page.unresolved.push(() => {
      const links = definitions.filter(({ destination }) => destination);
      const meant = labelMeant(name, links);
      // Brackets directly after a word are an index, as in `m[i][j]`.
      if (/\w/.test(before) || (!meant && !links.some(({ isUsed }) => isUsed))) return warn();
      const problem = `has \`${words}[${second}]\`, but no definition of \`[${name}]\``;
      return fault(problem, meant ? `\`[${meant}]\`` : `\`[${name}]: address\` in a line`);
    });
    return;
  }
  const written = inBrackets ?? (/^\n?$/.test(before) ? defined : "");
  if (written === "") return;
  const [address = ""] = /^.*?(?=\s*(?:\s"[^"]*"|\s'[^']*')?\s*$)/.exec(written) ?? [];
  if (!resolver.exists(address)) return warn();
  const link = (to: string) => `\`${words}${inBrackets ? `(${to})` : `: ${to}`}\``;
  const right = /\s/.test(address) ? link(`<${address}>`) : "an empty line before it";
  fault(`has ${link(address)}, which is read as text`, right);
}

/** The label that was meant by a name of at least three letters with one typing error. */
function labelMeant(name: string, definitions: readonly Definition[]): string | undefined {
  return definitions.find(({ label }) => name.length > 2 && isOneTypo(name, label))?.label;
}
