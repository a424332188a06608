const reasons: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the disk",
  ENOTDIR: "a file is where a folder should be",
  EEXIST: "a file is where a folder should be",
  EISDIR: "a folder is where a file should be",
  ENOENT: "not found",
};

/**
 * The text to print for an error: one line for an error of the operating system, the message of an
 * error that this software threw, and the stack of any other, such as a TypeError, which is a bug.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { path, syscall } = error as NodeJS.ErrnoException;
  const reason = reasonOf(error);
  if (reason !== undefined) return `${path ?? syscall}: ${reason}.`;
  return ["Faults", "Error"].includes(error.name) ? error.message : (error.stack ?? error.message);
}

/** Why the operating system refused something, in words; undefined for any other error. */
export function reasonOf(error: Error): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === undefined || syscall === undefined ? undefined : (reasons[code] ?? error.message);
}
