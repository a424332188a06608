import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { loadSite } from "../../build/pipeline/load-site.ts";
import { folderOf, writeBuild } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { foreignSystems } from "./foreign-systems.ts";

const files = foreignSystems(400);
const input = folderOf(files);
const site = await buildSite({ input, base_url: "https://house.example" });
const { pages } = site.model;
const html = (path: string) => site.html.get(path) ?? "";

describe("several hundred files of other tools build as they are", () => {
  test("each Markdown file is one page, with a title, a text or none, and an address of its own", () => {
    const markdown = Object.keys(files).filter((file) => /\.(md|markdown)$/i.test(file));
    expect(markdown.length).toBeGreaterThan(400);
    expect(
      pages
        .filter(({ source }) => source !== null)
        .map(({ source }) => source)
        .sort(),
    ).toEqual(markdown.sort());
    expect(pages.filter(({ title }) => title === "")).toEqual([]);
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  });

  test("what was said about it fits on a screen", () => {
    expect(site.warnings.map((warning) => warning.replace(/\d+ in \d+ files, the first in .*/, "many"))).toEqual([
      "4 files and folders are private by name and not published: `Makefile`, `_config.yml`, `mkdocs.yml`, `package.json`.",
      expect.stringMatching(/^8 pages have no text, and nothing to read here: `404\.md`, .* and 1 more\.$/),
      "Files in MDX without a title that are more code than text are copied, not made into pages: `intro.mdx`.",
      expect.stringMatching(/^Front matter keys that mean nothing here are left alone: `authors`, .*`when`\.$/),
      "Not understood: comments of Obsidian (`%% … %%`), which are left out: many",
      "Not understood: expressions of a template language (`{{ … }}`): many",
      "Not understood: shortcodes (`{{< … >}}`): many",
      "Not understood: tags of a template language (`{% … %}`): many",
      expect.stringMatching(/^This is the root of a project of MkDocs, /),
    ]);
  });

  test("it can be written, and written again", () => {
    const output = folderOf();
    const all = [...site.files].map(([path, content]) => ({ path, content }));
    const first = writeBuild(output, all);
    expect(first.written.length).toBeGreaterThan(900);
    const twins = new Set(pages.map(({ markdown_path }) => decodeURIComponent(markdown_path)));
    const changed = all.map((file) =>
      twins.has(file.path) ? { ...file, content: `${String(file.content)}\n` } : file,
    );
    writeBuild(output, changed);
    expect(readFileSync(join(output, "index.md"), "utf8")).toMatch(/\n\n$/);
  });

  const shown: [name: string, path: string, words: string][] = [
    [
      "templates of other tools",
      pages.find(({ text }) => text.includes("{% include"))?.path ?? "",
      "{% include head.html %} {{ page.title | upcase }} {%- raw -%}",
    ],
    [
      "tabs",
      pages.find(({ text }) => text.includes("Indented text."))?.path ?? "",
      "<p><strong>Tab</strong></p>\n<p>Text.</p>",
    ],
    ["code whose language says more", pages.find(({ text }) => text.includes("print("))?.path ?? "", "[x](y.md)"],
    ["a text that begins with a rule", "/hr/", "Text under a rule."],
  ];
  test("admonitions are alerts", () => {
    const page = pages.find(({ text, list }) => list === null && text.includes("MkDocs"));
    expect(page?.html).toMatch(
      /alert-note">\n<p class="alert-title">Title<[^]*alert-warning">\n<p class="alert-title">MkDocs</,
    );
  });

  test.each(shown)("%s are text", (_, path, words) => expect(html(path)).toContain(words));

  test("links and images by name lead to their files", () => {
    const page = pages.find(({ text, list }) => list === null && text.includes("Wiki link"));
    expect(page?.html).toContain('<a href="/house-notes/">Wiki link</a>');
    expect(page?.html).toContain('<a href="/wiki/c-notes/two/#part">two &gt; Part</a>');
    expect(page?.html).toContain('<img src="/assets/logo.svg" alt="A logo"');
  });

  test("names of any letters become addresses, and links by file name lead to them", () => {
    const home = html("/");
    for (const path of ["/docs/", "/docs/guide-1-draft-really/", "/wiki/c-f-100-3/"])
      expect(home).toContain(`href="${path}"`);
    expect(html("/wiki/c-notes/one/")).toContain('href="/wiki/c-notes/two/#part"');
    expect(html("/docs/")).toMatch(/href="\/level-0\/level-1\/.*\/page-4\/"/);
    expect(pages.some(({ path }) => path.startsWith(`/${encodeURIComponent("é")}motions/`))).toBe(true);
  });

  test("pages at addresses that the house knows are pages there, and what the house needs moves next door", () => {
    const typed = Object.fromEntries(pages.map(({ path, type }) => [path, type]));
    expect(typed).toMatchObject({
      "/manifesto/": "page",
      "/house-manifesto/": "manifesto",
      "/greeting/": "page",
      "/house-greeting/": "greeting",
      "/404/": "page",
      "/guestbook/": "guestbook",
      "/api/": "api",
      "/search/": "search",
    });
    expect(html("/api/")).toContain("Our own words.");
  });

  test("a page of a megabyte and thousands of equal headings keeps them apart", () => {
    const large = pages.find(({ path }) => path === "/one-megabyte/");
    expect(large?.headings).toHaveLength(3000);
    expect(new Set(large?.headings.map(({ id }) => id)).size).toBe(3000);
  });
});

describe("what cannot be published says so in a list, without a stack", () => {
  const stopped: [name: string, files: Record<string, string | Uint8Array>, lenient: boolean, message: RegExp][] = [
    [
      "broken front matter",
      { "a.md": "+++\ntitle = x\n+++\n" },
      false,
      /a\.md:2 its front matter is not valid TOML: [^\n]+\n\s+expected: one `key = value`/,
    ],
    [
      "names that differ only in case",
      { "Notes.md": "x", "notes.md": "y" },
      false,
      /notes\.md has the same address as Notes\.md: \/notes\/\n\s+expected: another file name/,
    ],
    [
      "names that differ only in their Unicode form",
      { "caf\u00e9.md": "x", "cafe\u0301.md": "y" },
      false,
      /caf\u00e9\.md has the same address as cafe\u0301\.md: \/caf\u00e9\/\. The names read alike, but \u00e9 is U\+00E9 in this one and U\+0065 U\+0301 in the other\n/,
    ],
    [
      "a file and a folder's index",
      { "a.md": "x", "a/index.md": "y" },
      false,
      /a\.md has the same address as a\/index\.md/,
    ],
    [
      "files the build makes",
      { _headers: "/*\n", "robots.txt": "x", "index.html": "x" },
      false,
      /3 things to mend[^]*_headers has the name[^]*index\.html has the name[^]*robots\.txt has the name/,
    ],
    [
      "images of a README from elsewhere",
      { "README.md": "# A\n\n[![build](https://elsewhere.example/b.svg)](https://elsewhere.example/)\n" },
      false,
      /README\.md:3 shows an image from another origin/,
    ],
    ["a folder where a page's file must be", { "a.md": "x", "a.md.md": "y" }, false, /a\.md\.md would be at \/a\.md\//],
  ];
  test.each(stopped)("%s", async (_, content, lenient, message) => {
    const built = loadSite({ input: folderOf(content), lenient });
    await expect(built).rejects.toThrow(Faults);
    await expect(built).rejects.toThrow(message);
    await expect(built).rejects.toSatisfy((error: Error) => !/\n\s+at /.test(error.stack ?? ""));
  });

  test("tolerated, the files that the build makes are its own", async () => {
    const built = await buildSite({
      input: folderOf({ _headers: "theirs", "robots.txt": "theirs", "README.md": "# A\n" }),
      lenient: true,
      base_url: "https://house.example",
    });
    expect([built.text("/_headers"), built.text("/robots.txt")].join("")).not.toContain("theirs");
    expect(built.warnings.join("\n")).toMatch(/^2 tolerated/);
  });
});

describe("odd things in a folder", () => {
  test("links between files are followed, links to folders, loops and nowhere are not", async () => {
    const folder = folderOf({ "index.md": "# Home\n", "docs/a.md": "# A\n" });
    symlinkSync(join(folder, "docs/a.md"), join(folder, "b.md"));
    symlinkSync(folder, join(folder, "docs/loop"));
    symlinkSync("nowhere", join(folder, "gone.md"));
    linkSync(join(folder, "docs/a.md"), join(folder, "c.md"));
    const built = await buildSite({ input: folder });
    expect(
      built.model.pages
        .filter(({ source }) => source !== null)
        .map(({ source }) => source)
        .sort(),
    ).toEqual(["b.md", "c.md", "docs/a.md", "index.md"]);
  });

  test("a folder named like a page is a folder", async () => {
    const folder = folderOf({ "index.md": "# Home\n" });
    mkdirSync(join(folder, "facts.yaml.d"));
    mkdirSync(join(folder, "notes.md"));
    writeFileSync(join(folder, "notes.md/a.md"), "# A\n");
    const built = await buildSite({ input: folder });
    expect(built.model.pages.some(({ path }) => path === "/notes.md/a/")).toBe(true);
  });

  test.skipIf(process.platform !== "linux")("a name that is not UTF-8 is reported", async () => {
    const folder = folderOf({ "index.md": "# Home\n" });
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder}/na`), Buffer.from([0xef, 0x76]), Buffer.from("e.md")]),
      "# A\n",
    );
    await expect(loadSite({ input: folder })).rejects.toThrow(/has a name that is not UTF-8/);
    const { tolerated } = await loadSite({ input: folder, lenient: true });
    expect(tolerated.map(({ problem }) => problem)).toEqual(["has a name that is not UTF-8, so it cannot be opened"]);
  });
});
