import { createHash } from "node:crypto";

/** Lower-case hex SHA-256 of a text's UTF-8 bytes, or of bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
