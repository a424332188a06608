import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const project = join(import.meta.dirname, "../..");

/** The table of CONTRIBUTING.md: a part, and the lines that it may have. */
const budgets = Array.from(
  readFileSync(join(project, "CONTRIBUTING.md"), "utf8").matchAll(
    /^\| `([\w/]+)` \| ([\d,]+) \|$/gm,
  ),
  ([, part = "", most = ""]) => ({ part, most: Number(most.replaceAll(",", "")) }),
);

function linesOf(part: string): number {
  const files = readdirSync(join(project, part), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.(?:m?[jt]s|css)$/.test(file) && !file.includes("node_modules"))
    .reduce(
      (sum, file) => sum + readFileSync(join(project, part, file), "utf8").split("\n").length - 1,
      0,
    );
}

describe("no part is longer than its budget", () => {
  test.each(budgets)("$part", ({ part, most }) => {
    expect(linesOf(part)).toBeLessThanOrEqual(most);
  });

  test("and every folder of the build, the function and the tests has one", () => {
    const folders = readdirSync(join(project, "build"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const parts = ["functions", "test", ...folders.map(({ name }) => `build/${name}`)];
    expect(budgets.map(({ part }) => part).sort()).toEqual(parts.sort());
  });
});
