import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../support/temporary.ts";

const linter = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");

/** Nothing is sent to or fetched from anywhere: no telemetry, no look for a newer version. */
const offline = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/**
 * What Redocly's linter (its recommended rules) finds wrong with each of some OpenAPI descriptions, as `rule: message`.
 * Warnings count. All are judged in one run, for the linter takes a second to start.
 */
export async function openapiComplaints(descriptions: readonly string[]): Promise<string[][]> {
  const folder = temporaryFolder();
  const files = descriptions.map((description, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, description);
    return file;
  });
  const output = await run([linter, "lint", "--extends=recommended", "--format=json", ...files], folder);
  // It prints one JSON text for each file, indented, with nothing in between.
  const reports = JSON.parse(`[${output.replaceAll("\n}{\n", "\n},{\n")}]`) as Report[];
  if (reports.length !== files.length) throw new Error(`The linter judged ${reports.length} of ${files.length} files.`);
  return reports.map(({ problems }) => problems.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}

interface Report {
  problems: { ruleId: string; message: string }[];
}

/** The linter ends with 1 when it finds something; what it found is on standard output in either case. */
function run(command: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...command],
      { cwd, env: { ...process.env, ...offline }, maxBuffer: 1 << 24 },
      (error, stdout, stderr) => {
        if (stdout.trim() === "") reject(new Error(`The linter said nothing. ${stderr}`, { cause: error }));
        else resolve(stdout);
      },
    );
  });
}
