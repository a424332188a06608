// Divides text into the words by which it is found. The search index is made with it, and the search page in the browser
// uses the same file, so that both agree.

/** A word of a text. */
export interface Word {
  /** As it stands in the index: lower case, without accents. */
  term: string;
  /** Where it stands in the text: offsets in UTF-16 code units. */
  start: number;
  end: number;
  /**
   * `word`: has to be found. `whole`: a compound such as `base_url`, in addition to its parts; raises a page that has it.
   * `last`: the last character of a text without spaces, so that a search for one character finds it too.
   */
  kind: "word" | "whole" | "last";
}

/** Longer words, such as digests, are cut to this many UTF-16 code units. */
const longest = 40;

const letters = String.raw`[\p{L}\p{N}\p{M}\u00ad]`;

/** Words, joined to compounds by single characters: `base_url`, `Idempotency-Key`, `facts.yaml`, `1.2.0`, `don’t`. */
const compounds = new RegExp(String.raw`${letters}+(?:[-_.'’\u2010\u2011]${letters}+)*`, "gu");
const joints = /[-_.'’\u2010\u2011]/;

/** Scripts that are written without spaces between words. */
export const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const isAscii = /^[\x00-\x7f]*$/;

/** Letters that Unicode does not take apart into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  þ: "th",
  ς: "σ",
};

/** Calls back for each word of a text, in the order of the text; a compound comes before its parts. */
export function eachWord(text: string, use: (term: string, start: number, end: number, kind: Word["kind"]) => void) {
  for (const match of text.matchAll(compounds)) {
    const [found] = match;
    const { index } = match;
    if (!joints.test(found)) part(found, index, use);
    else eachPart(found, index, use);
  }
}

/** The words of a text as a list. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  eachWord(text, (term, start, end, kind) => words.push({ term, start, end, kind }));
  return words;
}

function eachPart(compound: string, index: number, use: Parameters<typeof eachWord>[1]): void {
  if (!/['’]/.test(compound) && !unspaced.test(compound))
    use(folded(compound).replace(/[\u2010\u2011]/g, "-"), index, index + compound.length, "whole");
  for (const { 0: piece, index: at } of compound.matchAll(/[^-_.\u2010\u2011]+/g)) {
    // Beside an apostrophe one or two letters are no word: `author’s`, `l’homme`, `we’ll`; `o’clock` is `clock`.
    const pieces = [...piece.matchAll(/[^'’]+/g)];
    const kept = pieces.filter(({ 0: letters }) => letters.length > 2);
    for (const { 0: letters, index: inside } of kept.length > 0 ? kept : pieces)
      part(letters, index + at + inside, use);
  }
}

function part(letters: string, start: number, use: Parameters<typeof eachWord>[1]): void {
  if (isAscii.test(letters) || !unspaced.test(letters)) {
    const term = folded(letters);
    if (term !== "") use(term, start, start + letters.length, "word");
    return;
  }
  let at = start;
  for (const { 0: run } of letters.matchAll(runs)) {
    if (unspaced.test(run)) pairs(run, at, use);
    else part(run, at, use);
    at += run.length;
  }
}

const runs = new RegExp(`(?:${unspaced.source}\\p{M}*)+|(?:(?!${unspaced.source}).)+`, "gsu");

/** Text without spaces is found by each two neighbours of its characters. */
function pairs(run: string, start: number, use: Parameters<typeof eachWord>[1]): void {
  const characters = run.match(/.\p{M}*/gsu) ?? [];
  let at = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    const end = at + character.length;
    if (next !== undefined) use(folded(character + next), at, end + next.length, "word");
    else use(folded(character), at, end, index === 0 ? "word" : "last");
    at = end;
  }
}

/**
 * The form of a word in which words are compared: lower case; compatibility forms such as full-width letters are the
 * plain ones; without the accents of Latin, Greek and Cyrillic letters, which not everyone can type.
 */
function folded(word: string): string {
  const lower = word.toLowerCase();
  if (isAscii.test(lower)) return lower.slice(0, longest);
  return lower
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u00ad]/g, "")
    .replace(/[ßæœøđðłıþς]/g, (letter) => plainLetters[letter] as string)
    .normalize("NFC")
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, ""); // half a character
}
