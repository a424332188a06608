import { wordsOf } from "./words.ts";

// Chooses the passage of a page that shows best why it was found.

/**
 * A paragraph, an item of a list, a cell …; `id` and `heading` are those of the heading above it, or its own. White
 * space is one space; in code, where a browser shows it as it is, all but a single space is a line break.
 */
export interface Block {
  text: string;
  id: string;
  heading: string;
  kind: "text" | "code" | "heading";
}

/** A part of a text; if marked, words that were looked for. */
export interface Piece {
  text: string;
  marked: boolean;
}

/** A part of a page: what stands below one heading. */
export interface Part {
  id: string;
  heading: Piece[];
  /** Like that of the passage, of the words in this part. */
  directive: string;
}

interface Passage {
  pieces: Piece[];
  /** How many of the words it has. */
  words: number;
  isCode: boolean;
  /**
   * With what a link's fragment ends so that the browser marks the words; empty if they are in a heading only, or stand
   * before in the same words.
   */
  directive: string;
  /** Whether it is in a part, which then is the first of these; the others have as many of the words. */
  isInPart: boolean;
  parts: Part[];
}

/** The word of the query that a term of the index is, or begins with; undefined if it is none. */
export type WordFor = (term: string) => string | undefined;

/** Approximate length of a passage in characters. */
const length = 180;

/** Most parts that are named. */
const mostParts = 3;

/** Of passages with as many words, text says more than code, and code more than a heading, which names its part. */
const kinds: readonly Block["kind"][] = ["heading", "code", "text"];

/**
 * The passage with the most of the words, and the first of those; null if none has any. Where a heading has the most,
 * it is what stands below it.
 */
export function bestPassage(blocks: readonly Block[], wordFor: WordFor): Passage | null {
  let best: Place | undefined;
  const wordsOfPart = new Map<string, number>();
  /** In each part the words that a link can mark: not those of a heading, which stand in lists of contents too. */
  const toMark = new Map<string, Place>();
  for (const [at, { text, id, kind }] of blocks.entries()) {
    const { start, end, words } = densest(marksIn(text, wordFor));
    const rank = words * kinds.length + kinds.indexOf(kind);
    const place = { at, start, end, rank, words };
    if (words > 0 && rank > (best?.rank ?? 0)) best = place;
    if (words > 0 && kind !== "heading" && rank > (toMark.get(id)?.rank ?? 0)) toMark.set(id, place);
    wordsOfPart.set(id, Math.max(words, wordsOfPart.get(id) ?? 0));
  }
  if (!best) return null;
  const directiveOf = (part: string): string => {
    const place = toMark.get(part);
    return place ? textDirective(blocks, place) : "";
  };
  const { words } = best;
  const { id, kind } = blocks[best.at] as Block;
  const isBelow = kind === "heading" && blocks[best.at + 1]?.id === id;
  const text = isBelow ? textFrom(blocks, best.at + 1) : textFrom(blocks, best.at);
  const [from, to] = isBelow ? cut(text, 0, 0) : cut(text, best.start, best.end);
  const others = [...wordsOfPart].filter(([other, count]) => other !== id && count === words).map(([other]) => other);
  const parts = [id, ...others]
    .filter((each) => each !== "")
    .slice(0, mostParts)
    .map((each) => ({
      id: each,
      heading: marked(headingOf(blocks, each), wordFor),
      directive: directiveOf(each),
    }));
  const pieces = piecesOf(text, marksIn(text, wordFor), from, to);
  return { isInPart: id !== "", parts, pieces, words, isCode: kind === "code", directive: directiveOf(id) };
}

/** Where the words stand in a block, how many they are, and how good a passage they make. */
interface Place {
  at: number;
  start: number;
  end: number;
  rank: number;
  words: number;
}

/** About how many characters on each side tell these words from the same ones elsewhere on the page. */
const context = 16;

/**
 * A text directive (WICG, URL Fragment Text Directives, section 3.2) for the words of a block and what is between them,
 * as they are written there: with accents, and to their ends. A browser that does not find them goes to the part. One
 * that finds them goes to the first place that has them, in whatever part: if that is another, there is no directive.
 */
function textDirective(blocks: readonly Block[], { at, start, end }: Place): string {
  const { text, kind } = blocks[at] as Block;
  const [from, to] = [wordAt(text, start).start, wordAt(text, end - 1).end];
  // Of many words the first and the last are enough.
  const isLong = to - from > 4 * context || text.slice(from, to).includes("\n");
  const words = isLong ? [text.slice(from, wordAt(text, from).end), wordAt(text, to - 1).text] : [text.slice(from, to)];
  // What is beside the first or last word of a block is in another one, as with cells of a table; none goes over both.
  // Below code a script may have put buttons.
  const [above, below] = [blocks[at - 1], blocks[at + 1]];
  const prefix = lastOf(text.slice(0, from)) || (above?.kind === "code" ? "" : lastOf(above?.text ?? ""));
  const suffix = firstOf(text.slice(to)) || (kind === "code" ? "" : firstOf(below?.text ?? ""));
  const before = blocks.slice(0, at).map((block) => block.text);
  const place = compared([...before, text.slice(0, from)]).length - compared([prefix]).length;
  const sought = compared([prefix, ...(isLong ? words.slice(0, 1) : [...words, suffix])]);
  if (compared(blocks.map((block) => block.text)).indexOf(sought) !== place) return "";
  return `:~:text=${prefix && `${encoded(prefix)}-,`}${words.map(encoded)}${suffix && `,-${encoded(suffix)}`}`;
}

/** Texts one after the other, as browsers compare them: without accents and capitals. White space does not matter. */
function compared(texts: readonly string[]): string {
  return texts
    .join("")
    .normalize("NFKD")
    .replace(/[\s\p{M}]/gu, "")
    .toLowerCase();
}

/** The word around a character. Browsers look for whole words, as this divides them. */
function wordAt(text: string, index: number): { text: string; start: number; end: number } {
  const word = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text).containing(Math.max(0, index));
  const start = word?.index ?? 0;
  return { text: word?.segment ?? "", start, end: start + (word?.segment.length ?? 0) };
}

/** The last words of a text, of those in its last line. */
function lastOf(text: string): string {
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  return line.slice(wordAt(line, line.length - context).start).trim();
}

/** The first words of a text, of those in its first line. */
function firstOf(text: string): string {
  const line = text.trimStart().split("\n")[0] ?? "";
  return line.slice(0, wordAt(line, Math.min(context, line.length) - 1).end).trim();
}

/** Of what means something in a directive, `encodeURIComponent` leaves the hyphen. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("-", "%2D");
}

function headingOf(blocks: readonly Block[], id: string): string {
  return blocks.find((block) => block.id === id)?.heading ?? "";
}

/** The text of a block. If it is short, as that of an item of a list, what follows in the same part is joined to it. */
function textFrom(blocks: readonly Block[], at: number): string {
  const { id, text } = blocks[at] as Block;
  let joined = text;
  for (const next of blocks.slice(at + 1)) {
    if (joined.length > length / 2 || next.id !== id || next.kind === "heading") break;
    joined += `${/[.!?:。]$/.test(joined) ? " " : " · "}${next.text}`;
  }
  return joined;
}

/** How many of the words a description or title has. */
export function countIn(text: string, wordFor: WordFor): number {
  return densest(marksIn(text, wordFor)).words;
}

/** A description or title with its words marked. */
export function marked(text: string, wordFor: WordFor): Piece[] {
  return piecesOf(text, marksIn(text, wordFor), 0, text.length);
}

interface Mark {
  words: string[];
  start: number;
  end: number;
}

/** The words that match, in order; where they overlap, as one. */
function marksIn(text: string, wordFor: WordFor): Mark[] {
  const marks: Mark[] = [];
  for (const { term, start, end } of wordsOf(text)) {
    const word = wordFor(term);
    if (word === undefined) continue;
    const last = marks.at(-1);
    if (last && start <= last.end && start >= last.start) {
      last.end = Math.max(last.end, end);
      last.words.push(word);
    } else marks.push({ words: [word], start, end });
  }
  return marks;
}

/** The part of a text, no longer than a passage, that has the most different words. */
function densest(marks: readonly Mark[]): { start: number; end: number; words: number } {
  let best = { start: 0, end: 0, words: 0 };
  for (const [index, { start }] of marks.entries()) {
    const seen = new Set<string>();
    for (const { words, end } of marks.slice(index, index + 50).filter(({ end }) => end - start <= length)) {
      for (const word of words) seen.add(word);
      // A later start with the same end has them closer together.
      if (seen.size > best.words || (seen.size === best.words && end === best.end))
        best = { start, end, words: seen.size };
    }
  }
  return best;
}

/** Extends a part of a text to the length of a passage, between words, and from the beginning of a sentence if near. */
function cut(text: string, start: number, end: number): [from: number, to: number] {
  if (text.length <= length * 1.2) return [0, text.length];
  const before = Math.max(0, start - Math.max(20, Math.floor((length - (end - start)) / 3)));
  const sentence = /.*(?:[.!?]\s|。)/s.exec(text.slice(0, start))?.[0].length ?? 0;
  const from = before === 0 ? 0 : sentence >= before - 40 ? sentence : atSpace(text, before, 1);
  return [Math.min(from, start), Math.max(end, atSpace(text, Math.min(text.length, from + length), -1))];
}

/** The nearest space, in a direction, or the place itself where there is none near, as in scripts without spaces. */
function atSpace(text: string, at: number, step: 1 | -1): number {
  if (at === 0 || at === text.length) return at;
  for (let near = 0; near < 30; near++)
    if (/\s/.test(text[at + near * step] ?? "")) return at + near * step + (step === 1 ? 1 : 0);
  return at;
}

function piecesOf(text: string, marks: readonly Mark[], from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  const add = (start: number, end: number, marked: boolean): void => {
    if (start < end) pieces.push({ text: text.slice(start, end), marked });
  };
  let at = from;
  for (const { start, end } of marks) {
    if (start < from || end > to) continue;
    add(at, start, false);
    add(start, end, true);
    at = end;
  }
  add(at, to, false);
  if (from > 0) pieces.unshift({ text: "… ", marked: false });
  if (to < text.length) pieces.push({ text: " …", marked: false });
  return pieces;
}
