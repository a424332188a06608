import { wordsOf } from "../../lib/words.ts";

// Chooses the passage of a page that shows best why it was found.

/** A paragraph, an item of a list, a cell …; `id` and `heading` are those of the heading above it, or its own. */
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
}

interface Passage {
  pieces: Piece[];
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
  let best: { at: number; start: number; end: number; rank: number; words: number } | undefined;
  const wordsOfPart = new Map<string, number>();
  for (const [at, { text, id, kind }] of blocks.entries()) {
    const { start, end, words } = densest(marksIn(text, wordFor));
    const rank = words * kinds.length + kinds.indexOf(kind);
    if (words > 0 && rank > (best?.rank ?? 0)) best = { at, start, end, rank, words };
    wordsOfPart.set(id, Math.max(words, wordsOfPart.get(id) ?? 0));
  }
  if (!best) return null;
  const { words } = best;
  const { id, kind } = blocks[best.at] as Block;
  const isBelow = kind === "heading" && blocks[best.at + 1]?.id === id;
  const text = isBelow ? textFrom(blocks, best.at + 1) : textFrom(blocks, best.at);
  const [from, to] = isBelow ? cut(text, 0, 0) : cut(text, best.start, best.end);
  const others = [...wordsOfPart].filter(([other, count]) => other !== id && count === words).map(([other]) => other);
  const parts = [id, ...others]
    .filter((each) => each !== "")
    .slice(0, mostParts)
    .map((each) => ({ id: each, heading: marked(headingOf(blocks, each), wordFor) }));
  return { isInPart: id !== "", parts, pieces: piecesOf(text, marksIn(text, wordFor), from, to) };
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
    const near = marks.slice(index, index + 50).filter(({ end }) => end - start <= length);
    const words = new Set(near.flatMap((mark) => mark.words)).size;
    if (words > best.words) best = { start, end: near.at(-1)?.end ?? start, words };
  }
  return best;
}

/** Extends a part of a text to the length of a passage, between words, and from the beginning of a sentence if near. */
function cut(text: string, start: number, end: number): [from: number, to: number] {
  if (text.length <= length * 1.2) return [0, text.length];
  const before = Math.max(0, start - Math.max(20, Math.floor((length - (end - start)) / 3)));
  const sentence = /.*(?:[.!?] |。)/.exec(text.slice(0, start))?.[0].length ?? 0;
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
