import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { launchBrowser } from "../../build/cli/bench/browser.ts";
import { listen } from "../../build/server/node-http.ts";
import { putFiles } from "../build/folder.ts";
import { projectWith } from "../build/project.ts";
import { eventually } from "../support/eventually.ts";

const layout = (words: string) =>
  `<html lang="en"><title>{{ title }}</title><p>${words}</p>{{ content | safe }}</html>`;

/** A free port, which the command keeps when it starts again. */
async function freePort(): Promise<number> {
  const { port, stop } = await listen(async () => new Response());
  await stop();
  return port;
}

/** `npm start` in a project's folder, without npm. @returns the lines it prints, once it serves. */
async function start(folder: string, port: number): Promise<string[]> {
  const child = spawn(process.execPath, ["build/cli/start.ts", `--port=${port}`], {
    cwd: folder,
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "compile") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  while (!lines.some((line) => line.startsWith("Open at "))) await once(reader, "line");
  return lines;
}

test("what is saved in an author's layout, or in a file it includes, is seen when one looks at the open page again", async () => {
  const { folder } = projectWith({
    "site/_includes/wide.njk": layout('First layout. {% include "part.njk" %}'),
    "site/_includes/part.njk": "First part.",
    "site/garden.md": "---\ntitle: Garden\nlayout: wide.njk\n---\n\nGreen words.\n",
  });
  const port = await freePort();
  const lines = await start(folder, port);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/garden/`);
  expect(await page.locator("p").allTextContents()).toEqual(["First layout. First part.", "Green words."]);
  for (const [file, content, seen] of [
    ["wide.njk", layout('Second layout. {% include "part.njk" %}'), "Second layout. First part."],
    ["part.njk", "Second part.", "Second layout. Second part."],
  ] as const) {
    lines.length = 0;
    putFiles(folder, { [`site/_includes/${file}`]: content });
    await eventually(
      () => lines,
      (printed) => printed.some((line) => line.startsWith("Open at ")),
    );
    expect(lines).toContain(`Changed: site/_includes/${file}. Starting again.`);
    // Eleventy's client connects anew, and then reloads, when the window gets the focus.
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByText(seen).waitFor();
  }
  expect(await page.locator("p").allTextContents()).toEqual(["Second layout. Second part.", "Green words."]);
});
