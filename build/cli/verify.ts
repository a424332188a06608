import { parseArgs } from "node:util";
import { NoAnswer } from "../verify/client.ts";
import { reportInJson, reportInWords, safe } from "../verify/report.ts";
import { verify } from "../verify/verify.ts";

const usage = `npm run verify -- URL [--json] [--write] [--timeout=SECONDS]
  --json     the report for programs
  --write    signs the guestbook once, to see that entries are kept
  --timeout  how long one answer may take (20)
Ends with 0 if every check holds, 1 if one does not, 2 if there was nothing to check.`;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const asked = read(argv);
  if ("help" in asked) {
    process.stdout.write(`Usage: ${usage}\n`);
    return 0;
  }
  if ("wrong" in asked) return complain(`${asked.wrong}\nUsage: ${usage}`);
  const { origin, json, write, timeout } = asked;
  try {
    const report = await verify(origin, { write, limits: timeout === null ? {} : { timeout }, progress: showProgress });
    hideProgress();
    process.stdout.write(json ? reportInJson(report) : reportInWords(report));
    return report.holds ? 0 : 1;
  } catch (error) {
    hideProgress();
    if (!(error instanceof NoAnswer)) throw error;
    if (json) process.stdout.write(`${JSON.stringify({ url: origin, holds: null, error: error.message }, null, 2)}\n`);
    return complain(`There is nothing to check at ${origin}.\n${safe(error.message)}`);
  }
}

type Asked =
  | { origin: string; json: boolean; write: boolean; timeout: number | null }
  | { wrong: string }
  | { help: true };

function read(argv: readonly string[]): Asked {
  try {
    const options = {
      json: { type: "boolean" },
      write: { type: "boolean" },
      timeout: { type: "string" },
      help: { type: "boolean" },
    } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    if (values.help === true) return { help: true };
    const [address, ...rest] = positionals;
    if (address === undefined || rest.length > 0) return { wrong: "Name one address: the site to check." };
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
      return { wrong: `${address} is not an address that begins with https:// or http://.` };
    if (url.pathname !== "/" || url.search !== "" || url.username !== "")
      return { wrong: `Give the address of the whole site: ${url.origin}` };
    if (values.timeout !== undefined && !/^[1-9]\d{0,3}$/.test(values.timeout))
      return { wrong: `--timeout=${values.timeout}: expected a number of seconds.` };
    return {
      origin: url.origin,
      json: values.json ?? false,
      write: values.write ?? false,
      timeout: values.timeout === undefined ? null : Number(values.timeout) * 1000,
    };
  } catch (error) {
    return { wrong: (error as Error).message };
  }
}

function complain(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

/** One line that keeps changing, for people who wait; nothing where nobody does. */
function showProgress(done: number, of: number, title: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done + 1}/${of} ${title} …`);
}

function hideProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
}
