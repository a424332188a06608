import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleContent } from "../build/site.ts";

const facts = readFileSync(join(sampleContent, "facts.yaml"), "utf8");
const post = "---\ntags: [tea, cups]\n---\n\nWords.\n";

describe("a page without text that another tool fills with the tags has the list of tags", () => {
  test.each<[what: string, file: string, settings: Record<string, string>]>([
    [
      "of a collection in Jekyll",
      "_tabs/tags.md",
      {
        "_config.yml":
          "collections: { tabs: { output: true } }\ndefaults:\n  - scope: { path: '', type: tabs }\n    values: { permalink: /:title/ }\n",
      },
    ],
    ["with that address in its head", "pages/all-tags.md", {}],
    ["of Hugo", "tags/_index.md", { "hugo.toml": "title = 'Hu'\n" }],
  ])("%s", async (_, file, settings) => {
    const head = file === "pages/all-tags.md" ? "permalink: /tags/\n" : "";
    const files = { ...settings, "a.md": post, [file]: `---\ntitle: All subjects\nlayout: tags\n${head}---\n` };
    const site = await buildSite({ input: folderOf(files), base_url: "https://house.example" });
    const page = site.model.pages.find(({ path }) => path === "/tags/");
    expect([page?.source, page?.title]).toEqual([file, "All subjects"]);
    expect(site.html.get("/tags/")).toContain('<a href="/tags/tea/">tea</a> (1 page)');
    expect(site.text("/tags.md")).toContain("- [cups](https://house.example/tags/cups/) (1 page)");
    expect(site.warnings.join("\n")).not.toContain("no text");
    if (file !== "tags/_index.md") {
      const former = `/${file.replace(/^_|\.md$/g, "")}/`;
      expect(site.text("/_redirects")).toContain(`${former} /tags/ 301\n`);
    }
  });

  test.each<[what: string, files: Record<string, string>]>([
    ["no page has a tag", { "a.md": "Words.\n", "all.md": "---\npermalink: /tags/\n---\n" }],
    ["the page has words", { "a.md": post, "all.md": "---\npermalink: /tags/\n---\n\nMy subjects.\n" }],
    ["its author wrote the address as an alias", { "a.md": post, "all.md": "---\naliases: [/tags/]\n---\n" }],
    [
      "tags are not to be listed",
      { "a.md": post, "all.md": "---\npermalink: /tags/\n---\n", "facts.yaml": `${facts}\nlists: [folders]\n` },
    ],
  ])("but it stays where it is if %s", async (_, files) => {
    const site = await buildSite({ input: folderOf(files), base_url: "https://house.example", lenient: true });
    expect(site.model.pages.find(({ source }) => source === "all.md")?.path).toBe("/all/");
    expect(site.model.pages.find(({ path }) => path === "/tags/")).toBe(undefined);
  });
});

test("pages with nothing to read are counted, those that a layout fills apart", async () => {
  const site = await buildSite({
    input: folderOf({
      "index.md": "---\nlayout: home\n---\n",
      "archives.md": "---\nlayout: archives\n---\n",
      "zola.md": "+++\ntemplate = 'search.html'\n+++\n",
      "empty.md": "",
      "guide/index.md": "---\nlayout: list\n---\n",
      "guide/first.md": "Words.\n",
      "picture.md": "<img src='a.png' alt='A'>\n",
      "a.png": "",
    }),
    base_url: "https://house.example",
  });
  expect(site.warnings.filter((warning) => warning.includes("no text"))).toEqual([
    "1 page has no text, and nothing to read here: `empty.md`.",
    "2 pages have no text, because a layout of another tool fills them, and nothing to read here: `archives.md`, `zola.md`.",
  ]);
});

describe("the author's own search page", () => {
  test.each<[what: string, body: string]>([
    ["without text", ""],
    ["with text", "Words of mine.\n"],
    ["with the list", "<!-- insert: site-index -->\n\nWords.\n"],
  ])("%s has the list of all pages, once", async (_, body) => {
    const input = folderOf({
      "index.md": "# Home\n",
      "walk.md": "# A walk\n\nText.\n",
      "search.md": `---\ntitle: Find\nlayout: search\n---\n\n${body}`,
    });
    const { html } = await buildSite({ input, base_url: "https://house.example" });
    expect(
      html
        .get("/search/")
        ?.match(/<div id="site-index">[^]*/)?.[0]
        .match(/<a href="\/walk\/">/g),
    ).toHaveLength(1);
    if (body.includes("mine")) expect(html.get("/search/")).toContain("Words of mine.");
  });
});
