import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../support/server.ts";
import { run, say } from "./judge.ts";

// Two scorers of how well agents can read a site.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/**
 * What a judge's program prints as JSON. It is asked again, five times at most, where one of its
 * own requests failed: it then judged something that it did not see. Throws with everything it said
 * where it printed something else.
 * @param name The package, which is installed in this folder, and whose program has the last part
 * of its name.
 * @param unseen What stands in a verdict if a request failed.
 * @param options Options for Node itself: the one that runs this, whatever other Node the machine
 * has.
 */
async function verdictOf<T>(
  name: string,
  args: readonly string[],
  unseen: string,
  ...options: string[]
): Promise<T> {
  const folder = join(import.meta.dirname, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  const program = join(folder, bin[name.replace(/.*\//, "")] as string);
  for (let left = 4; ; left--) {
    const outcome = await run(process.execPath, [...options, program, ...args], {
      cwd: import.meta.dirname,
    });
    try {
      const verdict = JSON.parse(outcome.stdout) as T;
      if (left === 0 || !JSON.stringify(verdict).includes(unseen)) return verdict;
    } catch {
      throw new Error(
        `The judge ended with ${outcome.status} and without a verdict in JSON:\n${Object.values(outcome)}`,
      );
    }
  }
}

interface PageResult {
  status?: string;
  url?: string;
  /** How many characters stand before the content, where that was measured. */
  contentStartChar?: number;
}

interface Report {
  results: {
    id: string;
    status: "pass" | "warn" | "fail" | "skip" | "error";
    message: string;
    details?: { pageResults?: PageResult[] };
  }[];
  scoring: { overall: number };
}

/**
 * The content may begin after a tenth of the page. A list of a few pages is so short that the name
 * of the site and its navigation are more than that, though they are no longer than on any page:
 * here they may have 300 characters.
 */
const isShortList = ({ url, contentStartChar }: PageResult) =>
  /\/(notes|realms|tags(\/[^/]+)?)\/?$/.test(url ?? "") &&
  (contentStartChar ?? Number.POSITIVE_INFINITY) <= 300;

test("afdocs takes points off for negotiation by Accept, and otherwise only for the pages named above", async () => {
  // All pages rather than a sample, and without a pause: the server is this machine's own.
  const pages = ["--sampling", "deterministic", "--max-links", "500", "--request-delay", "0"];
  const args = ["check", `${server.origin}/`, "--format", "json", "--score", ...pages];
  const { results, scoring } = await verdictOf<Report>("afdocs", args, "fetch failed");
  const lost = results
    .map(({ id, status, message, details }) => {
      const pages = details?.pageResults?.filter((page) => page.status !== "pass") ?? [];
      const isFine = id === "content-start-position" && status === "warn" && pages.length > 0;
      return { id, status: isFine && pages.every(isShortList) ? "pass" : status, message, pages };
    })
    .filter(({ status }) => status !== "pass" && status !== "skip");
  say(
    "afdocs",
    `${scoring.overall} of 100; lost: ${lost.map(({ id }) => id).join(", ") || "nothing"}`,
  );
  // Each form has an address of its own, so `Accept` is not looked at:
  // site/notes/one-page-many-forms.md says why. And llms.txt does not name the lists of tags, which
  // are in the sitemap; that it names every page that was written is held by
  // test/documents/llms.test.ts.
  const leftOut = ["content-negotiation", "llms-txt-coverage"];
  expect(lost.filter(({ id }) => !leftOut.includes(id))).toEqual([]);
  expect(results.length).toBeGreaterThan(20);
});

interface Audit {
  score: number;
  categories: Record<
    string,
    { checks: { name: string; passed: boolean; skipped: boolean; detail?: string }[] }
  >;
}

/**
 * It looks at five pages of the sitemap in random order, and its verdict varies with them: of the
 * home page it asks for `http://host.md`, and short pages have fewer than the three headings it
 * wants in most of the five. So that a verdict can be repeated, its dice always fall the same: on
 * the five pages after the home page.
 */
const alwaysTheSame = "--import=data:text/javascript,Math.random=()=>0";

test("agent-readability takes points off for answers that depend on the visitor alone", async () => {
  const args = ["audit", `${server.origin}/`, "--json"];
  const audit = await verdictOf<Audit>(
    "@vercel/agent-readability",
    args,
    '"status 0"',
    alwaysTheSame,
  );
  const checks = Object.values(audit.categories).flatMap((category) => category.checks);
  const lost = checks.filter(({ passed, skipped }) => !passed && !skipped);
  say(
    "agent-readability",
    `${audit.score} of 100; lost: ${lost.map(({ name }) => name).join(", ") || "nothing"}`,
  );
  // What would make an address answer different visitors differently:
  // site/notes/one-page-many-forms.md says why not. Promise 4 forbids a look at the User-Agent, and
  // an address that does not exist answers 404 to everybody.
  const leftOut = ["Accept header → markdown", "Agent UA → markdown", "Missing page → markdown"];
  expect(lost.filter(({ name }) => !leftOut.includes(name))).toEqual([]);
  expect(checks.length).toBeGreaterThan(15);
});
