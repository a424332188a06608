import { createHash, randomBytes } from "node:crypto";
import fs, {
  appendFileSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listContent } from "../../build/content/files.ts";
import { byteLengthOf, digestOf, sha256 } from "../../build/lib/bytes.ts";
import { buildApart as buildSite } from "../../build/pipeline/build.ts";
import { openOutput } from "../../build/pipeline/output.ts";
import { buildInto, takeFolder } from "../../build/pipeline/output-folder.ts";
import { prepareSite } from "../../build/pipeline/prepare-site.ts";
import { folderOf, putFiles, writeBuild } from "./folder.ts";
import { bytesOf } from "./site.ts";

/** What a build does in the folder that it is given. */
const make = (into: string, files: Record<string, string>) => {
  putFiles(into, files);
  openOutput(into).close(Object.keys(files));
};

/** A build that makes these files. */
const write = (folder: string, files: Record<string, string>) =>
  buildInto(folder, async (into) => make(into, files));
const contents = (folder: string) =>
  Object.fromEntries(
    listContent(folder).files.map(({ path, absolute }) => [
      `/${path}`,
      readFileSync(absolute, "utf8"),
    ]),
  );
const long = new Date("2001-01-01T00:00:00Z");

test.each<[what: string, before: Record<string, string>, after: Record<string, string>]>([
  ["a new file, however deep", { "/a": "a" }, { "/a": "a", "/b/c/d/index.html": "d" }],
  [
    "bytes that differ at equal length",
    { "/a.txt": "über", "/b": "b" },
    { "/a.txt": "üben", "/b": "b" },
  ],
  [
    "what is no longer made",
    { "/a/b/c/index.html": "c", "/a/index.html": "a", "/o": "o" },
    { "/a/index.html": "a" },
  ],
  ["a file that becomes a folder", { "/x": "file" }, { "/x/index.html": "folder" }],
  [
    "a folder that becomes a file",
    { "/x/index.html": "folder", "/x/y/z.html": "deep" },
    { "/x": "file" },
  ],
  ["a deep folder that becomes a file", { "/a/b/c/d": "1", "/a/b/e": "2" }, { "/a/b": "file" }],
  [
    "both at once",
    { "/x": "file", "/y/z": "in a folder" },
    { "/x/z": "in a folder", "/y": "file" },
  ],
])(
  "the output folder holds exactly what a build made, and what is the same is not touched: %s",
  async (_, before, after) => {
    const folder = join(folderOf(), "new/folder");
    expect((await write(folder, before)).written.sort()).toEqual(Object.keys(before).sort());
    for (const path of Object.keys(before)) utimesSync(join(folder, path), long, long);
    putFiles(folder, { ".next/left.html": "of a build that was killed" });
    const { written, removed } = await write(folder, after);
    const paths = Object.keys(after);
    expect(written.sort()).toEqual(paths.filter((path) => before[path] !== after[path]).sort());
    expect(removed.sort()).toEqual(Object.keys(before).filter((path) => !(path in after)));
    expect(contents(folder)).toEqual(after);
    const touched = paths.filter((path) => statSync(join(folder, path)).mtimeMs !== long.getTime());
    expect(touched.sort()).toEqual(written);
    const folders = globSync("**/", { cwd: folder }).map((path) => join(folder, path));
    expect(folders.filter((path) => readdirSync(path).length === 0)).toEqual([]);
  },
);

test("a file that somebody else put into it stays", async () => {
  const folder = folderOf();
  await write(folder, { "/a/index.html": "a" });
  putFiles(folder, { "a/stray.txt": "put here by hand" });
  expect((await write(folder, { "/b/index.html": "b" })).removed).toEqual(["/a/index.html"]);
  expect(contents(folder)).toEqual({ "/a/stray.txt": "put here by hand", "/b/index.html": "b" });
});

describe("a build that is killed at any point", () => {
  const before = { "/a": "1", "/b/index.html": "2", "/c/d/e": "3", "/f": "4", "/same": "5" };
  const after = { "/a/index.html": "1", "/b": "2", "/f": "changed", "/same": "5", "/g/h/i": "6" };
  const changing = [
    "appendFileSync",
    "mkdirSync",
    "renameSync",
    "rmdirSync",
    "rmSync",
    "writeFileSync",
  ] as const;

  /**
   * Lets so many changes of the disk succeed and no later one.
   * @returns whether all that were wanted succeeded.
   */
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
      for (const [index, name] of changing.entries())
        Object.assign(fs, { [name]: originals[index] });
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
        expect(left, `killed after ${changes} changes`).toEqual(
          isNew ? after : earlier ? before : {},
        );
        expect(readdirSync(folder).filter((name) => /^\.(next|begun|part)$/.test(name))).toEqual(
          [],
        );
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

describe("only one build at a time writes into a folder", () => {
  const busy = /^Another build is writing into .*, so this one wrote nothing\. Start it again/;

  test("a second one stops, the first is whole, and the next one may", async () => {
    const folder = folderOf();
    await buildInto(folder, async (into) => {
      await expect(write(folder, { "/a": "second" })).rejects.toThrow(busy);
      return make(into, { "/a": "first" });
    });
    expect(contents(folder)).toEqual({ "/a": "first" });
    await write(folder, { "/a": "third" });
    expect(readdirSync(folder).sort()).toEqual([".open-house", "a"]);
  });

  test("so does one beside a server that writes into it, until that gives it up, once", async () => {
    const folder = folderOf();
    const release = takeFolder(folder);
    writeBuild(folder, [{ path: "/a", content: "a" }]);
    await expect(write(folder, {})).rejects.toThrow(busy);
    release();
    const next = takeFolder(folder);
    release();
    await expect(write(folder, {})).rejects.toThrow(busy);
    next();
    await write(folder, { "/b": "b" });
    expect(contents(folder)).toEqual({ "/b": "b" });
  });

  test.each(["", "4711", "not of SQLite"])(
    "a lock that was left there is none: %j",
    async (text) => {
      const folder = folderOf({ ".lock": text });
      await buildInto(folder, async (into) => {
        await expect(write(folder, {})).rejects.toThrow(busy);
        return make(into, { "/a": "a" });
      });
      expect(contents(folder)).toEqual({ "/a": "a" });
    },
  );
});

test("a build whose files are not all there changes nothing", async () => {
  const folder = folderOf();
  await write(folder, { "/a": "good", "/b/c": "good" });
  const lacking = buildInto(folder, async (into) => {
    putFiles(into, { "/a": "new" });
    openOutput(into).close(["/a", "/b/c", "/d"]);
  });
  await expect(lacking).rejects.toThrow(/^2 of 3 files of the site are missing .*such as \/b\/c: /);
  expect(contents(folder)).toEqual({ "/a": "good", "/b/c": "good" });
});

describe("a build that writes as it goes and does not come to its end", () => {
  const begun = (folder: string, output = openOutput(folder)) => {
    // Some of what is made is written by Eleventy.
    output.announce(["/zz/a/index.html", "/zz/copied.txt", "/zz/missing.txt"]);
    putFiles(folder, { "zz/a/index.html": "gone", "zz/copied.txt": "gone" });
    output.write([{ path: "/zz.md", content: "gone" }]);
    return output;
  };

  test.each<[string, (folder: string) => unknown]>([
    ["in the same process", (folder) => writeBuild(folder, home, begun(folder))],
    [
      "twice",
      (folder) => {
        const output = begun(folder);
        begun(folder, output);
        return writeBuild(folder, home, output);
      },
    ],
    [
      "in a process that is gone",
      (folder) => {
        begun(folder);
        return writeBuild(folder, home);
      },
    ],
    [
      "in a process that was killed while it wrote its list",
      (folder) => {
        begun(folder);
        appendFileSync(join(folder, ".begun"), "/CNAME");
        return writeBuild(folder, home);
      },
    ],
    [
      "before one that is made apart",
      (folder) => {
        begun(folder);
        return write(folder, { "/index.html": "home" });
      },
    ],
  ])("leaves nothing behind, and what others put there stays: %s", async (_, next) => {
    const folder = folderOf();
    writeBuild(folder, [...home, { path: "/old", content: "old" }]);
    putFiles(folder, { CNAME: "put here by hand", "x/y": "put here by hand" });
    await next(folder);
    expect(contents(folder)).toEqual({
      "/CNAME": "put here by hand",
      "/index.html": "home",
      "/x/y": "put here by hand",
    });
    // What becomes a file of the site is one from then on.
    writeBuild(folder, [...home, { path: "/CNAME", content: "house.example" }]);
    begun(folder);
    writeBuild(folder, home);
    expect(contents(folder)).toEqual({ "/index.html": "home", "/x/y": "put here by hand" });
  });

  const home = [{ path: "/index.html", content: "home" }];
});

describe("an output folder that cannot be written", () => {
  const full = (path: string) =>
    Object.assign(new Error("full"), { code: "ENOSPC", syscall: "write", path });

  // Node's own way to make folders would try this one for ever.
  test.skipIf(process.platform !== "linux")("such as one in /proc is told at once", async () => {
    await expect(write("/proc/site/a", { "/index.html": "home" })).rejects.toThrow(
      "The site cannot be written into /proc/site/a: ",
    );
  });

  test.each([true, false])(
    "because the disk is full is told, and leaves what was there; an earlier build: %s",
    async (earlier) => {
      const folder = folderOf();
      const directory = join(folder, "a/b/c");
      if (earlier) await write(directory, { "/a": "good" });
      const fails = buildInto(directory, async (into) => {
        putFiles(into, { "/a": "begun", "/b": "begun" });
        throw full(join(into, "x"));
      });
      await expect(fails).rejects.toThrow(
        `The site cannot be written into ${directory}: no space left on the disk.`,
      );
      expect(existsSync(directory) ? readdirSync(directory).sort() : []).toEqual(
        earlier ? [".open-house", "a"] : [],
      );
      expect(earlier ? contents(directory) : readdirSync(folder)).toEqual(
        earlier ? { "/a": "good" } : [],
      );
    },
  );

  test("an error about another file is told as it is, also in a folder whose name begins like this one's", async () => {
    const folder = folderOf();
    for (const file of ["/elsewhere/facts.yaml", `${folder}-2/facts.yaml`]) {
      const error = full(file);
      await expect(buildInto(folder, () => Promise.reject(error))).rejects.toBe(error);
    }
  });
});

test.each([
  ["has somebody's files", "", / is not empty and was not made by a build of this site/],
  [
    "is a file",
    "thesis.doc",
    /^The site cannot be written into .*: a file is where a folder should be\. Name another/,
  ],
])("a folder that %s is refused and left as it is", async (_, path, says) => {
  const folder = folderOf({ "thesis.doc": "years of work" });
  await expect(write(join(folder, path), { "/index.html": "home" })).rejects.toThrow(says);
  expect(contents(folder)).toEqual({ "/thesis.doc": "years of work" });
});

test("a build with faults leaves the last good output; once they are mended, only what changed is written", async () => {
  const good = { "index.md": "# Home\n\nSee [A](a.md).\n", "a.md": "# A\n" };
  const [input, output] = [folderOf(good), join(folderOf(), "site")];
  const build = () => buildSite({ input, lenient: false }, output);
  await build();
  const before = contents(output);
  for (const bad of ["---\ntitel: A\n---\n", "[x](nowhere.md)\n"]) {
    putFiles(input, { "a.md": bad });
    await expect(build()).rejects.toMatchObject({ name: "Faults" });
    expect(contents(output)).toEqual(before);
  }
  putFiles(input, { "a.md": "# A\n\nMore.\n" });
  const { written, removed } = await build();
  expect(written).toContain("/a/index.html");
  expect(
    written.filter((path) => path === "/index.html" || /^\/(?:assets|api\/schemas)\//.test(path)),
  ).toEqual([]);
  expect(removed.filter((path) => !/^\/(?:corpus|search)\//.test(path))).toEqual([]);
});

test("a file larger than what is read at once is copied, hashed and compared whole", async () => {
  const large = randomBytes(200_000);
  const [input, output] = [
    folderOf({ "index.md": "# Home\n", "large.bin": large }),
    join(folderOf(), "site"),
  ];
  const build = () => buildSite({ input, lenient: false }, output);
  await build();
  const { model } = await prepareSite({ input });
  expect(model.copied).toEqual([["/large.bin", createHash("sha256").update(large).digest("hex")]]);
  expect((await build()).written).toEqual([]);
  large.writeUInt8(large.readUInt8(199_999) ^ 1, 199_999);
  putFiles(input, { "large.bin": large });
  expect((await build()).written).toContain("/large.bin");
  expect(readFileSync(join(output, "large.bin")).equals(large)).toBe(true);
});

test("a file is written once, whatever its content is: text, bytes or pieces of them", () => {
  const folder = folderOf();
  const files = [
    { path: "/text.txt", content: "wörter" },
    { path: "/a/bytes.md", content: Buffer.from("wörter".repeat(100_000)) },
    { path: "/pieces.json", content: [Buffer.from("wör"), Buffer.from("ter")] },
    {
      path: "/many.json",
      content: Array.from({ length: 3_000 }, (_, at) => Buffer.alloc(400, at % 251)),
    },
  ];
  const output = openOutput(folder);
  expect(output.write(files)).toEqual(files.map(({ path }) => path));
  for (const { path, content } of files) {
    const [written, bytes] = [readFileSync(join(folder, path)), bytesOf(content)];
    expect([written.equals(bytes), byteLengthOf(content), digestOf(content)]).toEqual([
      true,
      bytes.length,
      sha256(bytes),
    ]);
  }
  expect(output.write(files.map((file) => ({ ...file, content: bytesOf(file.content) })))).toEqual(
    [],
  );
});
