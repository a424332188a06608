import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

const shipped = join(import.meta.dirname, "../../build/content/defaults/manifesto.md");

test.each([
  "<!-- insert: promises -->",
  "<!-- insert: promises-->",
  "<!--insert:promises-->",
  "<!--  insert:promises  -->",
  "  <!-- insert:  promises -->  ",
])("the seven promises stand in the manifesto once, where the author put them: %s", async (comment) => {
  const manifesto = readFileSync(shipped, "utf8").replace("<!-- insert: promises -->", "");
  const placed = `${manifesto.trimEnd()}\n\n${comment}\n\n## Last words\n\nSigned.\n`;
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", "manifesto.md": placed }) });
  const html = site.html.get("/manifesto/") ?? "";
  const { promises } = site.json<{ promises: { id: string; title: string }[] }>("/api/manifest.json");
  expect(promises).toHaveLength(7);
  for (const { id } of promises) expect([id, html.split(`id="${id}"`).length - 1]).toEqual([id, 1]);
  expect(html.indexOf(`id="${promises.at(-1)?.id}"`)).toBeLessThan(html.indexOf('id="last-words"'));
  expect(html).not.toContain('id="the-seven-promises"');
  expect(site.text("/manifesto.md")).not.toContain("insert:");
});
