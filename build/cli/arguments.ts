import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { explain } from "../lib/system-errors.ts";

/** The two kinds of option: with a value, and without. */
export const withValue = { type: "string" } as const;
export const flag = { type: "boolean" } as const;

/** Thrown if the user asks for the usage, which is no error and goes to standard output. */
export class UsageAsked extends Error {}

/**
 * Reads `--name=value`, `--name value`, `--switch`, and words beside them: commands, titles, files.
 * @param usage One line that shows what may be given.
 * @throws UsageAsked for `--help` and `-h`; Error of one line naming what is wrong, with the usage.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  argv: readonly string[],
  options: Options,
  usage: string,
  allowPositionals = false,
) {
  if (argv.includes("--help") || argv.includes("-h")) throw new UsageAsked(`Usage: ${usage}`);
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals });
    for (const [name, value] of Object.entries(values))
      if (value === "") throw new Error(`Option '--${name}' has no value`);
    return { ...values, positionals: positionals as string[] };
  } catch (error) {
    const [first = ""] = (error as Error).message.split(/\.\s/);
    throw new Error(`${first.replace(/\.$/, "")}.\nUsage: ${usage}`);
  }
}

/**
 * The origin of the site that a command reads over the network.
 * @param positionals The words beside the options: one address.
 * @throws Error naming what is wrong, with the usage.
 */
export function siteOrigin(positionals: readonly string[], usage: string): string {
  const [address, ...rest] = positionals;
  const wrong = (what: string) => new Error(`${what}\nUsage: ${usage}`);
  if (address === undefined || rest.length > 0) throw wrong("Name one address: that of the site.");
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrong(`${address} is not an address that begins with https:// or http://.`);
  if (url.pathname !== "/" || url.search !== "" || url.username !== "")
    throw wrong(`Give the address of the whole site: ${url.origin}`);
  return url.origin;
}

/**
 * Runs the command of this process with its arguments. Prints the usage on request, and explains
 * any other error on standard error.
 * @param failure The exit code in that case.
 */
export async function run(command: (argv: readonly string[]) => Promise<void>, failure = 1) {
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    if (error instanceof UsageAsked) return console.log(error.message);
    console.error(explain(error));
    // Not process.exitCode: watchers and servers that were started would keep the process alive.
    process.exit(failure);
  }
}
