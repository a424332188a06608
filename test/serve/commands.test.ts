import { execFile } from "node:child_process";
import { readdir, readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { flag, readArguments, UsageAsked, withValue } from "../../build/cli/arguments.ts";
import * as build from "../../build/cli/build.ts";
import * as create from "../../build/cli/new.ts";
import { preview, readServerArguments, start } from "../../build/cli/serve.ts";
import { explain } from "../../build/lib/system-errors.ts";
import { listen } from "../../build/server/node-http.ts";
import * as bench from "../bench/bench.ts";
import { folderOf, putFiles } from "../build/folder.ts";
import * as picture from "../support/picture.ts";

interface Ended {
  code: number | null;
  out: string;
  complaint: string;
}

/** Runs a command as a process of its own. */
function command(script: string, ...argv: string[]): Promise<Ended> {
  const file = resolve(import.meta.dirname, "../../build/cli", script);
  return new Promise((done) => {
    const flags = ["--disable-warning=ExperimentalWarning"];
    const child = execFile(process.execPath, [...flags, file, ...argv], (_error, out, complaint) =>
      done({ code: child.exitCode, out, complaint }),
    );
  });
}

const commands = {
  build: build.main,
  start,
  preview,
  new: create.main,
  bench: bench.main,
  picture: picture.main,
};

/** Runs a command in this process, which is faster. */
async function called(name: keyof typeof commands, ...argv: string[]): Promise<Ended> {
  const [out, warnings] = [vi.spyOn(console, "log"), vi.spyOn(console, "warn")];
  for (const printed of [out, warnings]) printed.mockReturnValue();
  const lines = (calls: unknown[][]) => calls.map((line) => `${line.join(" ")}\n`).join("");
  const ended = (code: number, message = ""): Ended => ({
    code,
    out: lines(out.mock.calls),
    complaint: lines(warnings.mock.calls) + message,
  });
  try {
    await commands[name](argv);
    return ended(0);
  } catch (error) {
    if (error instanceof UsageAsked) return { ...ended(0), out: `${error.message}\n` };
    return ended(1, `${explain(error)}\n`);
  } finally {
    vi.restoreAllMocks();
  }
}

/** A folder with a small site, and the arguments that build it. */
async function smallSite(files: Record<string, string> = {}) {
  const folder = folderOf({ "site/index.md": "# Home\n", ...files });
  return {
    folder,
    argv: [`--input=${join(folder, "site")}`, `--output=${join(folder, "output")}`],
  };
}

test("a build says in one line what it did", async () => {
  const { argv } = await smallSite();
  const first = await command("build.ts", ...argv);
  expect(first).toMatchObject({
    code: 0,
    complaint: expect.stringMatching(/^There is no facts\.yaml.*\n$/) as string,
  });
  expect(first.out).toMatch(
    /^\d+ pages and \d+ documents in \S+: \d+ written, 0 removed, 0 unchanged\.\n$/,
  );
  expect((await called("build", ...argv)).out).toMatch(
    /: 0 written, 0 removed, \d+ unchanged\.\n$/,
  );
});

test("what the user can mend is reported in one line, without a stack, and ends with 1", async () => {
  const { folder, argv } = await smallSite({ "file.txt": "", "theirs/thing.txt": "precious" });
  const busy = await listen(async () => new Response());
  onTestFinished(busy.stop);
  const [site = ""] = argv;
  const port = [site, `--port=${busy.port}`];
  const cases: [name: keyof typeof commands, argv: string[], says: RegExp][] = [
    ["start", port, /is in use/],
    ["preview", port, /is in use/],
    ["build", ["--input=nowhere"], /no content folder nowhere/],
    ["build", ["--input="], /'--input' has no value\.\nUsage: /],
    ["build", ["--outptu=x"], /'--outptu'.*\nUsage: /],
    [
      "build",
      [site, `--output=${join(folder, "file.txt/below")}`],
      /a file is where a folder should be/,
    ],
    ["build", [site, `--output=${join(folder, "theirs")}`], /not empty/],
    ["build", [site, `--output=${join(folder, "site/built")}`], /is the content folder/],
  ];
  for (const [name, argv, says] of cases) {
    const ended = name === "start" ? command("serve.ts", name, ...argv) : called(name, ...argv);
    const { code, complaint } = await ended;
    expect([name, argv, code, complaint]).toEqual([name, argv, 1, expect.stringMatching(says)]);
    expect(complaint.trim().split("\n").length).toBeLessThanOrEqual(2);
    expect(complaint).not.toMatch(/^\s+at /m);
  }
  expect(await readFile(join(folder, "theirs/thing.txt"), "utf8")).toBe("precious");
  expect((await readdir(folder)).sort()).toEqual(["file.txt", "site", "theirs"]);
  expect(await readdir(join(folder, "site"))).toEqual(["index.md"]);
});

test("an output folder that is the content, in it or around it is refused, by whatever name", async () => {
  const { folder } = await smallSite();
  const site = join(folder, "site");
  await symlink(site, join(folder, "link"));
  const refused = (output: string) => {
    try {
      build.assertApart(site, join(folder, output));
      return false;
    } catch (error) {
      return /is the content folder .*, inside of it or around it, so nothing was written/.test(
        String(error),
      );
    }
  };
  const outputs = [
    "site",
    "link",
    "site/..out",
    "site/new/deep",
    "link/new",
    ".",
    "..",
    "site-built",
    "new/site",
  ];
  expect(outputs.filter((output) => !refused(output))).toEqual(["site-built", "new/site"]);
});

test("each command says how it is used when it is asked, does nothing else, and ends with 0", async () => {
  for (const name of Object.keys(commands) as (keyof typeof commands)[]) {
    const { code, out, complaint } = await called(
      name,
      name === "build" ? "--help" : "-h",
      "--input=nowhere",
    );
    expect([name, code, complaint]).toEqual([name, 0, ""]);
    expect(out).toMatch(new RegExp(`^Usage: npm (run )?${name}( -- [^\\n]+)?\\n$`));
  }
  const { code, out, complaint } = await command("new.ts", "--help", "--input=nowhere");
  expect([code, complaint]).toEqual([0, ""]);
  expect(out).toMatch(/^Usage: npm run new -- [^\n]+\n$/);
});

test("options that are none, and ports that are none, are refused in words", () => {
  const options = { port: withValue, lenient: flag };
  const usage = "npm start -- [--port=8080]";
  expect(readArguments(["--port=1", "--lenient"], options, usage)).toMatchObject({
    port: "1",
    lenient: true,
  });
  for (const argv of [["stray"], ["--lenient=1"], ["--port"], ["--prot=1"]])
    expect(() => readArguments(argv, options, usage)).toThrow(
      /^[^\n]+\.\nUsage: npm start -- \[--port=8080\]$/,
    );
  const port = (...argv: string[]) => readServerArguments(argv, "npm start").port;
  expect([port(), port("--port=0"), port("--port=65535")]).toEqual([8080, 0, 65535]);
  for (const value of ["65536", "many", "-1", "80.5"])
    expect(() => port(`--port=${value}`)).toThrow("expected a number from 0 to 65535");
});

test("what the system refuses is one line; a fault of the pipeline keeps its stack", async () => {
  const refused: unknown = await readFile("/nowhere/at/all").catch((error: unknown) => error);
  expect(explain(refused)).toBe("/nowhere/at/all: not found.");
  expect(explain(new Error("Say this."))).toBe("Say this.");
  expect(explain(new TypeError("x is undefined"))).toContain("commands.test.ts");
  expect(explain("text")).toBe("text");
});

test("faulty content lists every fault, and leaves the last good output as it was", async () => {
  const { folder, argv } = await smallSite();
  expect((await called("build", ...argv)).code).toBe(0);
  const before = await readFile(join(folder, "output/index.html"), "utf8");
  putFiles(folder, {
    "site/index.md": "---\ntitel: Home\n---\nWords.\n",
    "site/a.md": "---\ndate: 2026-02-30\n---\n[gone](nowhere.md)\n",
  });
  const { code, complaint } = await called("build", ...argv);
  expect(code).toBe(1);
  for (const fault of ["titel", "2026-02-30", "nowhere.md"]) expect(complaint).toContain(fault);
  expect(complaint).not.toMatch(/^\s+at /m);
  expect(await readFile(join(folder, "output/index.html"), "utf8")).toBe(before);
});

test("--faults writes to a file what is told in part: each warning, and every fault, whether the build goes on", async () => {
  const kept = Array.from({ length: 30 }, (_, at) => [
    `site/p${at}.md`,
    "---\npublished: false\n---\n# P\n",
  ]);
  const links = Array.from({ length: 60 }, (_, number) => `[x](gone-${number}.md)\n`).join("");
  const { folder, argv } = await smallSite(Object.fromEntries(kept));
  const list = join(folder, "faults.txt");
  const built = async (words: string, ...more: string[]) => {
    putFiles(folder, { "site/index.md": `# Home\n\n${words}` });
    const { code, complaint } = await called("build", ...argv, `--faults=${list}`, ...more);
    return { code, complaint, listed: await readFile(list, "utf8") };
  };
  const good = await built("");
  expect([good.code, good.complaint]).toEqual([0, expect.stringContaining(" and 10 more.")]);
  expect(good.listed).toMatch(
    /^Pages are kept out because of `published: false`: `p0\.md`, .*`p9\.md`\.\n$/,
  );
  expect(good.listed.match(/`p\d+\.md`/g)).toHaveLength(30);
  for (const [code, ...more] of [[1], [0, "--lenient"]] as [number, ...string[]][]) {
    const faulty = await built(links, ...more);
    expect([code, faulty.code]).toEqual([code, code]);
    expect(faulty.complaint).toMatch(/60 in 1 file: links to …, which does not exist\n/);
    expect(
      faulty.listed.match(/✗ index\.md:\d+ links to `gone-\d+\.md`, which does not exist$/gm),
    ).toHaveLength(60);
  }
  expect((await built("")).listed).toBe(good.listed);
});
