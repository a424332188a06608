import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { main, newPage, newPageKinds } from "../../build/cli/new.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const project = resolve(import.meta.dirname, "../..");

function run(...argv: string[]): Promise<{ code: number; out: string; message: string }> {
  const words = ["--disable-warning=ExperimentalWarning", "build/cli/new.ts", ...argv];
  return new Promise((done) => {
    execFile(process.execPath, words, { cwd: project }, (error, out, message) =>
      done({ code: error ? Number(error.code) : 0, out, message }),
    );
  });
}

const titles = [
  ...[
    "First snow",
    'A "quoted" title: with colons & more',
    "Über den Garten",
    "日本語",
    "🏠",
    "- a list?",
    "#1",
  ],
  ...[
    "Index",
    "README",
    "Notes",
    "Realms",
    "_index",
    "null",
    "2026-01-01",
    "a/b\\c",
    "  spaces  ",
    "'single'",
    "{a: b}",
    "back\\slash",
  ],
  "An evening 夜 ".repeat(30).trim(),
];

describe("a new page", async () => {
  // Each in a folder of its own, because some titles give the same file name.
  const begun = newPageKinds.flatMap((kind) =>
    titles.map((title, index) => {
      const { path, text } = newPage(kind, title.trim(), "2026-11-20");
      return { kind, title, text, source: `${kind}-${index}/${path}` };
    }),
  );
  const builtFrom = (read: (text: string) => string) => {
    const files = Object.fromEntries(begun.map(({ source, text }) => [source, read(text)]));
    return buildSite({
      input: folderOf({ "index.md": "# Home\n", ...files }),
      base_url: "https://house.example",
    });
  };
  const drafts = await builtFrom((text) => text);
  const site = await builtFrom((text) => text.replace(/^draft: true\n/m, ""));

  test.each(begun)(
    "$kind titled $title is a draft, and is published once it is none",
    ({ kind, title, source }) => {
      expect(source).not.toMatch(/(^|\/)(_?index|readme|(\w+)\/\3)\.md$/);
      expect(drafts.model.pages.some((other) => other.source === source)).toBe(false);
      expect(site.model.pages.find((other) => other.source === source)).toMatchObject({
        type: kind,
        title: title.trim(),
        draft: false,
        // A page whose file is named by a date has that date.
        published:
          kind === "note"
            ? "2026-11-20T00:00:00Z"
            : title === "2026-01-01"
              ? "2026-01-01T00:00:00Z"
              : null,
      });
    },
  );

  test("needs nothing that a build would warn of", () => {
    expect(site.warnings).toEqual([]);
  });
});

describe("npm run new", () => {
  test("writes a draft that nothing warns of, says what it is, and never writes over one that is there", async () => {
    const input = folderOf({ "index.md": "# Home\n" });
    const warnings = async () => (await buildSite({ input, drafts: true })).warnings;
    const before = await warnings();
    const first = await run("note", "First snow", `--input=${input}`);
    expect(first).toMatchObject({ code: 0, message: "" });
    expect(first.out).toContain("notes/first-snow.md has been made. It is a draft");
    expect((await buildSite({ input, drafts: true })).html.has("/notes/first-snow/")).toBe(true);
    expect(await warnings()).toEqual(before);
    writeFileSync(join(input, "notes/first-snow.md"), "mine");
    const message = expect.stringContaining("exists already and was left as it is") as string;
    expect(await run("note", "First Snow", `--input=${input}`)).toMatchObject({
      code: 1,
      out: "",
      message,
    });
    expect(readFileSync(join(input, "notes/first-snow.md"), "utf8")).toBe("mine");
  });

  test("begins a realm that is growing", async () => {
    const input = folderOf({ "index.md": "# Home\n" });
    expect(await run("realm", "Well water", `--input=${input}`)).toMatchObject({ code: 0 });
    const file = join(input, "realms/well-water.md");
    const text = readFileSync(file, "utf8").replace(/^draft: true\n/m, "");
    writeFileSync(file, text);
    const [realm] = (await buildSite({ input })).json<{
      realms: { name: string; status: string }[];
    }>("/api/realms.json").realms;
    expect(realm).toMatchObject({ name: "Well water", status: "growing" });
  });

  test.each([
    ["no kind", [], /^Say what to make\.\nUsage: npm run new/],
    ["an unknown kind", ["poem", "x"], /^There is no kind of page called `poem`\.\nUsage/],
    ["no title", ["note"], /^The page needs a title\.\nUsage/],
    ["a title without quotes", ["note", "First", "snow"], /^Put the title in quotes\.\nUsage/],
    [
      "no folder",
      ["note", "x", "--input=/nowhere"],
      /^There is no content folder \/nowhere\. Name one with --input=DIR/,
    ],
    ["an unknown option", ["note", "x", "--drfat"], /^Unknown option '--drfat'\.\nUsage/],
  ] as const)("with %s says what it needs", async (_, argv, message) => {
    await expect(main(argv)).rejects.toThrow(message);
  });
});
