import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Faults } from "../../build/content/diagnostics.ts";
import { prepareSite } from "../../build/pipeline/prepare-site.ts";
import { faultsOf, fixtures, toldOf } from "../authors/faults-of.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

const faultsIn = (files: Record<string, string>) => faultsOf({ "index.md": "# Home\n", ...files });

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
const maybe = { search: "maybe", ai_input: true, ai_train: true };
const cc_by = {
  id: "CC-BY-4.0",
  name: "CC BY",
  url: "https://creativecommons.org/licenses/by/4.0/",
};
const contradicted = {
  license: cc_by,
  permissions: { search: true, ai_input: true, ai_train: false },
};
const bogus = { id: "Bogus License", name: "Bogus", url: "https://a.example/license" };
const unreachable = { name: "x", email: "nowhere" };
const base = (base_url: string) => facts({ base_url });

test("each fault of test/fixtures/faults is told with its place, what is wrong and what was expected", async () => {
  expect(await toldOf("faults")).toBe(readFileSync(join(fixtures, "faults.txt"), "utf8"));
});

test.each([
  ["name: A\nnavigation: &a [*a]\n", /an alias \(`\*`\) is within the value that it repeats/],
  ["name: A\nauthor:\n  __proto__: { name: x }\n", /`__proto__` cannot be a key/],
])("facts that no code should be given are named with their line: %j", async (text, problem) => {
  expect(await faultsIn({ "facts.yaml": text })).toEqual([
    expect.objectContaining({
      file: "facts.yaml",
      line: 2,
      problem: expect.stringMatching(problem) as string,
    }),
  ]);
});

test("facts without principles are complete, and none are published", async () => {
  const input = folderOf({
    "index.md": "# Home\n",
    "facts.yaml": facts({ principles: undefined }),
  });
  const site = await buildSite({ input });
  expect(site.json<{ principles: string[] }>("/api/site.json").principles).toEqual([]);
});

test.each<
  [name: string, file: string, text: string, place: string, problem: RegExp, expected: RegExp]
>([
  [
    "a misspelt fact",
    "facts.yaml",
    facts({ licence: 1 }),
    "licence",
    /did you mean `license`/,
    /^$/,
  ],
  [
    "a missing fact",
    "facts.yaml",
    facts({ name: undefined }),
    "name",
    /is missing/,
    /The site's name/,
  ],
  ["an address", "facts.yaml", base("my site"), "base_url", /is "my site"/, /absolute address/],
  [
    "an address with a path",
    "facts.yaml",
    base("https://a.example/b"),
    "base_url",
    /more than an origin/,
    /^/,
  ],
  [
    "an address with a query",
    "facts.yaml",
    base("https://a.example?b=1"),
    "base_url",
    /more than an origin/,
    /^/,
  ],
  [
    "an address of no site",
    "facts.yaml",
    base("ftp://a.example"),
    "base_url",
    /more than an origin/,
    /^/,
  ],
  ["a license", "facts.yaml", facts({ license: bogus }), "license.id", /is "Bogus License"/, /^/],
  [
    "an email address",
    "facts.yaml",
    facts({ author: unreachable }),
    "author.email",
    /is "nowhere"/,
    /^/,
  ],
  ["a contradiction", "facts.yaml", facts(contradicted), "permissions", /says no to ai_train/, /^/],
  [
    "a permission",
    "facts.yaml",
    facts({ permissions: maybe }),
    "permissions.search",
    /maybe/,
    /boolean/,
  ],
  ["broken facts", "facts.yaml", "name: [\n", "", /is not valid YAML/, /key: value/],
  [
    "a style",
    "style.css",
    "q { mask: url('//x.example/a') }",
    "",
    /loads \/\/x\.example\/a from/,
    /file of the site/,
  ],
  ["facts that are prose", "facts.yaml", "Welcome.\n", "", /holds no facts/, /key: value/],
  [
    "a document's place",
    "robots.txt",
    "User-agent: *\n",
    "",
    /address of the document \/robots\.txt/,
    /another name/,
  ],
])("so is %s", async (_, file, text, place, problem, expected) => {
  const faults = await faultsIn({ [file]: text });
  expect(faults).toContainEqual(
    expect.objectContaining({
      file,
      ...(place !== "" && { field: place }),
      problem: expect.stringMatching(problem),
    }),
  );
  expect(faults.map((fault) => fault.expected ?? "").join("\n")).toMatch(expected);
});

test("a fact under another name is told once", async () => {
  const { name, ...others } = JSON.parse(facts({})) as Record<string, unknown>;
  const told = async (change: object) =>
    (await faultsIn({ "facts.yaml": JSON.stringify({ ...others, ...change }) })).map(
      ({ problem }) => problem,
    );
  expect(await told({ called: name })).toEqual(["is missing"]);
  expect(await told({ name, tagline: undefined, taglien: "t" })).toEqual([
    "is not a fact; did you mean `tagline`?",
  ]);
  expect(await told({ name })).toEqual([]);
});

test("all faults of all files come in one list, in the order of files and lines", async () => {
  const files = {
    "b.md": page("titel: B\norder: last"),
    "a.md": "[x](gone.md)\n\n![](y.png)\n",
    "facts.yaml": facts({ name: "" }),
    "c.md": "---js\n---\n",
  };
  const faults = await faultsIn(files);
  const places = faults.map(({ file, line }) => `${file}:${line ?? ""}`);
  expect(new Set(faults.map(({ file }) => file))).toEqual(
    new Set(["a.md", "b.md", "c.md", "facts.yaml"]),
  );
  expect(places).toEqual([...places].sort());
});

test("the message is a list for people, without a stack", async () => {
  const built = prepareSite({ input: folderOf({ "index.md": page("titel: A\norder: last") }) });
  await expect(built).rejects.toThrow(
    /^2 things to mend before this can be published:\n\n {2}✗ index\.md:2 titel: is not a key; did you mean `title`\?\n {6}expected: `title`\n {2}✗ index\.md:3 order: /,
  );
  await expect(built).rejects.toSatisfy((error: Error) => !/\n\s+at /.test(error.stack ?? ""));
});

test("front matter is never run", async () => {
  const trap = `${folderOf()}/ran`;
  await faultsIn({
    "a.md": `---js\n{ title: require("fs").writeFileSync(${JSON.stringify(trap)}, "") }\n---\n`,
    "b.md": `---javascript\nx\n---\n`,
  });
  expect(existsSync(trap)).toBe(false);
});

test("a folder that is not there, and an address that is no origin, are one clear line", async () => {
  const none = prepareSite({ input: "/nowhere/at/all" });
  await expect(none).rejects.toThrow(/^There is no content folder \/nowhere\/at\/all\./);
  const input = folderOf({ "index.md": "# Home\n" });
  await expect(prepareSite({ input, base_url: "https://a.example/b" })).rejects.toThrow(
    "it needs an origin",
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
    const error = await prepareSite({ input: folder }).catch((thrown: unknown) => thrown);
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
    const faults = await prepareSite({ input: folder, lenient: true }).catch(
      (error: Faults) => error.faults,
    );
    expect(faults).toMatchObject([{ field: "date", problem: "is missing; a note needs one" }]);
  });
});
