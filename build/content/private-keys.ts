import { beginningOf } from "../lib/file-system.ts";

// Private keys in files whose names do not say so: signatures and public keys end in `.asc` and
// `.gpg` as well.

/** Of so many bytes of a file the beginning is searched; an encrypted archive may be large. */
const mostSearched = 1_000_000;

/**
 * Whether a file has an ending of OpenPGP and a private key in it, as text or in binary.
 * @param absolute Its path.
 */
export function holdsPrivateKey(absolute: string): boolean {
  if (!/\.(?:asc|gpg|pgp)$/i.test(absolute)) return false;
  const bytes = beginningOf(absolute, mostSearched);
  return /-----BEGIN [A-Z ]*PRIVATE KEY/.test(bytes.toString("latin1")) || hasSecretPacket(bytes);
}

/** Whether a secret key (tag 5) or a part of one (tag 7) is among packets (RFC 9580, section 4). */
function hasSecretPacket(bytes: Buffer): boolean {
  let position = 0;
  while (position + 6 <= bytes.length) {
    const first = bytes.readUInt8(position);
    if ((first & 0x80) === 0) return false;
    const isNew = (first & 0x40) !== 0;
    const tag = isNew ? first & 0x3f : (first >> 2) & 0x0f;
    if (tag === 5 || tag === 7) return true;
    const length = isNew ? newLength(bytes, position) : oldLength(bytes, position, first & 3);
    if (length === undefined) return false;
    position += length;
  }
  return false;
}

/** Bytes of a packet with its header; undefined where it is in parts, which no key is. */
function newLength(bytes: Buffer, position: number): number | undefined {
  const one = bytes.readUInt8(position + 1);
  if (one < 192) return 2 + one;
  if (one < 224) return 3 + ((one - 192) << 8) + bytes.readUInt8(position + 2) + 192;
  return one === 255 ? 6 + bytes.readUInt32BE(position + 2) : undefined;
}

/** The same for packets of the older form, whose length has 1, 2 or 4 bytes, or is not given. */
function oldLength(bytes: Buffer, position: number, kind: number): number | undefined {
  const size = [1, 2, 4][kind];
  return size === undefined ? undefined : 1 + size + bytes.readUIntBE(position + 1, size);
}
