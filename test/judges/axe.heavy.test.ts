import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let page: Page;
beforeAll(async () => {
  server = await startServer();
  page = await (await sharedBrowser()).newPage({ reducedMotion: "reduce" });
  const message = `A line that does not break:\n${"aaaaaaaaaa".repeat(20)}`;
  await fetch(`${server.origin}/api/guestbook`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message, name: "ユーザー <b>", url: "https://example.org/" }),
  });
});
afterAll(async () => {
  await page?.context().close();
  await server?.stop();
});

/**
 * Every rule of WCAG 2 that a program can judge, contrast at the highest level included, and what
 * is good practice.
 */
const all = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/**
 * The rules whose outcome depends on colours: those to judge again where nothing but the colours
 * has changed.
 */
const ofColours = ["color-contrast", "color-contrast-enhanced", "link-in-text-block"];
const rules = { all: { type: "tag", values: all }, ofColours: { type: "rule", values: ofColours } };

type Violation = { id: string; help: string; nodes: { target: string[] }[] };

/** What axe finds wrong with the page as it is shown now, as `rule: what (where)`. */
async function complaints(judged: keyof typeof rules): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: rules[judged], resultTypes: ["violations"] });
  const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run(${options})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`),
  );
}

const views = [
  ["light", 1280, "all"],
  ["dark", 1280, "ofColours"],
  ["light", 768],
  ["light", 640],
  ["dark", 390, "ofColours"],
  ["light", 320, "all"],
] as const;

/** What to do on a page before it is judged. */
const before: Record<string, () => Promise<unknown>> = {
  "/guestbook/#with-a-fault": async () => {
    const form = page.locator("form:has(textarea)");
    await form.evaluate((element) => void ((element as HTMLFormElement).noValidate = true));
    await form.locator("button").last().click();
    await page.locator("textarea[aria-invalid=true]").waitFor();
  },
  "/search/?q=digest": () => page.locator("#results li").first().waitFor(),
};

test.each([
  ...[
    "/",
    "/privacy/",
    "/notes/why-open-data-needs-a-house/",
    "/notes/",
    "/realms/download/",
    "/manifesto/",
  ],
  ...["/greeting/", "/api/", "/corpus/", "/guestbook/", "/no-such-room/", ...Object.keys(before)],
])(
  "%s can be read by everybody, in each width and colour, and does not reach past the edge",
  async (path) => {
    // To another fragment of the same page a browser would only scroll.
    await page.goto("about:blank");
    await page.goto(server.origin + path);
    await before[path]?.();
    for (const [colorScheme, width, judged] of views) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const isShown = `matchMedia("(prefers-color-scheme: ${colorScheme})").matches && innerWidth === ${width}`;
      const shown = [
        await page.evaluate(isShown),
        await page.evaluate("document.documentElement.scrollWidth"),
      ];
      const found = judged === undefined ? [] : await complaints(judged);
      expect([colorScheme, width, ...shown, found]).toEqual([colorScheme, width, true, width, []]);
    }
    await page.evaluate(
      "document.querySelectorAll('details').forEach((fold) => { fold.open = true })",
    );
    expect(await complaints("all")).toEqual([]);
  },
);
