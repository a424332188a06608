import { delimiter, resolve, sep } from "node:path";
import { expect, test } from "vitest";
import { run, say } from "./judge.ts";

const project = resolve(import.meta.dirname, "../../..");

/** The machine's own programs, without those that the project's install brings along. */
const machine = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes(`${sep}node_modules${sep}`))
  .join(delimiter);

test("an install with the machine's own Node warns of nothing", async () => {
  // npm_… variables of the script that runs this would stand before the project's own .npmrc.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
  );
  const options = { cwd: project, env: { ...env, PATH: machine } };
  const { stdout: version } = await run("node", ["--version"], options);
  const { status, stdout, stderr } = await run("npm", ["ci", "--dry-run"], options);
  say(
    "npm ci",
    `${(stdout + stderr).match(/^npm warn/gm)?.length ?? 0} warnings with Node ${version.trim()}`,
  );
  expect([status, stderr]).toEqual([0, ""]);
});
