import { hash } from "node:crypto";

/** Bytes in pieces, such as the lines of a corpus, which exist already when it is made. */
export type Pieces = readonly Uint8Array[];

/** The content of a file: text, written as UTF-8, or bytes. */
export type Content = string | Uint8Array | Pieces;

// Buffers of less than half of this size share their memory. To make thousands of a few kilobytes
// each then takes a fifth of the time.
Buffer.poolSize = 65_536;

/** The size of content in bytes, of text as UTF-8. */
export function byteLengthOf(content: Content): number {
  return [content].flat().reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
}

/** The content in one piece, as it is written. */
export function bytesOf(content: Content): string | Uint8Array {
  return typeof content === "string" || content instanceof Uint8Array
    ? content
    : Buffer.concat(content);
}

/** Lower-case hex SHA-256 of the content's bytes. */
export function digestOf(content: Content): string {
  return sha256(bytesOf(content));
}

/**
 * Lower-case hex SHA-256 of a text's UTF-8 bytes, or of bytes. One call of `hash` is twice as fast
 * for many small texts as a hash object for each.
 */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content);
}
