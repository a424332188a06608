/** Errors whose message is written for the person at the terminal and says all there is to say; the pipeline throws no other kinds itself. */
const written = new Set(["Faults", "Error"]);

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
 * What to print for an error: one line for what the system refused, the message alone where it was written for people,
 * and the whole stack for anything else (a TypeError, say), because that is a fault of the pipeline itself.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return `${path ?? syscall}: ${reasons[code] ?? error.message}.`;
  return written.has(error.name) ? error.message : (error.stack ?? error.message);
}
