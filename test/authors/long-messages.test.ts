import { expect, test } from "vitest";
import { createReport } from "../../build/content/diagnostics.ts";
import { describeFaults } from "../../build/content/fault.ts";
import { faultsOf } from "./faults-of.ts";

const longName = (at: number) => `a-heading-with-so-many-words-that-few-of-them-fit-into-a-line-${at}`;

test("a fault names as many headings as can be read, and counts the others", async () => {
  const headings = Array.from({ length: 30 }, (_, at) => `## ${longName(at)}\n`).join("\n");
  const [fault] = await faultsOf({ "a.md": `${headings}\n[x](#nowhere)\n` });
  expect(fault?.expected).toBe(`one of #${longName(0)}, #${longName(1)}, #${longName(2)} and 27 more`);
});

test("a fault shows the beginning of a long address", async () => {
  const long = `${"deep/".repeat(200)}x.md`;
  const faults = await faultsOf({ "a.md": `[x](${long}) ![y](https://elsewhere.example/${long})\n` });
  expect(faults).toHaveLength(2);
  for (const fault of faults) {
    expect(fault.problem).toMatch(/deep\/[deep]*…/);
    expect(describeFaults([fault]).length).toBeLessThan(300);
  }
});

test("a warning names as many things as fit into a line, at least one, and the list of all has the others", () => {
  const report = createReport(false);
  for (let at = 10; at < 25; at++) report.warn("Some are named", `folder/${longName(at)}.md`);
  report.warn("One is named", "x".repeat(400));
  report.warn("All are named", "a.md");
  report.warn("All are named", "b.md");
  const { warnings, whole } = report.close();
  expect(warnings[0]).toBe("All are named: `a.md`, `b.md`.");
  expect(warnings[1]).toBe(`One is named: \`${"x".repeat(400)}\`.`);
  expect(warnings[2]).toMatch(/^Some are named: `[^`]+-10\.md`, `[^`]+-11\.md`, `[^`]+-12\.md` and 12 more\.$/);
  expect(warnings[2]?.length).toBeLessThan(300);
  expect(whole.map((text) => text.match(/`[^`]+`/g)?.length)).toEqual([15]);
});
