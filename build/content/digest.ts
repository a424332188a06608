import { hash } from "node:crypto";

/** Lower-case hex SHA-256 of a text's UTF-8 bytes, or of bytes. In one call, which for many small texts is twice as fast as a hash object each. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content);
}
