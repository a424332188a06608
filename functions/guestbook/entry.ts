import type { PhraseValues } from "../../build/lib/phrases.ts";
import sentences from "./sentences.json" with { type: "json" };

/** How long fields may be, in code points, with LF line endings: part of the API's contract. */
export const fieldLimits = { message: 500, name: 80, url: 200 } as const;

/** The User-Agent is cut at this many code points; a long one is never refused. */
export const userAgentLimit = 300;

/**
 * The longest request body that is accepted, in bytes. A form's is counted after decoding, because
 * percent-encoding triples the length of text in most scripts.
 */
export const bodyLimit = 16 * 1024;

/** Entries on one page of `/guestbook/`, and in the feed. */
export const entriesPerPage = 24;

/** The warning in the list of entries and in the feed, so that it stays with the text. */
export const { notice } = sentences;

/** The fields that a visitor sends. */
export type Signature = Record<Field, string>;

/** An entry as it is stored and read: every field is a string, `""` if nothing was given. */
export interface Entry extends Signature {
  /** A letter and 19 characters of `a-z2-7`; also the fragment of the entry on the page. */
  id: string;
  /** The request's User-Agent, cleaned and cut. */
  user_agent: string;
  /** RFC 3339, UTC, with milliseconds: when the server accepted it. */
  ts: string;
}

/** The fields of an entry, all of them strings. */
export const entryFields = ["id", "name", "message", "url", "user_agent", "ts"] as const;

/** Reads the text of a blob; null if it is not an entry. */
export function parseEntry(text: string): Entry | null {
  try {
    const value = JSON.parse(text) as Record<keyof Entry, unknown> | null;
    return entryFields.every((field) => typeof value?.[field] === "string")
      ? (value as Entry)
      : null;
  } catch {
    return null;
  }
}

// Which entries are accepted.

export type Field = keyof typeof fieldLimits;
export const fields = ["message", "name", "url"] as const satisfies readonly Field[];

/** The field of the form that counts as the header `Idempotency-Key`; the page's script sets it. */
export const keyField = "idempotency_key";

/** A fault in a request. */
export interface RequestFault {
  /** Left out if the fault is not in one field. */
  field?: Field;
  /** The faulty query parameter, if there is one. */
  parameter?: string;
  /** A sentence in English that never quotes the request. */
  detail: string;
  /** Its name in sentences.json, and its values: the page says it in its own language. */
  name?: SentenceName;
  values?: PhraseValues;
}

type SentenceName = keyof typeof sentences;

/** A sentence of sentences.json. Names of others among its values stand for those. */
export function sentence(name: SentenceName, values: PhraseValues = {}) {
  const english: Readonly<Record<string, string>> = sentences;
  const detail = sentences[name].replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(values[key]);
    return english[value] ?? value;
  });
  return { detail, name, values };
}

/** Schemes that run code or hide a page in the address, as the WHATWG parser names them. */
const refusedSchemes = ["javascript", "data", "vbscript", "blob"];

/**
 * Checks a signature by all rules at once. Unknown members are ignored; `null` counts as a missing
 * field.
 * @param value A parsed JSON value, or a form's fields as an object.
 * @param limits How long each field may be, in code points.
 */
export function checkSignature(
  value: unknown,
  limits: Readonly<Record<Field, number>> = fieldLimits,
): { signature: Signature; faults?: never } | { signature?: never; faults: RequestFault[] } {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { faults: [{ detail: "The body must be a JSON object with a `message`." }] };
  const members: Record<string, unknown> = { ...value }; // its own, not its prototype's
  const faults: RequestFault[] = [];
  const signature: Signature = { message: "", name: "", url: "" };
  for (const field of fields) {
    const given = members[field];
    if (given === undefined || given === null) continue;
    if (typeof given === "string") {
      const text = unifyLineEnds(given);
      faults.push(...textFaults(field, text, limits[field]));
      signature[field] = text.trim();
    } else faults.push({ field, detail: `The ${sentences[field]} must be a string.` });
  }
  if (!faults.some(({ field }) => field === "message") && !hasVisibleCharacter(signature.message))
    faults.unshift({ field: "message", ...sentence("missing") });
  // A text that is not an address, such as a plain word, is harmless.
  const scheme = URL.parse(signature.url)?.protocol.slice(0, -1);
  if (scheme !== undefined && refusedSchemes.includes(scheme))
    faults.push({
      field: "url",
      ...sentence("runs_code", { schemes: refusedSchemes.join(", ") }),
    });
  return faults.length > 0 ? { faults } : { signature };
}

/** The most unsafe characters of a field that are named one by one; the rest are counted. */
const namedCharacters = 5;

function textFaults(field: Field, text: string, limit: number): RequestFault[] {
  const faults: RequestFault[] = [];
  const add = (name: SentenceName, values: PhraseValues) =>
    void faults.push({ field, ...sentence(name, { field, ...values }) });
  // As JSON Schema counts: Unicode code points, a lone surrogate being one.
  const lengthOf = (part: string) => [...part].length;
  const length = lengthOf(text);
  if (length > limit) add("too_long", { length, limit });
  const unsafe = text
    .matchAll(flagOrUnsafe)
    .filter(([found]) => !isFlag(found))
    .toArray();
  for (const { 0: character, index } of unsafe.slice(0, namedCharacters)) {
    const number = character.codePointAt(0) as number;
    const code = number.toString(16).toUpperCase().padStart(4, "0");
    const position = lengthOf(text.slice(0, index)) + 1;
    add("unsafe", { code, kind: characterKind(number), position });
  }
  const more = unsafe.length - namedCharacters;
  if (more > 0) add("more_unsafe", { more });
  return faults;
}

/** The absolute address for a link, or null if it may not be a link. */
export function linkAddress(address: string): string | null {
  const url = URL.parse(address);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href : null;
}

/**
 * The typed text, for the fields of a form, with U+FFFD for unsafe characters; and the form's key.
 */
export function keepText(form: Readonly<Record<string, string>>) {
  const kept = { message: "", name: "", url: "", [keyField]: "" };
  for (const field of [...fields, keyField] as const)
    kept[field] = replaceUnsafe(unifyLineEnds(form[field] ?? ""), "\uFFFD");
  return kept;
}

/** Turns CRLF and CR into LF, and alters nothing else. */
function unifyLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

// Unsafe characters: refused in what a visitor writes, dropped from the User-Agent.

/**
 * Unsafe characters, and flags such as Scotland's: a black flag, a region code and the end tag are
 * the one allowed use of tag characters.
 */
const flagOrUnsafe =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[\p{Cs}\u202A-\u202E\u{E0000}-\u{E007F}]|[^\P{Cc}\t\n]/gu;

function isFlag(found: string): boolean {
  return found.startsWith("\u{1F3F4}");
}

function replaceUnsafe(text: string, replacement: string): string {
  return text.replace(flagOrUnsafe, (found) => (isFlag(found) ? found : replacement));
}

/** Whether a text is more than white space, invisible format characters and blank fillers. */
function hasVisibleCharacter(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\u2800]/u.test(
    text,
  );
}

/** The kind of an unsafe character: the name of a sentence. */
function characterKind(code: number): SentenceName {
  if (code < 0xa0) return "control";
  if (code < 0xd800) return "bidirectional";
  return code < 0xe0000 ? "surrogate" : "tag";
}

/** A User-Agent as it is stored: on one line, without unsafe characters, and cut. */
export function cleanUserAgent(header: string | null): string {
  const shown = replaceUnsafe((header ?? "").replace(/\s+/gu, " ").trim(), "");
  return [...shown].slice(0, userAgentLimit).join("").trim();
}
