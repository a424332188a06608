import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * What Spectral finds wrong with an OpenAPI description by its ruleset `spectral:oas`, as `rule at/path: message`; warnings and hints count.
 * Needs the package `@stoplight/spectral-cli` of this folder.
 * @param description The description as JSON.
 */
export async function spectralComplaints(description: string): Promise<string[]> {
  const linter = createRequire(import.meta.url).resolve("@stoplight/spectral-cli/dist/index.js");
  const folder = await mkdtemp(join(tmpdir(), "open-house-spectral-"));
  try {
    await writeFile(join(folder, "openapi.json"), description);
    await writeFile(join(folder, "ruleset.yaml"), 'extends: ["spectral:oas"]\n');
    const output = await run(
      [linter, "lint", "--ruleset=ruleset.yaml", "--format=json", "--quiet", "openapi.json"],
      folder,
    );
    const found = JSON.parse(output) as { code: string; path: string[]; message: string }[];
    return found.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The linter ends with 1 when it finds something; what it found is on standard output in either case. */
function run(command: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...command], { cwd, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      if (stdout.trim() === "") reject(new Error(`The linter said nothing. ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}
