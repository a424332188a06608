import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

/** What is planted in one page, by the rule that has to complain. Without it there is nothing to complain of. */
const planted: Readonly<Record<string, string>> = {
  "html-has-lang": "document.documentElement.removeAttribute('lang')",
  "image-alt": "document.querySelector('.body').insertAdjacentHTML('beforeend', '<img src=\"/x.png\">')",
  "color-contrast": "document.querySelector('.body p').style.color = '#999'",
  label: "document.querySelectorAll('label').forEach((label) => label.remove())",
  "link-name": "document.querySelector('.body').insertAdjacentHTML('beforeend', '<a href=\"/\"></a>')",
  "heading-order": "document.querySelector('.body').insertAdjacentHTML('afterbegin', '<h5>Deep</h5>')",
  "document-title": "document.title = ''",
  "meta-viewport": "document.querySelector('meta[name=viewport]').content = 'user-scalable=no'",
  "aria-roles": "document.querySelector('form').setAttribute('role', 'letter')",
  "landmark-one-main": "document.querySelector('main').replaceWith(...document.querySelector('main').children)",
};

describe("the judge sees a planted fault", () => {
  test("of each of many rules", async () => {
    const complaints = await seen(kinds["guestbook"] ?? at("/"), async (page) => {
      for (const fault of Object.values(planted)) await page.evaluate(fault);
      return axeComplaints(page);
    });
    const rules = new Set(complaints.map((complaint) => complaint.split(":")[0]));
    expect(Object.keys(planted).filter((rule) => !rules.has(rule))).toEqual([]);
  });

  test("colours that are too near each other in the dark alone", async () => {
    const found = await seen(at("/privacy/"), async (page) => {
      // The page's policy lets no style in as text.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("@media (prefers-color-scheme: dark) { .body p { color: #444 } }");
        document.adoptedStyleSheets.push(sheet);
      });
      const inLight = await axeComplaints(page);
      await page.emulateMedia({ colorScheme: "dark" });
      return [inLight, (await axeComplaints(page, colourRules)).map((complaint) => complaint.split(":")[0])];
    });
    expect(found).toEqual([[], expect.arrayContaining(["color-contrast"])]);
  });

  test("a word wider than a phone", async () => {
    const found = await seen(
      at("/"),
      async (page) => {
        await page.locator(".body").evaluate((body) => {
          const word = body.appendChild(document.createElement("div"));
          word.style.overflowWrap = "normal";
          word.textContent = "incomprehensibilities".repeat(4);
        });
        return beyondEdge(page);
      },
      { width: 320, height: 640 },
    );
    expect(found).toHaveLength(1);
  });
});
