/** Names of errors whose message alone is shown; the pipeline itself throws no others. */
const withFullMessage = new Set(["Faults", "Error"]);

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
 * The text to print for an error: one line for an error of the operating system, the message of an error that the
 * pipeline threw, and the whole stack of any other (a TypeError, say), because that is a bug of the pipeline itself.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return `${path ?? syscall}: ${reasons[code] ?? error.message}.`;
  return withFullMessage.has(error.name) ? error.message : (error.stack ?? error.message);
}
