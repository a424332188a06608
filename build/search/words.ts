// Divides text into words. The build makes the search index with this file, and the search page
// uses it in the browser, so that both agree.

/** A word of a text. */
export interface Word {
  /** Lower case, without accents. */
  term: string;
  /** Its place in the text, as offsets in UTF-16 code units. */
  start: number;
  end: number;
}

/** A character, with its marks, of a script that has no spaces between words. */
const unspaced = String.raw`(?=\p{L}|\p{N})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*`;
/**
 * Text without spaces is indexed by pairs of characters; other words are split every 40 letters.
 */
const word = new RegExp(
  String.raw`(?:[a-zA-Z\d]|(?!${unspaced})[\p{L}\p{N}\p{M}\u00ad]){1,40}|${unspaced}(?=(${unspaced})?)`,
  "gu",
);

/** The words of a text, in order. */
export function splitIntoWords(text: string): Word[] {
  const words: Word[] = [];
  word.lastIndex = 0;
  // `matchAll` would make a new regular expression for each text, and texts are short.
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const { 0: found, 1: next = "", index } = match;
    const term = foldLetters(found + next);
    if (term !== "") words.push({ term, start: index, end: index + found.length + next.length });
  }
  return words;
}

/** Letters that Unicode does not decompose into a plain letter and a mark, and the final sigma. */
const plainLetters: Record<string, string> = { æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ς: "σ" };

/** A word for comparison: in lower case, without accents and Arabic vowels, which not everyone types. */
function foldLetters(letters: string): string {
  // A fast path: most words are ASCII.
  if (/^[\x00-\x7f]*$/.test(letters)) return letters.toLowerCase();
  return letters
    .toUpperCase() // which writes `ß` as two letters
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u00ad\u0640\u064b-\u065f\u0670]/g, "")
    .replace(/[æœøđłς]/g, (letter) => plainLetters[letter] as string)
    .normalize("NFC");
}

/** English words too common to tell pages apart. */
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
    .replace(/(?<=..)ie[sd]?$/, "y") // as in `cookie`, `cookies` and `tried`
    .replace(/(?<=ss|x|z|ch|sh)es$/, "")
    .replace(/(?<![sui])s$/, "");
  const base = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(one)?.[1] ?? "";
  const short = base.length < 3 ? one : base.replace(/([bdfgmnprt])\1$/, "$1");
  return short.replace(/(?<=...)e$/, "");
}
