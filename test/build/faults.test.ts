import { describe, expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import type { Fault } from "../../build/content/fault.ts";
import { loadSite } from "../../build/pipeline/load-site.ts";
import { folderOf } from "./folder.ts";

async function faultsOf(files: Record<string, string | Uint8Array>, lenient = false): Promise<readonly Fault[]> {
  try {
    await loadSite({ input: folderOf({ "index.md": "# Home\n", ...files }), lenient });
    return [];
  } catch (error) {
    if (!(error instanceof Faults)) throw error;
    return error.faults;
  }
}

const page = (matter: string, body = "Text.\n") => `---\n${matter}\n---\n\n${body}`;
const facts = (change: Record<string, unknown>) =>
  JSON.stringify({
    name: "A house",
    tagline: "t",
    description: "d",
    language: "en",
    base_url: "https://a.example",
    since: "2026-01-01",
    author: { name: "x" },
    license: { id: "CC0-1.0", name: "CC0", url: "https://licenses.example/cc0" },
    permissions: { search: true, ai_input: true, ai_train: true },
    principles: [],
    ...change,
  });
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** What is wrong, in one file, and how it is reported: file, line, field, words of the problem and of what was expected. */
const single: [
  name: string,
  files: Record<string, string | Uint8Array>,
  report: { file: string; line?: number; field?: string; problem: RegExp; expected?: RegExp },
][] = [
  [
    "a misspelt key",
    { "a.md": page("titel: A page") },
    { file: "a.md", line: 2, field: "titel", problem: /did you mean `title`/, expected: /title/ },
  ],
  [
    "a mistyped address of a page",
    { "a.md": "# A\n\n[B](/notes/planst/)\n", "notes/plants.md": "# Plants\n" },
    { file: "a.md", line: 3, problem: /links to `\/notes\/planst\/`/, expected: /^perhaps `\/notes\/plants\/`$/ },
  ],
  [
    "a mistyped address of a document, seen from the page",
    { "a.md": "# A\n\n[Feed](../fede.xml)\n" },
    { file: "a.md", line: 3, problem: /links to `\.\.\/fede\.xml`/, expected: /^perhaps `\/feed\.xml`$/ },
  ],
  [
    "a wrong type",
    { "a.md": page("title: A\norder: last") },
    { file: "a.md", line: 3, field: "order", problem: /is "last"/, expected: /a number/ },
  ],
  [
    "a wrong type inside a list",
    { "a.md": page("tags:\n  - a\n  - b: 3") },
    { file: "a.md", line: 2, field: "tags[2]", problem: /is \{"b":3\}/, expected: /string/ },
  ],
  ["an empty title", { "a.md": page('title: ""') }, { file: "a.md", line: 2, field: "title", problem: /is empty/ }],
  [
    "an unknown status",
    { "a.md": page("type: realm\nstatus: opne") },
    {
      file: "a.md",
      line: 3,
      field: "status",
      problem: /did you mean `open`|is "opne"/,
      expected: /one of open, growing, quiet, closed/,
    },
  ],
  [
    "a realm without its status",
    { "a.md": page("type: realm") },
    { file: "a.md", field: "status", problem: /is missing; a realm needs one/, expected: /open/ },
  ],
  [
    "a note without its date",
    { "a.md": page("type: note") },
    { file: "a.md", field: "date", problem: /is missing; a note needs one/, expected: /YYYY-MM-DD/ },
  ],
  [
    "a misspelt type",
    { "a.md": page("type: relam") },
    { file: "a.md", line: 2, field: "type", problem: /did you mean `realm`/, expected: /note, realm/ },
  ],
  [
    "a type in the wrong case",
    { "a.md": page("type: Note\ndate: 2026-01-01") },
    { file: "a.md", line: 2, field: "type", problem: /did you mean `note`/ },
  ],
  [
    "a misspelt status of a page without a type",
    { "a.md": page("status: opne") },
    { file: "a.md", line: 2, field: "status", problem: /is "opne"/, expected: /one of open, growing/ },
  ],
  [
    "a day that does not exist",
    { "a.md": page("type: note\ndate: 2026-02-30") },
    { file: "a.md", line: 3, field: "date", problem: /2026-02-30/, expected: /a day that exists/ },
  ],
  [
    "a date in words",
    { "a.md": page("title: A\nupdated: last week") },
    { file: "a.md", line: 3, field: "updated", problem: /last week/, expected: /YYYY-MM-DD/ },
  ],
  [
    "broken YAML",
    { "a.md": page("title: A: B: C\nx: [") },
    { file: "a.md", line: 2, problem: /is not valid YAML/, expected: /key: value/ },
  ],
  ["a tab for indentation", { "a.md": page("tags:\n\t- a") }, { file: "a.md", line: 3, problem: /is not valid YAML/ }],
  ["a key twice", { "a.md": page("title: A\ntitle: B") }, { file: "a.md", line: 3, problem: /is not valid YAML/ }],
  [
    "executable front matter",
    { "a.md": "---js\n{ title: process.exit(1) }\n---\n" },
    { file: "a.md", line: 1, problem: /never read or run/, expected: /YAML/ },
  ],
  [
    "two pages at one address",
    { "a b.md": "# A\n", "a-b.md": "# B\n" },
    { file: "a-b.md", problem: /at \/a-b\/, which is the address of a b\.md/, expected: /another file name/ },
  ],
  [
    "a file and a folder at one address",
    { "a.md": "# A\n", "a/index.md": "# B\n" },
    { file: "a/index.md", problem: /at \/a\/, which is the address of a\.md/ },
  ],
  [
    "a former address that a page has",
    { "a.md": page("aliases: [/b/]"), "b.md": "# B\n" },
    { file: "a.md", line: 2, field: "aliases", problem: /\/b\/ is the address of b\.md/ },
  ],
  [
    "a former address that is the file of a page",
    { "a.md": page("aliases: [/b/index.html]"), "b.md": "# B\n" },
    { file: "a.md", line: 2, field: "aliases", problem: /\/b\/index\.html is the address of b\.md/ },
  ],
  [
    "a former address that is the file of the page itself",
    { "a.md": page("aliases: [/a/index.html]") },
    { file: "a.md", line: 2, field: "aliases", problem: /own address/ },
  ],
  [
    "a former address that is the present one",
    { "a.md": page("aliases: [/a]") },
    { file: "a.md", line: 2, field: "aliases", problem: /own address/ },
  ],
  [
    "a former address claimed by two",
    { "a.md": page("aliases: [/old/]"), "b.md": page("aliases: [/old/]") },
    { file: "b.md", line: 2, field: "aliases", problem: /\/old\// },
  ],
  [
    "a former address written otherwise",
    { "a.md": page("aliases: [/Über/]"), "b.md": page("aliases: [/%C3%9Cber]") },
    { file: "b.md", line: 2, field: "aliases", problem: /is the address of a\.md, as an alias/ },
  ],
  [
    "a former address of no form",
    { "a.md": page("aliases: [/old name]") },
    { file: "a.md", line: 2, field: "aliases[1]", problem: /old name/ },
  ],
  [
    "an address that is none",
    { "a.md": page("permalink: /notes/../x/") },
    { file: "a.md", line: 2, field: "permalink", problem: /is "\/notes/, expected: /such as `\/my-page\/`/ },
  ],
  [
    "two manifestos",
    { "a.md": page("type: greeting"), "b.md": page("type: greeting") },
    { file: "b.md", field: "type", problem: /second greeting; a\.md is one/ },
  ],
  [
    "a link that leads nowhere",
    { "a.md": "# A\n\nText.\n\nSee [b](missing.md).\n" },
    {
      file: "a.md",
      line: 5,
      problem: /links to `missing\.md`, which does not exist/,
      expected: /path of a file|perhaps/,
    },
  ],
  [
    "a link with a typing mistake",
    { "a.md": "See [it](notes/recieve.md).\n", "notes/receive.md": "# R\n" },
    { file: "a.md", line: 1, problem: /does not exist/, expected: /notes\/receive\.md/ },
  ],
  [
    "a link in front matter's place",
    { "a.md": page("title: A", "[x](/nowhere/)\n") },
    { file: "a.md", line: 5, problem: /\/nowhere\// },
  ],
  [
    "a reference that leads nowhere",
    { "a.md": "See [b][ref].\n\n[ref]: missing.md\n" },
    { file: "a.md", problem: /missing\.md/ },
  ],
  [
    "a link in raw HTML",
    { "a.md": 'See <a href="missing.md">b</a>.\n' },
    { file: "a.md", line: 1, problem: /missing\.md/ },
  ],
  [
    "a part that is not there",
    { "a.md": "See [b](b.md#nowhere).\n", "b.md": "# B\n\n## Somewhere\n" },
    { file: "a.md", line: 1, problem: /#nowhere of \/b\//, expected: /#somewhere/ },
  ],
  [
    "a part of the same page",
    { "a.md": "# A\n\nSee [below](#below).\n\n## Above\n" },
    { file: "a.md", line: 3, problem: /#below of \/a\//, expected: /#above/ },
  ],
  [
    "a missing image",
    { "a.md": "![A door](door.png)\n" },
    { file: "a.md", line: 1, problem: /shows `door\.png`, which does not exist/ },
  ],
  [
    "an image without words",
    { "a.md": "# A\n\n![](door.png)\n", "door.png": png },
    { file: "a.md", line: 3, problem: /without words/, expected: /what it shows/ },
  ],
  [
    "an image from another origin",
    { "a.md": "![A door](https://elsewhere.example/door.png)\n" },
    { file: "a.md", line: 1, problem: /another origin/, expected: /beside the text/ },
  ],
  [
    "an image from another origin in raw HTML",
    { "a.md": '<img src="//elsewhere.example/pixel.gif" alt="x">\n' },
    { file: "a.md", line: 1, problem: /another origin/ },
  ],
  [
    "a script",
    { "a.md": "# A\n\n<script>alert(1)</script>\n" },
    { file: "a.md", line: 3, problem: /<script>/, expected: /runs nothing/ },
  ],
  [
    "a frame",
    { "a.md": 'Text.\n\n<iframe src="https://elsewhere.example/"></iframe>\n' },
    { file: "a.md", line: 3, problem: /<iframe>|another origin/ },
  ],
  [
    "an insertion nobody knows",
    { "a.md": "# A\n\n<!-- insert: promses -->\n\n<!-- insert: pormises -->\n" },
    { file: "a.md", line: 5, problem: /`pormises`.*did you mean `promises`/, expected: /one of .*promises/ },
  ],
  [
    "text that is not UTF-8",
    { "a.md": Buffer.from([0x23, 0x20, 0xe4, 0xf6, 0x0a]) },
    { file: "a.md", problem: /not UTF-8/, expected: /UTF-8/ },
  ],
  [
    "a promise missing",
    { "a.md": page("type: manifesto\npromises:\n  - id: no-identity\n    title: t\n    text: x") },
    { file: "a.md", field: "promises", problem: /lacks no-watching/, expected: /all seven/ },
  ],
  [
    "a promise that no check proves",
    { "a.md": page("type: manifesto\npromises:\n  - id: free-beer\n    title: t\n    text: x") },
    { file: "a.md", field: "promises[1].id", problem: /no check proves/, expected: /no-identity/ },
  ],
  [
    "an affordance without its address",
    {
      "a.md": page(
        "type: realm\nstatus: open\naffordances:\n  - action: read\n    label: Read\n    method: GET\n    media_type: text/html",
      ),
    },
    { file: "a.md", line: 4, field: "affordances[1].href", problem: /is missing/ },
  ],
  [
    "an affordance that leads nowhere",
    {
      "a.md": page(
        "type: realm\nstatus: open\naffordances:\n  - {action: read, label: Read, method: GET, href: /nowhere/, media_type: text/html}",
      ),
    },
    { file: "a.md", line: 4, problem: /\/nowhere\// },
  ],
  [
    "a misspelt fact",
    { "facts.yaml": facts({ licence: 1 }) },
    { file: "facts.yaml", field: "licence", problem: /did you mean `license`/ },
  ],
  [
    "a missing fact",
    { "facts.yaml": facts({ name: undefined }) },
    { file: "facts.yaml", field: "name", problem: /is missing/, expected: /The site's name/ },
  ],
  [
    "a fact of the wrong kind",
    { "facts.yaml": facts({ base_url: "my site" }) },
    { file: "facts.yaml", field: "base_url", problem: /is "my site"/, expected: /absolute address/ },
  ],
  [
    "a permission that is no yes or no",
    { "facts.yaml": facts({ permissions: { search: "maybe", ai_input: true, ai_train: true } }) },
    { file: "facts.yaml", field: "permissions.search", problem: /maybe/, expected: /boolean/ },
  ],
  ["broken facts", { "facts.yaml": "name: [\n" }, { file: "facts.yaml", problem: /is not valid YAML/ }],
  ["facts that are prose", { "facts.yaml": "Welcome.\n" }, { file: "facts.yaml", problem: /holds no facts/ }],
  [
    "a file in a document's place",
    { "robots.txt": "User-agent: *\n" },
    { file: "robots.txt", problem: /is the address of the document \/robots\.txt/ },
  ],
];

describe("a fault is reported with its place, what is wrong and what was expected", () => {
  test.each(single)("%s", async (_, files, { file, line, field, problem, expected }) => {
    const faults = await faultsOf(files);
    const fault = faults.find((candidate) => candidate.file === file && problem.test(candidate.problem));
    expect(fault ?? faults).toMatchObject({ file, problem: expect.stringMatching(problem) as string });
    if (line !== undefined) expect(fault?.line).toBe(line);
    if (field !== undefined) expect(fault?.field).toBe(field);
    if (expected) expect(fault?.expected).toMatch(expected);
  });
});

test("all faults of all files come in one list, in the order of files and lines", async () => {
  const files = {
    "b.md": page("titel: B\norder: last"),
    "a.md": "[x](gone.md)\n\n![](y.png)\n",
    "facts.yaml": facts({ name: "" }),
    "c.md": "---js\n---\n",
  };
  const faults = await faultsOf(files);
  const places = faults.map(({ file, line }) => `${file}:${line ?? ""}`);
  expect(new Set(faults.map(({ file }) => file))).toEqual(new Set(["a.md", "b.md", "c.md", "facts.yaml"]));
  expect(places).toEqual([...places].sort());
});

test("the message is a list for people, without a stack", async () => {
  const built = loadSite({ input: folderOf({ "index.md": page("titel: A\norder: last") }) });
  await expect(built).rejects.toThrow(
    /^2 things to mend before this can be published:\n\n {2}✗ index\.md:2 titel: is not a key; did you mean `title`\?\n {6}expected: `title`\n {2}✗ index\.md:3 order: /,
  );
  await expect(built).rejects.toSatisfy((error: Error) => !/\n\s+at /.test(error.stack ?? ""));
});

test("front matter is never run", async () => {
  const trap = `${folderOf()}/ran`;
  await faultsOf({
    "a.md": `---js\n{ title: require("fs").writeFileSync(${JSON.stringify(trap)}, "") }\n---\n`,
    "b.md": `---javascript\nx\n---\n`,
  });
  const { existsSync } = await import("node:fs");
  expect(existsSync(trap)).toBe(false);
});

test("a folder that is not there is one clear line", async () => {
  await expect(loadSite({ input: "/nowhere/at/all" })).rejects.toThrow(
    /^There is no content folder \/nowhere\/at\/all\./,
  );
});

describe("faults by the thousand", () => {
  const folder = folderOf({
    "index.md": "# Home\n",
    ...Object.fromEntries(
      Array.from({ length: 400 }, (_, number) => [
        `${number}.md`,
        `---\norder: n-${number}\n---\n[a](gone/${number}.md) [b](#part-${number})\n\n[c](/2026/${number}/)\n`,
      ]),
    ),
    "note.md": "---\ntype: note\n---\n",
  });

  test("end with a summary by kind, the count, and what --lenient would leave", async () => {
    const error = await loadSite({ input: folder }).catch((thrown: unknown) => thrown);
    const lines = (error as Faults).message.trimEnd().split("\n");
    expect(lines[0]).toBe("1601 things to mend before this can be published:");
    expect(lines.filter((line) => line.includes("✗"))).toEqual([
      "  ✗ 800 in 400 files: links to …, which does not exist",
      "  ✗ 400 in 400 files: order: is …",
      "  ✗ 400 in 400 files: links to … of …, which has no such part",
      "  ✗ 1 in 1 file: date: is missing; a note needs one",
    ]);
    expect(lines).toContain('      for example 0.md:2 order: is "n-0"');
    expect(lines).toContain("      expected: a number");
    expect(lines.slice(-2)).toEqual([
      "1601 in all. With --lenient, 1600 of them are only counted.",
      "The whole list in a file: npm run build -- --faults=FILE",
    ]);
    expect(lines.length).toBeLessThan(20);
    expect((error as Faults).faults).toHaveLength(1601);
  });

  test("what --lenient leaves is what it was said to leave", async () => {
    const faults = await loadSite({ input: folder, lenient: true }).catch((error: Faults) => error.faults);
    expect(faults).toMatchObject([{ field: "date", problem: "is missing; a note needs one" }]);
  });
});
