import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../support/chromium.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { axeComplaints, beyondEdge, colourRules } from "./judge/axe.ts";

let browser: Browser;
let server: TestServer;
let page: Page;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
  page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await fetch(`${server.origin}/api/guestbook`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      message: `A line that does not break:\n${"aaaaaaaaaa".repeat(20)}`,
      name: "ユーザー <b>",
      url: "https://example.org/",
    }),
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const at = (path: string) => (page: Page) => page.goto(server.origin + path);
const kinds: Record<string, (page: Page) => Promise<unknown>> = {
  home: at("/"),
  page: at("/privacy/"),
  note: at("/notes/why-open-data-needs-a-house/"),
  list: at("/notes/"),
  realm: at("/realms/download/"),
  manifesto: at("/manifesto/"),
  greeting: at("/greeting/"),
  api: at("/api/"),
  corpus: at("/corpus/"),
  guestbook: at("/guestbook/"),
  "guestbook with a fault": async (page) => {
    await page.goto(`${server.origin}/guestbook/`);
    await page.locator("form:has(textarea)").evaluate((form) => {
      (form as HTMLFormElement).noValidate = true;
    });
    await page.locator("form:has(textarea) button").last().click();
    await page.locator("textarea[aria-invalid=true]").waitFor();
  },
  search: async (page) => {
    await page.goto(`${server.origin}/search/?q=digest`);
    await page.locator("#results li").first().waitFor();
  },
  "nothing there": at("/no-such-room/"),
};

/** The colours change nothing but themselves, so that every other rule is judged once for each width. */
const views: { colours: "light" | "dark"; width: number; rules?: readonly string[] }[] = [
  { colours: "light", width: 1280 },
  { colours: "dark", width: 1280, rules: colourRules },
  { colours: "dark", width: 390, rules: colourRules },
  { colours: "light", width: 320 },
];
const otherWidths = [640, 768];

/** Opens an address in the one window that all tests use, and looks at it. */
async function seen<T>(
  go: (page: Page) => Promise<unknown>,
  look: (page: Page) => Promise<T>,
  { colours = "light", width = 1280, height = 800 } = {},
): Promise<T> {
  await show(colours as "light", width, height);
  await go(page);
  return await look(page);
}

async function show(colours: "light" | "dark", width: number, height = 800): Promise<void> {
  await page.emulateMedia({ colorScheme: colours });
  await page.setViewportSize({ width, height });
}

test.each(Object.entries(kinds))("%s", async (_kind, go) => {
  const found = await seen(go, async (page) => {
    const complaints: string[] = [];
    const note = (view: string, words: string[]) => complaints.push(...words.map((each) => `${view}: ${each}`));
    for (const { colours, width, rules } of views) {
      const view = `${colours}, ${width} px`;
      await show(colours, width);
      expect([view, await page.evaluate(shown(colours, width))]).toEqual([view, true]);
      note(view, await axeComplaints(page, rules));
      note(view, await beyondEdge(page));
    }
    const open = "[...document.querySelectorAll(`details`)].map((fold) => { fold.open = true }).length";
    if (Number(await page.evaluate(open)) > 1) note("with everything open", await axeComplaints(page, undefined));
    for (const width of otherWidths) {
      await page.setViewportSize({ width, height: 800 });
      note(`${width} px`, await beyondEdge(page));
    }
    return complaints;
  });
  expect(found).toEqual([]);
});

/** Asks whether the page is laid out as it should be. */
function shown(colours: string, width: number): string {
  return `matchMedia("(prefers-color-scheme: ${colours})").matches && innerWidth === ${width}`;
}
