import { badCharacters, hasVisibleCharacter } from "./characters.ts";
import { fieldLimits, queryLimit, type Signature } from "./entry.ts";
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
