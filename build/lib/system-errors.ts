import { readTable } from "./yaml.ts";

const reasons = readTable<Record<string, string>>(import.meta.dirname, "system-errors.yaml");

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
