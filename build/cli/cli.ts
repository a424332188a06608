import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { explain } from "../server/explain.ts";

/** Values of a command line: text for options that take one, true for switches that were given. */
export type Arguments<Options extends ParseArgsOptionsConfig> = {
  [Name in keyof Options]?: Options[Name]["type"] extends "boolean" ? boolean : string;
};

/**
 * Reads `--name=value` and `--switch`.
 * @param usage One line that shows what may be given.
 * @throws Error of one line naming the option that is wrong, with the usage.
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  argv: readonly string[],
  options: Options,
  usage: string,
): Arguments<Options> {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values as Arguments<Options>;
  } catch (error) {
    const [first = ""] = (error as Error).message.split(/\.\s/);
    throw new Error(`${first.replace(/\.$/, "")}.\nUsage: ${usage}`);
  }
}

/**
 * Prints the usage if it is asked for, on standard output because it is an answer and no complaint.
 * @returns true if it was asked for: nothing else is to be done then.
 */
export function showedHelp(argv: readonly string[], usage: string): boolean {
  const asked = argv.includes("--help") || argv.includes("-h");
  if (asked) console.log(`Usage: ${usage}`);
  return asked;
}

/** A port from a command line. @throws Error of one line if it is none. */
export function readPort(value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new Error(`--port=${value}: expected a number from 0 to 65535.`);
  return Number(value);
}

/** Runs a command; what it throws is explained on standard error, and the process ends with 1. */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(explain(error));
    // Not process.exitCode: watchers and servers that were started before the failure would keep the process alive.
    process.exit(1);
  }
}

/** Resolves when the process is asked to end (Ctrl-C, `kill`), or when the process that started it with a channel is gone. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.once(event, () => resolve());
  });
}
