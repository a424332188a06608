import { beforeAll, describe, expect, test } from "vitest";
import { type Report, reportInJson, reportInWords, summarize } from "../../build/verify/report.ts";
import { verify } from "../../build/verify/verify.ts";
import { sampleServer, type TestServer } from "../support/server.ts";
import { json, serveFaulty } from "./faults.ts";

let server: TestServer;
beforeAll(async () => void (server = await sampleServer()));

const count = async () => ((await (await fetch(`${server.origin}/api/guestbook`)).json()) as { count: number }).count;

describe("of the sample site, all of it and with `write`", () => {
  const steps: string[] = [];
  let [before, report]: [number, Report | undefined] = [0, undefined];
  beforeAll(async () => {
    before = await count();
    const progress = (title: string, done: number, total: number) => steps.push(`${title}: ${done} of ${total}`);
    report = await verify(server.origin, { sample: 200, write: true, progress });
  });

  test("everything holds, and there is nothing to say but that it signed once and found its entry", async () => {
    const book = (await (await fetch(`${server.origin}/api/guestbook`)).json()) as {
      count: number;
      entries: { id: string }[];
    };
    expect(report?.checks.flatMap(({ id, findings }) => findings.map((finding) => ({ id, ...finding })))).toEqual([
      {
        id: "signing",
        level: "note",
        where: "/api/guestbook",
        what: `was signed once, as ${book.entries[0]?.id}; the entry is in the list`,
      },
    ]);
    expect(report?.holds).toBe(true);
    expect(book.count).toBe(before + 1);
  });

  test("the promises are numbered, and each check is announced", () => {
    const promises = report?.checks.filter(({ part }) => part === "promises");
    expect(promises?.map(({ title }) => title[0])).toEqual(["T", "1", "2", "3", "4", "5", "6", "7"]);
    expect(steps).toHaveLength(report?.checks.length ?? 0);
  });
});

describe("of a site with more pages than are looked at one by one, at another address than it names", () => {
  let before: number;
  let report: Report;
  beforeAll(async () => {
    before = await count();
    report = await verify(server.origin.replace("localhost", "127.0.0.1"), { sample: 5 });
  });

  test("nothing is written", async () => {
    expect(report.checks.map(({ part }) => part)).not.toContain("writing");
    expect(await count()).toBe(before);
  });

  test("everything is checked all the same, and the difference is reported", () => {
    expect(report.holds).toBe(true);
    expect(report.checks[0]?.findings[0]).toMatchObject({
      level: "note",
      what: expect.stringContaining(`name ${server.origin} as the site's address`),
    });
    // Both are this machine.
    expect(report.summary).toMatch(/^20 of 20 checks hold; \d+ requests were made\.$/);
  });

  test("a sample of the pages is checked one by one, and the report says so", () => {
    expect(report.checks.find(({ id }) => id === "pages")?.findings[0]?.what).toMatch(/^lists \d+ pages; 5 of them/);
  });

  test("a family that is not read whole is said to be so, with how many of its files were checked", () => {
    const findings = report.checks.find(({ id }) => id === "digests")?.findings ?? [];
    expect(findings.map(({ where, what }) => `${where} ${what}`)).toEqual([
      expect.stringMatching(
        /^\/\{page\}\.md is not read whole, so its digest was not checked; 5 of its \d+ files were checked one by one$/,
      ),
    ]);
  });

  test("the report reads well, and is JSON for programs", () => {
    const words = reportInWords(report);
    expect(words).toContain(`Open House at ${report.url}`);
    expect(words).toContain("  ✓ Every document is there, with its media type\n");
    expect(words).toContain("  ✓ 3. Nobody is told to ask less\n");
    expect(words).toMatch(/20 of 20 checks hold; \d+ requests were made\.\n$/);
    expect(JSON.parse(reportInJson(report))).toEqual(report);
  });
});

test("a family that verify does not know is a note that says so", async () => {
  const listed = json("/api/state.json", ({ documents }) => {
    documents.push({ path: "/pairs/{name}.txt", bytes: 4, sha256: "0".repeat(64) });
  });
  const faulty = await serveFaulty(server, listed);
  try {
    const report = await verify(faulty.origin, { sample: 3 });
    expect(report.checks.find(({ id }) => id === "digests")?.findings).toContainEqual({
      level: "note",
      where: "/pairs/{name}.txt",
      what: "is a family whose files this check cannot find, so its digest was not checked",
    });
  } finally {
    await faulty.stop();
  }
});

test.each([
  ["https://x.example", "https://y.example", true],
  ["https://x.example", "http://localhost:8080", true],
  ["http://localhost:8080", "https://y.example", true],
  ["http://localhost:8080", "http://127.0.0.1:9000", false],
  ["http://[::1]:8080", "http://localhost:8080", false],
  ["https://localhost.example", "http://localhost:8080", true],
  ["https://x.example", "https://x.example", false],
])("a site that names itself %s and is asked at %s: the summary says so (%s)", (base_url, url, isNamed) => {
  const difference = isNamed ? `the site names itself ${base_url} instead of ${url}; ` : "";
  expect(
    summarize({
      url,
      base_url,
      checks: [{ id: "a", title: "A", part: "contract", holds: true, findings: [] }],
      requests: 7,
    }),
  ).toBe(`1 of 1 checks hold; ${difference}7 requests were made.`);
});

test("a closed guestbook is no fault: it says so, and what cannot be tried is not", async () => {
  process.env["GUESTBOOK"] = "closed";
  try {
    const report = await verify(server.origin, { write: true, sample: 3 });
    expect(report.checks.filter(({ holds }) => holds !== true)).toEqual([]);
    expect(report.checks.find(({ id }) => id === "signing")?.findings[0]?.what).toContain("closed for signing");
  } finally {
    delete process.env["GUESTBOOK"];
  }
});
