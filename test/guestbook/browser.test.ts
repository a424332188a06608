import { setEnvironmentContext } from "@netlify/blobs";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entry } from "../../functions/guestbook/entry.ts";
import { fieldLimits } from "../../functions/guestbook/entry.ts";
import { tabAt } from "../support/browser.ts";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const open = (options?: BrowserContextOptions) => tabAt(`${server.origin}/guestbook/`, options);

const newest = async () =>
  ((await (await fetch(`${server.origin}/api/guestbook`)).json()) as { count: number; entries: Entry[] })
    .entries[0] as Entry;
/** Where whoever signed is: an address that came with the entry, so that no cache has an older copy of it. */
const addressOf = (entry: Entry, query = "") =>
  `${server.origin}/guestbook/?from=${entry.ts.replace(/[-:.]/g, "")}-${entry.id}${query}#${entry.id}`;
const sign = async (fields: object) => {
  const { status } = await fetch(`${server.origin}/api/guestbook`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  expect(status).toBe(201);
};

describe("with scripts", () => {
  test("a signature appears at once, as a reload shows it", async () => {
    const page = await open();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.evaluate("window.stayed = true");
    await page.getByLabel("Message").fill("Hello <b>house</b>\n\nnext\nline");
    await page.getByLabel(/^Name/).fill("שלום");
    await page.getByLabel(/^Address/).fill("https://example.org/");
    await page.keyboard.press("Enter");
    await page.locator(".entry-list .thanks").getByText("Signed. Thank you!").waitFor();
    const entry = await newest();
    const shown = await page.locator(`[id="${entry.id}"]`).evaluate((element) => element.outerHTML);
    expect(await page.evaluate("window.stayed")).toBe(true);
    expect(await page.getByLabel("Message").inputValue()).toBe("");
    expect(page.url()).toBe(addressOf(entry));
    await page.reload();
    expect(
      (await page.locator(`[id="${entry.id}"]`).evaluate((element) => element.outerHTML)).replace(/\s+/g, " "),
    ).toBe(shown.replace(/\s+/g, " "));
    expect(faults).toEqual([]);
  });

  test("the text stays when the network fails, and trying again signs once", async () => {
    const page = await open();
    await page.getByLabel("Message").fill("patience");
    // The first try reaches the guestbook, but its answer is lost on the way.
    let tries = 0;
    await page.route(/\/guestbook\/$/, async (route) => {
      if (route.request().method() !== "POST" || tries++ > 0) return route.continue();
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await page.getByRole("button", { name: "Sign" }).click();
    await page.getByText("Your text is still here").waitFor();
    expect(await page.getByLabel("Message").inputValue()).toBe("patience");
    await page.getByRole("button", { name: "Sign" }).click();
    await page.locator(".entry-list .thanks").getByText("Signed. Thank you!").waitFor();
    const { entries } = (await (await fetch(`${server.origin}/api/guestbook`)).json()) as { entries: Entry[] };
    expect(entries.filter((entry) => entry.message === "patience")).toHaveLength(1);
  });

  test("a text stays where signing was closed meanwhile, and where the page cannot be read after it was signed", async () => {
    const page = await open();
    await page.getByLabel("Message").fill("stays");
    process.env["GUESTBOOK"] = "closed";
    try {
      await page.getByRole("button", { name: "Sign" }).click();
      await page.locator(".form-status").getByText("Signing is closed for now.").waitFor();
    } finally {
      delete process.env["GUESTBOOK"];
    }
    expect(await page.getByLabel("Message").inputValue()).toBe("stays");
    // The store fails between the signature and the page that shows it.
    const context = process.env["NETLIFY_BLOBS_CONTEXT"];
    await page.route(/\/guestbook\/$/, async (route) => {
      setEnvironmentContext({});
      await route.fulfill({ response: await route.fetch({ method: "GET" }) });
      if (context !== undefined) process.env["NETLIFY_BLOBS_CONTEXT"] = context;
    });
    await page.getByRole("button", { name: "Sign" }).click();
    await page.locator(".form-status").getByText("cannot be read").waitFor();
    expect(await page.locator("textarea").inputValue()).toBe("stays");
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
    expect(await summary.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    // Once more, because a browser follows the attribute `autofocus` only once.
    await summary.getByRole("link").first().click();
    await page.getByRole("button", { name: "Sign" }).click();
    await expect.poll(() => summary.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await summary.getByRole("link").count()).toBe(2);
    await summary.getByRole("link").first().click();
    expect(
      await page
        .getByLabel("Message")
        .evaluate((element) => [element === element.ownerDocument.activeElement, element.getAttribute("aria-invalid")]),
    ).toEqual([true, "true"]);
    expect(await page.locator("#message-fault").textContent()).toContain(`${limit + 2} characters`);
    expect((await newest()).message).not.toContain("😀");
  });
});

describe("without scripts", () => {
  test("the form signs and the page comes back at the entry", async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.getByLabel("Message").fill("by hand\nand slowly");
    await page.getByRole("button", { name: "Sign" }).click();
    await page.waitForURL(/#/);
    const entry = await newest();
    expect([entry.message, page.url()]).toEqual(["by hand\nand slowly", addressOf(entry, "&signed=1")]);
    expect(await page.locator(`[id="${entry.id}"] .entry-text`).textContent()).toBe("by handand slowly");
    expect(await page.locator(".thanks").allTextContents()).toEqual(["Signed. Thank you!"]);
    // Who comes by the entry's own address later did not sign.
    await page.locator(`[id="${entry.id}"] .entry-address`).click();
    await page.waitForURL(addressOf(entry));
    expect(await page.locator(".thanks").count()).toBe(0);
  });
});

test.each([320, 1280])("no text breaks the layout of a window %i wide", async (width) => {
  const url = `https://example.org/${"u".repeat(180)}`;
  for (const message of ["w".repeat(500), `z${"\u0301".repeat(400)}`, "\u2067مرحبا".repeat(40), "👩‍👩‍👧‍👦".repeat(70)])
    await sign({ message, name: [...message].slice(0, fieldLimits.name).join(""), url });
  const page = await open({ viewport: { width, height: 800 } });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  const outside = await page
    .locator(".entry *")
    .evaluateAll(
      (elements, right) =>
        elements
          .filter((element) => element.getBoundingClientRect().right > right + 1)
          .map((element) => element.className || element.tagName),
      width,
    );
  expect(outside).toEqual([]);
});
