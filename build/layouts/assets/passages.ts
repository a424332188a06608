import { wordsOf } from "../../lib/words.ts";

// Chooses the passage of a page that shows best why it was found.

/** A paragraph, an item of a list, a cell …; `id` and `heading` are those of the heading above it. */
export interface Block {
  text: string;
  id: string;
  heading: string;
}

export interface Passage {
  id: string;
  heading: string;
  /** The text in pieces; those that are marked are the words that were looked for. */
  pieces: { text: string; marked: boolean }[];
}

/** Approximate length of a passage in characters. */
const length = 240;

/**
 * The passage with the most of the words, and the first of those; null if none has any.
 * @param matches Whether a word in the form of the index was looked for.
 */
export function bestPassage(blocks: readonly Block[], matches: (term: string) => boolean): Passage | null {
  let best: { block: Block; marks: Mark[]; start: number; end: number; words: number } | undefined;
  for (const block of blocks) {
    const marks = marksIn(block.text, matches);
    const { start, end, words } = densest(marks);
    if (words > (best?.words ?? 0)) best = { block, marks, start, end, words };
  }
  if (!best) return null;
  const { block, marks } = best;
  const [from, to] = cut(block.text, best.start, best.end);
  return { id: block.id, heading: block.heading, pieces: piecesOf(block.text, marks, from, to) };
}

/** A description or title with its words marked. */
export function marked(text: string, matches: (term: string) => boolean): Passage["pieces"] {
  return piecesOf(text, marksIn(text, matches), 0, text.length);
}

interface Mark {
  term: string;
  start: number;
  end: number;
}

/** The words that match, in order; where they overlap, as one. */
function marksIn(text: string, matches: (term: string) => boolean): Mark[] {
  const marks: Mark[] = [];
  for (const { term, start, end } of wordsOf(text)) {
    if (!matches(term)) continue;
    const last = marks.at(-1);
    if (last && start <= last.end && start >= last.start) last.end = Math.max(last.end, end);
    else marks.push({ term, start, end });
  }
  return marks;
}

/** The part of a text, no longer than a passage, that has the most different words. */
function densest(marks: readonly Mark[]): { start: number; end: number; words: number } {
  let best = { start: 0, end: 0, words: 0 };
  for (const [index, { start }] of marks.entries()) {
    const near = marks.slice(index, index + 50).filter(({ end }) => end - start <= length);
    const words = new Set(near.map(({ term }) => term)).size;
    if (words > best.words) best = { start, end: near.at(-1)?.end ?? start, words };
  }
  return best;
}

/** Extends a part of a text to the length of a passage, between words, and from the beginning of a sentence if near. */
function cut(text: string, start: number, end: number): [from: number, to: number] {
  if (text.length <= length * 1.2) return [0, text.length];
  const before = Math.max(0, start - Math.max(20, Math.floor((length - (end - start)) / 3)));
  const sentence = Math.max(...[". ", "! ", "? ", "。"].map((stop) => text.lastIndexOf(stop, start) + stop.length));
  const from = before === 0 ? 0 : sentence >= before - 40 && sentence <= start ? sentence : atSpace(text, before, 1);
  return [Math.min(from, start), Math.max(end, atSpace(text, Math.min(text.length, from + length), -1))];
}

/** The nearest space, in a direction, or the place itself where there is none near, as in scripts without spaces. */
function atSpace(text: string, at: number, step: 1 | -1): number {
  if (at === 0 || at === text.length) return at;
  for (let near = 0; near < 30; near++)
    if (/\s/.test(text[at + near * step] ?? "")) return at + near * step + (step === 1 ? 1 : 0);
  return at;
}

function piecesOf(text: string, marks: readonly Mark[], from: number, to: number): Passage["pieces"] {
  const pieces: Passage["pieces"] = [];
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
