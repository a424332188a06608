import { createHash, hash } from "node:crypto";
import { closeSync, openSync, writeFileSync } from "node:fs";

/**
 * Bytes in pieces, such as the lines of a corpus, so that a large document need not be joined in
 * memory.
 */
export type Pieces = readonly Uint8Array[];

/** The content of a file: text, written as UTF-8, or bytes. */
export type Content = string | Uint8Array | Pieces;

/** Most bytes that are joined, to be hashed or written at once. */
const chunkSize = 262_144;

// Buffers of less than half of this size share their memory. To make thousands of a few kilobytes
// each then takes a fifth of the time.
Buffer.poolSize = 65_536;

/** The size of content in bytes, of text as UTF-8. */
export function byteLengthOf(content: Content): number {
  if (typeof content === "string") return Buffer.byteLength(content);
  return content instanceof Uint8Array
    ? content.length
    : content.reduce((sum, { length }) => sum + length, 0);
}

/** Lower-case hex SHA-256 of the content's bytes. */
export function digestOf(content: Content): string {
  if (typeof content === "string" || content instanceof Uint8Array) return sha256(content);
  const hash = createHash("sha256");
  for (const chunk of chunksOf(content)) hash.update(chunk);
  return hash.digest("hex");
}

/** Writes a file, replacing an existing one. */
export function writeContent(target: string, content: Content): void {
  if (typeof content === "string" || content instanceof Uint8Array) {
    writeFileSync(target, content);
    return;
  }
  const file = openSync(target, "w");
  try {
    for (const chunk of chunksOf(content)) writeFileSync(file, chunk);
  } finally {
    closeSync(file);
  }
}

/** Joins pieces, of which there are thousands. A chunk is valid until the next one is asked for. */
function* chunksOf(pieces: Pieces): Generator<Uint8Array> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkSize, byteLengthOf(pieces)));
  let length = 0;
  for (const piece of pieces) {
    if (length + piece.length > chunk.length) {
      yield chunk.subarray(0, length);
      length = 0;
    }
    if (piece.length > chunk.length) yield piece;
    else {
      chunk.set(piece, length);
      length += piece.length;
    }
  }
  yield chunk.subarray(0, length);
}

/**
 * Lower-case hex SHA-256 of a text's UTF-8 bytes, or of bytes. One call of `hash` is twice as fast
 * for many small texts as a hash object for each.
 */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content);
}
