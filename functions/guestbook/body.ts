import { bodyLimit } from "./limits.ts";

/** A body that could not be read, and why. */
type BodyFault = { kind: "too_large" } | { kind: "malformed"; detail: string };
export type Parsed = { value: unknown; fault?: undefined } | { value?: undefined; fault: BodyFault };

/** Why the media type of a request is not the expected one in UTF-8, or null if it is. */
export function hasMediaType(request: Request, expected: string): boolean {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  if (type.trim() !== expected) return false;
  return parameters.every((parameter) => {
    const [name = "", value = ""] = parameter.split("=");
    return name.trim() !== "charset" || /^"?utf-?8"?$/.test(value.trim());
  });
}

/** Whether a body comes compressed or encoded otherwise. None is undone here: a few bytes could become very many. */
export function isEncoded(request: Request): boolean {
  return !["", "identity"].includes((request.headers.get("content-encoding") ?? "").trim().toLowerCase());
}

/**
 * What is said to such a body. `Accept-Encoding` in an answer tells what a request may have (RFC 9110, section 12.5.3).
 */
export function encodedProblem(expected: string): { detail: string; headers: Record<string, string> } {
  return {
    detail: `Send the body as it is, as ${expected} in UTF-8, without a Content-Encoding: nothing is unpacked here.`,
    headers: { "accept-post": expected, "accept-encoding": "identity" },
  };
}

/**
 * Reads a body, giving up as soon as it is longer than the limit.
 * @param limit In bytes.
 * @returns null if it was too long.
 */
async function readBody(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return null;
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a JSON body, decoded strictly: `Request.json()` would replace ill-formed bytes without a word. */
export async function readJson(request: Request): Promise<Parsed> {
  const bytes = await readBody(request, bodyLimit);
  if (bytes === null) return { fault: { kind: "too_large" } };
  const text = decode(bytes);
  if (text === null) return malformed(`The body is not UTF-8: byte ${invalidByte(bytes)} is out of place.`);
  if (text.startsWith("\uFEFF"))
    return malformed("The body begins with U+FEFF (byte order mark), which JSON does not allow.");
  if (text.trim() === "") return malformed("The body is empty; it must be a JSON object with a `message`.");
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // The parser's own message quotes what was sent, so it stays here.
    return malformed("The body is not valid JSON.");
  }
}

/** Reads a body of `application/x-www-form-urlencoded`. A field given twice counts as it was given first. */
export async function readForm(request: Request): Promise<Parsed> {
  // Percent-encoding makes three bytes of one.
  const bytes = await readBody(request, 3 * bodyLimit);
  if (bytes === null) return { fault: { kind: "too_large" } };
  const value: Record<string, string> = Object.create(null) as Record<string, string>;
  let length = 0;
  for (const pair of Buffer.from(bytes).toString("latin1").split("&")) {
    const [name, text] = (
      pair.includes("=") ? [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] : [pair, ""]
    ).map(percentDecoded);
    length += pair === "" ? 0 : (name?.byteLength ?? 0) + (text?.byteLength ?? 0) + 2;
    if (length > bodyLimit) return { fault: { kind: "too_large" } };
    const [field, content] = [decode(name ?? new Uint8Array()), decode(text ?? new Uint8Array())];
    if (field === null || content === null) return malformed("The form is not encoded in UTF-8.");
    if (!(field in value)) value[field] = content;
  }
  return { value };
}

function percentDecoded(text: string): Uint8Array {
  const plain = text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(plain, "latin1");
}

/** Strict UTF-8, a byte order mark kept; null if the bytes are ill-formed. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The place, from 1, of the first byte that makes a text ill-formed. */
function invalidByte(bytes: Uint8Array): number {
  const whole = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // Whatever precedes the first replacement that is not in the bytes themselves is well formed, and encodes to its own
  // length.
  for (let at = whole.indexOf("\uFFFD"); at !== -1; at = whole.indexOf("\uFFFD", at + 1)) {
    const before = Buffer.byteLength(whole.slice(0, at));
    if (!(bytes[before] === 0xef && bytes[before + 1] === 0xbf && bytes[before + 2] === 0xbd)) return before + 1;
  }
  return bytes.byteLength;
}

function malformed(detail: string): Parsed {
  return { fault: { kind: "malformed", detail } };
}
