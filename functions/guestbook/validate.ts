import { fieldLimits, queryLimit, type Signature, userAgentLimit } from "./entry.ts";
import { isPosition, type Position } from "./keys.ts";

export type Field = keyof typeof fieldLimits;
/** The greatest length of each field, in code points. */
type FieldLimits = Readonly<Record<Field, number>>;
export const fields = ["message", "name", "url"] as const satisfies readonly Field[];

/** One thing that is wrong with what was sent. */
export interface Fault {
  /** Null where the fault is not one field's. */
  field: Field | null;
  /** The query parameter at fault, where it is one. */
  parameter?: string;
  /** A sentence that never repeats what was sent. */
  detail: string;
}

type Validated = { signature: Signature; faults?: undefined } | { signature?: undefined; faults: Fault[] };

/** What a fault calls a field: the words the form has for it. */
const labels: Readonly<Record<Field, string>> = { message: "message", name: "name", url: "address" };

/** Schemes that run code or hide a page in the address, as the WHATWG parser names them. */
const refusedSchemes = new Set(["javascript:", "data:", "vbscript:", "blob:"]);

/** More faults of one kind in one field than these are only counted. */
const namedCharacters = 5;

/**
 * Checks what was sent against every rule at once. Unknown members are ignored; only a value's own members are looked
 * at.
 * @param value A parsed JSON value, or a form's fields as an object.
 * @param limits How long each field may be, in code points.
 */
export function validate(value: unknown, limits: FieldLimits = fieldLimits): Validated {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { faults: [{ field: null, detail: "The body must be a JSON object with a `message`." }] };
  }
  const faults: Fault[] = [];
  const signature: Signature = { message: "", name: "", url: "" };
  for (const field of fields) {
    const given = ownMember(value, field);
    if (given === undefined) continue;
    if (typeof given !== "string") {
      faults.push({ field, detail: `The ${labels[field]} must be a string.` });
      continue;
    }
    const text = unifyLineEnds(given);
    faults.push(...textFaults(field, text, limits[field]));
    signature[field] = text.trim();
  }
  if (!faults.some((fault) => fault.field === "message") && !hasVisibleCharacter(signature.message)) {
    faults.unshift({
      field: "message",
      detail: "The message is missing: it must hold at least one visible character.",
    });
  }
  if (runsCode(signature.url)) {
    faults.push({
      field: "url",
      detail:
        "The address may not be one that runs code or carries its page in itself (javascript, data, vbscript, blob).",
    });
  }
  return faults.length > 0 ? { faults } : { signature };
}

function textFaults(field: Field, text: string, limit: number): Fault[] {
  const faults: Fault[] = [];
  const label = labels[field];
  // As JSON Schema counts: Unicode code points, a lone surrogate being one.
  const { length } = [...text];
  if (length > limit)
    faults.push({ field, detail: `The ${label} has ${length} characters; at most ${limit} are allowed.` });
  const bad = badCharacters(text);
  for (const { name, place } of bad.slice(0, namedCharacters)) {
    faults.push({
      field,
      detail: `The ${label} holds ${name} as its character ${place}, which cannot be shown safely.`,
    });
  }
  if (bad.length > namedCharacters) {
    faults.push({
      field,
      detail: `The ${label} holds ${bad.length - namedCharacters} more characters that cannot be shown safely.`,
    });
  }
  return faults;
}

/**
 * Whether a browser would read an address as one that runs code. A text that is no address at all (a plain word) does
 * not.
 */
function runsCode(address: string): boolean {
  return URL.canParse(address) && refusedSchemes.has(new URL(address).protocol);
}

/** The absolute address a link may lead to, or null where it may not be a link. */
export function linkAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}

/**
 * What was typed, to be put back into the fields of a form. A character that cannot be shown safely is not sent back
 * either: U+FFFD stands in its place.
 * @param value As of `validate`.
 */
export function keepText(value: unknown): Signature {
  const kept: Signature = { message: "", name: "", url: "" };
  for (const field of fields) {
    const given = ownMember(value, field);
    if (typeof given !== "string") continue;
    const characters = [...unifyLineEnds(given)];
    for (const { place } of badCharacters(characters.join(""))) characters[place - 1] = "\uFFFD";
    kept[field] = characters.join("");
  }
  return kept;
}

/** A member of an object, not of its prototype; undefined where the value is no object or has no such member. */
function ownMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** CRLF and CR become LF; nothing else is altered. */
function unifyLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/**
 * Checks what a query asks for: the entry to begin with, and how many entries.
 * @param most Entries at most, also where the query has a greater `limit`.
 * @returns A fault for each parameter that the guestbook does not understand, if there are any.
 */
export function validateQuery(
  query: URLSearchParams,
  most: number,
): { from: Position | null; limit: number } | Fault[] {
  const from = query.get("from");
  const limit = query.get("limit");
  const faults: Fault[] = [];
  const add = (parameter: string, detail: string) => void faults.push({ field: null, parameter, detail });
  if (from !== null && !isPosition(from)) add("from", "`from` must be the place of an entry, as `next` gives it.");
  if (limit !== null && (!/^[1-9]\d*$/.test(limit) || Number(limit) > queryLimit))
    add("limit", `\`limit\` must be a whole number from 1 to ${queryLimit}.`);
  return faults.length > 0 ? faults : { from, limit: Math.min(most, Number(limit ?? most)) };
}

// Which characters may stand in an entry. Every other one is refused and named, never altered.

/** A character that may not stand in an entry, and where it stands. */
interface BadCharacter {
  /** Such as `U+202E (right-to-left override)`. */
  name: string;
  /** Its place in code points, the first being 1. */
  place: number;
}

/**
 * The flags of England, Scotland and the like are the one lawful use of tag characters: a black flag, a region code,
 * the end tag.
 */
const flagTags = /(\u{1F3F4})([\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})/gu;

/** U+202A and the four after it. */
const bidiNames = [
  "left-to-right embedding",
  "right-to-left embedding",
  "pop directional formatting",
  "left-to-right override",
  "right-to-left override",
];

/** Whether a text is more than white space, invisible format characters and blank fillers. */
function hasVisibleCharacter(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\u2800]/u.test(text);
}

/** Every character of a text that cannot be shown safely, in order. */
function badCharacters(text: string): BadCharacter[] {
  const found: BadCharacter[] = [];
  let place = 0;
  for (const character of withoutFlagTags(text)) {
    place++;
    const kind = describe(character);
    if (kind === null) continue;
    const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
    found.push({ name: `U+${code} (${kind})`, place });
  }
  return found;
}

/** A text in which the tags of flags are as many plain characters, so that every place stays the same. */
function withoutFlagTags(text: string): string {
  return text.replace(flagTags, (_, flag: string, tags: string) => flag + "-".repeat([...tags].length));
}

/** Why a character (one code point) may not stand in an entry, or null. */
function describe(character: string): string | null {
  const code = character.codePointAt(0) as number;
  if (code === 0x09 || code === 0x0a) return null;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return "control character";
  if (code >= 0xd800 && code <= 0xdfff) return "lone surrogate";
  if (code >= 0xe0000 && code <= 0xe007f) return "invisible tag character";
  return bidiNames[code - 0x202a] ?? null;
}

/**
 * A User-Agent fit to be shown: what may not stand in an entry is dropped, runs of white space become one space, and it
 * is cut.
 */
export function cleanUserAgent(header: string | null): string {
  const shown = [...(header ?? "").replace(/\s+/gu, " ").trim()].filter((character) => describe(character) === null);
  return shown.slice(0, userAgentLimit).join("").trim();
}
