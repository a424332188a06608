import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf, putFiles } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

test("files as other programs write them become pages with their words", async () => {
  const input = folderOf({
    "index.md": "# Home\n\n[Empty](empty.md)\n",
    "bom.md": "\ufeff---\ntitle: Marked\n---\n\nText.\n",
    "crlf.md": "---\r\ntitle: Lines\r\ntags: [a]\r\n---\r\n\r\n## Part\r\n\r\nText.\r\n",
    "controls.md": "# Controls\n\nA\0B \x1b[1mC\n",
    "empty.md": "",
    "line\nbreak.md": "Text.\n",
    'quote"<&.md': "Text.\n",
    [`${"long".repeat(62)}.md`]: "Text.\n",
  });
  const site = await buildSite({ input, lenient: true });
  const own = site.model.pages.filter(({ source }) => source !== null);
  expect(Object.fromEntries(own.map(({ title, text }) => [title, text.trim()]))).toEqual({
    Home: "Empty",
    Marked: "Text.",
    Lines: "Part\n\nText.",
    Controls: "AB [1mC",
    Empty: "",
    "Line break": "Text.",
    'Quote"<&': "Text.",
    [`L${"long".repeat(62).slice(1)}`]: "Text.",
  });
  expect(site.warnings).toContain("Control characters are left out of these pages: `controls.md`.");
});

test("links that lead in a circle are named, and nothing in them is read twice", async () => {
  const input = folderOf({ "index.md": "# Home\n" });
  mkdirSync(join(input, "sub"));
  putFiles(input, { "sub/a.md": "# A\n" });
  symlinkSync(".", join(input, "loop"));
  symlinkSync("../sub", join(input, "sub/again"));
  symlinkSync("self.md", join(input, "self.md"));
  const site = await buildSite({ input });
  expect(site.warnings).toContain(
    "Links are followed to files of the content folder that are not private, and to nothing else: " +
      "`loop`, `self.md`, `sub/again`.",
  );
  expect(site.model.pages.filter(({ source }) => source !== null).map(({ path }) => path)).toEqual(["/", "/sub/a/"]);
});
