import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const linter = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");

/** Nothing is sent to or fetched from anywhere: no telemetry, no look for a newer version. */
const offline = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** What Redocly's linter (its recommended rules) finds wrong with an OpenAPI description, as `rule: message`. Warnings count. */
export async function openapiComplaints(description: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "open-house-openapi-"));
  try {
    const file = join(folder, "openapi.json");
    writeFileSync(file, description);
    const output = await run([linter, "lint", "--extends=recommended", "--format=json", file], folder);
    const { problems } = JSON.parse(output) as { problems: { ruleId: string; message: string }[] };
    return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
