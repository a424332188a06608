import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../support/server.ts";
import { runJudge, say, verdictOf, wholeVerdict } from "./judge.ts";

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
  scoring: { overall: number; grade: string };
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/**
 * Each form has an address of its own, so `Accept` is not looked at: site/notes/one-page-many-forms.md says why. And
 * llms.txt does not name the lists of tags, which are in the sitemap; that it names every page that was written is held
 * by test/documents/llms.test.ts.
 */
const leftOut = ["content-negotiation", "llms-txt-coverage"];

/**
 * The content may begin after a tenth of the page. A list of a few pages is so short that the name of the site and its
 * navigation are more than that, though they are no longer than on any page: here they may have 300 characters.
 */
const isShortList = ({ url, contentStartChar }: PageResult) =>
  /\/(notes|realms|tags(\/[^/]+)?)\/?$/.test(url ?? "") && (contentStartChar ?? Number.POSITIVE_INFINITY) <= 300;

test("afdocs takes points off for negotiation by Accept, and otherwise only for the pages named above", async () => {
  const args = [
    ...["check", `${server.origin}/`, "--format", "json", "--score"],
    // All pages rather than a sample, and without a pause: the server is this machine's own.
    ...["--sampling", "deterministic", "--max-links", "500", "--request-delay", "0"],
  ];
  const report = await wholeVerdict(
    async () => verdictOf<Report>(await runJudge("afdocs", "afdocs", args)),
    ({ results }) => !JSON.stringify(results).includes("fetch failed"),
  );
  const lost = report.results.filter(({ id, status, details }) => {
    const pages = details?.pageResults?.filter((page) => page.status !== "pass") ?? [];
    if (id === "content-start-position" && status === "warn" && pages.length > 0 && pages.every(isShortList))
      return false;
    return status !== "pass" && status !== "skip";
  });
  say(
    "afdocs",
    `${report.scoring.overall} of 100; ${report.results.filter(({ status }) => status === "pass").length} checks hold; lost: ${lost.map(({ id }) => id).join(", ") || "nothing"}`,
  );
  const reasons = lost.map(({ id, message, details }) => ({
    id,
    message,
    pages: details?.pageResults?.filter(({ status }) => status !== "pass"),
  }));
  expect(reasons.filter(({ id }) => !leftOut.includes(id))).toEqual([]);
  expect(report.results.length).toBeGreaterThan(20);
});
