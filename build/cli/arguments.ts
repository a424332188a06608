import { writeFileSync } from "node:fs";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { explain } from "../content/diagnostics.ts";
import { byPlace, describeFaults, type Fault } from "../content/fault.ts";

/** The two kinds of option: one that takes a value, and one that is given or not. */
export const withValue = { type: "string" } as const;
export const flag = { type: "boolean" } as const;

/** Values of a command line: text for options that take a value, true for switches that were given. */
type Arguments<Options extends ParseArgsOptionsConfig> = {
  [Name in keyof Options]?: Options[Name]["type"] extends "boolean" ? boolean : string;
};

/**
 * Reads `--name=value`, `--name value` and `--switch`.
 * @param usage One line that shows what may be given.
 * @throws Error of one line naming what is wrong, with the usage.
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  argv: readonly string[],
  options: Options,
  usage: string,
): Arguments<Options> {
  return readCommandLine(argv, options, usage, false).values;
}

/** Reads options as `readArguments` does, and the words beside them: names of commands, titles, files. */
export function readCommandLine<Options extends ParseArgsOptionsConfig>(
  argv: readonly string[],
  options: Options,
  usage: string,
  allowPositionals = true,
): { values: Arguments<Options>; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, strict: true, allowPositionals });
    for (const [name, value] of Object.entries(values))
      if (value === "") throw new Error(`Option '--${name}' has no value`);
    return { values: values as Arguments<Options>, positionals };
  } catch (error) {
    const [first = ""] = (error as Error).message.split(/\.\s/);
    throw new Error(`${first.replace(/\.$/, "")}.\nUsage: ${usage}`);
  }
}

/**
 * Prints the usage if it is asked for, on standard output because it is an answer, not an error.
 * @returns true if it was asked for; the command then does nothing else.
 */
export function showedHelp(argv: readonly string[], usage: string): boolean {
  const asked = argv.includes("--help") || argv.includes("-h");
  if (asked) console.log(`Usage: ${usage}`);
  return asked;
}

/**
 * What `--faults=FILE` does with the faults of a build: writes them to the file, in the order of their places,
 * and after them each warning that is too long for a terminal, or empties it where there are none.
 * @param file Undefined where no list is asked for.
 */
export function faultList(file: string | undefined): (faults: readonly Fault[], warnings?: readonly string[]) => void {
  if (file === undefined) return () => {};
  return (faults, warnings = []) => {
    const parts = [...(faults.length === 0 ? [] : [describeFaults([...faults].sort(byPlace))]), ...warnings];
    writeFileSync(file, parts.map((part) => `${part}\n`).join("\n"));
  };
}

/**
 * Runs the command of this process with the arguments it was given; what the command throws is explained on standard
 * error, and the process ends with 1.
 */
export async function run(command: (argv: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    console.error(explain(error));
    // Not process.exitCode: watchers and servers that were started before the failure would keep the process alive.
    process.exit(1);
  }
}
