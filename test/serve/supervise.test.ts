import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderOf, putFiles } from "../build/folder.ts";
import { eventually } from "../support/eventually.ts";

const module = resolve(import.meta.dirname, "../../build/server/supervise.ts");

const main = `
import { supervise } from ${JSON.stringify(module)};
const { ended, stop } = supervise(process.argv[2], [], console.log);
process.on("SIGTERM", stop);
process.exit(await ended);
`;

/**
 * A program that serves a word from a module, and asks to be replaced when that changes. With the
 * word "late" it does not serve, and says that it does only when it is asked to end.
 */
const program = `
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { word } from "./word.ts";
const read = () => readFileSync(join(import.meta.dirname, "word.ts"), "utf8");
let known = read(); // before it prints anything, because the test then changes the file
console.log(word, "runs"); // before it is said to serve, so that the lines are in order
if (word !== "late") process.send(word);
process.on("SIGTERM", () => process.send(word, () => process.exit()));
setInterval(() => {
  const text = read();
  if (text === "" || text === known) return; // empty while it is being written
  known = text;
  process.send(null);
}, 20);
`;

async function supervised(files: Record<string, string>) {
  const folder = folderOf({ "main.ts": main, ...files });
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

test("changed code is loaded by a new process, each time; a broken or late one does not end the one that serves", async () => {
  const { folder, child, ended, printed } = await supervised({
    "program.ts": program,
    "word.ts": codeFor("one"),
  });
  let expected = "";
  for (const [code, lines] of [
    [null, "one runs\nOpen at one/ (Ctrl-C stops it)\n"],
    [codeFor("two"), "two runs\nOpen at two/ (Ctrl-C stops it)\n"],
    [
      "export const word = ;",
      "The site from before is served. Waiting for a change in the code.\n",
    ],
    [codeFor("late"), "late runs\n"],
    [codeFor("three"), "three runs\nOpen at three/ (Ctrl-C stops it)\n"],
  ] as const) {
    if (code !== null) putFiles(folder, { "word.ts": code });
    expected += lines;
    expect(await eventually(printed, (text) => text === expected)).toBe(expected);
  }
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
});

const codeFor = (word: string) => `export const word = ${JSON.stringify(word)};`;

test("a program that fails before it serves ends the supervision with its status", async () => {
  const { ended } = await supervised({ "program.ts": "process.exit(3);" });
  expect((await ended)[0]).toBe(3);
});
