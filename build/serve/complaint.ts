/** Errors whose message is written for the person at the terminal and says all there is to say. */
const plainNames = new Set(["Faults", "Complaint"]);

/** An error that is the user's to mend: a wrong option, a missing folder, a busy port. Its message is one clear line. */
export function complaint(message: string): Error {
  const error = new Error(message);
  error.name = "Complaint";
  return error;
}

const reasons: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the disk",
  ENOTDIR: "a file stands where a folder should",
  EEXIST: "a file stands where a folder should",
  EISDIR: "a folder stands where a file should",
  ENOENT: "not found",
  EADDRINUSE: "already in use",
};

/**
 * What to print for an error: the message alone where it was written for people, one line for what the system refused,
 * and the whole stack for anything else, because that is a fault of the pipeline itself.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (plainNames.has(error.name)) return error.message;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return `${path ?? syscall}: ${reasons[code] ?? error.message}.`;
  return error.stack ?? error.message;
}
