import { describe, expect, test } from "vitest";
import { createReport, type Faults } from "../../build/content/diagnostics.ts";
import type { Fault } from "../../build/content/fault.ts";
import { readSource } from "../../build/content/front-matter.ts";

function read(text: string): { source: ReturnType<typeof readSource>; faults: readonly Fault[] } {
  const report = createReport(false);
  const source = readSource("a.md", text, report);
  try {
    report.assertFaultless();
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

describe("titles and tags are the text of the head", () => {
  test.each<[head: string, data: object]>([
    ["title: 1.10", { title: "1.10" }],
    [
      "title: 007\nshort_title: 1e3\ndescription: 0x1F",
      { title: "007", short_title: "1e3", description: "0x1F" },
    ],
    ["title: true\nsummary: 1_000", { title: "true", description: "1_000" }],
    ["Title: 12345678901234567890", { title: "12345678901234567890" }],
    [
      "tags: [3.10, 3.1, on, 2026-01-01, '007']",
      { tags: ["3.10", "3.1", "on", "2026-01-01", "007"] },
    ],
    ["tags: 1.0, 2.0\ncategories:\n  - 1.50\n  - x", { tags: ["1.0", "2.0", "1.50", "x"] }],
    ["tag: 1.10", { tags: ["1.10"] }],
    ["title: !!str 1.0", { title: "1.0" }],
  ])("%j", (head, data) => {
    const { source, faults } = read(`---\n${head}\n---\n`);
    expect([faults, source.data]).toMatchObject([[], data]);
  });

  test.each<[head: string, line: number, problem: string, expected: string]>([
    ["title: @home", 2, "has `title: @home`", '`title: "@home"`'],
    ["date: 2026-01-01\ntitle: [draft] x", 3, "has `title: [draft] x`", '`title: "[draft] x"`'],
    ["title: *star*\ntags: [a]", 2, "has `title: *star*`", '`title: "*star*"`'],
    ["title: A: b", 2, "has `title: A: b`", '`title: "A: b"`'],
    ["title: `x`", 2, "has `title: `x``", '`title: "`x`"`'],
    ['title: "A" b', 2, 'has `title: "A" b`', '`title: "\\"A\\" b"`'],
    ["title: {{ x }} y", 2, "has `title: {{ x }} y`", '`title: "{{ x }} y"`'],
    ["title: {{ x }}", 2, "is not text in YAML", '`title: "{{ x }}"`'],
    ["title: [draft]", 2, "is not text in YAML", '`title: "[draft]"`'],
    ["summary: [a, b]", 2, "is not text in YAML", '`summary: "[a, b]"`'],
    ["title: #5 things", 2, "has nothing but a comment", '`title: "#5 things"`'],
    ["title: A\ntags: #moss #bog", 3, "has nothing but a comment", '`tags: "#moss #bog"`'],
  ])(
    "what cannot be text is a fault that says how to write it: %j",
    (head, line, problem, expected) => {
      expect(read(`---\n${head}\n---\n`).faults).toEqual([
        expect.objectContaining({
          line,
          problem: expect.stringContaining(problem),
          expected: `the text in quotes: ${expected}`,
        }),
      ]);
    },
  );

  test.each<[head: string, lines: number[]]>([
    ["title: Room # 5", [2]],
    ["title: A\ndescription: # todo\nsummary: A # b", [3, 4]],
    ['title: "Room # 5" # a room\ntags: # all\n  - a', []],
    ["title: C# and a#b\ndescription: |\n  A # b", []],
  ])("a comment in a text, or in place of one, is a warning: %j", (head, lines) => {
    const report = createReport(false);
    readSource("a.md", `---\n${head}\n---\n`, report);
    const warned =
      report
        .summary()
        .warnings.join("")
        .match(/a\.md:\d/g) ?? [];
    expect(warned).toEqual(lines.map((line) => `a.md:${line}`));
  });
});

test.each([
  "title: A\n---\n\nText.",
  "layout: post\nauthor: B\n---\nText.",
  "tags:\n  - a\n- b\n---\nText.",
  "—\ntitle: A\n—\nText.",
  "--\nauthor: B\n--\nText.",
  "———\nauthor: B\n———\nText.",
])("a head whose first line is missing, or no dashes, is told whatever its keys: %j", (text) => {
  expect(read(text).faults).toMatchObject([
    { problem: expect.stringContaining("does not begin with ---") },
  ]);
});

test.each([
  "Note: a heading\n---\n",
  "https://a.example\nhttps://b.example\n---\n",
  "—\nA\n—\n",
  "# A\n\nstatus: x\ndate: y\n---\n",
  "A: b\nC: d\n\n---\n",
])("but this is text: %j", (text) =>
  expect(read(text)).toMatchObject({ faults: [], source: { body: text } }),
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
  ["x: &a [*a]", 2, /an alias \(`\*`\) is within the value that it repeats/],
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
