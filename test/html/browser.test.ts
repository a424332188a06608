import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { sampleServer, type TestServer } from "../support/server.ts";
import { expectWhole, lightIn, size, tabOf } from "./whole-page.ts";

/**
 * Pages of the kinds that differ most, with the script that each has. The others are visited by
 * `npm run judges`.
 */
const pages: [path: string, script?: string][] = [
  ["/"],
  ["/notes/one-page-many-forms/"],
  ["/guestbook/", "guestbook"],
  ["/api/"],
  ["/search/", "search"],
  ["/no-such-room/"],
];

/** What a guest writes fits a phone too. */
const difficultEntries = [
  {
    message: `Z${"\u0301\u0302\u0308\u0323".repeat(100)}algo`,
    name: `${"\u0300\u0301".repeat(30)}A`,
  },
  {
    message: "w".repeat(500),
    name: "W".repeat(80),
    url: `https://house.example/${"u".repeat(178)}`,
  },
  { message: "مرحبا بالعالم، هذا باب مفتوح.", name: "محمد عبد الله" },
];

let server: TestServer;
beforeAll(async () => {
  server = await sampleServer();
  for (const entry of difficultEntries) {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(entry);
    expect(
      (await fetch(`${server.origin}/api/guestbook`, { method: "POST", headers, body })).status,
    ).toBe(201);
  }
});

const open = (path: string, width?: number, javaScriptEnabled?: boolean) =>
  tabOf(server.origin + path, width, javaScriptEnabled);

test.each(pages)(
  "%s is whole, keeps to this origin, fits a phone, and is printed without controls",
  (path, script) => expectWhole(server.origin, path, script),
);

test("the home page is at most 20 KB in all, compressed, and light falls above all its text", async () => {
  const tab = await open("/");
  for (const width of [320, 700, 1280, 1920]) {
    await tab.setViewportSize(size(width));
    const { light, room } = await lightIn(tab);
    expect([width, light, (light[0] ?? 0) > 0 && (light[0] ?? 0) <= room]).toEqual([
      width,
      [expect.any(Number)],
      true,
    ]);
  }
  const loaded = await tab.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  expect(loaded.filter((url) => /\.(css|woff2)$/.test(url)).length).toBeGreaterThan(1);
  const bodies = [tab.url(), ...loaded].map(
    async (url) => gzipSync(await (await fetch(url)).arrayBuffer()).length,
  );
  expect((await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes)).toBeLessThan(20_000);
});

test.each([320, 1280])(
  "at %i px the keyboard meets what is in a page from its top to its end",
  async (width) => {
    const tab = await open("/notes/one-page-many-forms/", width);
    const stops = await tab.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("main :is(a[href], summary)")]
        .filter((stop) => stop.checkVisibility())
        .map((stop) => ({
          text: stop.textContent,
          y: stop.getBoundingClientRect().top,
          beside: !!stop.closest(".sidebar"),
        })),
    );
    expect(stops.filter(({ text }) => text === "this page as Markdown")).toHaveLength(
      width < 952 ? 0 : 1,
    );
    // A column beside the text comes before all of it.
    const columns =
      width < 952
        ? [stops]
        : [stops.filter(({ beside }) => beside), stops.filter(({ beside }) => !beside)];
    expect(columns.flat()).toEqual(stops);
    for (const column of columns)
      for (const [index, { text, y }] of column.entries())
        expect([text, y >= (column[index - 1]?.y ?? 0) - 5]).toEqual([text, true]);
    // The first stop leads past the navigation; on a phone the row of rooms scrolls with the
    // keyboard.
    const outside: string[] = [];
    for (let stop = 0; stop < 12; stop++) {
      await tab.keyboard.press("Tab");
      const { x, end, text } = await tab.evaluate(() => {
        const box = (document.activeElement as Element).getBoundingClientRect();
        return { x: box.left, end: box.right, text: document.activeElement?.textContent };
      });
      if (x < 0 || end > width) outside.push(`${text}: ${x} to ${end}`);
    }
    expect(outside).toEqual([]);
    await tab.reload();
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    expect(await tab.evaluate("document.activeElement.id")).toBe("main");
  },
);

test("no light falls over a home page without a plan", async () => {
  const tab = await open("/");
  await tab.locator(".plan").evaluate((plan) => plan.remove());
  expect((await lightIn(tab)).light).toEqual([]);
});

test("a table that is wider than the text takes the column beside it, where that is free", async () => {
  const tab = await open("/specimen/");
  const edges = () =>
    tab.evaluate(() => {
      const tables = [...document.querySelectorAll<HTMLElement>("table")];
      const wide = tables.at(-1) as HTMLElement;
      wide.style.minInlineSize = "70rem";
      const left = (element: Element | null | undefined) =>
        Math.round(element?.getBoundingClientRect().left ?? 0);
      return [".page-header", ".sidebar"]
        .map((each) => left(document.querySelector(each)))
        .concat(left(tables.at(-2)), left(wide));
    });
  const [text, sidebar, ...tables] = await edges();
  expect(tables).toEqual([text, text]);
  await tab.locator(".contents").evaluate((contents) => contents.remove());
  expect(await edges()).toEqual([text, sidebar, text, sidebar]);
});

test("the contents of a long page stay in view", async () => {
  const tab = await open("/api/");
  await tab.locator("#errors").evaluate((heading) => heading.scrollIntoView());
  const box = await tab.locator(".contents a", { hasText: "Errors" }).boundingBox();
  expect(box?.y).toSatisfy((top: number) => top >= 0 && top < 800);
});

test("on a phone the header is one row, with the search and a menu that opens without a script", async () => {
  const tab = await open("/notes/", 320, false);
  const link = tab.locator(".site-nav a").first();
  expect((await tab.locator(".site-header").boundingBox())?.height).toBeLessThanOrEqual(60);
  expect([await link.isVisible(), await tab.locator(".search-link").isVisible()]).toEqual([
    false,
    true,
  ]);
  await tab.locator(".menu summary").click();
  expect(await link.isVisible()).toBe(true);
});

test("printed, a page keeps its words, and the way up, the status and the dates stand below each other", async () => {
  const tab = await open("/realms/read/");
  await tab.emulateMedia({ media: "print" });
  expect(await tab.locator(".body p").first().isVisible()).toBe(true);
  for (const width of [500, 794, 1280]) {
    await tab.setViewportSize(size(width));
    const boxes = await tab.evaluate(() =>
      [".page-header", ".crumbs", ".status", ".dates", ".body"].map((selector) => {
        const { top, bottom } = (
          document.querySelector(selector) as Element
        ).getBoundingClientRect();
        return { top, bottom };
      }),
    );
    for (const [index, { top }] of boxes.entries())
      expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0);
  }
});
