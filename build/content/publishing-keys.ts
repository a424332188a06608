import { isDateInAnyForm } from "../lib/dates.ts";
import { isOneTypo } from "../lib/did-you-mean.ts";
import { isMapping, readTable, yesOrNo } from "../lib/yaml.ts";

// The keys of front matter that decide whether a page is published.

/** The keys, as publishing-keys.yaml explains them. */
export const publishingKeys = readTable<
  Record<"answers", Record<string, boolean>> &
    Record<"words" | "audience" | "not_obeyed", Record<string, string>> &
    Record<"ordinary" | "everybody", string[]>
>(import.meta.dirname, "publishing-keys.yaml");

const answers = new Map(Object.entries(publishingKeys.answers));
const wordPatterns = new Map(
  Object.entries(publishingKeys.words).map(([key, pattern]) => [key, new RegExp(pattern, "i")]),
);
const audience = new Map(Object.entries(publishingKeys.audience));
const notObeyed = new Map(Object.entries(publishingKeys.not_obeyed));
const { ordinary, everybody } = publishingKeys;

/** All keys that keep a page out, in lower case. */
export const decidingKeys = [...answers.keys(), ...wordPatterns.keys()];

/** The key that keeps a page out. */
export interface KeptOutBy {
  /** In lower case. */
  key: string;
  /** The key and its value as JSON (`published: false`), or for a password the key alone. */
  words: string;
}

/**
 * Reads the keys that decide whether a page is published. The case of keys does not matter, and a
 * key one typing error away counts too.
 */
export function publishingOf(data: Readonly<Record<string, unknown>>) {
  /** What must stop publication: keys with unclear values, and keys that are not obeyed. */
  const faults: { key: string; problem: string; expected: string }[] = [];
  /** The keys that were read, as they are written. */
  const keys = new Set<string>();
  let keptOutBy: KeptOutBy | undefined;
  for (const [written, value] of Object.entries(data)) {
    const key = written.trim().toLowerCase();
    const isKnown = decidingKeys.includes(key);
    const meant = isKnown ? [key] : decidingKeys.filter((known) => isOneTypo(key, known));
    const isOut = meant.some((known) => keepsOut(known, value));
    const unclear =
      isOut || ordinary.includes(key) ? undefined : meant.find((known) => isUnclear(known, value));
    if (isOut || isKnown || unclear !== undefined) keys.add(written);
    if (isOut)
      keptOutBy ??= { key, words: isSecret(key) ? written : `${written}: ${asWritten(value)}` };
    else if (unclear !== undefined) {
      const said = isSecret(key) ? "not text" : asWritten(value);
      const problem = `is ${said}, so it is not known whether the page may be published`;
      const word = wordPatterns.has(unclear) ? "one word, such as `private`" : undefined;
      const expected = audience.get(unclear) ?? word ?? "true or false (a boolean, without quotes)";
      faults.push({ key: written, problem, expected });
    }
    const instead = notObeyed.get(key);
    const problem = "is not obeyed here, and might keep pages out";
    if (instead !== undefined && (key === "expirydate" ? value !== null : namesPublishing(value)))
      faults.push({ key: written, problem, expected: instead });
  }
  return { keptOutBy, keys, faults };
}

/** Why a page is not published, as the rest of a sentence: "a draft". */
export function reasonFor({ key, words }: KeptOutBy): string {
  return key === "draft" ? "a draft" : `kept out because of \`${words}\``;
}

/** Whether messages must hide a key's value: the key is `password`, perhaps misspelt. */
function isSecret(key: string): boolean {
  return key === "password" || isOneTypo(key, "password");
}

/** Whether a key, in lower case, has a value that keeps its page out. */
export function keepsOut(key: string, value: unknown): boolean {
  const answer = answers.get(key);
  if (answer !== undefined) return yesOrNo(value) === answer;
  return [value]
    .flat()
    .some((item) => typeof item !== "object" && wordPatterns.get(key)?.test(String(item)));
}

/**
 * Whether a value leaves open whether the page may be published. A key without a value leaves
 * nothing open, except `draft`: somebody began to write it.
 */
function isUnclear(key: string, value: unknown): boolean {
  const isNear = (item: unknown, meant: string) =>
    isOneTypo(String(item).replace(/\W/g, "").toLowerCase(), meant);
  const isNoWord = (item: unknown) =>
    typeof (item ?? "") === "object" || isNear(item, "private") || isNear(item, "draft");
  if (audience.has(key)) return !isForEverybody(value);
  if (wordPatterns.has(key)) return [value].flat().some(isNoWord);
  if (key === "permalink") return isNear(value, "false"); // it may be an address
  if (!answers.has(key)) return false;
  return value === null ? key === "draft" : yesOrNo(value) === undefined;
}

/**
 * Whether a value, or everything in a list, lets everybody see the page: null does, an empty text
 * does not. Brackets, quotes and other characters around a word do not count.
 */
function isForEverybody(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isForEverybody);
  if (typeof value === "object") return value === null;
  const word = String(value).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return yesOrNo(word) === true || everybody.includes(word.toLowerCase()) || isDateInAnyForm(word);
}

/** Whether a value, or anything in it, has a key `draft`, `render` or `permalink`. */
function namesPublishing(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesPublishing);
  if (!isMapping(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) => /^(?:draft|render|permalink)$/i.test(key) || namesPublishing(inner),
  );
}

function asWritten(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? "empty";
}
