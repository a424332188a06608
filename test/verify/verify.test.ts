import { beforeAll, expect, test } from "vitest";
import { reportInWords } from "../../build/verify/report.ts";
import { verify } from "../../build/verify/verify.ts";
import { sampleServer, type TestServer } from "../support/server.ts";
import { json, serveFaulty } from "./faults.ts";

let server: TestServer;
beforeAll(async () => void (server = await sampleServer()));

interface Book {
  count: number;
  entries: { id: string }[];
}

const count = async () =>
  ((await (await fetch(`${server.origin}/api/guestbook`)).json()) as Book).count;

test("of the sample site, all of it and with `write`, there is nothing to say but that it signed once", async () => {
  const before = await count();
  const { checks, holds } = await verify(server.origin, { sample: 200, write: true });
  const book = (await (await fetch(`${server.origin}/api/guestbook`)).json()) as Book;
  const what = `was signed once, as ${book.entries[0]?.id}; the entry is in the list`;
  expect(checks.flatMap(({ findings }) => findings)).toEqual([
    { level: "note", where: "/api/guestbook", what },
  ]);
  expect([holds, book.count]).toEqual([true, before + 1]);
  expect(checks.slice(-8).map(({ title }) => title[0])).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "A",
  ]);
});

test("of a site with more pages than are looked at, at another address than it names, everything is checked", async () => {
  const before = await count();
  const report = await verify(server.origin.replace("localhost", "127.0.0.1"), { sample: 5 });
  const found = (id: string) =>
    report.checks
      .find((check) => check.id === id)
      ?.findings.map(({ where, what }) => `${where} ${what}`);
  expect(report.holds).toBe(true);
  expect(found("index")).toEqual([
    expect.stringContaining(`name ${server.origin} as the site's address`),
  ]);
  expect(found("pages")).toEqual([
    expect.stringMatching(/^\/api\/site\.json lists \d+ pages; 5 of them/),
  ]);
  const families = ["/api/schemas/{name}.json", "/feeds/{name}.xml", "/{page}.md"];
  expect(found("digests")).toEqual(
    families.map((path) => `${path} is not read whole, so its digest was not checked`),
  );
  const words = reportInWords(report);
  expect(words).toContain(`Open House at ${report.url}`);
  expect(words).toContain("  ✓ Every document is there, with its media type\n");
  expect(words).toContain("  ✓ 3. Nobody is told to ask less\n");
  expect(words).toMatch(/20 of 20 checks hold; \d+ requests were made\.\n$/);
  expect(report.checks.map(({ id }) => id)).not.toContain("signing");
  expect(await count()).toBe(before);
});

test("a family that verify does not know is a note that says so", async () => {
  const stranger = { path: "/pairs/{name}.txt", bytes: 4, sha256: "0".repeat(64) };
  const fault = json("/api/state.json", ({ documents }) => void documents.push(stranger));
  const faulty = await serveFaulty(server, fault);
  const { checks } = await verify(faulty.origin, { sample: 3 });
  await faulty.stop();
  const note = {
    level: "note",
    where: stranger.path,
    what: "is not read whole, so its digest was not checked",
  };
  expect(checks.find(({ id }) => id === "digests")?.findings).toContainEqual(note);
});

test("a closed guestbook is no fault: it says so, and what cannot be tried is not", async () => {
  process.env["GUESTBOOK"] = "closed";
  try {
    const report = await verify(server.origin, { write: true, sample: 3 });
    expect(report.checks.filter(({ holds }) => holds !== true)).toEqual([]);
    expect(report.checks.find(({ id }) => id === "signing")?.findings[0]?.what).toContain(
      "closed for signing",
    );
  } finally {
    delete process.env["GUESTBOOK"];
  }
});
