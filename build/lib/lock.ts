import { existsSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { entryAt } from "./file-system.ts";

/** The code of SQLite for a file that is locked. */
const busy = 5;

/**
 * Locks a file, and makes it for that. The lock is one of the operating system, which Node gives
 * only to its SQLite: it ends with the process, however that ends, and counts in every container
 * that has the folder. (The number of a process says too little: after a restart, or in another
 * container, another process has it.) Where the file system knows no locks, nothing is locked.
 * @returns Ends the lock and removes the file, once; undefined if the file is locked already.
 */
export function lockFile(file: string): (() => void) | undefined {
  for (;;) {
    // SQLite would make it too, but does not say why it cannot. It locks no file of another kind.
    if (entryAt(file)?.size !== 0) writeFileSync(file, "");
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(file);
      // Its journal is kept in memory, or it would be a second file.
      database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    } catch (error) {
      if ((error as { errcode?: number }).errcode === busy) {
        database?.close();
        return undefined;
      }
    }
    // Or it was removed by the process that had it until now.
    if (existsSync(file))
      return () => {
        try {
          rmSync(file, { force: true });
        } catch {
          // Windows keeps a file that is open. The next lock takes the same one.
        }
        database?.close();
      };
    database?.close();
  }
}
