import { existsSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { entryAt } from "./file-system.ts";

/** SQLite's code for a locked file. */
const busy = 5;

/**
 * Creates and locks a file. It uses the operating system's lock, which Node offers only through
 * SQLite: the lock ends with the process, however it ends, and holds in all containers that share
 * the folder. (A process id is not enough: after a restart, or in another container, it is another
 * process's.) On a file system without locks nothing is locked.
 * @returns a function that ends the lock and removes the file; undefined if it is locked already
 */
export function lockFile(file: string): (() => void) | undefined {
  for (;;) {
    // SQLite could create the file, but does not say why it fails, and locks only its own format.
    if (entryAt(file)?.size !== 0) writeFileSync(file, "");
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(file);
      // The journal is in memory, so that it does not become a second file.
      database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    } catch (error) {
      if ((error as { errcode?: number }).errcode === busy) {
        database?.close();
        return undefined;
      }
    }
    // If the file is gone, the process that had the lock until now removed it: try again.
    if (existsSync(file))
      return () => {
        try {
          rmSync(file, { force: true });
        } catch {
          // Windows does not remove an open file; the next lock uses it again.
        }
        database?.close();
      };
    database?.close();
  }
}
