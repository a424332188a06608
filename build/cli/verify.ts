import { refuseTo, reportInWords } from "../verify/report.ts";
import { verify } from "../verify/verify.ts";
import { flag, readArguments, run, siteOrigin } from "./arguments.ts";

const usage = `npm run verify -- URL [--write]
  --write    signs the guestbook once, to see that entries are kept
Ends with 0 if every check holds, 1 if one does not, 2 if there was nothing to check.`;

await run(async (argv) => {
  const { write = false, positionals } = readArguments(argv, { write: flag }, usage, true);
  const report = await verify(siteOrigin(positionals, usage), { write }).catch(refuseTo("check"));
  process.stdout.write(reportInWords(report));
  process.exitCode = report.holds ? 0 : 1;
}, 2);
