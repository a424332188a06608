import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { UsageAsked } from "../../build/cli/arguments.ts";
import { toJsonLines } from "../../build/cli/guestbook/export-file.ts";
import { runGuestbookCommand } from "../../build/cli/guestbook.ts";
import { createAjv } from "../../build/lib/json-schema.ts";
import { explain } from "../../build/lib/system-errors.ts";
import { Guestbook as GuestbookSchema } from "../../build/schemas/guestbook.ts";
import { startBlobs } from "../../build/server/blobs.ts";
import { listen } from "../../build/server/node-http.ts";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { listKeys } from "../../functions/guestbook/keys.ts";
import { openStore } from "../../functions/guestbook/store.ts";
import { createMemoryStore, fill } from "../support/memory-store.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { openGuestbook } from "./test-guestbook.ts";

/**
 * Runs a command as the script does, in this process, whose clock is so many milliseconds ahead.
 */
async function run(args: string[], env: Record<string, string> = {}, ahead = 0) {
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
      const isUsage = error instanceof UsageAsked;
      if (isUsage) out.push(error.message);
      else err.push(explain(error));
      return isUsage ? 0 : 1;
    },
  );
  for (const spy of spies) spy.mockRestore();
  if (before !== undefined) process.env["NETLIFY_BLOBS_CONTEXT"] = before;
  return { code, out: out.join(""), err: err.join("\n") };
}

/** Runs a command that ends with a status and prints a text, among others. */
async function expectRun(
  args: string[],
  code: number,
  text: string | RegExp = "",
  env = {},
): Promise<void> {
  const { out, err, ...ran } = await run(args, env);
  const matching =
    typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
  expect([ran.code, out + err]).toEqual([code, matching]);
}

/** An empty guestbook, and the option that leads commands to its store. */
async function openBook() {
  const book = await openGuestbook();
  const blobs = join(book.directory, "blobs");
  const signed = async (message: string, headers = {}) =>
    ((await (await book.post({ message, name: "N" }, headers)).json()) as Entry).id;
  const messages = async () => (await book.list()).entries.map((entry) => entry.message);
  /** Whether any file of the store holds a text. */
  const holds = (text: string) =>
    (readdirSync(blobs, { recursive: true }) as string[])
      .map((name) => join(blobs, name))
      .some((file) => statSync(file).isFile() && readFileSync(file, "utf8").includes(text));
  return Object.assign(book, { blobs, option: `--directory=${blobs}`, signed, messages, holds });
}

const folder = temporaryFolder();

test("entries are listed, shown, removed, restored and erased", async () => {
  await using book = await openBook();
  const first = await book.signed("first");
  const second = await book.signed("second \u2066line");
  const third = await book.signed("third");
  const all = [third, second, first];
  // Nothing that is printed can steer a terminal.
  const newest = new RegExp(
    `^${third} .*\n${second} .*second \\\\u\\{2066\\}line\n2 of 3 entries\n`,
  );
  const table: [args: string[], code: number, text: string | RegExp, left: string[]][] = [
    [["list", "--limit", "2"], 0, newest, all],
    [["show", first], 0, /state +visible\n[^]*message +first\n/, all],
    [["remove", first], 1, "Say why", all],
    [
      ["remove", first, "--reason", "rude"],
      0,
      `Removed ${first}. \`restore\` brings back`,
      [third, second],
    ],
    [["show", first], 0, /state +removed\nsince +2\d{3}-.*\nreason +rude\nid /, [third, second]],
    [
      ["remove", first, "--reason=again"],
      0,
      `Nothing to do for ${first}, which is rem`,
      [third, second],
    ],
    [["restore", first], 0, `Restored ${first}.`, all],
    [["restore", first], 0, `Nothing to do for ${first}, which is visible.`, all],
    // Without the owner's word nothing happens.
    [["erase", third], 1, `Nothing was erased. --yes erases ${third}, which`, all],
    [["erase", third, "--yes"], 0, `Erased ${third}. What they said is no`, [second, first]],
    [["show", third], 1, `There is no entry ${third}.`, [second, first]],
  ];
  for (const [args, code, text, left] of table) {
    await expectRun([...args, book.option], code, text);
    expect([args, (await book.list()).entries.map(({ id }) => id)]).toEqual([args, left]);
  }
  expect(book.holds("third")).toBe(false);
  // It came without an Idempotency-Key, so nothing of it is left, not even a mark.
  expect((await listKeys(book.store)).filter(({ id }) => id === third)).toEqual([]);
});

const guide = resolve(import.meta.dirname, "../../site/guide");
const pages = existsSync(guide) ? readdirSync(guide).filter((name) => name.endsWith(".md")) : [];
/** The owner's commands as the guide has them, in their order; an own site may have no guide. */
const ofGuide = pages.flatMap(
  (name) => readFileSync(join(guide, name), "utf8").match(/^npm run .*\bguestbook -- .*$/gm) ?? [],
);

test.runIf(ofGuide.length > 0)("every command of the guide does what it says", async () => {
  await using book = await openBook();
  const id = await book.signed("a mistake");
  await Promise.all([book.signed("Cheap WATCHES"), book.signed("more watches")]);
  await book.signed("kept");
  // As in a terminal, but for npm, which takes half a second each time.
  const script = resolve(import.meta.dirname, "../../build/cli/guestbook.ts");
  const npm = `npm() {
    until [ "$1" = -- ]; do shift; done; shift
    "${process.execPath}" --disable-warning=ExperimentalWarning "${script}" "$@" "${book.option}"
  }`;
  const failed: string[] = [];
  for (const line of ofGuide) {
    const command = line.replace(/\bID\b/, id);
    await promisify(execFile)("bash", ["-c", `set -o pipefail; ${npm}; ${command}`], {
      cwd: book.directory,
    }).catch((error: Error) => failed.push(`${command}: ${error.message}`));
  }
  expect(failed).toEqual([]);
  expect(ofGuide.length).toBeGreaterThanOrEqual(6);
  expect(await book.messages()).toEqual(["kept"]);
  expect(book.holds("a mistake")).toBe(false);
  expect(readFileSync(join(book.directory, "entries.jsonl"), "utf8")).toContain("kept");
});

test("many entries are removed, restored and erased at once, by their ids or by the lines of a file", async () => {
  await using book = await openBook();
  await Promise.all(Array.from({ length: 80 }, (_, number) => book.signed(`spam ${number}`)));
  const known = await book.signed("kept");
  const listed = (await run(["list", "--limit=500", book.option])).out.split("\n");
  const lines = listed.filter((line) => line.includes("spam"));
  const spam = lines.map((line) => line.slice(0, 20));
  const [one = "", two = ""] = spam;
  const [file, wrong] = [join(folder, "spam.txt"), join(folder, "wrong.txt")];
  await writeFile(file, `${lines.join("\r\n")}\n\n`);
  await writeFile(wrong, `\n${known}\n2 of 2 entries\n`);
  const table: [args: string[], code: number, text: string, count: number][] = [
    [["remove", `--from=${file}`, "--reason=spam"], 0, "Removed 80 entries.", 1],
    [["restore", one, two, one], 0, "Restored 2 entries.\n", 3],
    [["erase", ...spam], 1, "--yes erases 80 entries, which", 3],
    [["erase", ...spam, "--yes"], 0, "Erased 80 entries.", 1],
    // One wrong line or one unknown id, and nothing happens.
    [["remove", `--from=${wrong}`, "--reason=r"], 1, "`2` is not an id", 1],
    [
      ["remove", known, one, two, "--reason=r"],
      1,
      `There is no entry ${one}.\nThere is no entry ${two}.`,
      1,
    ],
  ];
  for (const [args, code, text, count] of table) {
    await expectRun([...args, book.option], code, text);
    expect([args, (await book.list()).count]).toEqual([args, count]);
  }
  expect([await book.messages(), book.holds("spam")]).toEqual([["kept"], false]);
});

test("what is new since a day or a moment is listed, all of it", async () => {
  const source = join(folder, "since.jsonl");
  await writeFile(source, toJsonLines(fill(createMemoryStore(), 90)));
  const option = `--directory=${join(folder, "since")}`;
  await expectRun(["import", source, option], 0);
  for (const [since, shown] of [
    ["2025-12-31", 90],
    ["2026-01-01", 90],
    ["2026-01-01T00:01:00Z", 30],
    ["2026-01-01T02:01:00+02:00", 30],
    ["2026-01-02", 0],
  ] as const) {
    const { out } = await run(["list", `--since=${since}`, option]);
    expect([since, out.trim().split("\n").at(-1)]).toEqual([since, `${shown} of 90 entries`]);
  }
  await expectRun(["list", "--since=2025", "--limit=7", option], 1, "--since must be a date");
  await expectRun(["list", "--since=2026-01-01", "--limit=7", option], 0, /^7 of 90 entries$/m);
  await expectRun(["--help"], 0, "Each command first finishes what an interrupted erasure left");
});

test("any command finishes an erasure that was interrupted, and drops marks that have no use any more", async () => {
  await using book = await openBook();
  const keysNow = async () => (await listKeys(book.store)).map(({ key }) => key);
  const id = await book.signed("gone for good", { "idempotency-key": "k" });
  const [key = ""] = await keysNow();
  const text = (await book.store.get(key)) as string;
  await expectRun(["erase", id, "--reason=the law", "--yes", book.option], 0);
  const mark = key.replace(".entry.", ".erased.");
  expect(await keysNow()).toEqual([mark]);
  await expectRun(
    ["show", id, book.option],
    0,
    /^state +erased\nsince +2\d{3}-.*\nreason +the law\n/,
  );
  await expectRun(
    ["remove", id, "--reason=r", book.option],
    0,
    `Nothing to do for ${id}, which is erased.`,
  );

  // A post that ended between its write and its second look has left a copy, and somebody removed
  // the entry.
  await book.store.set(key, text);
  await book.store.set(`ids/${id}.removed`, "{}");
  expect(await book.messages()).toEqual([]);
  await expectRun(["list", book.option], 0, "0 of 0 entries\n");
  expect(book.holds("gone for good")).toBe(false);
  await run(["list", book.option], {}, 47 * 3_600_000);
  expect(await keysNow()).toEqual([mark]);
  await run(["list", book.option], {}, 49 * 3_600_000);
  expect(await keysNow()).toEqual([]);
});

/**
 * Entries with all that may trouble a terminal or a file; three are longer than may be
 * sent today.
 */
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
    "\u2067שלום\u2028x\u2069",
    "''",
  ];
  texts.forEach((text, index) =>
    Object.assign(entries[index] as Entry, { message: text, name: text, url: "" }),
  );
  const long = [
    { message: "本".repeat(2000) },
    { name: "n".repeat(300) },
    { url: "u".repeat(500) },
  ];
  for (const [index, fields] of long.entries())
    Object.assign(entries.at(index - 3) as Entry, fields);
  return entries;
}

test("an export gives the same list when it is imported, however often, and keeps what is longer than allowed", async () => {
  await using book = await openBook();
  const [source, file, from] = [
    join(folder, "source.jsonl"),
    join(folder, "all.jsonl"),
    join(folder, "from"),
  ];
  await writeFile(source, toJsonLines(awkward()));
  await expectRun(["import", source, `--directory=${from}`], 0, "40 of 40 entries were new");
  await expectRun(["export", "--output", file, `--directory=${from}`], 0);
  await expectRun(["import", file, book.option], 0, "40 of 40 entries were new");
  await expectRun(["import", file, book.option], 0, /^0 of 40 entries were new/);
  const list = await book.list();
  expect(list.entries).toEqual(awkward().reverse());
  const follows = createAjv().compile(GuestbookSchema);
  expect(follows(list) ? [] : follows.errors).toEqual([]);
  expect(await readFile(file, "utf8")).toBe(toJsonLines(list.entries));
  expect((await run(["export", book.option])).out).toBe(toJsonLines(list.entries));
  // What the owner took away does not come back.
  await run(["remove", list.entries[0]?.id ?? "", "--reason=r", book.option]);
  await expectRun(["import", file, book.option], 0, /^0 of 40 entries were new/);
  expect((await book.list()).count).toBe(39);
});

test("what came with a key is told by an export, and an import keeps it so: a retry of what was erased is refused", async () => {
  await using book = await openBook();
  const headers = { "idempotency-key": "k" };
  const [plain, keyed] = [await book.signed("plain"), await book.signed("with a key", headers)];
  const file = join(folder, "keyed.jsonl");
  await expectRun(["export", `--output=${file}`, book.option], 0);
  const lines = (await readFile(file, "utf8")).trim().split("\n").slice(1);
  expect(lines.map((line) => (JSON.parse(line) as { keyed?: true }).keyed)).toEqual([
    true,
    undefined,
  ]);
  const before = (await listKeys(book.store)).map(({ key }) => key).sort();
  for (const key of before) await book.store.delete(key);
  await expectRun(["import", file, book.option], 0, "2 of 2 entries were new");
  expect((await listKeys(book.store)).map(({ key }) => key).sort()).toEqual(before);
  expect(await book.signed("with a key", headers)).toBe(keyed);
  await expectRun(["erase", keyed, "--yes", book.option], 0);
  expect((await book.post({ message: "with a key", name: "N" }, headers)).status).toBe(410);
  expect((await book.list()).entries.map(({ id }) => id)).toEqual([plain]);
  expect(book.holds("with a key")).toBe(false);
});

test("a write that fails leaves no file behind", async () => {
  await using book = await openBook();
  await book.signed("well written");
  const entries = (await listKeys(book.store)).map(({ key }) => key);
  const [file = ""] = (readdirSync(book.blobs, { recursive: true }) as string[]).filter(
    (name) => name.endsWith(entries[0] as string) && !name.startsWith("metadata"),
  );
  // A folder in the place of the file, so that the write fails at its end as on a full disk.
  const key = "entries/20260101T000000000Z-aaaaaaaaaaaaaaaaaaaa";
  await mkdir(join(book.blobs, file.replace(entries[0] as string, key)), { recursive: true });
  const writes = Array.from({ length: 8 }, () => book.store.set(key, "text that is refused"));
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(8).fill("rejected"));
  expect(book.holds("text that is refused")).toBe(false);
  expect(await book.messages()).toEqual(["well written"]);
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
  [
    "whole lines of a file",
    (text) => `${text.split("\n").slice(0, 5).join("\n")}\n`,
    "says 40 entries, but 4 lines",
  ],
  ["a line that is not JSON", inLine(2, (line) => line.slice(1)), "line 2: not JSON"],
  [
    "an entry that breaks a rule",
    withField("message", "a\u202e"),
    "line 41: The message holds U+202E",
  ],
  ["a day that is not", withField("ts", "2026-02-30T00:00:00.000Z"), "line 41: `ts` is not a time"],
  [
    "an entry without two fields",
    inLine(3, () => '{"id":"a","ts":"b","name":"","url":1}'),
    "line 3: an entry has id",
  ],
  ["a key that is none", withField("keyed", "yes"), "line 41: an entry has id"],
  ["a field that no entry has", withField("email", "a@b.example"), "line 41: an entry has id"],
  ["an id of another kind", withField("id", "1"), "line 41: `id` is not"],
  ["white space around a name", withField("name", " N"), "line 41: `name`: not as"],
  ["a User-Agent of two lines", withField("user_agent", "a\nb"), "line 41: `user_agent`: not as"],
  [
    "an entry longer than any body that was ever read",
    withField("message", "x".repeat(20_000)),
    "at most 16384",
  ],
  ["a table", () => "id,ts\r\n", "line 1: expected"],
  ["another version", (text) => text.replace('"guestbook":1', '"guestbook":2'), "line 1: expected"],
  ["nothing", () => "", "line 1: expected"],
])("importing %s does nothing, and names the line", async (what, spoil, why) => {
  const file = join(folder, `${what}.jsonl`);
  await writeFile(file, spoil(toJsonLines(awkward())));
  const ran = await run(["import", file, `--directory=${file}.store`]);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining(why) as string });
  expect(ran.err).toContain("nothing was");
  expect(ran.err).not.toMatch(/\bat .*\.ts:\d/);
  expect(readdirSync(`${file}.store`, { recursive: true })).toEqual([]);
});

const unknown = "aaaaaaaaaaaaaaaaaaaa";
const nowhere = join(folder, "nowhere");

test.each<[args: string[], why: string, env?: Record<string, string>]>([
  [[], "What shall be done?"],
  [["burn"], "There is no command `burn`"],
  [["show"], "ids of entries"],
  [["erase"], "ids of entries"],
  [["show", "x"], "is not an id"],
  [["show", unknown], "There is no entry"],
  [["erase", unknown, "--yes"], "There is no entry"],
  [["list", "--limit=0"], "--limit"],
  [["list", "--since=yesterday"], "--since must be a date"],
  [["list", "--since=2026-02-30"], "--since must be a date"],
  [["list", "--colour"], "colour"],
  [["export", "--format=csv"], "Unknown option '--format'"],
  [["export", `--output=${nowhere}/x.jsonl`], `${nowhere}/x.jsonl.part: not found.`],
  [["import", "no-such-file"], "not found"],
  [["list"], "NETLIFY_AUTH_TOKEN is missing", { NETLIFY_SITE_ID: "x" }],
  [["list"], "NETLIFY_SITE_ID is missing", { NETLIFY_AUTH_TOKEN: "x" }],
  ...[["list"], ["export"], ["show", unknown]].map((command): [string[], string] => [
    [...command, `--directory=${nowhere}`],
    `${nowhere}: there is no such folder.`,
  ]),
])("%j is a clear line and a failure", async (args, why, env = {}) => {
  await mkdir(join(folder, "none"), { recursive: true });
  await expectRun([`--directory=${join(folder, "none")}`, ...args], 1, why, env);
  expect(existsSync(nowhere)).toBe(false);
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
    return fetch(blobs.environment.edgeURL + pathname + search, {
      method: request.method,
      headers: request.headers,
    });
  });
  try {
    const { siteID, token } = blobs.environment;
    const env = { NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token, NETLIFY_API_URL: api.origin };
    const file = join(folder, "deployed.jsonl");
    const [first, second, ...entries] = fill(createMemoryStore(), 20) as [Entry, Entry, ...Entry[]];
    await writeFile(file, toJsonLines([first, second, ...entries]));
    await expectRun(["import", file], 0, "guestbook-1 of the deployed site", env);
    await expectRun(["remove", first.id, "--reason=r"], 0, "cache was purged", env);
    await expectRun(["erase", second.id, "--yes"], 0, "cache was purged", env);
    expect(purged).toEqual(Array(3).fill({ cache_tags: ["guestbook"], site_id: siteID }));
    const keys = (await listKeys(openStore("guestbook-1", { timeout: 5000 }))).map(
      ({ key }) => key,
    );
    expect(keys.filter((key) => key.includes(second.id) || key.startsWith("ids/"))).toEqual([
      `ids/${first.id}.removed`,
    ]);
    await expectRun(["list", "--context=deploy-preview"], 0, "0 of 0 entries", env);
    const refused = { ...env, NETLIFY_AUTH_TOKEN: "wrong" };
    await expectRun(["list"], 1, /the site id or the token is wrong.*$/, refused);
  } finally {
    await api.stop();
    await blobs.stop();
  }
});
