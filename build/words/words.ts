import { existsSync } from "node:fs";
import { join } from "node:path";
import sentences from "../../functions/guestbook/sentences.json" with { type: "json" };
import { type Html, html } from "../lib/html.ts";
import { memoize, memoizeText } from "../lib/once.ts";
import type { OwnWords, Words } from "../lib/phrases.ts";
import { isMapping, readTable } from "../lib/yaml.ts";
import type { Facts } from "../schemas/facts.ts";

/** Phrases by their whole names, `frame.menu`, from a file that has them by place and name. */
export function phrasesIn(places: unknown): Words["phrases"] {
  const below = (value: unknown) => Object.entries(isMapping(value) ? value : { "": value });
  const named = below(places).flatMap(([place, phrases]) =>
    below(phrases).map(([name, phrase]) => [`${place}.${name}`, phrase]),
  );
  return Object.fromEntries(named);
}

/** The phrases that ship for a language; none without a file. */
const shipped = memoizeText((language) => {
  const file = `${language}.yaml`;
  const isThere = /^[a-z]+$/.test(language) && existsSync(join(import.meta.dirname, file));
  const places = isThere ? readTable<object>(import.meta.dirname, file) : {};
  return phrasesIn(language === "en" ? { ...places, fault: sentences } : places);
});

/**
 * The words of a site for each language (BCP 47): for `de-AT` those of `de`, and what the author
 * sets for either.
 */
export const wordsOf = memoize(({ own_words }: Pick<Facts, "own_words">) =>
  memoizeText((language): Words => {
    const own = Object(own_words) as OwnWords;
    const whole = language.toLowerCase();
    const [base = ""] = whole.split("-");
    const dir = directionOf(language);
    // The files are in the language's usual script.
    const ships = directionOf(base) === dir ? shipped(base) : {};
    const known = { ...ships, ...own[base], ...own[whole] };
    const lacking = Object.keys(shipped("en")).filter((name) => !(name in known));
    return { language, dir, phrases: { ...shipped("en"), ...known }, english: lacking };
  }),
);

/** The words of some places, to be written into a page. */
export function pick({ phrases, english, ...words }: Words, ...places: string[]): Words {
  const isWanted = (name: string) => places.includes(name.split(".")[0] ?? "");
  const picked = Object.entries(phrases).filter(([name]) => isWanted(name));
  return { ...words, phrases: Object.fromEntries(picked), english: english.filter(isWanted) };
}

/**
 * Languages (BCP 47) that are written from right to left unless in another script, and such
 * scripts. They are listed here because platforms' data differ between versions.
 */
const rightToLeft =
  /^(?!.*-(?:latn|cyrl|deva)\b)(?:ar|arc|ary|arz|azb|bal|bgn|ckb|dv|fa|glk|he|iw|khw|ks|lki|lrc|mzn|nqo|pnb|ps|sd|skr|ug|ur|yi)\b|-(?:adlm|arab|hebr|nkoo|syrc|thaa)\b/i;

function directionOf(language: string): Words["dir"] {
  return rightToLeft.test(language) ? "rtl" : "ltr";
}

/** The attributes of an element in another language than the words around it. */
export function inLanguage(language: string, around: Words): Html | null {
  return language === around.language
    ? null
    : html` lang="${language}" dir="${directionOf(language)}"`;
}

/**
 * A title in an element of its own if it is in another language than the words around it. The
 * element around keeps its direction, and so its place in the page.
 */
export function titleIn(title: string, language: string, around: Words): Html | string {
  const attributes = inLanguage(language, around);
  return attributes === null ? title : html`<span${attributes}>${title}</span>`;
}

/** The words of pages in English, as they ship. */
export const english = wordsOf({})("en");
