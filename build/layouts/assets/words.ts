// Divides text into the words by which it is found. The search index is made with it, and the search page in the
// browser uses the same file, so that both agree.

/** A word of a text. */
export interface Word {
  /** As it stands in the index: lower case, without accents. */
  term: string;
  /** Where it stands in the text: offsets in UTF-16 code units. */
  start: number;
  end: number;
  /**
   * `word`: has to be found. `whole`: a compound such as `base_url`, in addition to its parts; raises a page that has
   * it. `last`: the last character of a text without spaces, so that a search for one character finds it too.
   */
  kind: "word" | "whole" | "last";
}

/** Longer words, such as digests, are cut to this many UTF-16 code units. */
const longest = 40;

const letters = String.raw`[\p{L}\p{N}\p{M}\u00ad]`;

/** Words, joined to compounds by single characters: `base_url`, `Idempotency-Key`, `facts.yaml`, `1.2.0`, `don’t`. */
const compound = new RegExp(String.raw`${letters}+(?:[-_.'’\u2010\u2011]${letters}+)*`, "uy");
const joints = /[-_.'’\u2010\u2011]/;

const asciiTable = (characters: RegExp) =>
  Uint8Array.from({ length: 0x80 }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));
/** 1 at each letter and digit, and at each character that joins words. */
const isPlain = asciiTable(/[a-z0-9]/i);
const isJoint = asciiTable(joints);

/**
 * A character of a script that is written without spaces between words. Marks are none: those that Vietnamese letters
 * are made of are used with Katakana too.
 */
export const unspaced =
  /(?!\p{M})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

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
  for (let at = 0; at < text.length; ) {
    // Most words are plain ASCII, for which no table of Unicode is needed.
    const start = at;
    while (isPlain[codeAt(text, at)] === 1) at++;
    const [end, next] = [codeAt(text, at), codeAt(text, at + 1)];
    if (end < 0x80) {
      if (at === start) at++;
      else if (isJoint[end] === 1 && (isPlain[next] === 1 || next >= 0x80)) at = eachCompound(text, start, use);
      else use(text.slice(start, Math.min(at, start + longest)).toLowerCase(), start, at, "word");
    } else at = eachCompound(text, start, use);
  }
}

/** The code unit at a place, and 0 after the end: with the NaN of `charCodeAt` the loop takes twice as long. */
function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0;
}

/** The words of the compound that begins at a place. @returns where it ends */
function eachCompound(text: string, start: number, use: Parameters<typeof eachWord>[1]): number {
  compound.lastIndex = start;
  const found = compound.exec(text)?.[0];
  if (found === undefined) return start + 1;
  if (joints.test(found)) eachPart(found, start, use);
  else part(found, start, use);
  return start + found.length;
}

/** The words of a text as a list. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  eachWord(text, (term, start, end, kind) => words.push({ term, start, end, kind }));
  return words;
}

function eachPart(compound: string, index: number, use: Parameters<typeof eachWord>[1]): void {
  const hasApostrophe = /['’]/.test(compound);
  if (!hasApostrophe && !unspaced.test(compound))
    use(folded(compound).replace(/[\u2010\u2011]/g, "-"), index, index + compound.length, "whole");
  let at = index;
  for (const piece of compound.split(/[-_.\u2010\u2011]/)) {
    // Beside an apostrophe one or two letters are no word: `author’s`, `l’homme`, `we’ll`; `o’clock` is `clock`.
    const pieces = hasApostrophe ? piece.split(/['’]/) : [piece];
    const kept = pieces.length > 1 && pieces.some(({ length }) => length > 2);
    for (const letters of pieces) {
      if (!kept || letters.length > 2) part(letters, at, use);
      at += letters.length + 1;
    }
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
  const apart = lower.normalize("NFKD");
  const folds = apart !== lower || /[\u0300-\u036f]|\u00ad|[ßæœøđðłıþς]/.test(lower);
  const plain = folds
    ? apart
        .replace(/[\u0300-\u036f]|\u00ad/g, "")
        .replace(/[ßæœøđðłıþς]/g, (letter) => plainLetters[letter] as string)
        .normalize("NFC")
    : lower.normalize("NFC");
  return plain.slice(0, longest).replace(/[\ud800-\udbff]$/, ""); // not half a character
}
