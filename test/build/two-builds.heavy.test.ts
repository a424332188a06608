import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { startCommand } from "../support/start-command.ts";
import { putFiles } from "./folder.ts";
import { projectWith } from "./project.ts";

const env = {
  ...process.env,
  OPEN_HOUSE_BASE_URL: "https://house.example",
  NODE_COMPILE_CACHE: join(tmpdir(), "compile"),
};
const commands = {
  build: ["build/cli/build.ts"],
  eleventy: ["node_modules/@11ty/eleventy/cmd.cjs", "--config=.eleventy.ts"],
};
type Command = keyof typeof commands;

const busy = /Another build is writing into \S+, so this one wrote nothing\./;

/** A project with a site that is large enough to be met while it is written. */
function project() {
  const made = projectWith({});
  rmSync(join(made.folder, "site"), { recursive: true });
  const pages = Array.from({ length: 300 }, (_, at) => [`site/n/p${at}.md`, `# Page ${at}\n`]);
  putFiles(made.folder, { "site/index.md": "# Home\n", ...Object.fromEntries(pages) });
  return made;
}

/** What an output folder holds, but for the order of lines in its record. */
function bytesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(folder.length), readFileSync(file, "latin1")])
      .sort(),
  );
}

/** A command that was begun and has written some pages. */
async function begun(folder: string, command: Command) {
  const child = spawn(process.execPath, commands[command], { cwd: folder, env, stdio: "ignore" });
  const ended = once(child, "exit") as Promise<[code: number | null]>;
  onTestFinished(() => void child.kill("SIGKILL"));
  const pages = command === "build" ? "_site/.next/n" : "_site/n";
  await eventually(
    () => existsSync(join(folder, pages)),
    (isThere) => isThere,
  );
  return { child, ended };
}

describe("a build that has begun", async () => {
  const { folder, build, eleventy } = project();
  const output = join(folder, "_site");
  expect(await build()).toMatchObject({ code: 0 });
  const whole = bytesIn(output);

  const pairs: [first: Command, second: Command][] = [
    ["build", "build"],
    ["build", "eleventy"],
    ["eleventy", "build"],
    ["eleventy", "eleventy"],
  ];
  test.each(pairs)(
    "comes to its end, and another one stops and says so: %s, then %s",
    async (first, second) => {
      rmSync(output, { recursive: true });
      const { child, ended } = await begun(folder, first);
      child.kill("SIGSTOP");
      const stopped = await { build, eleventy }[second]();
      child.kill("SIGCONT");
      expect([stopped.code, stopped.printed]).toEqual([1, expect.stringMatching(busy)]);
      expect(await ended).toEqual([0, null]);
      expect(bytesIn(output)).toEqual(whole);
    },
  );

  test.each(pairs)("is in nobody's way once it is killed: %s, then %s", async (first, second) => {
    rmSync(output, { recursive: true });
    const { child, ended } = await begun(folder, first);
    child.kill("SIGKILL");
    await ended;
    expect(await { build, eleventy }[second]()).toMatchObject({ code: 0 });
    expect(bytesIn(output)).toEqual(whole);
  });

  test("and one in another folder are not in each other's way", async () => {
    const { child, ended } = await begun(folder, "build");
    child.kill("SIGSTOP");
    expect(await build("--output=other")).toMatchObject({ code: 0 });
    child.kill("SIGCONT");
    expect(await ended).toEqual([0, null]);
    expect(bytesIn(join(folder, "other"))).toEqual(whole);
  });
});

test("nothing else writes into the folder of `npm start`, also after that has started again", async () => {
  const { folder, build } = project();
  const { origin, lines, stop } = await startCommand(folder, [], env);
  onTestFinished(stop);
  const output = `.cache/start-${new URL(origin).port}`;
  const refused = async () => {
    const { code, printed } = await build(`--output=${output}`);
    expect([code, printed]).toEqual([1, expect.stringMatching(busy)]);
  };
  await refused();
  putFiles(folder, { "site/list.njk": "<p>List</p>\n" });
  const opened = () => lines.filter((line) => line.startsWith("Open at ")).length;
  expect(await eventually(opened, (times) => times === 2)).toBe(2);
  await refused();
});

test("`npm start` that is replaced while it builds leaves no pages that are gone", async () => {
  const { folder } = project();
  const { origin, stop } = await startCommand(folder, [], env);
  onTestFinished(stop);
  const output = join(folder, `.cache/start-${new URL(origin).port}`);
  const list = (words: string) =>
    putFiles(folder, { "site/list.njk": `---\npermalink: /list/\n---\n<p>${words}</p>\n` });
  const text = async (path: string) => (await fetch(origin + path)).text();
  for (const round of [1, 2, 3]) {
    // The template first, so that the new pages are only met by the process that it starts.
    list("added");
    putFiles(folder, {
      [`site/old${round}/a.md`]: "# A\n",
      [`site/old${round}/b.md`]: "# B\n",
    });
    const isThere = () => existsSync(join(output, `old${round}`));
    expect(await eventually(isThere, (there) => there)).toBe(true);
    list(`changed ${round}`);
    renameSync(join(folder, `site/old${round}`), join(folder, `site/new${round}`));
    const words = `changed ${round}`;
    expect(
      await eventually(
        () => text("/list/"),
        (page) => page.includes(words),
      ),
    ).toContain(words);
    expect(await text(`/new${round}/a/`)).toContain("<h1");
    const isGone = () => !existsSync(join(output, `old${round}`));
    expect(await eventually(isGone, (gone) => gone)).toBe(true);
  }
});
