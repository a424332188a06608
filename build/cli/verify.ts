import { NoAnswer } from "../verify/answer.ts";
import { beginning, reportInWords } from "../verify/report.ts";
import { verify } from "../verify/verify.ts";
import { flag, readArguments, showedHelp } from "./arguments.ts";

const usage = `npm run verify -- URL [--write]
  --write    signs the guestbook once, to see that entries are kept
Ends with 0 if every check holds, 1 if one does not, 2 if there was nothing to check.`;

/** Checks the site that the arguments name. @returns the code with which the process ends. */
async function main(argv: readonly string[]): Promise<number> {
  if (showedHelp(argv, usage)) return 0;
  try {
    const { origin, write } = readAddress(argv);
    const report = await verify(origin, { write });
    process.stdout.write(reportInWords(report));
    return report.holds ? 0 : 1;
  } catch (error) {
    const { message } = error as Error;
    console.error(
      error instanceof NoAnswer ? `There is nothing to check: ${beginning(message)}` : message,
    );
    return 2;
  }
}

/** @throws Error naming what is wrong, with the usage. */
function readAddress(argv: readonly string[]) {
  const { write = false, positionals } = readArguments(argv, { write: flag }, usage, true);
  const [address, ...rest] = positionals;
  const wrong = (what: string) => new Error(`${what}\nUsage: ${usage}`);
  if (address === undefined || rest.length > 0) throw wrong("Name one address: the site to check.");
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrong(`${address} is not an address that begins with https:// or http://.`);
  if (url.pathname !== "/" || url.search !== "" || url.username !== "")
    throw wrong(`Give the address of the whole site: ${url.origin}`);
  return { origin: url.origin, write };
}

process.exitCode = await main(process.argv.slice(2));
