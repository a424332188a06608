// How the words of a language are said: by name, with values. The guestbook's function and the
// search's script use it too.

/** A text with names in braces for values, or its forms by number: `one`, `few`, `other`, …. */
export type Phrase = string | Readonly<Record<string, string>>;

/** Values of a phrase by their names in braces. */
export type PhraseValues = Readonly<Record<string, string | number>>;

/** An author's own phrases, of `words.yaml`, by language in lower case and by name. */
export type OwnWords = Readonly<Record<string, Words["phrases"]>>;

/** The words of a language, as plain data, so that they can be written into a page. */
export interface Words {
  /** BCP 47 */
  language: string;
  dir: "ltr" | "rtl";
  /** By the names that build/words/en.yaml gives them: `frame.menu`. */
  phrases: Readonly<Record<string, Phrase>>;
  /** Names of the phrases that are in English, because the language has none. */
  english: readonly string[];
}

/**
 * One for each language, because making one takes as long as a page. Nothing else that is published
 * comes from `Intl`.
 */
const rules: Record<string, Intl.PluralRules> = {};

/** Texts of phrases and the names of values between them, which a large site says a million times. */
const partsByPattern = new Map<string, readonly string[]>();

/**
 * A phrase as its texts with its values between them. The value `count` chooses between its forms.
 * Numbers are grouped as the language does.
 * @throws Error if there is no such phrase
 */
export function partsOf<Value = never>(
  words: Words,
  name: string,
  values: Readonly<Record<string, Value | string | number>> = {},
): (Value | string)[] {
  const { language, phrases, english } = words;
  const phrase = phrases[name];
  if (phrase === undefined) throw new Error(`There is no phrase \`${name}\`.`);
  if (typeof phrase === "string" && !phrase.includes("{")) return [phrase];
  let pattern: unknown = phrase;
  if (typeof phrase !== "string") {
    const [spoken = ""] = english.includes(name) ? ["en"] : language.split("-");
    // Without `en`, an unknown language would have the rules of the machine's.
    rules[spoken] ??= new Intl.PluralRules([spoken, "en"]);
    pattern = phrase?.[rules[spoken].select(Number(values["count"]))] ?? phrase?.["other"];
  }
  const known = partsByPattern.get(String(pattern));
  const parts = known ?? String(pattern).split(/\{(\w+)\}/);
  if (known === undefined) partsByPattern.set(String(pattern), parts);
  const said: (Value | string)[] = [parts[0] as string];
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index] as string;
    const value = values[name] ?? `{${name}}`;
    said.push(typeof value === "number" ? inThousands(value, words) : value);
    said.push(parts[index + 1] as string);
  }
  return said;
}

/** A phrase with its values, as text. */
export function say(words: Words, name: string, values?: PhraseValues): string {
  const phrase = words.phrases[name];
  if (typeof phrase === "string" && !phrase.includes("{")) return phrase; // most, without a list
  return partsOf(words, name, values).join("");
}

/** Items in a row: `a, b and c`. @param items At least one. */
export function series(
  words: Words,
  items: readonly string[],
  conjunction: "and" | "or" = "and",
): string {
  return items.reduce((first, last, index) => {
    const name = index === items.length - 1 ? conjunction : "list";
    return say(words, `text.${name}`, { first, last });
  });
}

/** A whole number with a sign before each group of three digits, where the language has one. */
export function inThousands(count: number, words?: Words): string {
  if (count < (words ? Number(say(words, "text.grouped_from")) : 1000)) return String(count);
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, words ? say(words, "text.thousands") : ",");
}
