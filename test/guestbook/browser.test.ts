import type { BrowserContextOptions, Locator } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { listen } from "../../build/server/node-http.ts";
import { type Entry, fieldLimits } from "../../functions/guestbook/entry.ts";
import { tabAt } from "../support/browser.ts";
import { sampleServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => void (server = await sampleServer()));

const open = (options?: BrowserContextOptions) => tabAt(`${server.origin}/guestbook/`, options);

const entries = async () =>
  ((await (await fetch(`${server.origin}/api/guestbook`)).json()) as { entries: Entry[] }).entries;
const newest = async () => (await entries())[0] as Entry;
/**
 * Where whoever signed is: an address that came with the entry, so that no cache has an older copy
 * of it.
 */
const addressOf = (entry: Entry, query = "") =>
  `${server.origin}/guestbook/?from=${entry.ts.replace(/[-:.]/g, "")}-${entry.id}${query}#${entry.id}`;
const isFocused = (element: Locator) =>
  element.evaluate((each) => each === each.ownerDocument.activeElement);

test.each([true, false])(
  "the form signs and the page comes back at the entry; with scripts: %s",
  async (script) => {
    const page = await open({ javaScriptEnabled: script });
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.getByLabel("Message").fill("by <b>hand</b>\nand slowly");
    await page.getByLabel(/^Name/).fill("שלום");
    await page.getByLabel(/^Address/).fill("https://example.org/");
    await page.getByRole("button", { name: "Sign" }).click();
    await page.waitForURL(/#/);
    const entry = await newest();
    expect([entry.message, page.url()]).toEqual([
      "by <b>hand</b>\nand slowly",
      addressOf(entry, "&signed=1"),
    ]);
    expect(await page.locator(`[id="${entry.id}"] .entry-text`).textContent()).toBe(
      "by <b>hand</b>and slowly",
    );
    expect(await page.locator(".thanks").allTextContents()).toEqual(["Signed. Thank you!"]);
    expect(await page.getByLabel("Message").inputValue()).toBe("");
    // Who comes by the entry's own address later did not sign.
    await page.locator(`[id="${entry.id}"] .entry-address`).click();
    await page.waitForURL(addressOf(entry));
    expect(await page.locator(".thanks").count()).toBe(0);
    expect(faults).toEqual([]);
  },
);

test("when the network fails, the text is there on the way back, and is counted", async () => {
  const page = await open();
  await page.getByLabel("Message").fill("patience");
  await page.route(/\/guestbook\/$/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Sign" }).click();
  await page.waitForURL(/^chrome-error:/);
  await page.goBack();
  expect(await page.getByLabel("Message").inputValue()).toBe("patience");
  await page.getByText(`${fieldLimits.message - "patience".length} left.`).waitFor();
});

test("a double click signs once", async () => {
  const page = await open();
  await page.getByLabel("Message").fill("twice");
  await page.getByRole("button", { name: "Sign" }).dblclick();
  // The second click may break off the first one's way to the entry, which `waitForURL` takes for
  // a failure.
  await expect.poll(() => page.url(), { timeout: 20_000 }).toMatch(/#/);
  expect((await entries()).filter(({ message }) => message === "twice")).toHaveLength(1);
});

test("on the way back the same words signed again are the same entry, other words another one", async () => {
  const page = await open();
  const sign = async (message: string) => {
    await page.getByLabel("Message").fill(message);
    await page.getByRole("button", { name: "Sign" }).click();
    await page.waitForURL(/#/);
    return page.url();
  };
  const first = await sign("back and again");
  await page.goBack();
  await page.waitForURL(/guestbook\/$/);
  expect(await sign("back and again")).toBe(first);
  await page.goBack();
  await page.waitForURL(/guestbook\/$/);
  expect(await sign("back, other words")).not.toBe(first);
  // Whoever comes anew may say the same.
  await page.goto(`${server.origin}/guestbook/`);
  expect(await sign("back and again")).not.toBe(first);
  const same = (await entries()).filter(({ message }) => message === "back and again");
  expect(same).toHaveLength(2);
});

test("a page of any origin reads and signs with whatever headers its library adds", async () => {
  const other = await listen(
    async () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
  );
  onTestFinished(other.stop);
  const page = await tabAt(`${other.origin}/`);
  const statuses = await page.evaluate(async (address) => {
    const headers = {
      Authorization: "Bearer x",
      "Cache-Control": "no-cache",
      "Content-Type": "application/json",
      "Idempotency-Key": "from another origin",
      Prefer: "return=minimal",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "X-Requested-With": "XMLHttpRequest",
    };
    const body = JSON.stringify({ message: "from another origin" });
    const answers = [
      await fetch(address, { headers }),
      await fetch(address, { method: "POST", headers, body }),
    ];
    return answers.map(({ status }) => status);
  }, `${server.origin}/api/guestbook`);
  expect(statuses).toEqual([200, 201]);
});

test("what remains is counted in code points, and faults are told, shown and focused", async () => {
  const page = await open();
  const { message: limit } = fieldLimits;
  await page.getByLabel("Message").fill("😀".repeat(limit - 1));
  expect(await page.locator(".remaining").textContent()).toBe("1 left.");
  await page.getByLabel("Message").fill("😀".repeat(limit + 2));
  expect(await page.locator(".remaining").textContent()).toBe("2 too many.");
  await page.getByLabel(/^Address/).fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Sign" }).click();
  const summary = page.getByRole("alert");
  await summary.waitFor();
  expect(await isFocused(summary)).toBe(true);
  expect(await summary.getByRole("link").count()).toBe(2);
  await summary.getByRole("link").first().click();
  const message = page.getByLabel("Message");
  expect([await isFocused(message), await message.getAttribute("aria-invalid")]).toEqual([
    true,
    "true",
  ]);
  expect(await page.locator("#message-fault").textContent()).toContain(`${limit + 2} characters`);
  expect((await newest()).message).not.toContain("😀");
});
