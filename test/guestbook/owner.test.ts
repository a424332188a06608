import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { toCsv, toJsonLines } from "../../build/cli/guestbook/export-file.ts";
import { runGuestbookCommand } from "../../build/cli/guestbook.ts";
import { explain } from "../../build/content/diagnostics.ts";
import { createAjv } from "../../build/lib/json-schema.ts";
import { Guestbook as GuestbookSchema } from "../../build/schemas/guestbook.ts";
import { startBlobs } from "../../build/server/blobs.ts";
import { listen } from "../../build/server/node-http.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { listKeys } from "../../functions/guestbook/keys.ts";
import { type EntryPage, readPage } from "../../functions/guestbook/read.ts";
import { openStore } from "../../functions/guestbook/store.ts";
import { createMemoryStore, fill } from "../support/memory-store.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { openGuestbook } from "./test-guestbook.ts";

interface Ran {
  code: number;
  out: string;
  err: string;
}

interface Setting {
  env?: Record<string, string>;
  /** How far the clock of the command is ahead, in milliseconds. */
  ahead?: number;
}

/** Runs a command as the script does, in this process. */
async function run(args: string[], { env = {}, ahead = 0 }: Setting = {}): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const spies = [
    vi.spyOn(console, "log").mockImplementation((text) => void out.push(`${text}\n`)),
    vi.spyOn(console, "error").mockImplementation((line) => void err.push(line)),
  ];
  // A local command starts a Blobs server of its own and tells this process about it.
  const before = process.env["NETLIFY_BLOBS_CONTEXT"];
  const code = await runGuestbookCommand(args, env, Date.now() + ahead).then(
    () => 0,
    (error: unknown) => {
      err.push(explain(error));
      return 1;
    },
  );
  for (const spy of spies) spy.mockRestore();
  if (before !== undefined) process.env["NETLIFY_BLOBS_CONTEXT"] = before;
  return { code, out: out.join(""), err: err.join("\n") };
}

/** Runs a command that ends with a status and prints a text, among others. */
async function expectRun(args: string[], code: number, text: string | RegExp = "", setting?: Setting): Promise<void> {
  const { out, err, ...ran } = await run(args, setting);
  const matching = typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
  expect([ran.code, out + err]).toEqual([code, matching]);
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

/** Every visible entry of a local store, newest first. */
async function entriesIn(directory: string): Promise<Entry[]> {
  const blobs = await startBlobs(directory);
  try {
    const store = openStore("guestbook-1-dev", { timeout: 5000 });
    return ((await readPage(store, { from: null, limit: Infinity, bytes: Infinity })) as EntryPage).entries;
  } finally {
    await blobs.stop();
  }
}

/** Every file below a folder that holds a text. */
function holders(directory: string, text: string): string[] {
  return (readdirSync(directory, { recursive: true }) as string[]).filter((name) => {
    const file = join(directory, name);
    return statSync(file).isFile() && readFileSync(file, "utf8").includes(text);
  });
}

describe("the commands, on a local store", () => {
  test("list, show, remove, restore and erase", async () => {
    await using book = await openGuestbook();
    const directory = `--directory=${join(book.directory, "blobs")}`;
    const ids: string[] = [];
    for (const message of ["first", "second \u2066line", "third"])
      ids.push(((await (await book.post({ message, name: "N" })).json()) as Entry).id);
    const [first, second, third] = ids as [string, string, string];

    const listed = await run(["list", "--limit", "2", directory]);
    expect(listed.out.split("\n").map((line) => line.slice(0, 20))).toEqual([third, second, "2 of 3 entries", ""]);
    expect(listed.out).toContain("second \\u{2066}line"); // nothing that is printed can steer a terminal
    await expectRun(["show", first, directory], 0, /state +visible\n[^]*message +first\n/);

    await expectRun(["remove", first, directory], 1, "Say why");
    await expectRun(["remove", first, "--reason", "rude", directory], 0);
    expect((await book.list()).entries.map((entry) => entry.id)).toEqual([third, second]);
    await expectRun(["show", first, directory], 0, /state +removed\nsince +2\d{3}-.*\nreason +rude\nid /);
    await expectRun(
      ["remove", first, "--reason=again", directory],
      0,
      `There is nothing to do with ${first}, which is removed.`,
    );
    await expectRun(["restore", first, directory], 0);
    expect((await book.list()).count).toBe(3);
    await expectRun(["restore", first, directory], 0, `There is nothing to do with ${first}, which is visible.`);

    // Without the owner's word nothing happens.
    await expectRun(["erase", third, directory], 1, `Nothing was erased. With --yes ${third} will be`);
    expect((await book.list()).count).toBe(3);
    await expectRun(["erase", third, "--yes", directory], 0, `Erased ${third}. What they said is no`);
    expect(holders(join(book.directory, "blobs"), "third")).toEqual([]);
    expect((await book.list()).entries.map((entry) => entry.id)).toEqual([second, first]);
    // It came without an Idempotency-Key, so nothing of it is left, not even a mark.
    expect((await listKeys(book.store)).filter(({ id }) => id === third)).toEqual([]);
    await expectRun(["show", third, directory], 1, `There is no entry ${third}.`);
  });

  test("many entries at once, by their ids or by the lines of a file", async () => {
    await using book = await openGuestbook();
    const directory = `--directory=${join(book.directory, "blobs")}`;
    await Promise.all(Array.from({ length: 120 }, (_, number) => book.post({ message: `spam ${number}` })));
    await book.post({ message: "kept" });
    const lines = (await run(["list", "--limit=500", directory])).out.split("\n");
    const file = join(folder, "spam.txt");
    await writeFile(file, `${lines.filter((line) => line.includes("spam")).join("\r\n")}\n\n`);
    const spam = lines.filter((line) => line.includes("spam")).map((line) => line.slice(0, 20));
    await expectRun(
      ["remove", `--from=${file}`, "--reason=spam", directory],
      0,
      "Removed 120 entries. `restore` brings back what was removed.\n",
    );
    expect((await book.list()).entries.map(({ message }) => message)).toEqual(["kept"]);
    const [one = "", two = ""] = spam;
    await expectRun(["restore", one, two, one, directory], 0, "Restored 2 entries.\n");
    expect((await book.list()).count).toBe(3);
    await expectRun(["erase", ...spam, directory], 1, "With --yes 120 entries will be");
    await expectRun(["erase", ...spam, "--yes", directory], 0, "Erased 120 entries.");
    expect(holders(join(book.directory, "blobs"), "spam")).toEqual([]);
    expect((await book.list()).count).toBe(1);
    // One wrong line or one unknown id, and nothing happens.
    await writeFile(file, `\n${(await book.list()).entries[0]?.id}\n2 of 2 entries\n`);
    await expectRun(["remove", `--from=${file}`, "--reason=r", directory], 1, "`2` is not an id");
    const known = (await book.list()).entries[0]?.id ?? "";
    const none = `There is no entry ${one}.\nThere is no entry ${two}.`;
    await expectRun(["remove", known, one, two, "--reason=r", directory], 1, none);
    expect((await book.list()).count).toBe(1);
  });

  test("any command finishes an erasure that was interrupted, and drops marks that have no use any more", async () => {
    await using book = await openGuestbook();
    const directory = `--directory=${join(book.directory, "blobs")}`;
    const keysNow = async () => (await listKeys(book.store)).map(({ key }) => key);
    const response = await book.post({ message: "gone for good" }, { "idempotency-key": "k" });
    const { id } = (await response.json()) as Entry;
    const [key = ""] = await keysNow();
    const text = (await book.store.get(key)) as string;
    await expectRun(["erase", id, "--reason=the law", "--yes", directory], 0);
    const mark = key.replace(".entry.", ".erased.");
    expect(await keysNow()).toEqual([mark]);
    await expectRun(["show", id, directory], 0, /^state +erased\nsince +2\d{3}-.*\nreason +the law\n/);
    await expectRun(["remove", id, "--reason=r", directory], 0, `There is nothing to do with ${id}, which is erased.`);

    // A post that ended between its write and its second look has left a copy, and somebody removed the entry.
    await book.store.set(key, text);
    await book.store.set(`ids/${id}.removed`, "{}");
    expect((await book.list()).count).toBe(0);
    await expectRun(["list", directory], 0, "0 of 0 entries\n");
    expect(holders(join(book.directory, "blobs"), "gone for good")).toEqual([]);
    expect(await keysNow()).toEqual([mark]);

    const hour = 3_600_000;
    await run(["list", directory], { ahead: 47 * hour });
    expect(await keysNow()).toEqual([mark]);
    await run(["list", directory], { ahead: 49 * hour });
    expect(await keysNow()).toEqual([]);
  });

  test("export and import give the same list, however often", async () => {
    const [from, to, file] = [join(folder, "from"), join(folder, "to"), join(folder, "all.jsonl")];
    const source = join(folder, "source.jsonl");
    await writeFile(source, toJsonLines(awkward()));
    await expectRun(["import", source, `--directory=${from}`], 0, "40 of 40 entries were new");
    await expectRun(["export", "--output", file, `--directory=${from}`], 0);
    expect((await run(["export", "--format=jsonl", `--directory=${from}`])).out).toBe(await readFile(file, "utf8"));
    await expectRun(["import", file, `--directory=${to}`], 0, "40 of 40 entries were new");
    await expectRun(["import", file, `--directory=${to}`], 0, /^0 of 40 entries were new/);
    expect(await entriesIn(to)).toEqual(awkward().reverse());
    expect(await entriesIn(from)).toEqual(await entriesIn(to));
    const removed = (awkward()[0] as Entry).id;
    await run(["remove", removed, "--reason=r", `--directory=${to}`]);
    await expectRun(["import", file, `--directory=${to}`], 0, /^0 of 40 entries were new/);
    expect(await entriesIn(to)).toHaveLength(39);
  });

  test("a table is for spreadsheets: no cell is a formula, and import does not take it", async () => {
    const [entry] = fill(createMemoryStore(), 1) as [Entry];
    const file = join(folder, "table.csv");
    const rows = ["=1+1", "-", "+", "@", 'say "hi"', "a,b\nc", "'x"].map((message) => ({ ...entry, message, url: "" }));
    const table = toCsv(rows);
    expect(table.split("\r\n")[0]).toBe('"id","ts","name","message","url","user_agent"');
    expect(table.match(/(?<="Visitor 0",)"[^]*?"(?=,"","Mozilla)/g)).toEqual([
      `"'=1+1"`,
      `"'-"`,
      `"'+"`,
      `"'@"`,
      '"say ""hi"""',
      '"a,b\nc"',
      `"'x"`,
    ]);
    await writeFile(file, table);
    const directory = `--directory=${join(folder, "table")}`;
    await expectRun(["import", file, directory], 1, "line 1: expected");
    await expectRun(["import", join(folder, "source.jsonl"), directory], 0);
    expect((await run(["export", "--format=csv", directory])).out).toBe(toCsv(awkward().reverse()));
  });

  test("an import keeps entries that were accepted under other bounds, and they are read as they were", async () => {
    await using book = await openGuestbook();
    const directory = `--directory=${join(book.directory, "blobs")}`;
    const entries = fill(createMemoryStore(), 3);
    const [first, second] = entries as [Entry, Entry];
    Object.assign(first, { message: `long ${"本".repeat(2000)}`, url: `https://example.org/${"u".repeat(480)}` });
    Object.assign(second, { name: "n".repeat(300) });
    const file = join(folder, "longer.jsonl");
    await writeFile(file, toJsonLines(entries));
    await expectRun(["import", file, directory], 0, "3 of 3 entries were new");
    const list = await book.list();
    expect(list.entries).toEqual(entries.toReversed());
    const follows = createAjv().compile(GuestbookSchema);
    expect(follows(list) ? [] : follows.errors).toEqual([]);
    expect(await (await book.ask("/guestbook/")).text()).toContain(first.message);
    expect((await run(["export", directory])).out).toBe(toJsonLines(entries.toReversed()));
    // Whoever signs today is held to today's bounds.
    expect((await book.post({ message: first.message })).status).toBe(400);
  });

  const inLine = (number: number, spoil: (line: string) => string) => (text: string) =>
    text
      .split("\n")
      .map((line, index) => (index + 1 === number ? spoil(line) : line))
      .join("\n");
  const withField = (name: string, value: unknown) =>
    inLine(41, (line) => JSON.stringify({ ...(JSON.parse(line) as object), [name]: value }));

  test.each<[what: string, spoil: (text: string) => string, why: string]>([
    ["a half of a file", (text) => text.slice(0, text.length / 2), "the file is only a part"],
    ["whole lines of a file", (text) => `${text.split("\n").slice(0, 5).join("\n")}\n`, "says 40 entries, but 4 lines"],
    ["a line that is not JSON", inLine(2, (line) => line.slice(1)), "line 2: not JSON"],
    ["an entry that breaks a rule", withField("message", "a\u202e"), "line 41: The message holds U+202E"],
    [
      "an entry twice",
      (text) => text.replace('"count":40', '"count":41') + text.split("\n")[1] + "\n",
      "line 42: the entry of line 2 again",
    ],
    ["a day that is not", withField("ts", "2026-02-30T00:00:00.000Z"), "line 41: `ts` is not a time"],
    [
      "a time an hour ahead",
      withField("ts", new Date(Date.now() + 3_600_000).toISOString()),
      "line 41: `ts` is in the future",
    ],
    [
      "an entry without two fields",
      inLine(3, () => '{"id":"a","ts":"b","name":"","url":1}'),
      "line 3: an entry has id",
    ],
    ["a field that no entry has", withField("email", "a@b.example"), "line 41: an entry has id"],
    ["an id of another kind", withField("id", "1"), "line 41: `id` is not"],
    ["white space around a name", withField("name", " N"), "line 41: `name`: not as"],
    ["a User-Agent of two lines", withField("user_agent", "a\nb"), "line 41: `user_agent`: not as"],
    ["an entry longer than any body that was ever read", withField("message", "x".repeat(20_000)), "at most 16384"],
    ["another version", (text) => text.replace('"guestbook":1', '"guestbook":2'), "line 1: expected"],
    ["nothing", () => "", "line 1: expected"],
  ])("importing %s does nothing, and names the line", async (what, spoil, why) => {
    const file = join(folder, `${what}.jsonl`);
    await writeFile(file, spoil(toJsonLines(awkward())));
    const directory = `${file}.store`;
    const ran = await run(["import", file, `--directory=${directory}`]);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining(why) as string });
    expect(ran.err).toContain("nothing was");
    expect(ran.err).not.toMatch(/\bat .*\.ts:\d/);
    expect(readdirSync(directory, { recursive: true })).toEqual([]);
  });
});

test.each([
  [[], "What shall be done?"],
  [["burn"], "There is no command `burn`"],
  [["show"], "ids of entries"],
  [["erase"], "ids of entries"],
  [["show", "x"], "is not an id"],
  [["show", "aaaaaaaaaaaaaaaaaaaa"], "There is no entry"],
  [["erase", "aaaaaaaaaaaaaaaaaaaa", "--yes"], "There is no entry"],
  [["list", "--limit=0"], "--limit"],
  [["list", "--colour"], "colour"],
  [["export", "--format=xml"], "jsonl or csv"],
  [["import", "no-such-file"], "not found"],
])("%j is a clear line and a failure", async (args, line) => {
  await expectRun([...args, `--directory=${join(folder, "none")}`], 1, line);
});

test.each<[string[], string | RegExp, Setting?]>([
  [["list"], "NETLIFY_AUTH_TOKEN is missing", { env: { NETLIFY_SITE_ID: "x" } }],
  [["list"], "NETLIFY_SITE_ID is missing", { env: { NETLIFY_AUTH_TOKEN: "x" } }],
  ...[["list"], ["export"], ["show", "aaaaaaaaaaaaaaaaaaaa"]].map((command): [string[], string] => [
    [...command, "--directory=no/such"],
    "no/such: there is no such folder.",
  ]),
])("%j finds no store, says why, and makes none", async (args, why, setting) => {
  await expectRun(args, 1, why, setting);
  expect(existsSync("no")).toBe(false);
});

test("a store where nobody signed yet is empty, and an export that cannot be written names its file", async () => {
  const directory = `--directory=${join(folder, "none")}`;
  expect(await run(["list", directory])).toMatchObject({ code: 0, out: "0 of 0 entries\n" });
  const output = join(folder, "nowhere", "x.jsonl");
  await expectRun(
    ["export", `--output=${output}`, directory],
    1,
    new RegExp(`^Store: .*\\n${output}.part: not found\\.$`),
  );
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
    await writeFile(file, toJsonLines(entries));
    await expectRun(["import", file], 0, "guestbook-1 of the deployed site", { env });
    const [entry] = entries as [Entry];
    await expectRun(["remove", entry.id, "--reason=r"], 0, "cache was purged", { env });
    expect(purged).toEqual(Array(2).fill({ cache_tags: ["guestbook"], site_id: siteID }));
    const [, second] = entries as [Entry, Entry];
    await expectRun(["erase", second.id, "--yes"], 0, "cache was purged", { env });
    expect(purged).toHaveLength(3);
    const keys = (await listKeys(openStore("guestbook-1", { timeout: 5000 }))).map(({ key }) => key);
    expect(keys.filter((key) => key.includes(second.id) || key.startsWith("ids/"))).toEqual([
      `ids/${entry.id}.removed`,
    ]);
    await expectRun(["list", "--context=deploy-preview"], 0, "0 of 0 entries", { env });
    const refused = { env: { ...env, NETLIFY_AUTH_TOKEN: "wrong" } };
    await expectRun(["list"], 1, /the site id or the token is wrong.*$/, refused);
  } finally {
    await api.stop();
    await blobs.stop();
  }
});
