import type { Page as Tab } from "playwright-core";
import { expect } from "vitest";
import { tabAt } from "../support/browser.ts";

export const size = (width: number) => ({ width, height: 800 });

/** A tab of this width at an address that it has just loaded. */
export const tabOf = (address: string, width = 1280, javaScriptEnabled = true): Promise<Tab> =>
  tabAt(address, { viewport: size(width), reducedMotion: "reduce", javaScriptEnabled });

/**
 * How far the light falls from the header, for each element that has it, and how much room is there
 * above all text.
 */
export async function lightIn(tab: Tab): Promise<{ light: number[]; room: number }> {
  await tab.evaluate("document.fonts.ready.then(() => null)"); // another face has other heights
  return tab.evaluate(() => {
    const light = [...document.querySelectorAll(".site-header *")].flatMap((element) => {
      const { content, display, blockSize } = getComputedStyle(element, "::after");
      return content === "none" || display === "none" ? [] : [Number.parseFloat(blockSize)];
    });
    const text = document.createRange();
    text.selectNodeContents(document.querySelector("h1") as Element);
    const wall = (document.querySelector(".site-header") as Element).getBoundingClientRect();
    return { light, room: text.getBoundingClientRect().top - wall.bottom };
  });
}

/**
 * Expects that a page loads without complaints or requests elsewhere, fits 320 px, and is printed
 * without controls.
 */
export async function expectWhole(origin: string, path: string, script?: string): Promise<void> {
  const tab = await tabOf("about:blank");
  const address = origin + path;
  const requests: { url: string; type: string }[] = [];
  const complaints: string[] = [];
  tab.on("request", (request) =>
    requests.push({ url: request.url(), type: request.resourceType() }),
  );
  tab.on("pageerror", (error) => complaints.push(error.message));
  tab.on("console", (message) => {
    if (message.type() === "error" && message.location().url !== address)
      complaints.push(message.text());
  });
  tab.on("response", (response) => {
    if (response.status() >= 400 && response.url() !== address) complaints.push(response.url());
  });
  const answer = await tab.goto(address);
  expect([answer?.status(), await tab.locator("h1").count()]).toEqual([
    path === "/no-such-room/" ? 404 : 200,
    1,
  ]);
  expect(complaints).toEqual([]);
  expect(
    requests.filter(({ url }) => !url.startsWith(`${origin}/`) && !url.startsWith("data:")),
  ).toEqual([]);
  const scripts = requests
    .filter(({ type }) => type === "script")
    .map(({ url }) => new URL(url).pathname);
  expect(scripts.map((each) => each.replace(/\.[0-9a-f]+\./, "."))).toEqual(
    script ? [`/assets/house/${script}.js`] : [],
  );

  const isLit = path === "/";
  expect((await lightIn(tab)).light).toHaveLength(isLit ? 1 : 0);
  await tab.setViewportSize(size(320));
  expect((await lightIn(tab)).light).toHaveLength(isLit ? 1 : 0);
  // What the page would only hide counts too.
  const wide = () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
  expect(await tab.evaluate(wide)).toBeLessThanOrEqual(320);
  // Narrow elements show that days stay on one line wherever they are.
  const linesOfDays = (days: Element[]) =>
    days.map((day) => {
      (day.parentElement as HTMLElement).style.maxInlineSize = "2rem";
      return day.getClientRects().length;
    });
  const days = await tab.locator('time:not([datetime*="T"])').evaluateAll(linesOfDays);
  expect(days.filter((lines) => lines > 1)).toEqual([]);

  await tab.setViewportSize(size(1280));
  await tab.emulateMedia({ media: "print" });
  const controls = "button, input:enabled, textarea, form, nav:not(.crumbs), .ways, .plan";
  const printed = (elements: Element[]) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map(({ outerHTML }) => outerHTML);
  expect(await tab.locator(controls).evaluateAll(printed)).toEqual([]);
}
