import { expect, onTestFinished, test } from "vitest";
import { putFiles } from "../build/folder.ts";
import { projectWith } from "../build/project.ts";
import { launchBrowser } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { start } from "./start-command.ts";

const layout = (words: string) =>
  `<html lang="en"><title>{{ title }}</title><p>${words}</p>{{ content | safe }}</html>`;

test("what is saved in an author's layout, or in a file it includes, is seen on the open page", async () => {
  const { folder } = projectWith({
    "site/_includes/wide.njk": layout('First layout. {% include "part.njk" %}'),
    "site/_includes/part.njk": "First part.",
    "site/garden.md": "---\ntitle: Garden\nlayout: wide.njk\n---\n\nGreen words.\n",
  });
  const { lines, origin } = await start(folder);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${origin}/garden/`);
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
    await page.getByText(seen).waitFor();
  }
  expect(await page.locator("p").allTextContents()).toEqual(["Second layout. Second part.", "Green words."]);
});
