import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../support/chromium.ts";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Types of pages that have a script of their own. */
const withScript = ["api", "guestbook", "search"];

interface Listed {
  pages: { type: string; url: string }[];
}

test("a browser that visits every page asks no other origin, and is left as it came", async () => {
  const { pages } = (await (await fetch(`${server.origin}/api/site.json`)).json()) as Listed;
  const context = await browser.newContext();
  const asked: { page: string; url: string; type: string }[] = [];
  const complaints: string[] = [];
  const page = await context.newPage();
  let here = "";
  context.on("request", (request) => asked.push({ page: here, url: request.url(), type: request.resourceType() }));
  page.on("console", (message) => message.type() === "error" && complaints.push(`${here}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`${here}: ${error.message}`));
  const kept: unknown[] = [];
  for (const { url } of pages) {
    here = url;
    await page.goto(url, { waitUntil: "load" });
    const storage = await page.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
    kept.push(storage);
  }
  const cookies = await context.cookies();
  await context.close();

  expect(asked.length).toBeGreaterThan(pages.length);
  expect(asked.filter(({ url }) => new URL(url).origin !== server.origin)).toEqual([]);
  const doing = new Set(pages.filter(({ type }) => withScript.includes(type)).map(({ url }) => url));
  expect(
    asked.filter(
      ({ page: url, type }) => !doing.has(url) && !["document", "stylesheet", "font", "image", "other"].includes(type),
    ),
  ).toEqual([]);
  expect(kept).toEqual(pages.map(() => ({ local: 0, session: 0, databases: 0, caches: 0, workers: 0 })));
  expect(cookies).toEqual([]);
  expect(complaints).toEqual([]);
});
