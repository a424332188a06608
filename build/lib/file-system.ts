import * as fs from "node:fs";
import { dirname } from "node:path";
import { byteLengthOf, type Content, digestOf } from "./bytes.ts";
import { getOrInsert } from "./once.ts";

/**
 * Identifies the state of a file by its times in nanoseconds, size and inode. The change time
 * (`ctime`) is included because tools can set back the modification time, but not the change time.
 */
export function stampOf(file: string): string {
  const { mtimeNs, ctimeNs, size, ino } = fs.statSync(file, { bigint: true });
  return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
}

/** The bytes of a file, which may be large, in chunks that are valid until the next is read. */
export function* bytesOfFile(file: string, chunkSize = 65_536): Generator<Buffer> {
  const descriptor = fs.openSync(file, "r");
  const chunk = Buffer.allocUnsafe(Math.min(chunkSize, fs.fstatSync(descriptor).size + 1));
  try {
    for (let length: number; (length = fs.readSync(descriptor, chunk)) > 0; )
      yield chunk.subarray(0, length);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The most pieces that a system takes in one call. */
const mostPieces = 1024;

/** Writes a file. Pieces are not joined before, which for a large site takes memory and time. */
export function writeContent(file: string, content: Content): void {
  if (typeof content === "string" || content instanceof Uint8Array)
    return fs.writeFileSync(file, content);
  const descriptor = fs.openSync(file, "w");
  try {
    for (let at = 0; at < content.length; at += mostPieces) {
      const pieces = content.slice(at, at + mostPieces);
      const written = fs.writevSync(descriptor, pieces);
      // On a full disk the call writes a part, and the next one throws.
      if (written < byteLengthOf(pieces))
        fs.writeFileSync(descriptor, Buffer.concat(pieces).subarray(written));
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/** A function of a file whose value is computed once for each state of the file. */
export function memoizeFile<Value>(compute: (file: string) => Value): (file: string) => Value {
  const known = new Map<string, Value>();
  return (file) => getOrInsert(known, `${file} ${stampOf(file)}`, () => compute(file));
}

/** Lower-case hex SHA-256 of the bytes of a file. */
export const digestOfFile = memoizeFile((file) => digestOf(bytesOfFile(file)));

/** The first bytes of a file, at most `length`. */
export function beginningOf(file: string, length: number): Buffer {
  const [beginning = Buffer.alloc(0)] = bytesOfFile(file, length);
  return beginning;
}

/** The state of the file, folder or link at a path; undefined if none can be reached there. */
export function entryAt(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Makes a folder and its missing parents. Not with `recursive`, because then Node never returns if
 * an existing folder takes no new ones, as in `/proc`.
 * @returns the outermost new folder, if there is one
 */
export function makeFolder(folder: string): string | undefined {
  if (fs.existsSync(folder)) return undefined;
  const outermost = makeFolder(dirname(folder));
  fs.mkdirSync(folder);
  return outermost ?? folder;
}
