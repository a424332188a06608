import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { fixture, writeFiles } from "../support/fixture.ts";

const module = resolve(import.meta.dirname, "../../build/server/supervise.ts");

const main = `
import { supervise } from ${JSON.stringify(module)};
const { ended, stop } = supervise(process.argv[2], [], console.log);
process.on("SIGTERM", stop);
process.exit(await ended);
`;

/** A program that serves a word from a module, and asks to be replaced when that changes. */
const program = `
import { watchFile } from "node:fs";
import { join } from "node:path";
import { word } from "./word.ts";
process.send(word);
watchFile(join(import.meta.dirname, "word.ts"), { interval: 20 }, () => process.send(null));
`;

async function supervised(files: Record<string, string>) {
  const folder = await fixture({ "main.ts": main, ...files });
  const child = spawn(process.execPath, [join(folder, "main.ts"), join(folder, "program.ts")]);
  const ended = once(child, "exit") as Promise<[code: number | null]>;
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += String(chunk);
  });
  return { folder, child, ended, printed: () => printed };
}

test("changed code is loaded by a new process, each time, and a broken one is waited for", async () => {
  const { folder, child, ended, printed } = await supervised({
    "program.ts": program,
    "word.ts": 'export const word = "one";',
  });
  let expected = "";
  for (const [code, line] of [
    [null, "Open at one/ (Ctrl-C stops it)\n"],
    ['export const word = "two";', "Open at two/ (Ctrl-C stops it)\n"],
    ["export const word = ;", "The site from before is served. Waiting for a change in the code.\n"],
    ['export const word = "three";', "Open at three/ (Ctrl-C stops it)\n"],
  ] as const) {
    if (code !== null) await writeFiles(folder, { "word.ts": code });
    expected += line;
    expect(await eventually(printed, (text) => text === expected)).toBe(expected);
  }
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
});

/** As above, but the second process does not serve, and says so only when it is asked to end. */
const late = program.replace(
  "process.send(word);",
  `if (word !== "two") process.send(word);
process.on("SIGTERM", () => process.send(word, () => process.exit()));
console.log(word, "runs");`,
);

test("a process that is replaced before it serves does not end the one that serves", async () => {
  const { folder, printed } = await supervised({ "program.ts": late, "word.ts": 'export const word = "one";' });
  await eventually(printed, (text) => text.includes("one runs"));
  await writeFiles(folder, { "word.ts": 'export const word = "two";' });
  await eventually(printed, (text) => text.includes("two runs"));
  await writeFiles(folder, { "word.ts": 'export const word = "three";' });
  const served = (text: string) => text.split("\n").filter((line) => line.startsWith("Open at"));
  const lines = ["Open at one/ (Ctrl-C stops it)", "Open at three/ (Ctrl-C stops it)"];
  expect(served(await eventually(printed, (text) => served(text).length > 1))).toEqual(lines);
});

test("a program that fails before it serves ends the supervision with its status", async () => {
  const { ended } = await supervised({ "program.ts": "process.exit(3);" });
  expect((await ended)[0]).toBe(3);
});
