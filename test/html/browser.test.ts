import { gzipSync } from "node:zlib";
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { startServer, type TestServer } from "../support/server.ts";

// One page of every kind, as a reader meets it: the real site in a real browser.
const paths = [
  "/",
  "/notes/",
  "/notes/one-page-many-forms/",
  "/realms/",
  "/realms/hall/",
  "/manifesto/",
  "/greeting/",
  "/guestbook/",
  "/api/",
  "/search/",
  "/corpus/",
  "/no-such-room/",
];

let browser: Browser;
let server: TestServer;
/** A tab in which a reader goes from page to page. */
let reader: Tab;
beforeAll(async () => {
  [browser, server] = await Promise.all([sharedBrowser(), startServer()]);
  reader = await browser.newPage({ viewport: size(1280) });
  for (const entry of difficultEntries) {
    const { status } = await fetch(`${server.origin}/api/guestbook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(entry),
    });
    expect(status).toBe(201);
  }
});
afterAll(async () => {
  await reader?.context().close();
  await server?.stop();
});

const difficultEntries = [
  { message: `Z${"\u0301\u0302\u0308\u0323".repeat(100)}algo`, name: `${"\u0300\u0301".repeat(30)}A` },
  { message: "w".repeat(500), name: "W".repeat(80), url: `https://house.example/${"u".repeat(178)}` },
  { message: "مرحبا بالعالم، هذا باب مفتوح.", name: "محمد عبد الله" },
];

const size = (width: number) => ({ width, height: 800 });

/** Does something in a tab of its own, which begins at a path of the site, or empty. */
async function inTab<T>(path: string | null, look: (tab: Tab) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: size(1280), reducedMotion: "reduce" });
  try {
    const tab = await context.newPage();
    if (path !== null) await tab.goto(server.origin + path);
    return await look(tab);
  } finally {
    await context.close();
  }
}

describe.each(paths)("%s", (path) => {
  test("is whole, asks nothing of another origin, and content asks for no script", async () => {
    const requests: { url: string; type: string }[] = [];
    const complaints: string[] = [];
    const address = server.origin + path;
    reader.on("request", (request) => requests.push({ url: request.url(), type: request.resourceType() }));
    reader.on("pageerror", (error) => complaints.push(error.message));
    reader.on("console", (message) => {
      if (message.type() === "error" && message.location().url !== address) complaints.push(message.text());
    });
    reader.on("response", (response) => {
      if (response.status() >= 400 && response.url() !== address) complaints.push(response.url());
    });
    const answer = await reader.goto(address);
    expect([answer?.status(), await reader.locator("h1").count()]).toEqual([path === "/no-such-room/" ? 404 : 200, 1]);
    reader.removeAllListeners();
    expect(complaints).toEqual([]);
    expect(requests.filter(({ url }) => !url.startsWith(`${server.origin}/`) && !url.startsWith("data:"))).toEqual([]);
    const scripts = requests
      .filter(({ type }) => type === "script")
      .map(({ url }) => new URL(url).pathname.replace(/\.[0-9a-f]+\./, "."));
    const own: Record<string, string[]> = {
      "/api/": ["/assets/house/api.js"],
      "/guestbook/": ["/assets/house/guestbook.js"],
      "/search/": ["/assets/house/search.js"],
    };
    expect(scripts.sort()).toEqual((own[path] ?? []).sort());
  });
});

test("the home page is at most 20 KB in all, compressed", async () => {
  const bodies = await inTab(null, async (tab) => {
    const answers: Promise<Buffer>[] = [];
    tab.on("response", (response) => void answers.push(response.body()));
    await tab.goto(`${server.origin}/`, { waitUntil: "networkidle" });
    return Promise.all(answers);
  });
  expect(bodies.length).toBeGreaterThan(1);
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThan(20_000);
});

test("no kind of page reaches past the edge of the narrowest phone, the light on it included", async () => {
  const wide = await inTab(null, async (tab) => {
    await tab.setViewportSize(size(320));
    const found: string[] = [];
    for (const path of [...paths, "/specimen/", "/tags/"]) {
      await tab.goto(server.origin + path);
      // What the page would only hide counts too.
      const width = await tab.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth));
      if (width > 320) found.push(`${path} ${width}`);
    }
    return found;
  });
  expect(wide).toEqual([]);
});

test("on a phone what the keyboard is at stands in the window, in the row of rooms too", async () => {
  const hidden = await inTab("/notes/one-page-many-forms/", async (tab) => {
    await tab.setViewportSize(size(320));
    await tab.reload();
    const found: string[] = [];
    for (let stop = 0; stop < 12; stop++) {
      await tab.keyboard.press("Tab");
      const { x, end, text } = await tab.evaluate(() => {
        const box = (document.activeElement as Element).getBoundingClientRect();
        return { x: box.left, end: box.right, text: document.activeElement?.textContent };
      });
      if (x < 0 || end > 320) found.push(`${text}: ${x} to ${end}`);
    }
    return found;
  });
  expect(hidden).toEqual([]);
});

test.each([320, 1280])("at %i px the keyboard meets what is in a page from its top to its end", async (width) => {
  const stops = await inTab("/notes/one-page-many-forms/", async (tab) => {
    await tab.setViewportSize(size(width));
    return tab.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("main :is(a[href], summary)")]
        .filter((stop) => stop.checkVisibility())
        .map((stop) => ({
          text: stop.textContent,
          y: stop.getBoundingClientRect().top,
          beside: !!stop.closest(".sidebar"),
        })),
    );
  });
  expect(stops.filter(({ text }) => text === "this page as Markdown")).toHaveLength(width < 952 ? 0 : 1);
  // A column beside the text comes before all of it.
  const columns = width < 952 ? [stops] : [stops.filter(({ beside }) => beside), stops.filter(({ beside }) => !beside)];
  expect(columns.flat()).toEqual(stops);
  for (const column of columns)
    for (const [index, { text, y }] of column.entries())
      expect([text, y >= (column[index - 1]?.y ?? 0) - 5]).toEqual([text, true]);
});

test("the first stop of the keyboard leads past the navigation to the content", async () => {
  const focused = await inTab("/notes/", async (tab) => {
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    return tab.evaluate("document.activeElement.id");
  });
  expect(focused).toBe("main");
});

test("the contents of a long page stay in view", async () => {
  const y = await inTab("/api/", async (tab) => {
    await tab.locator("#errors").evaluate((heading) => heading.scrollIntoView());
    return (await tab.locator(".contents a", { hasText: "Errors" }).boundingBox())?.y;
  });
  expect(y).toSatisfy((top: number) => top >= 0 && top < 800);
});

test("on a phone the header is one row, with the search and a menu that opens without a script", async () => {
  const context = await browser.newContext({ viewport: size(320), javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(`${server.origin}/notes/`);
  const link = tab.locator(".site-nav a").first();
  const height = async () => (await tab.locator(".site-header").boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThanOrEqual(60);
  expect([await link.isVisible(), await tab.locator(".search-link").isVisible()]).toEqual([false, true]);
  await tab.locator(".menu summary").click();
  expect(await link.isVisible()).toBe(true);
  await context.close();
});

test("what a guest wrote stays within its own lines", async () => {
  const spill = await inTab("/guestbook/", async (tab) => {
    await tab.setViewportSize(size(320));
    return tab.evaluate(() => {
      const entries = [...document.querySelectorAll(".entry")].map((entry) => entry.getBoundingClientRect());
      return { wide: entries.filter(({ right }) => right > window.innerWidth).length, count: entries.length };
    });
  });
  expect(spill).toEqual({ wide: 0, count: difficultEntries.length });
});

test("printed, a page keeps its words and leaves the ways through the house out", async () => {
  const shown = await inTab("/notes/one-page-many-forms/", async (tab) => {
    await tab.emulateMedia({ media: "print" });
    const visible = (selector: string) => tab.locator(selector).first().isVisible();
    return {
      body: await visible(".body p"),
      rooms: await visible(".site-nav"),
      contents: await visible(".contents"),
    };
  });
  expect(shown).toEqual({ body: true, rooms: false, contents: false });
});

test("printed, no page has buttons, navigation or search, but for the way up", async () => {
  const left = await inTab(null, async (tab) => {
    const found: string[] = [];
    for (const path of paths) {
      await tab.goto(server.origin + path);
      await tab.emulateMedia({ media: "print" });
      for (const element of await tab.locator("button, input, textarea, form, nav:not(.crumbs), .ways, .plan").all())
        if (await element.isVisible()) found.push(`${path} ${await element.evaluate((shown) => shown.outerHTML)}`);
    }
    return found;
  });
  expect(left).toEqual([]);
});

test.each([500, 794, 1280])(
  "printed at %i px, the way up, the status and the dates stand below each other",
  async (width) => {
    const boxes = await inTab("/realms/read/", async (tab) => {
      await tab.setViewportSize(size(width));
      await tab.emulateMedia({ media: "print" });
      return tab.evaluate(() =>
        [".page-header", ".crumbs", ".status", ".dates", ".body"].map((selector) => {
          const { top, bottom } = (document.querySelector(selector) as Element).getBoundingClientRect();
          return { top, bottom };
        }),
      );
    });
    for (const [index, { top }] of boxes.entries()) expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0);
  },
);

describe("the beam of light", () => {
  const beamAt = (path: string, width: number) =>
    inTab(path, async (tab) => {
      await tab.setViewportSize(size(width));
      await tab.evaluate("document.fonts.ready.then(() => null)"); // another face has other heights
      return tab.evaluate(() => {
        const beams = [...document.querySelectorAll(".site-header *")].flatMap((element) => {
          const { content, display, blockSize } = getComputedStyle(element, "::after");
          return content === "none" || display === "none" ? [] : [Number.parseFloat(blockSize)];
        });
        const text = document.createRange();
        text.selectNodeContents(document.querySelector("h1") as Element);
        const wall = (document.querySelector(".site-header") as Element).getBoundingClientRect();
        return { beams, room: text.getBoundingClientRect().top - wall.bottom };
      });
    });

  test.each([320, 700, 1280, 1920])("at %i px falls on the home page above all text", async (width) => {
    const { beams, room } = await beamAt("/", width);
    expect(beams).toHaveLength(1);
    expect(beams[0]).toBeGreaterThan(0);
    expect(beams[0]).toBeLessThanOrEqual(room);
  });
  test.each(paths.filter((path) => path !== "/"))("is not on %s", async (path) => {
    for (const width of [320, 1280]) expect((await beamAt(path, width)).beams).toEqual([]);
  });
});
