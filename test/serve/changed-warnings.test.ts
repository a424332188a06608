import { expect, test } from "vitest";
import { createReport } from "../../build/content/diagnostics.ts";
import { createChangedWarnings } from "../../build/server/changed-warnings.ts";

/** The report of a lenient build with a fault on each of these lines, and a warning of these names. */
function reportOf(links: Record<string, number>, names: readonly string[] = []) {
  const report = createReport(true);
  for (const [link, line] of Object.entries(links))
    report.fault({ file: "a.md", line, problem: `links to \`${link}\``, publishable: true });
  for (const name of names) report.warn("Left out", name);
  return report.close();
}

test("a server tells all of its first build, then only what changed", () => {
  const changed = createChangedWarnings();
  const first = reportOf({ x: 1, y: 2 }, ["one"]);
  expect(changed(first)).toEqual(first.warnings);
  expect(first.warnings).toHaveLength(2);
  expect(changed(first)).toEqual([]);
  expect(changed(reportOf({ x: 4, y: 5 }, ["one"]))).toEqual([]);
  expect(changed(reportOf({ x: 4, z: 6 }, ["one", "two"]))).toEqual([
    "Left out: `one`, `two`.",
    "1 more tolerated (--lenient):\n  ✗ a.md:6 links to `z`",
    "1 mended, 2 still tolerated (--lenient).",
  ]);
  expect(changed(reportOf({}))).toEqual(["2 mended, 0 still tolerated (--lenient)."]);
});
