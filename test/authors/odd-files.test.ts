import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf, putFiles } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

test("files as other programs write them become pages with their words", async () => {
  const input = folderOf({
    "index.md": "# Home\n",
    "bom.md": "\ufeff---\ntitle: Marked\n---\n\nText.\n",
    "crlf.md": "---\r\ntitle: Lines\r\ntags: [a]\r\n---\r\n\r\n## Part\r\n\r\nText.\r\n",
    "wide.md": utf16("# Wide\n\nCafé.\n"),
    "wide-too.md": utf16("# Wide too\n\nCafé.\n").swap16(),
    "western.md": Buffer.from("# Western\n\nCaf\xe9 \x93open\x94.\n", "latin1"),
    "controls.md": "# Controls\n\nA\0B \x1b[1mC\n",
    "empty.md": "",
    "line\nbreak.md": "Text.\n",
    'quote"<&.md': "Text.\n",
    [`${"long".repeat(62)}.md`]: "Text.\n",
  });
  const site = await buildSite({ input, lenient: true });
  const own = site.model.pages.filter(({ source }) => source !== null);
  expect(Object.fromEntries(own.map(({ title, text }) => [title, text.trim()]))).toEqual({
    Home: "",
    Marked: "Text.",
    Lines: "Part\n\nText.",
    Wide: "Café.",
    "Wide too": "Café.",
    Western: "Café “open”.",
    Controls: "AB [1mC",
    Empty: "",
    "Line break": "Text.",
    'Quote"<&': "Text.",
    [`L${"long".repeat(62).slice(1)}`]: "Text.",
  });
  expect(site.tolerated.map(({ file, problem }) => `${file} ${problem}`).sort()).toEqual([
    "western.md is not UTF-8 text; it is read as Western text (Windows-1252)",
    "wide-too.md is not UTF-8 text; it is read as UTF-16",
    "wide.md is not UTF-8 text; it is read as UTF-16",
  ]);
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
    "Links to folders are not followed, so nothing in them is published: `loop`, `sub/again`.",
  );
  expect(site.warnings).toContain("Links to files that do not exist are left out: `self.md`.");
  expect(site.model.pages.filter(({ source }) => source !== null).map(({ path }) => path)).toEqual(["/", "/sub/a/"]);
});

test("what a browser will block in copied HTML files is told by kind", async () => {
  const input = folderOf({
    "index.md": "# Home\n",
    "old/a.html": '<p style="color: red">A</p><script>go()</script><img src="https://elsewhere.example/a.png" alt="">',
    "old/b.htm": '<img src="https://elsewhere.example/b.png" alt=""><img src="https://other.example/c.png" alt="">',
    "old/fine.html": '<link rel="stylesheet" href="/old.css"><script src="fine.js"></script><p>Fine.</p>',
  });
  const { warnings } = await buildSite({ input, base_url: "https://house.example" });
  const blocked = "The site's Content-Security-Policy blocks a part of these copied HTML files, each of which";
  expect(warnings.filter((warning) => warning.startsWith("The site"))).toEqual([
    `${blocked} has style in an attribute: \`old/a.html\`.`,
    `${blocked} loads something from another origin: \`old/a.html\`, \`old/b.htm\`.`,
    `${blocked} runs a script: \`old/a.html\`.`,
  ]);
});

test("all endings of Markdown make pages, and text in other markup is copied and named", async () => {
  const names = ["a.markdown", "b.mdown", "c.mkd", "d.mkdn", "e.mkdown", "f.MDWN"];
  const others = ["g.rst", "h.adoc", "i.org", "j.textile", "k.qmd", "l.Rmd"];
  const files = Object.fromEntries([...names, ...others].map((name) => [name, "Text.\n"]));
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n\n[c](c.mkd) [[e]]\n", ...files }) });
  expect(["a", "b", "c", "d", "e", "f"].filter((name) => !site.html.has(`/${name}/`))).toEqual([]);
  expect(others.filter((name) => !site.files.has(`/${name}`))).toEqual([]);
  expect(site.html.get("/")).toMatch(/href="\/c\/">c<[^]*href="\/e\/">e</);
  expect(site.warnings.find((warning) => warning.startsWith("Files of text"))).toBe(
    `Files of text that is not Markdown are copied, not made into pages: ${others.map((each) => `\`${each}\``).join(", ")}.`,
  );
});
