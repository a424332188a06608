import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startLive } from "../../build/server/live.ts";
import { folderOf, putFiles } from "../build/folder.ts";
import { sharedBrowser } from "../support/browser.ts";
import { freePort } from "../support/port.ts";

test("an open page follows what is saved: new words, a fault, its mending", async () => {
  const folder = folderOf({ "site/index.md": "# Home\n\nFirst words.\n" });
  const live = await startLive({
    input: join(folder, "site"),
    port: await freePort(),
    output: join(folder, "output"),
    data: join(folder, "data"),
    log: () => {},
  });
  onTestFinished(live.stop);
  const page = await (await sharedBrowser()).newPage();
  onTestFinished(() => page.close());
  const refused: string[] = [];
  page.on(
    "console",
    (message) => void (/Content Security Policy/i.test(message.text()) && refused.push(message.text())),
  );
  const waiting = () => page.waitForRequest((request) => request.url().endsWith("/.open-house/change"));
  await Promise.all([waiting(), page.goto(live.origin)]);
  for (const [saved, seen] of [
    ["# Home\n\nSecond words.\n", "Second words."],
    ["---\ntitel: Home\n---\n", "did you mean"],
    ["# Home\n\nThird words.\n", "Third words."],
  ] as const) {
    await Promise.all([waiting(), putFiles(folder, { "site/index.md": saved })]);
    await page.getByText(seen).first().waitFor();
  }
  expect(refused).toEqual([]);
  expect(await page.locator("h1").textContent()).toBe("Home");
});
