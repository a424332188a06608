import { createHash, randomBytes } from "node:crypto";
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listContent } from "../../build/content/files.ts";
import { build as buildSite } from "../../build/pipeline/build.ts";
import { loadSite } from "../../build/pipeline/load-site.ts";
import { buildInto, openOutput } from "../../build/pipeline/output.ts";
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

describe("a build that is killed at any point", () => {
  const before = { "/a": "1", "/b/index.html": "2", "/c/d/e": "3", "/f": "4", "/same": "5" };
  const after = { "/a/index.html": "1", "/b": "2", "/f": "changed", "/same": "5", "/g/h/i": "6" };
  const changing = ["mkdirSync", "renameSync", "rmdirSync", "rmSync", "writeFileSync"] as const;

  /** Lets so many changes of the disk succeed and no later one. @returns whether all that were wanted succeeded. */
  async function killedAfter(changes: number, work: () => Promise<unknown>): Promise<boolean> {
    const originals = changing.map((name) => fs[name]);
    let left = changes;
    for (const [index, name] of changing.entries())
      Object.assign(fs, {
        [name]: (...values: unknown[]) => {
          if (left-- <= 0) throw new Error("killed");
          return (originals[index] as (...values: unknown[]) => unknown)(...values);
        },
      });
    syncBuiltinESMExports();
    try {
      await work();
      return true;
    } catch (error) {
      expect(error).toMatchObject({ message: "killed" });
      return false;
    } finally {
      for (const [index, name] of changing.entries()) Object.assign(fs, { [name]: originals[index] });
      syncBuiltinESMExports();
    }
  }

  test.each([true, false])(
    "the next one, even if it fails, leaves one of both whole and nothing else; an earlier build: %s",
    async (earlier) => {
      let [atOnce, late] = [0, 0];
      for (let changes = 0; ; changes++) {
        const folder = folderOf();
        if (earlier) await write(folder, before);
        const isDone = await killedAfter(changes, () => write(folder, after));
        const fails = buildInto(folder, () => Promise.reject(new Error("a fault")));
        await expect(fails).rejects.toThrow("a fault");
        const left = contents(folder);
        const isNew = "/b" in left && left["/b"] === "2";
        expect(left, `killed after ${changes} changes`).toEqual(isNew ? after : earlier ? before : {});
        expect(readdirSync(folder).filter((name) => /^\.(next|ready|part)$/.test(name))).toEqual([]);
        await write(folder, { "/z": "last" });
        expect(contents(folder)).toEqual({ "/z": "last" });
        if (isNew) late++;
        else atOnce++;
        if (isDone) break;
      }
      expect(atOnce).toBeGreaterThan(2); // undone
      expect(late).toBeGreaterThan(2); // finished
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

  test("an error about another file is told as it is, also in a folder whose name begins like this one's", async () => {
    const folder = folderOf();
    for (const file of ["/elsewhere/facts.yaml", `${folder}-2/facts.yaml`]) {
      const error = full(file);
      await expect(buildInto(folder, () => Promise.reject(error))).rejects.toBe(error);
    }
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
  const good = { "index.md": "# Home\n\nSee [A](a.md).\n", "a.md": "# A\n" };
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

test("a file larger than what is read at once is copied, hashed and compared whole", async () => {
  const large = randomBytes(200_000);
  const [input, output] = [folderOf({ "index.md": "# Home\n", "large.bin": large }), join(folderOf(), "site")];
  const build = () => buildSite({ input, lenient: false }, output);
  await build();
  expect(readFileSync(join(output, "large.bin")).equals(large)).toBe(true);
  const { model, copied } = await loadSite({ input });
  expect(model.copied).toEqual([["/large.bin", createHash("sha256").update(large).digest("hex")]]);
  expect(copied).toMatchObject([{ path: "/large.bin", absolute: join(input, "large.bin") }]);
  expect((await build()).written).toEqual([]);
  large.writeUInt8(large.readUInt8(199_999) ^ 1, 199_999);
  putFiles(input, { "large.bin": large });
  expect((await build()).written).toContain("/large.bin");
  expect(readFileSync(join(output, "large.bin")).equals(large)).toBe(true);
});

test("a file is written whatever its content is: text, bytes or pieces of them", () => {
  const folder = folderOf();
  const files = [
    { path: "/text.txt", content: "wörter" },
    { path: "/a/bytes.md", content: Buffer.from("wörter") },
    { path: "/a/long.md", content: Buffer.from("wörter".repeat(100_000)) },
    { path: "/pieces.json", content: [Buffer.from("wör"), Buffer.from("ter")] },
  ];
  expect(openOutput(folder).write(files)).toEqual(files.map(({ path }) => path));
  for (const { path } of files) expect(readFileSync(join(folder, path), "utf8")).toMatch(/^(wörter)+$/);
  expect(statSync(join(folder, "a/long.md")).size).toBe(700_000);
});
