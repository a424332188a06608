import { describe, expect, test } from "vitest";
import { createReport, type Faults } from "../../build/content/diagnostics.ts";
import type { Fault } from "../../build/content/fault.ts";
import { readSource } from "../../build/content/front-matter.ts";

function read(text: string): { source: ReturnType<typeof readSource>; faults: readonly Fault[] } {
  const report = createReport(false);
  const source = readSource("a.md", text, report);
  try {
    report.close();
    return { source, faults: [] };
  } catch (error) {
    return { source, faults: (error as Faults).faults };
  }
}

describe("a file is split at the lines around its front matter", () => {
  const times = { date: "2026-11-20", updated: "2026-11-20T10:00:00+01:00" };
  test.each<[name: string, text: string, data: object, body: string, offset: number]>([
    ["both", "---\ntitle: A\n---\n\nBody\n", { title: "A" }, "\nBody\n", 3],
    ["marked as YAML", "--- yaml\ntitle: A\n---\nBody\n", { title: "A" }, "Body\n", 3],
    ["spaces and empty lines", "---  \n\ntitle: A\n\n---  \nBody\n", { title: "A" }, "Body\n", 5],
    ["no body", "---\ntitle: A\n---", { title: "A" }, "", 2],
    ["dots at its end", "---\ntitle: A\n...\nBody\n", { title: "A" }, "Body\n", 3],
    ["a rule in the body", "---\ntitle: A\n---\n\n---\n", { title: "A" }, "\n---\n", 3],
    ["none", "# A\n", {}, "# A\n", 0],
    ["a byte order mark", "\uFEFF---\ntitle: A\n---\nBody\n", { title: "A" }, "Body\n", 3],
    ["CRLF", "---\r\ntitle: A\r\n---\r\nBody\r\n", { title: "A" }, "Body\n", 3],
    ["nothing in it", "---\n---\nBody\n", {}, "Body\n", 2],
    ["comments only", "---\n# nothing yet\n---\nBody\n", {}, "Body\n", 3],
    [
      "a rule and prose",
      "---\n\nProse.\n\n---\n\nMore.\n",
      {},
      "---\n\nProse.\n\n---\n\nMore.\n",
      0,
    ],
    ["a rule alone", "---\n", {}, "---\n", 0],
    [
      "a rule and prose that looks like a key",
      "---\n\nNote: this is prose.\n",
      {},
      "---\n\nNote: this is prose.\n",
      0,
    ],
    ["dashes and words", "--- a rule in prose", {}, "--- a rule in prose", 0],
    ["a rule further down", "# A\n\n---\n\ntitle: no\n", {}, "# A\n\n---\n\ntitle: no\n", 0],
    ["four dashes", "----\nA rule\n----\n", {}, "----\nA rule\n----\n", 0],
    ["a rule below an empty line", "\n---\n\nNote: prose.\n", {}, "\n---\n\nNote: prose.\n", 0],
    ["a key without a value", "---\ntitle:\ntags:\n---\n", {}, "", 4],
    ["a number for a title", "---\ntitle: 1984\n---\n", { title: "1984" }, "", 3],
    ["control characters", '---\ntitle: "a\\0b\\x1b\\u0002"\n---\n', { title: "ab" }, "", 3],
    ["dates as text", `---\ndate: ${times.date}\nupdated: ${times.updated}\n---\n`, times, "", 4],
  ])("%s", (_, text, data, body, offset) => {
    const { source, faults } = read(text);
    expect([faults, { ...source.data }, source.body, source.offset]).toEqual([
      [],
      data,
      body,
      offset,
    ]);
  });
});

// What else cannot be read is in test/fixtures/never-tolerated/heads.
test.each<[text: string, line: number, problem: RegExp]>([
  // A line that only begins like the last one does not end the front matter.
  ["---\ntitle: A\n-----\ndraft: true\n---\nText.", 4, /not valid YAML/],
  ["---\n- draft: true\n---\nText.", 1, /has no keys/],
  ["--- toml\ntitle = 'A'\n---\nText.", 1, /not YAML/],
  [';;;\n{"title": "A"}\n;;;\nText.', 1, /not YAML/],
])(
  "front matter that cannot be read is a fault, because it may keep its page out: %j",
  (text, line, problem) => {
    expect(read(text).faults).toMatchObject([{ line, problem: expect.stringMatching(problem) }]);
  },
);

test("a line is known by its key", () => {
  const { source } = read(
    "--- yaml\n# a comment\ntitle: A\n\ntags:\n  - title\ndate: 2026-01-01\n---\n",
  );
  expect(["title", "tags", "date", "status"].map((key) => source.lineOf(key))).toEqual([
    3,
    5,
    7,
    undefined,
  ]);
});

test.each(["constructor: x", "toString: x", "type: constructor", "type: __proto__"])(
  "a word with a meaning of its own in JavaScript is only a word: %s",
  (line) => {
    const { source, faults } = read(`---\n${line}\ntitle: A\norder: last\n---\n`);
    expect([source.data.title, faults.map(({ field }) => field)]).toEqual(["A", ["order"]]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  },
);

test.each([
  ["x: &a [*a]", 2, /an alias \(`\*`\) stands within the value that it repeats/],
  ["title: A\nx:\n  y: &a { z: { b: *a } }", 3, /an alias/],
  ["&a\ntitle: A\nx: *a", 4, /an alias/],
  ["title: A\n__proto__: { draft: true }", 3, /`__proto__` cannot be a key/],
  ['"\\u005f_proto__": 1', 1, /`__proto__` cannot be a key/],
  ["title: A\nx: [{ __proto__: { draft: true } }]", 3, /`__proto__` cannot be a key/],
  [`title: A\nx: ${"[".repeat(20_000)}${"]".repeat(20_000)}`, undefined, /./],
])("YAML that no code should be given is a fault with its line: %.60j", (head, line, problem) => {
  const { faults } = read(`---\n${head}\n---\n\nText.\n`);
  expect(faults).toEqual([
    expect.objectContaining({ problem: expect.stringMatching(problem) as string }),
  ]);
  expect(faults[0]?.line).toBe(line ?? faults[0]?.line);
  expect(({} as { draft?: boolean }).draft).toBeUndefined();
});

test("an alias cannot blow a file up", () => {
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ..."bcdefghi"
      .split("")
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(",")}]`),
  ].join("\n");
  expect(() => read(`---\n${bomb}\n---\n\nText.\n`)).not.toThrow();
});
