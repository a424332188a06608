// Divides text into the words by which it is found. The search index is made with it, and the search page in the
// browser uses the same file, so that both agree.

/** A word of a text. */
export interface Word {
  /** Lower case, without accents. */
  term: string;
  /** Where it stands in the text: offsets in UTF-16 code units. */
  start: number;
  end: number;
  /** Whether it is the last character of a text without spaces, so that a search for this character finds it too. */
  isLast: boolean;
}

/** Longer words, such as digests, are cut to this many UTF-16 code units. */
const longest = 40;

const word = /[\p{L}\p{N}\p{M}\u00ad]+/gu;

/**
 * A character of a script that is written without spaces between words. Marks are none: those that Vietnamese letters
 * are made of are used with Katakana too.
 */
export const unspaced =
  /(?!\p{M})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const runs = new RegExp(`(?:${unspaced.source}\\p{M}*)+|(?:(?!${unspaced.source}).)+`, "gsu");

const isAscii = /^[\x00-\x7f]*$/;

/** Letters that Unicode does not take apart into a plain letter and a mark, each with the plain ones. */
const plainLetters = new Map("ßss æae œoe øo đd ðd łl ıi þth ςσ".split(" ").map((pair) => [pair[0], pair.slice(1)]));

/** The words of a text, in its order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const add = (letters: string, start: number, length = letters.length, isLast = false): void => {
    const term = folded(letters);
    if (term !== "") words.push({ term, start, end: start + length, isLast });
  };
  for (const { 0: found, index } of text.matchAll(word)) {
    if (isAscii.test(found) || !unspaced.test(found)) {
      add(found, index);
      continue;
    }
    let at = index;
    for (const [run] of found.matchAll(runs)) {
      // Text without spaces is found by each two neighbours of its characters.
      const characters = unspaced.test(run) ? (run.match(/.\p{M}*/gsu) ?? []) : [run];
      for (const [number, character] of characters.entries()) {
        const next = characters[number + 1];
        if (next === undefined) add(character, at, character.length, number > 0);
        else add(character + next, at);
        at += character.length;
      }
    }
  }
  return words;
}

/**
 * The form of a word in which words are compared: lower case; compatibility forms such as full-width letters are the
 * plain ones; without the accents of Latin, Greek and Cyrillic letters, which not everyone can type.
 */
function folded(letters: string): string {
  const lower = letters.toLowerCase();
  if (isAscii.test(lower)) return lower.slice(0, longest);
  const plain = lower
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]|\u00ad/g, "")
    .replace(/[ßæœøđðłıþς]/g, (letter) => plainLetters.get(letter) ?? letter)
    .normalize("NFC");
  return plain.slice(0, longest).replace(/[\ud800-\udbff]$/, ""); // not half a character
}

/** English words that say nothing of a page. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have how i if in into is it its ll me my " +
    "not of on or our re s should so t than that the their them then there these they this to us ve was we were what " +
    "when where which while who why will with would you your"
  ).split(" "),
);

/** An English word without its ending: `train` for `trains`, `trained` and `training`. */
export function stem(term: string): string {
  if (!/^[a-z]{4,}$/.test(term)) return term;
  const one = term
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?<=ss|x|z|ch|sh)es$/, "")
    .replace(/(?<![sui])s$/, "");
  const base = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(one)?.[1] ?? "";
  const short = base.length < 3 ? one : base.replace(/([bdfgmnprt])\1$/, "$1");
  return short.replace(/(?<=...)e$/, "");
}
