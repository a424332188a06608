import { afterAll, beforeAll, expect, test } from "vitest";
import { findEntries, removeEntries } from "../../build/cli/guestbook/moderation.ts";
import { promiseChecks } from "../../build/model/promises.ts";
import { openStore, storeName } from "../../functions/guestbook/store.ts";
import type { TestServer } from "../support/server.ts";
import { execute, verifyCommand } from "./execute.ts";
import { startSmallSite } from "./small-site.ts";

let server: TestServer;
beforeAll(async () => void (server = await startSmallSite()));
afterAll(() => server.stop());

test("verify ends with 0 where everything holds, and prints the report alone", async () => {
  const { code, out, err } = await verifyCommand(server.origin);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^A small house at http:\/\/localhost:\d+, version /);
  expect(out).toMatch(/20 of 20 checks hold; \d+ requests were made\.\n$/);
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
    expect(await pasted(id)).toMatchObject({
      out: expect.stringMatching(prints[id] as RegExp),
      err: "",
    });
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
  const store = openStore(storeName(undefined), { timeout: 5000 });
  await removeEntries(store, await findEntries(store, [id]), reason);
  const second = await pasted("kept-words");
  expect(second).toMatchObject({
    out: expect.stringMatching(prints["kept-words"] as RegExp),
    err: "",
  });
  expect(second.out).not.toContain(id);
});
