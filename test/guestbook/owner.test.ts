import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createMemoryStore, fill } from "../../build/cli/bench/guestbook-store.ts";
import { fromCsv, toCsv } from "../../build/cli/guestbook/csv.ts";
import { fromFile, toFile } from "../../build/cli/guestbook/export-file.ts";
import { readEveryEntry } from "../../build/cli/guestbook/transfer.ts";
import { runGuestbookCommand } from "../../build/cli/guestbook.ts";
import { explain } from "../../build/content/diagnostics.ts";
import { createAjv } from "../../build/lib/json-schema.ts";
import { printable } from "../../build/lib/printable.ts";
import { Guestbook as GuestbookSchema } from "../../build/schemas/guestbook.ts";
import { startBlobs } from "../../build/server/blobs.ts";
import { listen } from "../../build/server/node-http.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { storageSettings } from "../../functions/guestbook/settings.ts";
import { openStore } from "../../functions/guestbook/store.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { openGuestbook } from "./test-guestbook.ts";

const script = join(import.meta.dirname, "../../build/cli/guestbook.ts");

interface Ran {
  code: number;
  out: string;
  err: string;
}

/** How far the clock of the commands is ahead, in milliseconds: waiting takes no time here. */
let ahead = 0;
const clock = () => Date.now() + ahead;

interface Setting {
  env?: Record<string, string>;
  input?: string;
  /** A terminal that can replace a line puts them here. */
  replaced?: string[];
  wait?: (milliseconds: number) => Promise<void>;
}

/** Runs a command as the script does, in this process. */
async function run(
  args: string[],
  { env = {}, input = "", replaced, wait = async (milliseconds) => void (ahead += milliseconds) }: Setting = {},
): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = {
    print: (line: string) => void out.push(`${line}\n`),
    warn: (line: string) => void err.push(line),
    write: async (text: string) => void out.push(text),
    ask: async () => input,
    replace: replaced === undefined ? null : (line: string) => void replaced.push(line),
    clock,
    wait,
  };
  // A local command starts a Blobs server of its own and tells this process about it.
  const before = process.env["NETLIFY_BLOBS_CONTEXT"];
  const code = await runGuestbookCommand(args, env, terminal).then(
    () => 0,
    (error: unknown) => {
      err.push(explain(error));
      return 1;
    },
  );
  if (before !== undefined) process.env["NETLIFY_BLOBS_CONTEXT"] = before;
  return { code, out: out.join(""), err: err.join("\n") };
}

/** Runs the script itself. */
function runScript(args: string[], input: string, cwd?: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", script, ...args],
      { cwd },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
    child.stdin?.end(input);
  });
}

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  await mkdir(join(folder, "none"));
});

/** Entries with all that may trouble a terminal, a table or a file. */
function awkward(): Entry[] {
  const entries = fill(createMemoryStore(), 40);
  const texts = [
    "=1+1",
    "'=quoted",
    "+a",
    "-b",
    "@c",
    'say "hi", she wrote\nand went',
    "a,b;c",
    "\ttab".trim(),
    "\u2067שלום\u2069",
    "''",
    "👩‍👩‍👧",
  ];
  texts.forEach((text, index) => Object.assign(entries[index] as Entry, { message: text, name: text, url: "" }));
  return entries;
}

/** Every file below a folder that holds a text. */
function holders(directory: string, text: string): string[] {
  return (readdirSync(directory, { recursive: true }) as string[]).filter((name) => {
    const file = join(directory, name);
    return statSync(file).isFile() && readFileSync(file, "utf8").includes(text);
  });
}

describe("the commands, on a local store", () => {
  test("list, show, remove, restore, erase and stats", async () => {
    const book = await openGuestbook();
    try {
      const directory = `--directory=${join(book.directory, "blobs")}`;
      const ids: string[] = [];
      for (const message of ["first", "second \u2066line", "third"])
        ids.push(((await (await book.post({ message, name: "N" })).json()) as Entry).id);
      const [first, second, third] = ids as [string, string, string];

      const listed = await run(["list", "--limit", "2", directory]);
      expect(listed.out.split("\n").map((line) => line.slice(0, 20))).toEqual([third, second, "2 of 3 entries", ""]);
      expect(listed.out).toContain("second \\u{2066}line");
      expect((await run(["show", first, directory])).out).toMatch(/state +visible\n[^]*message +first\n/);

      expect(await run(["remove", first, directory])).toMatchObject({
        code: 1,
        err: expect.stringContaining("Say why") as string,
      });
      expect((await run(["remove", first, "--reason", "rude", directory])).code).toBe(0);
      expect((await book.list()).entries.map((entry) => entry.id)).toEqual([third, second]);
      expect((await run(["show", first, directory])).out).toMatch(/state +removed\nreason +rude\n/);
      expect(await run(["remove", first, "--reason=again", directory])).toMatchObject({
        code: 1,
        err: expect.stringContaining("removed already") as string,
      });
      expect((await run(["restore", first, directory])).code).toBe(0);
      expect((await book.list()).count).toBe(3);
      expect(await run(["restore", first, directory])).toMatchObject({
        code: 1,
        err: expect.stringContaining("was not removed") as string,
      });

      // Nobody answers, or not with the id: nothing happens.
      expect(await run(["erase", third, directory])).toMatchObject({
        code: 1,
        err: expect.stringContaining("Nothing was erased") as string,
      });
      expect(await run(["erase", third, directory], { input: "yes\n" })).toMatchObject({ code: 1 });
      expect((await book.list()).count).toBe(3);
      const erased = await run(["erase", third, "--reason=the law", directory], { input: `${third}\n` });
      expect(erased).toMatchObject({ code: 0, out: expect.stringContaining(`Erased ${third}`) as string });
      const [hidden, ...causes] = erased.err.split("\n").slice(1);
      expect(hidden).toBe(`It is hidden now. To stop here, press Ctrl-C; \`erase ${third}\` goes on from there.`);
      expect(causes[0]).toMatch(/^A copy of the text is left\. It is deleted when .*: 2:00 left or more\.$/);
      // Each cause once, however often the store was looked at.
      expect(causes.length).toBeLessThanOrEqual(2);
      expect(holders(join(book.directory, "blobs"), "third")).toEqual([]);
      expect((await book.list()).entries.map((entry) => entry.id)).toEqual([second, first]);
      expect(await run(["show", third, directory])).toMatchObject({
        code: 0,
        out: expect.stringMatching(/state +erased\nreason +the law\n$/) as string,
      });
      expect(await run(["erase", third, directory])).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /is erased already, since 2\d{3}-.*; nothing of it is left in the store\.\n$/,
        ) as string,
      });
      for (const name of ["restore", "remove"])
        expect(await run([name, third, "--reason=r", "--yes", directory])).toMatchObject({
          code: 1,
          err: expect.stringMatching(/was erased|is being erased, which cannot be undone/) as string,
        });

      const { out } = await run(["stats", directory]);
      expect(out).toMatch(/^entries +2$/m);
      expect(out).toMatch(/^erased +1$/m);
      expect(out).toMatch(/^removed +0$/m);
    } finally {
      await book.close();
    }
  });

  test.each(["jsonl", "csv"])("export and import as %s give the same list, however often", async (format) => {
    const [from, to, file] = [
      join(folder, `${format}-from`),
      join(folder, `${format}-to`),
      join(folder, `all.${format}`),
    ];
    const source = join(folder, `source.${format}`);
    await writeFile(source, toFile(awkward(), "jsonl"));
    expect((await run(["import", source, `--directory=${from}`])).out).toContain("40 of 40 entries were new");
    expect((await run(["export", `--format=${format}`, "--output", file, `--directory=${from}`])).code).toBe(0);
    expect((await run(["export", "--format", format, `--directory=${from}`])).out).toBe(await readFile(file, "utf8"));
    expect((await run(["import", file, `--directory=${to}`])).out).toContain("40 of 40 entries were new");
    expect((await run(["import", file, `--directory=${to}`])).out).toContain("0 of 40 entries were new");
    const entriesIn = async (directory: string) => {
      const blobs = await startBlobs(directory);
      try {
        return await readEveryEntry(openStore("guestbook-dev", { timeout: 5000 }));
      } finally {
        await blobs.stop();
      }
    };
    const entries = await entriesIn(to);
    expect(entries).toEqual(awkward().reverse());
    expect(await entriesIn(from)).toEqual(entries);
  });

  test("an import keeps entries that were accepted under other bounds, and they are read as they were", async () => {
    const book = await openGuestbook();
    try {
      const directory = `--directory=${join(book.directory, "blobs")}`;
      const entries = fill(createMemoryStore(), 3);
      const [first, second] = entries as [Entry, Entry];
      Object.assign(first, { message: `long ${"本".repeat(2000)}`, url: `https://example.org/${"u".repeat(480)}` });
      Object.assign(second, { name: "n".repeat(300) });
      const file = join(folder, "longer.jsonl");
      await writeFile(file, toFile(entries, "jsonl"));
      expect((await run(["import", file, directory])).out).toContain("3 of 3 entries were new");
      const list = await book.list();
      expect(list.entries).toEqual(entries.toReversed());
      const follows = createAjv().compile(GuestbookSchema);
      expect(follows(list) ? [] : follows.errors).toEqual([]);
      expect(await (await book.ask("/guestbook/")).text()).toContain(first.message);
      expect((await run(["export", directory])).out).toBe(toFile(entries.toReversed(), "jsonl"));
      // Whoever signs today is held to today's bounds.
      expect((await book.post({ message: first.message })).status).toBe(400);
    } finally {
      await book.close();
    }
  });

  test("erasing from a pack leaves every other entry, and an import does not bring the text back", async () => {
    const directory = join(folder, "pack");
    const file = join(folder, "pack.jsonl");
    const entries = fill(createMemoryStore(), 30);
    await writeFile(file, toFile(entries, "jsonl"));
    await run(["import", file, `--directory=${directory}`]);
    const gone = entries[12] as Entry;
    expect(holders(directory, gone.message)).toHaveLength(1);
    const before = clock();
    const replaced: string[] = [];
    const erased = await run(["erase", gone.id, "--yes", `--directory=${directory}`], { replaced });
    expect(erased.code).toBe(0);
    // The time is the same in a local store and in the deployed one.
    expect(clock() - before).toBeGreaterThanOrEqual(storageSettings.grace);
    expect(holders(directory, gone.message)).toEqual([]);
    expect(erased.err).not.toContain("left:");
    expect(replaced[0]).toMatch(/^A copy of the text is left\. .*: [12]:\d\d left or more\.$/);
    // The pack was written just now, and so was the one that takes its place.
    expect(replaced.at(-2)).toMatch(/^A copy of the text is left\. .*: [2-9]:\d\d so far\.$/);
    expect(replaced.at(-1)).toBe("");
    expect((await run(["import", file, `--directory=${directory}`])).out).toContain("0 of 30 entries were new");
    const { out } = await run(["export", `--directory=${directory}`]);
    expect(fromFile(out, Date.now())).toEqual(entries.filter((entry) => entry !== gone).reverse());
  });

  test("erasing that was stopped goes on with the same command, and a copy that comes late is found", async () => {
    const data = join(folder, "stopped");
    const directory = `--directory=${data}`;
    const file = join(folder, "stopped.jsonl");
    const entries = fill(createMemoryStore(), 20);
    await writeFile(file, toFile(entries, "jsonl"));
    await run(["import", file, directory]);
    const { id, message } = entries[7] as Entry;
    const [pack] = holders(data, message) as [string];
    const text = await readFile(join(data, pack), "utf8");

    const stopped = await run(["erase", id, "--yes", directory], { wait: () => Promise.reject(new Error("stopped")) });
    expect(stopped).toMatchObject({ code: 1, out: expect.not.stringContaining("Erased") as string });
    expect((await run(["list", directory])).out).toContain("19 of 19 entries");
    expect((await run(["show", id, directory])).out).toMatch(/state +being erased\n/);
    expect((await run(["stats", directory])).out).toMatch(/^being erased +1$/m);

    // Nobody is asked again, and the time counts from the mark.
    ahead += 60_000;
    const before = clock();
    const resumed = await run(["erase", id, directory]);
    expect(resumed).toMatchObject({ code: 0, out: `Erased ${id}. ${left}\n` });
    expect(resumed.err).toContain("is not done; going on with it");
    expect(holders(data, message)).toEqual([]);
    expect(clock() - before).toBeGreaterThanOrEqual(storageSettings.grace - 60_000);

    // A run of compaction that was suspended since before the mark writes what it had in hand.
    await writeFile(join(data, pack), text);
    expect((await run(["list", directory])).out).toContain("19 of 19 entries");
    expect((await run(["show", id, directory])).out).toMatch(/state +being erased\n/);
    expect((await run(["erase", id, directory])).out).toBe(`Erased ${id}. ${left}\n`);
    expect(holders(data, message)).toEqual([]);
    expect((await run(["erase", id, directory])).out).toContain("is erased already");
    expect((await run(["stats", directory])).out).toMatch(/^erased +1$/m);
  });

  const left = "Its text is no longer in the store; remove it from backups and exports yourself.";

  const inLine = (number: number, spoil: (line: string) => string) => (text: string) =>
    text
      .split("\n")
      .map((line, index) => (index + 1 === number ? spoil(line) : line))
      .join("\n");
  const withField = (name: string, value: unknown) =>
    inLine(41, (line) => JSON.stringify({ ...(JSON.parse(line) as object), [name]: value }));

  test.each<[what: string, spoil: (text: string) => string, why: string]>([
    ["a half of a file", (text) => text.slice(0, text.length / 2), "it does not end; the file is only a part"],
    ["whole lines of a file", (text) => `${text.split("\n").slice(0, 5).join("\n")}\n`, "says 40 entries, but 4 lines"],
    ["a line that is not JSON", inLine(2, (line) => line.slice(1)), "line 2: not JSON"],
    ["a list for an entry", inLine(2, () => "[]"), "line 2: not a JSON object"],
    ["an entry that breaks a rule", withField("message", "a\u202e"), "line 41: The message holds U+202E"],
    [
      "an entry twice",
      (text) => text.replace('"count":40', '"count":41') + text.split("\n")[1] + "\n",
      "line 42: the entry of line 2 again",
    ],
    ["a word for a time", withField("ts", "yesterday"), "line 41: `ts` is not a time"],
    ["a time in another form", withField("ts", "20260101T000005000Z"), "line 41: `ts` is not a time"],
    ["a day that is not", withField("ts", "2026-02-30T00:00:00.000Z"), "line 41: `ts` is not a time"],
    ["a time in the year 9999", withField("ts", "9999-01-01T00:00:00.000Z"), "line 41: `ts` is in the future"],
    [
      "a time an hour ahead",
      withField("ts", new Date(Date.now() + 3_600_000).toISOString()),
      "line 41: `ts` is in the future",
    ],
    ["an entry without two fields", inLine(3, () => '{"id":"a","ts":"b","name":"","url":1}'), "line 3: `message` is m"],
    ["the other fields of such a line", inLine(3, () => '{"id":"a","name":"","url":1}'), "`url` is not a string"],
    ["a field that no entry has", withField("email", "a@b.example"), 'line 41: "email" is no field'],
    ["an id of another kind", withField("id", "1"), "line 41: `id` is not"],
    ["white space around a name", withField("name", " N"), "line 41: `name`: line ends or"],
    ["a User-Agent of two lines", withField("user_agent", "a\nb"), "line 41: `user_agent` is not"],
    ["an entry longer than any body that was ever read", withField("message", "x".repeat(20_000)), "at most 16384"],
    ["another version", (text) => text.replace('"guestbook":1', '"guestbook":2'), "line 1: the format has version 2"],
    ["no version", (text) => text.replace('"guestbook":1,', ""), "line 1: expected"],
    ["something else", () => '{"a":1}\n', "no export of a guestbook"],
    ["nothing", () => "", "line 1: expected"],
  ])("importing %s does nothing, and names the line", async (what, spoil, why) => {
    await expectRefused(`${what}.jsonl`, spoil(toFile(awkward(), "jsonl")), why);
  });

  // The sixth of these entries has a message of two lines, and a name of two, so the seventh begins on line 10.
  test.each<[what: string, spoil: (text: string) => string, why: string]>([
    ["a half of a table", (text) => text.slice(0, text.length / 2), "or the file ends within it"],
    ["rows of a table", (text) => text.slice(0, text.indexOf('"end"')), "is not `end` with the number"],
    ["a table that lacks a row", inLine(2, () => ""), "is broken"],
    [
      "a wrong number",
      (text) => text.replace('"end","40"', '"end","41"'),
      "line 44: it says 41 entries, but there are 40",
    ],
    ["a table of other columns", (text) => text.replace('"id","ts"', '"id","time"'), "line 1: the first row must be"],
    [
      "a row that is too short",
      inLine(10, (line) => `${line.slice(0, line.lastIndexOf(","))}\r`),
      "line 10: expected 6 cells",
    ],
    ["a time in the future", inLine(10, (line) => line.replace(',"2026', ',"9999')), "line 10: `ts` is in the future"],
    ["a cell without its apostrophe", (text) => text.replaceAll(`"'=1`, '"=1'), "line 2: cell 3: an apostrophe"],
    ["a cell with one too many", (text) => text.replaceAll('"a,b', `"'a,b`), "line 10: cell 3: an apostrophe"],
  ])("importing %s does nothing, and names the line", async (what, spoil, why) => {
    await expectRefused(`${what}.csv`, spoil(toFile(awkward(), "csv")), why);
  });

  async function expectRefused(name: string, text: string, why: string): Promise<void> {
    const file = join(folder, name);
    await writeFile(file, text);
    const directory = `${file}.store`;
    const ran = await run(["import", file, `--directory=${directory}`]);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining(why) as string });
    expect(ran.err).toContain("nothing was");
    expect(ran.err).not.toMatch(/\bat .*\.ts:\d/);
    expect(readdirSync(directory, { recursive: true })).toEqual([]);
  }

  test("every line that is wrong is named, up to twenty, and a clock that is a minute off is none", () => {
    const now = Date.parse("2026-01-01T00:00:30.000Z") - 60_000;
    expect(fromFile(toFile(fill(createMemoryStore(), 30), "jsonl"), now)).toHaveLength(30);
    const text = toFile(fill(createMemoryStore(), 30), "jsonl").replaceAll('"user_agent":"', '"user_agent":" ');
    expect(explainedLines(() => fromFile(text, Date.now()))).toEqual([
      ...Array.from({ length: 20 }, (_, index) => expect.stringMatching(`^line ${index + 2}: .user_agent`) as string),
      "and 10 more",
    ]);
  });
});

function explainedLines(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    return (error as Error).message.split("\n");
  }
  return [];
}

test.each([
  [[], "What shall be done?"],
  [["burn"], "There is no command `burn`"],
  [["show"], "the id of one entry"],
  [["show", "x"], "An id has"],
  [["show", "aaaaaaaaaaaaaaaaaaaa"], "There is no entry"],
  [["erase", "aaaaaaaaaaaaaaaaaaaa", "--yes"], "There is no entry"],
  [["list", "--limit=0"], "--limit"],
  [["list", "--colour"], "colour"],
  [["export", "--format=xml"], "jsonl or csv"],
  [["import", "no-such-file"], "not found"],
  [["stats", "--site=x"], "NETLIFY_AUTH_TOKEN"],
  [["stats", "--token=x"], "NETLIFY_SITE_ID"],
])("%j is a clear line and a failure", async (args, line) => {
  const { code, err } = await run([...args, `--directory=${join(folder, "none")}`]);
  expect([code, err]).toEqual([1, expect.stringContaining(line) as string]);
  expect(err).not.toMatch(/\bat .*\.ts:\d/);
});

test("help is printed where it is asked for, which is no failure", async () => {
  for (const args of [["--help"], ["list", "--help"]])
    expect(await run(args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: npm run guestbook -- COMMAND\n[^]*erase ID/) as string,
      err: "",
    });
});

test.each([["list"], ["stats"], ["export"], ["show", "aaaaaaaaaaaaaaaaaaaa"]])(
  "%j looks into no folder that is not there, and makes none",
  async (...args) => {
    const missing = join(folder, "no", "such");
    expect(await run([...args, `--directory=${missing}`])).toEqual({
      code: 1,
      out: "",
      err: `${missing}: there is no such folder.`,
    });
    expect(existsSync(join(folder, "no"))).toBe(false);
  },
);

test("a project where nobody signed yet has an empty guestbook, and no folder is made for it", async () => {
  const project = join(folder, "project");
  await mkdir(project);
  expect(await runScript(["list"], "", project)).toMatchObject({ code: 0, out: "0 of 0 entries\n" });
  expect(await runScript(["show", "aaaaaaaaaaaaaaaaaaaa"], "", project)).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no entry") as string,
  });
  expect(readdirSync(project)).toEqual([]);
});

test("an export that cannot be written names the file that was asked for", async () => {
  const output = join(folder, "nowhere", "x.jsonl");
  expect(await run(["export", `--output=${output}`, `--directory=${join(folder, "none")}`])).toMatchObject({
    code: 1,
    err: expect.stringMatching(new RegExp(`^Store: .*\\n${output}: not found\\.$`)) as string,
  });
});

test("the deployed store is used with a site id and a token, and the host's cache is told", async () => {
  const blobs = await startBlobs(join(folder, "deployed"));
  const purged: unknown[] = [];
  const api = await listen(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/api/v1/purge") {
      purged.push(await request.json());
      return new Response(null, { status: 202 });
    }
    return fetch(blobs.environment.edgeURL + pathname + search, { method: request.method, headers: request.headers });
  });
  try {
    const { siteID, token } = blobs.environment;
    const env = { NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token, NETLIFY_API_URL: api.origin };
    const file = join(folder, "deployed.jsonl");
    const entries = fill(createMemoryStore(), 20);
    await writeFile(file, toFile(entries, "jsonl"));
    expect(await run(["import", file], { env })).toMatchObject({
      code: 0,
      err: expect.stringContaining("guestbook of the deployed site") as string,
    });
    const [entry] = entries as [Entry];
    expect(await run(["remove", entry.id, "--reason=r"], { env })).toMatchObject({
      code: 0,
      out: expect.stringContaining("cache was purged") as string,
    });
    expect(purged).toEqual(Array(2).fill({ cache_tags: ["guestbook"], site_id: siteID }));
    expect((await readEveryEntry(openStore("guestbook", { timeout: 5000 }))).map((each) => each.id)).not.toContain(
      entry.id,
    );
    // Readers see at once that it is hidden, not only when all of it is gone; and the time is that of a local store.
    const before = clock();
    const [, second] = entries as [Entry, Entry];
    expect(await run(["erase", second.id, "--yes"], { env })).toMatchObject({
      code: 0,
      out: expect.stringContaining("cache was purged") as string,
    });
    expect(purged).toHaveLength(4);
    expect(clock() - before).toBeGreaterThanOrEqual(storageSettings.grace);
    expect((await run(["list", "--context=deploy-preview"], { env })).out).toContain("0 of 0 entries");
    const refused = await run(["list"], { env: { ...env, NETLIFY_AUTH_TOKEN: "wrong" } });
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining("the site id or the token is wrong") as string,
    });
    expect(refused.err).not.toContain("wrong\n    at");
  } finally {
    await api.stop();
    await blobs.stop();
  }
});

test("the script asks on the terminal, keeps exports clean, and ends with 1 and a line when it fails", async () => {
  const directory = `--directory=${join(folder, "script")}`;
  const file = join(folder, "script.jsonl");
  const entries = fill(createMemoryStore(), 3);
  await writeFile(file, toFile(entries, "jsonl"));
  expect((await runScript(["import", file, directory], "")).code).toBe(0);
  const [entry] = entries as [Entry];
  const [unanswered, unconfirmed, exported] = await Promise.all([
    runScript(["erase", entry.id, directory], ""),
    runScript(["erase", entry.id, directory], "yes\n"),
    runScript(["export", directory], ""),
  ]);
  for (const { code, err } of [unanswered, unconfirmed])
    expect([code, err]).toEqual([1, expect.stringMatching(/Type the id[^]*Nothing was erased\.\n$/) as string]);
  expect([exported.code, fromFile(exported.out, Date.now())]).toEqual([0, entries.toReversed()]);
});

test("what is printed cannot steer a terminal", () => {
  expect(printable("a\u001b[31m\u0007\u202e\u2066b\n\u0085\ud800 👩‍👧 é")).toBe(
    "a\\u{1b}[31m\\u{7}\\u{202e}\\u{2066}b\\n\\u{85}\\u{d800} 👩‍👧 é",
  );
});

test("a table is no formula, and comes back as it was", () => {
  const rows = [
    ["=1+1", "'x", "-", "+", "@"],
    ['"', "a,b", "\n", "", "'"],
  ];
  expect(toCsv(rows)).toBe(`"'=1+1","''x","'-","'+","'@"\r\n"""","a,b","'\n","","''"\r\n`);
  expect(fromCsv(toCsv(rows))).toEqual([
    { line: 1, cells: rows[0] },
    { line: 2, cells: rows[1] },
  ]);
});
