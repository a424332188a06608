import { beginningOf } from "../lib/file-system.ts";

// Private keys that a file's name does not reveal: `.asc` and `.gpg` are also endings of signatures
// and public keys.

/** How many bytes of a file are searched, from its beginning: an encrypted archive may be large. */
const mostSearched = 1_000_000;

/**
 * Whether a file has an OpenPGP ending and contains a private key, as text or in binary.
 * @param absolute Its path.
 */
export function holdsPrivateKey(absolute: string): boolean {
  if (!/\.(?:asc|gpg|pgp)$/i.test(absolute)) return false;
  const bytes = beginningOf(absolute, mostSearched);
  return /-----BEGIN [A-Z ]*PRIVATE KEY/.test(bytes.toString("latin1")) || hasSecretPacket(bytes);
}

/** Whether a secret key (tag 5) or secret subkey (tag 7) is among packets (RFC 9580, section 4). */
function hasSecretPacket(bytes: Buffer): boolean {
  for (let at = 0; at + 6 <= bytes.length; ) {
    const [first = 0, one = 0, two = 0] = bytes.subarray(at);
    if (first < 0x80) return false;
    const isNew = first >= 0xc0;
    const tag = isNew ? first & 0x3f : (first >> 2) & 0x0f;
    if (tag === 5 || tag === 7) return true;
    // In the older format the length takes 1, 2 or 4 bytes. Keys never have indeterminate or
    // partial lengths.
    const size = isNew ? undefined : [1, 2, 4][first & 3];
    if (size !== undefined) at += 1 + size + bytes.readUIntBE(at + 1, size);
    else if (isNew && one < 192) at += 2 + one;
    else if (isNew && one < 224) at += 3 + ((one - 192) << 8) + two + 192;
    else if (isNew && one === 255) at += 6 + bytes.readUInt32BE(at + 2);
    else return false;
  }
  return false;
}
