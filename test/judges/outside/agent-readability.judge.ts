import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../support/server.ts";
import { runJudge, say, verdictOf, wholeVerdict } from "./judge.ts";

interface Report {
  score: number;
  categories: Record<string, { checks: { name: string; passed: boolean; skipped: boolean; detail?: string }[] }>;
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/**
 * What would make an address answer different visitors differently: site/notes/one-page-many-forms.md says why not.
 * Promise 4 forbids a look at the User-Agent, and an address that does not exist answers 404 to everybody.
 */
const leftOut = ["Accept header → markdown", "Agent UA → markdown", "Missing page → markdown"];

test("agent-readability takes points off for answers that depend on the visitor alone", async () => {
  const args = ["audit", `${server.origin}/`, "--json"];
  // It looks at pages of the sitemap in random order. Where the home page is the first, it asks for `http://host.md`
  // and sees nothing; the answer then has the status 0.
  const report = await wholeVerdict(
    async () => verdictOf<Report>(await runJudge("@vercel/agent-readability", "agent-readability", args)),
    ({ categories }) => !JSON.stringify(categories).includes('"status 0"'),
  );
  const checks = Object.values(report.categories).flatMap((category) => category.checks);
  const lost = checks.filter(({ passed, skipped }) => !passed && !skipped);
  say(
    "agent-readability",
    `${report.score} of 100; ${checks.filter(({ passed }) => passed).length} checks hold; lost: ${lost.map(({ name }) => name).join(", ") || "nothing"}`,
  );
  expect(lost.filter(({ name }) => !leftOut.includes(name))).toEqual([]);
  expect(checks.length).toBeGreaterThan(15);
});
