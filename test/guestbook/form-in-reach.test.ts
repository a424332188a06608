import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { tabAt } from "../support/browser.ts";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  const folder = folderOf({ "site/index.md": "# Home\n" });
  server = await startServer({ input: join(folder, "site") });
  return server.stop;
});

/** Signs until the guestbook has so many entries. */
async function signUntil(count: number): Promise<void> {
  const guestbook = `${server.origin}/api/guestbook`;
  const headers = { "content-type": "application/json" };
  for (;;) {
    const found = (await (await fetch(guestbook)).json()) as { count: number };
    if (found.count >= count) return;
    const body = JSON.stringify({ message: `I was here. ${"It was good. ".repeat(found.count)}` });
    await fetch(guestbook, { method: "POST", headers, body });
  }
}

/** Controls of the form that somebody uses. */
const visible = "textarea, input:not([type=hidden]), button";

const messages = ["", "A line.\n".repeat(60)];

const windows = [
  { width: 320, height: 568 },
  { width: 683, height: 325 }, // a laptop at 200 %
  { width: 1280, height: 720 },
  { width: 1366, height: 650 },
  { width: 1440, height: 780 },
  { width: 1920, height: 950 },
];

// In order: what is signed stays.
test.each([5, 24])("with %i entries, whoever wants to sign finds the button", async (count) => {
  await signUntil(count);
  const tab = await tabAt(`${server.origin}/guestbook/`, { reducedMotion: "reduce" });
  const form = tab.locator(".guestbook-form");
  const controls = form.locator(visible);
  for (const viewport of windows)
    for (const message of messages) {
      await tab.setViewportSize(viewport);
      const field = tab.getByLabel("Message");
      await field.fill(message);
      await field.blur();
      // Whoever scrolls until the form has gone by has seen each control, and can press it.
      const unseen = await form.evaluate((form, visible) => {
        const end = scrollY + form.getBoundingClientRect().bottom;
        const missed = new Set(form.querySelectorAll(visible));
        for (let top = 0; top < end; top += 100) {
          scrollTo({ top, behavior: "instant" });
          for (const control of missed) {
            const { left, bottom } = control.getBoundingClientRect();
            if (document.elementFromPoint(left + 8, bottom - 8) === control) missed.delete(control);
          }
        }
        return [...missed].map((control) => control.outerHTML);
      }, visible);
      expect([viewport, message.length, unseen]).toEqual([viewport, message.length, []]);
      // Whoever goes on with the Tab key sees where the focus is.
      await field.focus();
      for (let at = 1; at < (await controls.count()); at++) {
        await tab.keyboard.press("Tab");
        const focused = await controls.nth(at).evaluate((control) => {
          const { top, bottom } = control.getBoundingClientRect();
          // Browsers scroll by whole pixels.
          return control === document.activeElement && top > -1 && bottom < innerHeight + 1;
        });
        expect([viewport, message.length, at, focused]).toEqual([
          viewport,
          message.length,
          at,
          true,
        ]);
      }
    }
});
