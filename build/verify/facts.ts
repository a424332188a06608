import { say, type Words } from "../lib/phrases.ts";
import { differs, listDiffers, type Row } from "./finding.ts";
import { plainWords } from "./html.ts";
import { at, listAt } from "./json.ts";
import { wordsOfText } from "./parity.ts";

/**
 * What a document says: members with the places of values that must be equal, or the values; lists, and their
 * sources, by members that may have another name there; and texts with the words of a Markdown.
 */
export type StatedFacts = Record<string, unknown> & {
  lists?: Record<string, { of: string; by: Record<string, string | null>; sorted?: boolean }>;
  words?: Record<string, string>;
};

/** The value at a place in another one, with points between the keys; of a list, its items'. */
export const valueAt = (value: unknown, place: string): unknown =>
  place.split(".").reduce((here, key) => {
    const isOfItems = Array.isArray(here) && !/^(\d+|length)$/.test(key);
    return isOfItems ? here.map((item) => at(item, key)) : at(here, key);
  }, value);

/** A text with values for the places in braces; several have a space between each two. */
export const fillIn = (text: string, values: unknown): string =>
  text.replace(/\{([\w.]+)\}/g, (_, place) => [valueAt(values, place)].flat().join(" ")).trim();

/**
 * A text with a page's words in place of their names in braces, perhaps with values:
 * `{guestbook.limit?count=500}`. A value may be the name of a phrase.
 */
export const fillWords = (text: string, words: Words, sayIn = say): string =>
  text.replace(/\{(\w+\.\w+)([^}]*)\}/g, (written, name: string, given: string) => {
    const said = (value: string) => (value in words.phrases ? say(words, value) : +value || value);
    const values = Array.from(new URLSearchParams(given), ([key, value]) => [key, said(value)]);
    return name in words.phrases ? sayIn(words, name, Object.fromEntries(values)) : written;
  });

/** A date-time in UTC, whatever its zone, so that two can be compared; any other value as it is. */
export const instantOf = (value: unknown): unknown =>
  /^\d{4}-\d\d-\d\dT/.test(String(value)) ? new Date(String(value)).toJSON() : (value ?? "");

/** Compares a document with the values that a table names. What has no value is the empty text. */
export function factRows(
  document: unknown,
  { lists = {}, words = {}, ...members }: StatedFacts,
  values: unknown,
): Row[] {
  const rows = Object.entries(members).map(([member, from]) => {
    const isText = typeof from === "string";
    const said = isText && from.startsWith("= ") ? fillIn(from.slice(2), values) : from;
    const expected = said === from && isText ? valueAt(values, from) : said;
    return differs(`\`${member}\` is`, instantOf(valueAt(document, member)), instantOf(expected));
  });
  for (const [text, markdown] of Object.entries(words)) {
    const given = plainWords(String(valueAt(document, text)));
    const expected = wordsOfText(String(valueAt(document, markdown)));
    rows.push(differs(`\`${text}\` says`, given, expected));
  }
  for (const [member, { of, by, sorted }] of Object.entries(lists)) {
    const itemsOf = (list: unknown, names: string[]) => {
      const items = listAt(list).map((item) => names.map((name) => instantOf(at(item, name))));
      return sorted ? items.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) : items;
    };
    const given = itemsOf(valueAt(document, member), Object.keys(by));
    const sources = Object.entries(by).map(([name, other]) => other ?? name);
    const expected = itemsOf(valueAt(values, of), sources);
    rows.push(listDiffers(`${member}, of which number`, given, expected));
  }
  return rows;
}
