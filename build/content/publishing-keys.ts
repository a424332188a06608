import { isDateInAnyForm } from "../lib/dates.ts";
import { isOneTypo } from "../lib/did-you-mean.ts";
import { isMapping, yesOrNo } from "../lib/yaml.ts";

// The keys of front matter that decide whether a page is published. A page is never published
// against them.

/** Keys in lower case, with the answer that keeps a page out. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ["draft", true],
  ["isdraft", true],
  ["private", true],
  ["hidden", true],
  ["unlisted", true],
  ["encrypt", true],
  ["headless", true],
  ["published", false],
  ["publish", false],
  ["dg-publish", false],
  ["public", false],
  ["permalink", false],
]);

/** Keys that keep a page out by a word, alone or in a list. Other words may stand beside it. */
const words: ReadonlyMap<string, RegExp> = new Map([
  ["visibility", /\b(?:private|drafts?)\b/i],
  ["status", /\b(?:private|drafts?)\b/i],
  ["password", /^(?!false$)./s],
]);

/** All keys that keep a page out, in lower case. */
export const deciding = [...answers.keys(), ...words.keys()];

/**
 * Words that are one typing error away from such a key, and keys of their own unless their value
 * keeps a page out.
 */
const ordinary = new Set(["craft", "drift", "graft", "stats", "statue", "publisher"]);

/**
 * Keys that say who may see the page, or since when, each with the values that are expected of it.
 * Any other value may be a word for some and not for all, such as `internal` or `members`.
 */
const audience: ReadonlyMap<string, string> = new Map([
  ["visibility", "`public` or `private`"],
  ["published", "true, false or a date"],
  ["public", "true or false (a boolean, without quotes)"],
]);

/** Words for everybody, besides those for yes, and dates. */
const everybody = new Set(
  "public open everyone everybody anyone anybody all published listed visible".split(" "),
);

/**
 * Keys that would hand something down to other pages, or hide a page at some time. None of them is
 * obeyed.
 */
const notObeyed: ReadonlyMap<string, string> = new Map([
  ["<<", "the keys themselves"],
  ["cascade", "`draft: true` in the head of each page that is to stay out"],
  ["build", "`draft: true`"],
  ["_build", "`draft: true`"],
  ["expirydate", "`draft: true` once the page is to disappear, or no such key"],
]);

/**
 * Reads the keys that decide whether a page is published. A key in any case counts, and so does one
 * that is one typing error away from such a key.
 */
export function publishingOf(data: Readonly<Record<string, unknown>>) {
  /** What cannot be understood, so that the page must not be published. */
  const faults: { key: string; problem: string; expected: string }[] = [];
  /** The keys that decided, as they are written. */
  const keys = new Set<string>();
  /** What keeps the page out, as it is written, without a password: `published: no`. */
  let keptOutBy: string | undefined;
  for (const [written, value] of Object.entries(data)) {
    const key = written.trim().toLowerCase();
    const isKnown = deciding.includes(key);
    const meant = isKnown ? [key] : deciding.filter((known) => isOneTypo(key, known));
    const isOut = meant.some((known) => keepsOut(known, value));
    const unclear =
      isOut || ordinary.has(key) ? undefined : meant.find((known) => isUnclear(known, value));
    if (isOut || isKnown || unclear !== undefined) keys.add(written);
    if (isOut) keptOutBy ??= isSecret(key) ? written : `${written}: ${asWritten(value)}`;
    else if (unclear !== undefined)
      faults.push({
        key: written,
        problem: `is ${isSecret(key) ? "no text" : asWritten(value)}, so it is not known whether the page may be published`,
        expected:
          audience.get(unclear) ??
          (words.has(unclear)
            ? "one word, such as `private`"
            : "true or false (a boolean, without quotes)"),
      });
    const instead = notObeyed.get(key);
    if (instead !== undefined && (key === "expirydate" ? value !== null : namesPublishing(value)))
      faults.push({
        key: written,
        problem: "is not obeyed here, and might keep pages out",
        expected: instead,
      });
  }
  return { keptOutBy, keys, faults };
}

/** Whether what keeps a page out, as `publishingOf` says it, is the key `draft` in any case. */
export function isDraft(keptOutBy: string | undefined): boolean {
  return /^\s*draft\s*:/i.test(keptOutBy ?? "");
}

/**
 * Whether the value of a key is not for messages: that of `password`, also where the key is
 * misspelt.
 */
function isSecret(key: string): boolean {
  return key === "password" || isOneTypo(key, "password");
}

/** Whether a key, in lower case, has a value that keeps its page out. */
export function keepsOut(key: string, value: unknown): boolean {
  const answer = answers.get(key);
  if (answer !== undefined) return yesOrNo(value) === answer;
  return [value]
    .flat()
    .some((item) => typeof item !== "object" && words.get(key)?.test(String(item)));
}

/**
 * Whether a value is no answer. Without a value a key says nothing, except `draft`, which someone
 * began to write.
 */
function isUnclear(key: string, value: unknown): boolean {
  const isNear = (item: unknown, meant: string) =>
    isOneTypo(String(item).replace(/\W/g, "").toLowerCase(), meant);
  const isNoWord = (item: unknown) =>
    typeof (item ?? "") === "object" || isNear(item, "private") || isNear(item, "draft");
  if (audience.has(key)) return !isForEverybody(value);
  if (words.has(key)) return [value].flat().some(isNoWord);
  if (key === "permalink") return isNear(value, "false"); // it may be an address
  if (!answers.has(key)) return false;
  return value === null ? key === "draft" : yesOrNo(value) === undefined;
}

/**
 * Whether a value, or everything in a list, says that the page is public; brackets, quotes and
 * other signs around it are left out, as for the words that keep a page out. No value says nothing.
 */
function isForEverybody(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isForEverybody);
  if (typeof value === "object") return value === null;
  const word = String(value).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return yesOrNo(word) === true || everybody.has(word.toLowerCase()) || isDateInAnyForm(word);
}

/** Whether a value, or anything in it, has a key `draft` or `render`. */
function namesPublishing(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesPublishing);
  if (!isMapping(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) => /^(?:draft|render)$/i.test(key) || namesPublishing(inner),
  );
}

function asWritten(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? "empty";
}
