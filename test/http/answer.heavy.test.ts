import { execFile, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../build/lib/bytes.ts";
import { folderOf } from "../build/folder.ts";
import { sampleContent } from "../build/site.ts";
import { sampleServer, startServer, type TestServer } from "../support/server.ts";

// The programs that the site shows as ten lines that answer with a citation, run as their reader
// would.

const examples = join(sampleContent, "examples");
const run = promisify(execFile);
const hasPython = spawnSync("python3", ["--version"]).status === 0;

let server: TestServer;
beforeAll(async () => {
  const input = folderOf({
    "facts.yaml": await readFile(join(examples, "../facts.yaml"), "utf8"),
    "index.md": "# Home\n\nThe garden is behind the house.\n",
    "garden.md":
      "---\ntitle: The garden\ndate: 2026-05-01\nupdated: 2026-06-02T08:30:00Z\n---\n\n" +
      "A garden has a gate.\n\n- The gate opens at dawn.\n- The gate and the hedgehog are never in the way.\n",
  });
  server = await startServer({ input });
});
afterAll(() => server.stop());

describe.each([
  ["answer.mjs", process.execPath, true],
  ["answer.py", "python3", hasPython],
] as const)("%s", (file, program, isThere) => {
  const ask = (question: string) => run(program, [join(examples, file), server.origin, question]);

  test("has ten lines of code", async () => {
    const lines = (await readFile(join(examples, file), "utf8")).trim().split("\n");
    expect(lines.filter((line) => !/^(\/\/|#)/.test(line))).toHaveLength(10);
  });

  test.skipIf(!isThere)(
    "quotes one passage of a page whose digest it knows, with its source, or nothing",
    async () => {
      const question = "Does a hedgehog sit at the gate?";
      const twin = join(server.output, "garden.md");
      const kept = await readFile(twin);
      const { stdout } = await ask(question);
      expect(stdout).toBe(
        "- The gate and the hedgehog are never in the way.\n\n" +
          `The garden. 2026-06-02T08:30:00Z. ${server.origin}/garden/\nSHA-256 ${sha256(kept)}\n`,
      );
      for (const other of ["zzzz qqqq", ""])
        await expect(ask(other)).rejects.toThrow(/no verified answer/);
      await writeFile(twin, `${kept}One sentence more.\n`);
      await expect(ask(question)).rejects.toThrow(/no verified answer/);
      await writeFile(twin, kept);
    },
  );
});

test("the note about them shows the answer that this site gives", async () => {
  const site = await sampleServer();
  const note = await readFile(join(examples, "../notes/an-answer-in-ten-lines.md"), "utf8");
  const [, question = "", shown = ""] =
    /answer\.mjs \S+ "([^"]+)"\n```\n[^]*?\n```\n([^]+?)\n```/.exec(note) ?? [];
  const { stdout } = await run(process.execPath, [
    join(examples, "answer.mjs"),
    site.origin,
    question,
  ]);
  // The note shows the beginning of the passage, then title, date and address. The digest is not
  // compared.
  const [passage = "", , source] = shown.replaceAll("{site.base_url}", site.origin).split("\n");
  expect(passage).toMatch(/ …$/);
  expect(stdout.startsWith(passage.replace(/ …$/, ""))).toBe(true);
  expect(stdout).toContain(`\n\n${source}\nSHA-256 `);
});
