import { describe, expect, test } from "vitest";
import { createReport, type Faults } from "../../build/content/diagnostics.ts";
import type { Fault } from "../../build/content/fault.ts";
import { readSource } from "../../build/content/front-matter.ts";

function read(text: string): { source: ReturnType<typeof readSource>; faults: readonly Fault[]; warnings: string[] } {
  const report = createReport(false);
  const source = readSource("a.md", text, report);
  try {
    return { source, faults: [], warnings: report.close().warnings };
  } catch (error) {
    return { source, faults: (error as Faults).faults, warnings: [] };
  }
}

describe("front matter and body", () => {
  test.each<[name: string, text: string, data: object, body: string, offset: number]>([
    ["both", "---\ntitle: A\n---\n\nBody\n", { title: "A" }, "\nBody\n", 3],
    ["marked as YAML", "--- yaml\ntitle: A\n---\nBody\n", { title: "A" }, "Body\n", 3],
    ["trailing spaces", "---  \ntitle: A\n---\nBody\n", { title: "A" }, "Body\n", 3],
    ["none", "# A\n", {}, "# A\n", 0],
    ["a byte order mark", "\uFEFF---\ntitle: A\n---\nBody\n", { title: "A" }, "Body\n", 3],
    ["CRLF", "---\r\ntitle: A\r\n---\r\nBody\r\n", { title: "A" }, "Body\n", 3],
    ["nothing in it", "---\n---\nBody\n", {}, "Body\n", 2],
    ["comments only", "---\n# nothing yet\n---\nBody\n", {}, "Body\n", 3],
    ["a rule and prose", "---\n\nProse.\n\n---\n\nMore.\n", {}, "---\n\nProse.\n\n---\n\nMore.\n", 0],
    ["a rule alone", "---\n", {}, "---\n", 0],
    ["a rule and prose that looks like a key", "---\n\nNote: this is prose.\n", {}, "---\n\nNote: this is prose.\n", 0],
    ["a rule further down", "# A\n\n---\n\ntitle: no\n", {}, "# A\n\n---\n\ntitle: no\n", 0],
    ["four dashes", "----\ntitle: A\n----\n", {}, "----\ntitle: A\n----\n", 0],
    ["a key without a value", "---\ntitle:\ntags:\n---\n", {}, "", 4],
    ["a number for a title", "---\ntitle: 1984\n---\n", { title: "1984" }, "", 3],
    [
      "dates as text",
      "---\ndate: 2026-11-20\nupdated: 2026-11-20T10:00:00+01:00\n---\n",
      { date: "2026-11-20", updated: "2026-11-20T10:00:00+01:00" },
      "",
      4,
    ],
  ])("%s", (_, text, data, body, offset) => {
    const { source, faults } = read(text);
    expect(faults).toEqual([]);
    expect({ data: { ...source.data }, body: source.body }).toEqual({ data, body });
    expect(source.offset).toBe(offset);
  });
});

test("front matter without an end is a fault, and the text is not lost", () => {
  const { source, faults } = read("---\ntitle: A\n\nText: with a colon.\n");
  expect(faults).toMatchObject([{ line: 1, problem: "its front matter has no end", expected: "a second line of ---" }]);
  expect(source.body).toContain("Text: with a colon.");
});

test.each(["---", "---  ", "--- yaml"])("a line is known by its key after %j", (open) => {
  const { source } = read(`${open}\n# a comment\ntitle: A\n\ntags:\n  - title\ndate: 2026-01-01\n---\n`);
  expect(["title", "tags", "date", "status"].map((key) => source.lineOf(key))).toEqual([3, 5, 7, undefined]);
});

test("a faulty key is dropped, so that its fallback serves", () => {
  const { source, faults } = read("---\ntitle: A\ntags:\n  one: 1\n---\n");
  expect([source.data, faults.map(({ field }) => field)]).toEqual([{ title: "A" }, ["tags"]]);
});

test.each(["constructor", "__proto__", "valueOf"])("a type that has the name of every object's key: %s", (type) => {
  const { faults } = read(`---\ntitle: A\ntype: ${type}\ntags:\n  one: 1\n---\n`);
  expect(faults.map(({ field }) => field)).toEqual(["tags"]);
});

test("unknown keys are left alone and mentioned; short ones are no slips", () => {
  const { faults, warnings } = read("---\nsidebar: post\ntoc: a\n---\n");
  expect(faults).toEqual([]);
  expect(warnings).toEqual(["Front matter keys that mean nothing here are left alone: `sidebar`, `toc`."]);
});

test("reading the same broken file twice tells the same both times", () => {
  const broken = "---\ntitle: [\n---\n";
  expect(read(broken).faults).toEqual(read(broken).faults);
  expect(read(broken).faults).toHaveLength(1);
});

test.each(["__proto__: {polluted: true}", "constructor: x", "toString: x"])(
  "a key with a meaning of its own in JavaScript is only a key: %s",
  (line) => {
    const { source } = read(`---\n${line}\ntitle: A\n---\n`);
    expect(source.data.title).toBe("A");
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  },
);

test("an alias cannot blow a file up", () => {
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ..."bcdefghi".split("").map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(",")}]`),
  ].join("\n");
  expect(() => read(`---\n${bomb}\n---\n\nText.\n`)).not.toThrow();
});
