import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listContent } from "../../build/content/files.ts";
import { sharedBytes } from "../../build/lib/bytes.ts";
import { build as buildSite, summarise } from "../../build/pipeline/build.ts";
import { assertUnique, openOutput } from "../../build/pipeline/output-folder.ts";
import { buildInto } from "../../build/pipeline/replace-build.ts";
import { folderOf, putFiles } from "./folder.ts";

/** A build that makes these files. */
const write = async (folder: string, files: Record<string, string>) => {
  const [, changes] = await buildInto(folder, async (into) => putFiles(into, files));
  return changes;
};
const contents = (folder: string) =>
  Object.fromEntries(
    listContent(folder).files.map(({ path, absolute }) => [`/${path}`, readFileSync(absolute, "utf8")]),
  );
const long = new Date("2001-01-01T00:00:00Z");

describe("the output folder holds exactly what a build made", () => {
  test("a new folder is made, however deep", async () => {
    const folder = join(folderOf(), "a/b/c");
    const report = await write(folder, { "/index.html": "home", "/x/index.html": "x" });
    expect([report.written.toSorted(), report.removed]).toEqual([["/index.html", "/x/index.html"], []]);
    expect(contents(folder)).toEqual({ "/index.html": "home", "/x/index.html": "x" });
  });

  test("what did not change is not touched", async () => {
    const folder = folderOf();
    await write(folder, { "/a.txt": "a", "/b.txt": "b" });
    for (const name of ["a.txt", "b.txt"]) utimesSync(join(folder, name), long, long);
    const report = await write(folder, { "/a.txt": "a", "/b.txt": "changed" });
    expect(report.written).toEqual(["/b.txt"]);
    expect(statSync(join(folder, "a.txt")).mtime).toEqual(long);
    expect(statSync(join(folder, "b.txt")).mtime).not.toEqual(long);
  });

  test("bytes that differ at equal length are a change", async () => {
    const folder = folderOf();
    await write(folder, { "/a.txt": "über" });
    await write(folder, { "/a.txt": "üben" });
    expect(contents(folder)).toEqual({ "/a.txt": "üben" });
  });

  test("what is no longer made goes, with the folders it leaves empty", async () => {
    const folder = folderOf();
    await write(folder, { "/a/b/c/index.html": "c", "/a/index.html": "a", "/other.txt": "o" });
    const report = await write(folder, { "/a/index.html": "a" });
    expect(report.removed.sort()).toEqual(["/a/b/c/index.html", "/other.txt"]);
    expect(readdirSync(join(folder, "a"))).toEqual(["index.html"]);
  });

  test.each([
    ["a file becomes a folder", { "/x": "file" }, { "/x/index.html": "folder" }],
    ["a folder becomes a file", { "/x/index.html": "folder", "/x/y/z.html": "deep" }, { "/x": "file" }],
    ["a deep folder becomes a file", { "/a/b/c/d": "1", "/a/b/e": "2" }, { "/a/b": "file" }],
    ["and both at once", { "/x": "file", "/y/z": "in a folder" }, { "/x/z": "in a folder", "/y": "file" }],
  ])("%s", async (_, before, after) => {
    const folder = folderOf();
    await write(folder, before as Record<string, string>);
    await write(folder, after as Record<string, string>);
    expect(contents(folder)).toEqual(after);
  });

  test("a file that somebody else put into it stays", async () => {
    const folder = folderOf();
    await write(folder, { "/a/index.html": "a" });
    putFiles(folder, { "a/stray.txt": "put here by hand" });
    expect((await write(folder, { "/b/index.html": "b" })).removed).toEqual(["/a/index.html"]);
    expect(contents(folder)).toEqual({ "/a/stray.txt": "put here by hand", "/b/index.html": "b" });
  });

  test("what a first build left when it was killed goes with the next one", async () => {
    const folder = folderOf();
    void buildInto(folder, async (into) => {
      putFiles(into, { "/a/index.html": "half" });
      await new Promise(() => undefined); // never ends, as if the process had been killed
    });
    await write(folder, { "/b/index.html": "b" });
    expect(contents(folder)).toEqual({ "/b/index.html": "b" });
  });

  test("two files at one address are refused before anything is written", () => {
    expect(() => assertUnique(["/a", "/b", "/a"])).toThrow(/^Two files have the address \/a\./);
  });

  test.each([true, false])(
    "a build that fails half-way leaves what was there; an earlier build: %s",
    async (earlier) => {
      const folder = join(folderOf(), "site");
      if (earlier) await write(folder, { "/a": "good" });
      const fails = buildInto(folder, async (into) => {
        putFiles(into, { "/a": "bad", "/b": "bad" });
        throw new Error("half-way");
      });
      await expect(fails).rejects.toThrow("half-way");
      expect(existsSync(folder) ? contents(folder) : null).toEqual(earlier ? { "/a": "good" } : null);
      if (earlier) expect(readdirSync(folder).sort()).toEqual([".open-house", "a"]);
    },
  );
});

describe("an output folder that cannot be written", () => {
  const full = (path: string) => Object.assign(new Error("full"), { code: "ENOSPC", syscall: "write", path });

  // Node's own way to make folders would try this one for ever.
  test.skipIf(process.platform !== "linux")("such as one in /proc is told at once", async () => {
    await expect(write("/proc/site/a", { "/index.html": "home" })).rejects.toThrow(
      "The site cannot be written into /proc/site/a: ",
    );
  });

  test("because the disk is full is told, and leaves nothing half-written", async () => {
    const folder = folderOf();
    const directory = join(folder, "a/b/c");
    const fails = buildInto(directory, async (into) => {
      putFiles(into, { "/a": "begun" });
      throw full(join(into, "x"));
    });
    await expect(fails).rejects.toThrow(`The site cannot be written into ${directory}: no space left on the disk.`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("an error about another file is told as it is", async () => {
    const error = full("/elsewhere/facts.yaml");
    await expect(buildInto(folderOf(), () => Promise.reject(error))).rejects.toBe(error);
  });
});

describe("what is not ours is left alone", () => {
  test("a folder with somebody's files in it is refused", async () => {
    const folder = folderOf({ "thesis.doc": "years of work" });
    await expect(write(folder, { "/index.html": "home" })).rejects.toThrow(
      /is not empty and was not made by a build of this site/,
    );
    expect(contents(folder)).toEqual({ "/thesis.doc": "years of work" });
  });

  test("an empty folder is taken", async () => {
    const folder = folderOf();
    await write(folder, { "/index.html": "home" });
    expect(contents(folder)).toEqual({ "/index.html": "home" });
  });

  test("a file in the folder's place is one clear line", async () => {
    const folder = folderOf({ out: "a file" });
    await expect(write(join(folder, "out"), { "/index.html": "home" })).rejects.toThrow(
      /^The site cannot be written into .*\/out: a file stands where a folder should\. Name another folder/,
    );
    expect(contents(folder)).toEqual({ "/out": "a file" });
  });
});

describe("a build that fails leaves the last good output whole", () => {
  const good = { "index.md": "# Home\n\nFine.\n", "a.md": "# A\n" };
  const build = (input: string, output: string) =>
    buildSite({ input, base_url: undefined, drafts: false, lenient: false }, output);

  test.each<[string, Record<string, string>]>([
    ["an author's fault", { "a.md": "---\ntitel: A\n---\n" }],
    ["a link that leads nowhere", { "a.md": "[x](nowhere.md)\n" }],
    ["broken facts", { "facts.yaml": "name: [" }],
    ["a file in a document's place", { "api/index.json": "{}" }],
  ])("%s", async (_, bad) => {
    const [input, output] = [folderOf(good), join(folderOf(), "site")];
    await build(input, output);
    const before = contents(output);
    putFiles(input, bad);
    await expect(build(input, output)).rejects.toMatchObject({ name: "Faults" });
    expect(contents(output)).toEqual(before);
  });

  test("and once it is mended, only what changed is written", async () => {
    const [input, output] = [folderOf(good), join(folderOf(), "site")];
    await build(input, output);
    putFiles(input, { "a.md": "# A\n\nMore.\n" });
    const { written, removed } = await build(input, output);
    expect(written).toContain("/a/index.html");
    expect(
      written.filter(
        (path) => path === "/index.html" || path.startsWith("/assets/") || path.startsWith("/api/schemas/"),
      ),
    ).toEqual([]);
    expect(removed.filter((path) => !/^\/(?:corpus|search)\//.test(path))).toEqual([]);
  });

  test("a folder inside the content that the build itself wrote is never content", async () => {
    const input = folderOf(good);
    const output = join(input, "_site");
    mkdirSync(output);
    await build(input, output);
    const before = contents(output);
    await build(input, output);
    expect(contents(output)).toEqual(before);
    expect(existsSync(join(output, "_site"))).toBe(false);
  });
});

test("a file is written whatever its content is: text, bytes, shared bytes or pieces of them", () => {
  const folder = folderOf();
  const files = [
    { path: "/text.txt", content: "wörter" },
    { path: "/a/bytes.md", content: sharedBytes("wörter") },
    { path: "/a/long.md", content: sharedBytes("wörter".repeat(100_000)) },
    { path: "/pieces.json", content: [Buffer.from("wör"), sharedBytes("ter")] },
  ];
  expect(openOutput(folder).write(files)).toEqual(files.map(({ path }) => path));
  for (const { path } of files) expect(readFileSync(join(folder, path), "utf8")).toMatch(/^(wörter)+$/);
  expect(statSync(join(folder, "a/long.md")).size).toBe(700_000);
});

test("the summary of a build has a comma before each group of three digits", () => {
  const files = Array.from({ length: 12_000 }, (_, at) => `/${at}`);
  const report = { pages: 10_000, templates: 1, documents: 1_200, files, written: files.slice(2_000), removed: [] };
  expect(summarise({ ...report, warnings: [], whole: [], tolerated: [] }, "_site")).toBe(
    "10,000 pages, 1 page of templates and 1,200 documents in _site: 10,000 written, 0 removed, 2,000 unchanged.",
  );
});
