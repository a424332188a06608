import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readArguments } from "../../build/cli/arguments.ts";
import * as build from "../../build/cli/build.ts";
import * as create from "../../build/cli/new.ts";
import { preview, readServerArguments, start } from "../../build/cli/serve.ts";
import { explain } from "../../build/content/diagnostics.ts";
import { listen } from "../../build/server/node-http.ts";
import * as bench from "../bench/bench.ts";
import { projectWith } from "../build/project.ts";
import { fixture, writeFiles } from "../support/fixture.ts";
import * as picture from "../support/picture.ts";

interface Ended {
  code: number | null;
  out: string;
  complaint: string;
}

/** Runs a command as a process of its own. */
function command(name: "build" | "start" | "preview", ...argv: string[]): Promise<Ended> {
  const module = resolve(import.meta.dirname, `../../build/cli/${name === "build" ? "build" : "serve"}.ts`);
  if (name !== "build") argv.unshift(name);
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", module, ...argv],
      (_error, out, complaint) => {
        done({ code: child.exitCode, out, complaint });
      },
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

/** Runs a command in this process. That an error is printed, and ends a process with 1, the other tests hold. */
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
    return ended(1, `${explain(error)}\n`);
  } finally {
    vi.restoreAllMocks();
  }
}

test("a build says in one line what it did", async () => {
  const folder = await fixture({ "site/index.md": "# Home\n" });
  const argv = [`--input=${join(folder, "site")}`, `--output=${join(folder, "output")}`];
  const first = await command("build", ...argv);
  expect(first).toMatchObject({ code: 0, complaint: expect.stringMatching(/^There is no facts\.yaml.*\n$/) as string });
  expect(first.out).toMatch(/^\d+ pages and \d+ documents in \S+: \d+ written, 0 removed, 0 unchanged\.\n$/);
  expect((await called("build", ...argv)).out).toMatch(/: 0 written, 0 removed, \d+ unchanged\.\n$/);
});

type Case = [name: keyof typeof commands, argv: string[], says: RegExp];

test("what the user can mend is reported in one line, without a stack, and ends with 1", async () => {
  const folder = await fixture({ "site/index.md": "# Home\n", "file.txt": "", "theirs/thing.txt": "precious" });
  const busy = await listen(async () => new Response());
  onTestFinished(busy.stop);
  const site = `--input=${join(folder, "site")}`;
  const processes: [name: "preview" | "start", argv: string[], says: RegExp][] = [
    ["preview", [site, `--port=${busy.port}`], /is in use/],
    ["start", [site, `--port=${busy.port}`], /is in use/],
  ];
  const calls: Case[] = [
    ["build", ["--input=nowhere"], /no content folder nowhere/],
    ["build", ["--input="], /'--input' has no value\.\nUsage: /],
    ["build", ["--outptu=x"], /'--outptu'.*\nUsage: /],
    ["build", [site, `--output=${join(folder, "file.txt/below")}`], /a file stands where a folder should/],
    ["build", [site, `--output=${join(folder, "theirs")}`], /not empty/],
    ["build", [site, `--output=${join(folder, "site/built")}`], /is the content folder/],
  ];
  const ended = await Promise.all(processes.map(([name, argv]) => command(name, ...argv)));
  for (const [name, argv] of calls) ended.push(await called(name, ...argv));
  for (const [index, [name, argv, says]] of [...processes, ...calls].entries()) {
    const { code, complaint } = ended[index] as Ended;
    expect([name, argv, code, complaint.match(says)?.[0] !== undefined]).toEqual([name, argv, 1, true]);
    expect(complaint.trim().split("\n").length).toBeLessThanOrEqual(2);
    expect(complaint).not.toMatch(/^\s+at /m);
  }
  expect(await readFile(join(folder, "theirs/thing.txt"), "utf8")).toBe("precious");
  expect([await readdir(folder), await readdir(join(folder, "site"))].map((names) => names.sort())).toEqual([
    ["file.txt", "site", "theirs"],
    ["index.md"],
  ]);
});

test("each command says how it is used when it is asked, does nothing else, and ends with 0", async () => {
  const names = Object.keys(commands) as (keyof typeof commands)[];
  const ended: [string, Ended][] = [["build", await called("build", "--help")]];
  for (const name of names) ended.push([name, await called(name, "-h", "--input=nowhere")]);
  for (const [name, { code, out, complaint }] of ended) {
    expect([name, code, complaint]).toEqual([name, 0, ""]);
    expect(out).toMatch(new RegExp(`^Usage: npm (run )?${name} -- [^\\n]+\\n$`));
  }
});

test("options that are none, and ports that are none, are refused in words", () => {
  const options = { port: { type: "string" }, lenient: { type: "boolean" } } as const;
  expect(readArguments(["--port=1", "--lenient"], options, "usage")).toEqual({
    port: "1",
    lenient: true,
    positionals: [],
  });
  for (const argv of [["stray"], ["--lenient=1"], ["--port"], ["--prot=1"]]) {
    expect(() => readArguments(argv, options, "npm start -- [--port=8080]")).toThrow(
      /^[^\n]+\.\nUsage: npm start -- \[--port=8080\]$/,
    );
  }
  const port = (...argv: string[]) => readServerArguments(argv, "npm start")?.port;
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
  const folder = await fixture({ "site/index.md": "# Home\n" });
  const argv = (name: string) => [`--input=${join(folder, name)}`, `--output=${join(folder, "output")}`];
  expect((await called("build", ...argv("site"))).code).toBe(0);
  const before = await readFile(join(folder, "output/index.html"), "utf8");
  const faulty = await fixture({
    "index.md": "---\ntitel: Home\n---\nWords.\n",
    "a.md": "---\ndate: 2026-02-30\n---\n[gone](nowhere.md)\n",
  });
  const { code, complaint } = await called("build", `--input=${faulty}`, `--output=${join(folder, "output")}`);
  expect(code).toBe(1);
  for (const fault of ["titel", "2026-02-30", "nowhere.md"]) expect(complaint).toContain(fault);
  expect(complaint).not.toMatch(/^\s+at /m);
  expect(await readFile(join(folder, "output/index.html"), "utf8")).toBe(before);
  const lenient = await fixture({ "index.md": "# Home\n\n[gone](nowhere.md)\n" });
  expect((await called("build", `--input=${lenient}`, `--output=${join(folder, "lenient")}`, "--lenient")).code).toBe(
    0,
  );
});

test("--faults writes each warning whole that names only some of many", async () => {
  const pages = Array.from({ length: 30 }, (_, at) => [`site/p${at}.md`, "---\npublished: false\n---\n# P\n"]);
  const folder = await fixture({ "site/index.md": "# Home\n", ...Object.fromEntries(pages) });
  const list = join(folder, "faults.txt");
  const output = `--output=${join(folder, "output")}`;
  const { complaint } = await called("build", `--input=${join(folder, "site")}`, output, `--faults=${list}`);
  expect(complaint).toContain(" and 10 more.");
  const listed = await readFile(list, "utf8");
  expect(listed).toMatch(/^Pages are kept out because of `published: false`: `p0\.md`, .*`p9\.md`\.\n$/);
  expect(listed.match(/`p\d+\.md`/g)).toHaveLength(30);
});

test("--faults writes every fault to a file, whether the build stops or goes on", async () => {
  const links = Array.from({ length: 60 }, (_, number) => `[x](gone-${number}.md)\n`).join("");
  const folder = await fixture({ "site/index.md": `# Home\n\n${links}` });
  const [list, output] = [join(folder, "faults.txt"), `--output=${join(folder, "output")}`];
  const argv = [`--input=${join(folder, "site")}`, output, `--faults=${list}`];
  const stopped = await called("build", ...argv);
  expect(stopped.code).toBe(1);
  expect(stopped.complaint).toMatch(/60 in 1 file: links to …, which does not exist\n/);
  const listed = await readFile(list, "utf8");
  expect(listed.match(/✗ index\.md:\d+ links to `gone-\d+\.md`, which does not exist$/gm)).toHaveLength(60);
  const passed = await called("build", ...argv, "--lenient");
  expect(passed.code).toBe(0);
  expect(await readFile(list, "utf8")).toBe(listed);
  await writeFiles(folder, { "site/index.md": "# Home\n" });
  expect((await called("build", ...argv)).code).toBe(0);
  expect(await readFile(list, "utf8")).toBe("");
});

test("folders whose paths begin like the project's and like each other's are folders of their own", async () => {
  const { folder, build: built } = projectWith({});
  const notes = `${folder}-notes`;
  onTestFinished(async () => {
    for (const end of ["-notes", "-note"]) await rm(folder + end, { recursive: true, force: true });
  });
  await writeFiles(notes, { "index.md": "# Notes\n", "a/b.md": "# B\n" });
  for (const input of [notes, `../${basename(notes)}`]) {
    const { code, printed } = await built(`--input=${input}`, `--output=${folder}-note`);
    expect([code, printed]).toEqual([0, expect.stringMatching(/^\d+ pages and \d+ documents in /m)]);
    expect(await readFile(`${folder}-note/a/b/index.html`, "utf8")).toContain('<h1 id="b">B</h1>');
  }
});
