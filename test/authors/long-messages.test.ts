import { expect, test } from "vitest";
import { createReport } from "../../build/content/diagnostics.ts";

test("a warning names twenty things, and the list of all has the others", () => {
  const report = createReport(false);
  for (let at = 10; at < 35; at++) report.warn("Some are named", `folder/${at}.md`);
  report.warn("All are named", "a.md");
  report.warn("All are named", "b.md");
  const { warnings, fullWarnings } = report.summary();
  expect(warnings[0]).toBe("All are named: `a.md`, `b.md`.");
  expect(warnings[1]).toMatch(
    /^Some are named: `folder\/10\.md`, .*`folder\/29\.md` and 5 more\.$/,
  );
  expect(fullWarnings.map((text) => text.match(/`[^`]+`/g)?.length)).toEqual([25]);
});
