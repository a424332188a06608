import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeEntries } from "../../build/cli/guestbook/moderation.ts";
import { promiseChecks } from "../../build/model/promises.ts";
import { listen } from "../../build/server/node-http.ts";
import { openStore, storeName } from "../../functions/guestbook/store.ts";
import type { TestServer } from "../support/server.ts";
import { header, serveFaulty } from "./faults.ts";
import { startSmallSite } from "./small-site.ts";

let server: TestServer;
beforeAll(async () => void (server = await startSmallSite()));
afterAll(() => server.stop());

function execute(file: string, args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((end) => {
    execFile(file, args, { env: { ...process.env, NO_COLOR: "1" } }, (error, out, err) =>
      end({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

const command = resolve(import.meta.dirname, "../../build/cli/verify.ts");
const verifyCommand = (...args: string[]) =>
  execute(process.execPath, ["--disable-warning=ExperimentalWarning", command, ...args]);

test("verify ends with 0 where everything holds, and prints the report alone", async () => {
  const { code, out, err } = await verifyCommand(server.origin);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^A small house at http:\/\/localhost:\d+, version /);
  expect(out).toMatch(/20 of 20 checks hold; \d+ requests were made\.\n$/);
});

test("verify ends with 1 where something does not hold, and says what", async () => {
  const faulty = await serveFaulty(server, header("/about/", "set-cookie", "id=1"));
  const { code, out } = await verifyCommand(faulty.origin);
  await faulty.stop();
  expect(code).toBe(1);
  expect(out.match(/✗/g)).toHaveLength(1);
  expect(out).toMatch(/ {2}✗ 1\. Nobody is asked who they are\n {4}\/about\/: sets a cookie\n/);
});

test("verify ends with 2 where there is nothing to check, and says why in a line", async () => {
  const gone = await listen(async () => new Response());
  await gone.stop();
  const table: [args: string[], line: RegExp][] = [
    [[gone.origin], /^There is nothing to check: \/api\/index\.json: the connection failed \(.*ECONNREFUSED.*\n$/],
    [[], /^Name one address: the site to check\.\nUsage: npm run verify/],
    [["house.example"], /^house\.example is not an address that begins with https:\/\/ or http:\/\/\./],
    [["https://house.example/about/"], /^Give the address of the whole site: https:\/\/house\.example\n/],
    [["https://house.example", "--fix"], /--fix/],
  ];
  const ended = await Promise.all(table.map(([args]) => verifyCommand(...args)));
  for (const [index, [, line]] of table.entries()) {
    expect(ended[index]).toMatchObject({ code: 2, out: "", err: expect.stringMatching(line) });
    expect(ended[index]?.err).not.toMatch(/ {4}at |Error:/);
  }
});

/** What each published command prints, after its promise's id. */
const prints: Readonly<Record<string, RegExp>> = {
  "no-identity": /^(HTTP\/1\.1 200 OK\r\n){3}$/,
  "no-watching": /^<\/html>\n$/,
  "no-limits": /^ *40 200\n$/,
  "same-for-all": /^ *3 \d+ \d{4,}\n$/,
  "open-origin": /^(access-control-allow-origin: \*\r\n){4}$/i,
  "free-to-use":
    /^Content-Signal: search=yes, ai-input=yes, ai-train=no\ncontent-usage: train-ai=n, search=y\r\ntdm-reservation: 1\r\n$/i,
  "kept-words": /^"id":"[a-z2-7]{20}"\n$/,
};

test.each(promiseChecks.map(({ id }) => id))(
  "the command that tests %s can be pasted from the manifesto, and prints what it says",
  async (id) => {
    expect(await pasted(id)).toMatchObject({ out: expect.stringMatching(prints[id] as RegExp), err: "" });
  },
);

/** Runs the command that tests a promise, as the manifesto's Markdown has it. */
async function pasted(id: string) {
  const twin = await (await fetch(`${server.origin}/manifesto.md`)).text();
  const beginning = promiseChecks.find((check) => check.id === id)?.command.split("{")[0] ?? "?";
  const published = twin.split("\n### ").find((part) => part.includes(beginning));
  const command = /```bash\n(.*)\n```/.exec(published ?? "")?.[1] ?? "";
  expect(command).toContain(server.origin);
  return execute("bash", ["-c", command]);
}

test("the command that signs the guestbook works again after the owner removed what it wrote", async () => {
  const id = /"id":"([a-z2-7]{20})"/.exec((await pasted("kept-words")).out)?.[1] ?? "";
  const reason = { reason: "r", ts: "2026-11-20T12:00:00.000Z" };
  await removeEntries(openStore(storeName(undefined), { timeout: 5000 }), [id], reason);
  const second = await pasted("kept-words");
  expect(second).toMatchObject({ out: expect.stringMatching(prints["kept-words"] as RegExp), err: "" });
  expect(second.out).not.toContain(id);
});
