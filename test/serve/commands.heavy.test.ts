import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { putFiles } from "../build/folder.ts";
import { projectWith } from "../build/project.ts";

test("a folder whose path begins like the project's is a folder of its own, as is another that begins like it", async () => {
  const { folder, build: built } = projectWith({});
  const notes = `${folder}-notes`;
  putFiles(notes, { "index.md": "# Notes\n", "a/b.md": "# B\n" });
  const { code, printed } = await built(`--input=../${basename(notes)}`, `--output=${folder}-note`);
  expect([code, printed]).toEqual([0, expect.stringMatching(/^\d+ pages and \d+ documents in /m)]);
  expect(await readFile(`${folder}-note/a/b/index.html`, "utf8")).toContain('<h1 id="b">B</h1>');
});
