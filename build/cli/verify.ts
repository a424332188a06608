import { NoAnswer } from "../verify/answer.ts";
import { reportInWords, safe } from "../verify/report.ts";
import { verify } from "../verify/verify.ts";
import { flag, readArguments, showedHelp } from "./arguments.ts";

const usage = `npm run verify -- URL [--json] [--write]
  --json     the report for programs
  --write    signs the guestbook once, to see that entries are kept
Ends with 0 if every check holds, 1 if one does not, 2 if there was nothing to check.`;

type Stream = Pick<NodeJS.WriteStream, "write">;

/** Checks the site that the arguments name. @returns the code with which the process ends. */
export async function main(
  argv: readonly string[],
  { stdout, stderr }: Record<"stdout" | "stderr", Stream> = process,
): Promise<number> {
  if (showedHelp(argv, usage)) return 0;
  let request: ReturnType<typeof read>;
  try {
    request = read(argv);
  } catch (error) {
    return complain(stderr, (error as Error).message);
  }
  const { origin, json, write } = request;
  try {
    const report = await verify(origin, { write });
    stdout.write(json ? inJson(report) : reportInWords(report));
    return report.holds ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (json) stdout.write(inJson({ url: origin, holds: null, error: error.message }));
    return complain(stderr, `There is nothing to check at ${origin}.\n${safe(error.message)}`);
  }
}

/** @throws Error naming what is wrong, with the usage. */
function read(argv: readonly string[]) {
  const options = { json: flag, write: flag };
  const given = readArguments(argv, options, usage, true);
  const { json = false, write = false } = given;
  const [address, ...rest] = given.positionals;
  const wrong = (what: string) => new Error(`${what}\nUsage: ${usage}`);
  if (address === undefined || rest.length > 0) throw wrong("Name one address: the site to check.");
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrong(`${address} is not an address that begins with https:// or http://.`);
  if (url.pathname !== "/" || url.search !== "" || url.username !== "")
    throw wrong(`Give the address of the whole site: ${url.origin}`);
  return { origin: url.origin, json, write };
}

const inJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

function complain(stderr: Stream, message: string): number {
  stderr.write(`${message}\n`);
  return 2;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
