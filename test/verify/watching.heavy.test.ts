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

test("a browser that visits every page asks no other origin, and is left as it came", async () => {
  const listed = await (await fetch(`${server.origin}/api/site.json`)).json();
  const { pages } = listed as { pages: { type: string; url: string }[] };
  const context = await browser.newContext();
  const asked: { page: string; url: string; type: string }[] = [];
  const complaints: string[] = [];
  const page = await context.newPage();
  let here = "";
  context.on("request", (request) =>
    asked.push({ page: here, url: request.url(), type: request.resourceType() }),
  );
  page.on(
    "console",
    (message) => message.type() === "error" && complaints.push(`${here}: ${message.text()}`),
  );
  page.on("pageerror", (error) => complaints.push(`${here}: ${error.message}`));
  const kept: unknown[] = [];
  for (const { url } of pages) {
    here = url;
    await page.goto(url, { waitUntil: "load" });
    const left = await page.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
    kept.push(left);
  }
  const cookies = await context.cookies();
  await context.close();

  expect(asked.length).toBeGreaterThan(pages.length);
  expect(asked.filter(({ url }) => new URL(url).origin !== server.origin)).toEqual([]);
  const withScript = pages
    .filter(({ type }) => /^(api|guestbook|search)$/.test(type))
    .map(({ url }) => url);
  const byOthers = asked.filter(({ page: url }) => !withScript.includes(url));
  expect(
    byOthers.filter(({ type }) => !/^(document|stylesheet|font|image|other)$/.test(type)),
  ).toEqual([]);
  expect(kept).toEqual(
    pages.map(() => ({ local: 0, session: 0, databases: 0, caches: 0, workers: 0 })),
  );
  expect(cookies).toEqual([]);
  expect(complaints).toEqual([]);
});
