import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../build/cli/bench/browser.ts";
import { startServer, type TestServer } from "../support/server.ts";

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("a real browser opens the house, and nothing in it is refused or missing", async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on(
    "response",
    (response) => void (response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`)),
  );
  for (const path of ["/", "/notes/", "/guestbook/", "/api/"]) {
    const response = await page.goto(server.origin + path);
    expect([path, response?.status(), await page.locator("h1").count()]).toEqual([path, 200, 1]);
  }
  expect(complaints).toEqual([]);
});

test("what is signed in the browser is found again by programs", async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${server.origin}/guestbook/`);
  await page.locator("form textarea[name=message]").fill("Good to be here, <b>truly</b>.");
  await page.locator("form textarea[name=message]").press("Tab");
  await page.locator("form button[type=submit], form button:not([type])").last().click();
  await page.getByText("Good to be here, <b>truly</b>.").first().waitFor();
  const list = (await (await fetch(`${server.origin}/api/guestbook`)).json()) as {
    count: number;
    entries: { message: string }[];
  };
  expect([list.count, list.entries[0]?.message]).toEqual([1, "Good to be here, <b>truly</b>."]);
});
