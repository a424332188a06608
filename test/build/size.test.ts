import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSample } from "../support/sample.ts";

const project = join(import.meta.dirname, "../..");

/** A number of CONTRIBUTING.md, which has it once: the most lines or files that the code may have. */
function promised(unit: "lines" | "files"): number {
  const text = readFileSync(join(project, "CONTRIBUTING.md"), "utf8");
  const number = new RegExp(String.raw`([\d,]+) ${unit}\b`).exec(text)?.[1] ?? "";
  return Number(number.replaceAll(",", ""));
}

/** The code of a folder: TypeScript, JavaScript and styles, by path. */
function codeIn(folder: string): string[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:m?[jt]s|css)$/.test(file) && !file.includes("node_modules"))
    .map((file) => join(folder, file));
}

function linesOf(files: string[]): number {
  const lengths = files.map((file) => readFileSync(join(project, file), "utf8").split("\n").length);
  return lengths.reduce((sum, length) => sum + length - 1, 0);
}

test("the whole has at most the lines and files that CONTRIBUTING.md promises", () => {
  const folders = readdirSync(join(project, "build"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `build/${entry.name}`);
  for (const folder of [...folders, "functions", "test"]) {
    const files = codeIn(folder);
    console.log(`${folder.padEnd(20)} ${linesOf(files)} lines in ${files.length} files`);
  }

  // In a copy of the project `.eleventy.ts` is its owner's.
  const configuration = isSample ? [".eleventy.ts"] : [];
  const whole = [...codeIn("build"), ...codeIn("functions"), ...configuration];
  console.log(`${"the whole".padEnd(20)} ${linesOf(whole)} lines in ${whole.length} files`);
  expect(linesOf(whole)).toBeLessThanOrEqual(promised("lines"));
  expect(whole.length).toBeLessThanOrEqual(promised("files"));
});
