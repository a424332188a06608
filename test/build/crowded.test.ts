import { expect, test } from "vitest";
import { createReport, Faults } from "../../build/content/diagnostics.ts";
import { checkCrowding, mostInFolder } from "../../build/pipeline/site-checks.ts";

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, number) => [`${folder}${number}.md`, `${folder}${number}/index.html`]).flat();

function outcome(paths: readonly string[], lenient = false): string[] {
  const report = createReport(lenient);
  checkCrowding(paths, report);
  return report.close().warnings;
}

test("as many files in a folder as the host takes are no fault, however many folders there are", () => {
  expect(outcome([...files("/notes/", mostInFolder), ...files("/logs/", mostInFolder), "/index.html"])).toEqual([]);
});

test("one more is, with the folder, the count, the limit and what to do", () => {
  const paths = [...files("/notes/", mostInFolder + 1), ...files("/", 10)];
  expect(() => outcome(paths)).toThrow(Faults);
  expect(() => outcome(paths)).toThrow(
    /^One thing to mend.*\n\n {2}✗ \/notes\/ would hold 54,001 files; the host takes at most 54,000 in one folder\n.*expected: .*spread over folders/,
  );
  expect(outcome(paths, true).join()).toMatch(/^1 tolerated/);
});

test("every crowded folder is reported, the root too", () => {
  const paths = [...files("/", 60_000), ...files("/a/b/", 55_000)];
  expect(() => outcome(paths)).toThrow(/✗ \/ would hold 60,000 files[^]*✗ \/a\/b\/ would hold 55,000 files/);
});
