import { isUtf8 } from "node:buffer";
import { bodyLimit, checkSignature, type RequestFault, sentence } from "./entry.ts";
import { Refusal } from "./http.ts";
import { isPosition } from "./keys.ts";

/**
 * The longest form body that is read, in bytes as sent: longer than allowed, so that a text that is
 * too long can be given back.
 */
const formReadLimit = 256 * 1024;

/**
 * Reads a JSON body, decoded strictly: `Request.json()` would silently replace ill-formed bytes.
 * @throws Refusal if it has another media type, is too large, or is not JSON in UTF-8.
 */
export async function readJson(request: Request): Promise<unknown> {
  checkType(request, "application/json");
  const bytes = await readBytes(request, bodyLimit);
  const tooLarge = `The body is too large: all of it together may have ${bodyLimit} bytes.`;
  if (bytes === null) throw new Refusal("too-large", { detail: tooLarge });
  if (!isUtf8(bytes))
    throw malformed(`The body is not UTF-8: byte ${placeOfIllFormed(bytes)} is out of place.`);
  const text = decode(bytes);
  if (text.startsWith("\uFEFF"))
    throw malformed("The body begins with U+FEFF (byte order mark), which JSON does not allow.");
  if (text.trim() === "")
    throw malformed("The body is empty; it must be a JSON object with a `message`.");
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message is not passed on, because it quotes the request.
    throw malformed("The body is not valid JSON.");
  }
}

/**
 * Reads a body of `application/x-www-form-urlencoded`. Of a refused body it reads as much as it
 * can, so that no text is lost. The first of repeated fields counts.
 * @returns `value` has the fields as members, with U+FFFD in place of ill-formed bytes. `refusal`
 * is why the body is refused, or null.
 * @throws Refusal if nothing of it can be read.
 */
export async function readForm(
  request: Request,
): Promise<{ value: Record<string, string>; refusal: Refusal | null }> {
  checkType(request, "application/x-www-form-urlencoded");
  const bytes = await readBytes(request, formReadLimit);
  const tooLong = sentence("body_too_long", { bytes: bodyLimit });
  if (bytes === null) throw new Refusal("too-large", tooLong);
  const value = Object.fromEntries([...new URLSearchParams(decode(bytes))].reverse());
  const decoded = percentDecoded(bytes);
  const isTooLong = decoded.byteLength > bodyLimit;
  const faults: RequestFault[] = [];
  if (isTooLong) faults.push(tooLong);
  if (!isUtf8(bytes) || !isUtf8(decoded)) faults.push(sentence("not_utf8"));
  if (faults.length === 0) return { value, refusal: null };
  faults.push(...(checkSignature(value).faults ?? []));
  return { value, refusal: new Refusal(isTooLong ? "too-large" : "malformed-request", { faults }) };
}

/** The bytes of a percent-encoded body. */
function percentDecoded(bytes: Buffer): Buffer {
  const decoded = bytes
    .toString("latin1")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(decoded, "latin1");
}

/**
 * Makes sure that a body has the expected media type, in UTF-8, and is neither compressed nor
 * otherwise encoded, because a few bytes could become very many.
 * @throws Refusal
 */
function checkType({ headers }: Request, expected: string): void {
  const type = headers.get("content-type") ?? "";
  const isOtherCharset = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(;|$))/i.test(type);
  const isExpected = type.split(";")[0]?.trim().toLowerCase() === expected && !isOtherCharset;
  const encoding = (headers.get("content-encoding") ?? "").trim().toLowerCase();
  if (isExpected && ["", "identity"].includes(encoding)) return;
  throw new Refusal("unsupported-media-type", {
    detail: `Send the body as it is, as \`${expected}\` in UTF-8, without a Content-Encoding.`,
    // `Accept-Encoding` in an answer lists the encodings that a request may have (RFC 9110, section
    // 12.5.3).
    headers: { "accept-post": expected, "accept-encoding": "identity" },
  });
}

/**
 * Reads a body; null if it has more bytes than the limit.
 * @throws Refusal if it ends too early: nobody will get the answer, but the log must not call it a
 * bug.
 */
async function readBytes(request: Request, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      // Leaving the loop cancels the stream.
      if (length > limit) return null;
      chunks.push(chunk);
    }
  } catch {
    throw malformed("The body ended before it was complete.");
  }
  return Buffer.concat(chunks);
}

/** Decodes UTF-8, with U+FFFD for ill-formed bytes, and keeps a byte order mark. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The place, from 1, of the first byte that makes a text ill-formed. */
function placeOfIllFormed(bytes: Uint8Array): number {
  const replaced = Buffer.from(decode(bytes));
  let at = replaced.findIndex((byte, index) => byte !== bytes[index]);
  // The first difference is within the U+FFFD for the ill-formed byte: back to its beginning.
  while (((replaced[at] ?? 0) & 0xc0) === 0x80) at--;
  return at + 1;
}

function malformed(detail: string): Refusal {
  return new Refusal("malformed-request", { faults: [{ detail }] });
}

/**
 * The greatest `limit` that a query may name; no answer has more entries than `answerLimits` allow.
 */
export const queryLimit = 999_999;

/**
 * Checks a query: the entry to begin with, `from`, and how many entries, `limit`.
 * @returns a fault for each parameter that the guestbook does not understand
 */
export function queryFaults(query: URLSearchParams): RequestFault[] {
  const from = query.get("from");
  const limit = query.get("limit");
  const faults: RequestFault[] = [];
  if (from !== null && !isPosition(from)) faults.push({ parameter: "from", ...sentence("from") });
  const detail = `\`limit\` must be a whole number from 1 to ${queryLimit}.`;
  if (limit !== null && (!/^[1-9]\d*$/.test(limit) || Number(limit) > queryLimit))
    faults.push({ parameter: "limit", detail });
  return faults;
}
