import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname } from "node:path";

/**
 * Identifies the state of a file by its times in nanoseconds, size and inode. The change time
 * (`ctime`) is included because tools can set the modification time back, but not that.
 */
export function stampOf(file: string): string {
  const { mtimeNs, ctimeNs, size, ino } = fs.statSync(file, { bigint: true });
  return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
}

/**
 * The bytes of a file, which may be large, in chunks. Each is valid until the next one is asked
 * for.
 * @param most Bytes of a chunk, at most.
 */
export function* bytesOfFile(file: string, most = 65_536): Generator<Buffer> {
  const descriptor = fs.openSync(file, "r");
  const chunk = Buffer.allocUnsafe(Math.min(most, fs.fstatSync(descriptor).size + 1));
  try {
    for (let length: number; (length = fs.readSync(descriptor, chunk)) > 0; )
      yield chunk.subarray(0, length);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Digests of files by their paths and states, for as long as a server runs. */
const knownDigests = new Map<string, string>();

/** Lower-case hex SHA-256 of the bytes of a file. */
export function digestOfFile(file: string): string {
  const state = `${file} ${stampOf(file)}`;
  let digest = knownDigests.get(state);
  if (digest === undefined) {
    const hash = createHash("sha256");
    for (const chunk of bytesOfFile(file)) hash.update(chunk);
    knownDigests.set(state, (digest = hash.digest("hex")));
  }
  return digest;
}

/** The first bytes of a file, at most `length`. */
export function beginningOf(file: string, length: number): Buffer {
  const [beginning = Buffer.alloc(0)] = bytesOfFile(file, length);
  return beginning;
}

/** What is at a path; undefined where nothing is, or where one of its folders is a file. */
export function entryAt(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Makes a folder and those around it. Not with `recursive`: Node tries for ever where a folder
 * exists and none can be made in it, as in `/proc`.
 * @returns the outermost folder that is new, if there is one.
 */
export function makeFolder(folder: string): string | undefined {
  if (fs.existsSync(folder)) return undefined;
  const outermost = makeFolder(dirname(folder));
  fs.mkdirSync(folder);
  return outermost ?? folder;
}
