import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { supervise } from "../../build/server/supervise.ts";
import { eventually } from "../support/eventually.ts";
import { fixture, writeFiles } from "../support/fixture.ts";

/** A program that notes each start with a word from a module it imports, and runs until it is asked to end. */
const program = `
import { appendFileSync } from "node:fs";
import { word } from "./code/word.ts";
appendFileSync(process.argv[2], word + "\\n");
process.send("up");
process.on("message", () => process.send("frozen"));
setInterval(() => {}, 1000);
`;

async function supervised(files: Record<string, string>) {
  const folder = await fixture({ "notes.txt": "", ...files });
  const log: string[] = [];
  const running = await supervise({
    module: join(folder, "program.ts"),
    argv: [join(folder, "notes.txt")],
    watched: [join(folder, "code")],
    log: (line) => void log.push(line),
  });
  onTestFinished(async () => {
    running.stop();
    await running.ended;
  });
  const notes = () => readFile(join(folder, "notes.txt"), "utf8");
  return { folder, log, running, notes };
}

test("changed code is loaded by a new process, each time, and a broken one is waited for", async () => {
  const { folder, log, running, notes } = await supervised({
    "program.ts": program,
    "code/word.ts": 'export const word = "one";',
  });
  expect(await eventually(notes, (text) => text === "one\n")).toBe("one\n");
  await writeFiles(folder, { "code/word.ts": 'export const word = "two";' });
  expect(await eventually(notes, (text) => text.endsWith("two\n"))).toBe("one\ntwo\n");
  await writeFiles(folder, { "code/word.ts": "export const word = ;" });
  expect(
    await eventually(
      () => log.at(-1),
      (line) => line === "The site from before is served. Waiting for a change in the code.",
    ),
  ).toBe("The site from before is served. Waiting for a change in the code.");
  await writeFiles(folder, { "code/word.ts": 'export const word = "three";' });
  expect(await eventually(notes, (text) => text.endsWith("three\n"))).toBe("one\ntwo\nthree\n");
  running.stop();
  expect(await running.ended).toBe(0);
});

test("a program that fails before it is up ends the supervision with its status", async () => {
  const { running } = await supervised({ "program.ts": "process.exit(3);", "code/word.ts": "" });
  expect(await running.ended).toBe(3);
});
