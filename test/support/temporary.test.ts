import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { folderNameOf, removeAbandoned } from "./abandoned-folders.ts";
import { temporaryFolder } from "./temporary.ts";

test("tests and the programs they start have the run's own folder for temporary files", () => {
  expect(basename(tmpdir())).toMatch(/^open-house-tests-\d+$/);
  expect(dirname(temporaryFolder())).toBe(tmpdir());
  const program = ["--print", "require('node:os').tmpdir()"];
  expect(execFileSync(process.execPath, program, { encoding: "utf8" }).trim()).toBe(tmpdir());
});

test("without a folder of the run's own nothing is made", () => {
  const program = `import { temporaryFolder } from ${JSON.stringify(new URL("temporary.ts", import.meta.url).href)};
    temporaryFolder();`;
  const elsewhere = join(temporaryFolder(), "elsewhere");
  mkdirSync(elsewhere);
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, TMPDIR: elsewhere, TEMP: elsewhere, TMP: elsewhere, NODE_COMPILE_CACHE: undefined },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("`globalSetup` must name test/support/global-setup.ts"),
  ]);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test("the folder of a process that is gone is removed, and nothing else is", () => {
  const parent = temporaryFolder();
  const { pid: gone } = spawnSync(process.execPath, ["--eval", ""]);
  const kept = [folderNameOf("run-", process.pid), `run-${gone}-kept`, `of-run-${gone}`, "run-", "run-0", "run--1"];
  for (const name of [folderNameOf("run-", gone), ...kept]) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, "file"), "");
  }
  removeAbandoned(parent, "run-");
  expect(readdirSync(parent).sort()).toEqual(kept.sort());
  expect(kept.filter((name) => !existsSync(join(parent, name, "file")))).toEqual([]);
});
