import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf, putFiles } from "./folder.ts";
import { projectWith } from "./project.ts";

/** Every file below a folder but the build's mark, as bytes in a text. */
function bytesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
  return Object.fromEntries(
    files
      .filter((file) => file !== ".open-house")
      .map((file) => [file, readFileSync(join(folder, file), "latin1")])
      .sort(),
  );
}

describe("what an Eleventy user knows works in the project's own site", async () => {
  const project = projectWith(join(import.meta.dirname, "../fixtures/templates"));
  project.configure("  additions(eleventy);", `import additions from "./additions.ts";\n`);
  const { code, printed } = await project.build();
  const output = join(project.folder, "_site");

  test("it builds, and says how many pages templates made, and what is kept out", () => {
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(/^\d+ pages, 8 pages of templates and \d+ documents in _site/m),
    ]);
    expect(printed).toMatch(
      /^2 files and folders are private by name[^\n]*`\.hidden\.njk`, `_drafts\/`/m,
    );
    expect(printed).toMatch(
      /^A template is kept out because of `draft: true`: `\.\/site\/later\.njk`\.$/m,
    );
  });

  test.each<[what: string, file: string, shown: RegExp[]]>([
    [
      "a template sees every page, with its front matter, its date and its content",
      "lists/all/index.html",
      [
        /<i>\/garden\/ Garden 2020-05-06T00:00:00\.000Z<\/i>/,
        /<i>\/ Open House /,
        /<p>\/garden\/ sandy Green words\.<\/p>/,
        // Without a layout.
        /<p><a href="\/menu\/">Menu<\/a>, <a href="\.\.\/menu">menu<\/a>\.<\/p>/,
        /<i>\/typed\/ Typed 2026-11-20T00:00:00\.000Z<\/i>/,
      ],
    ],
    [
      "data and includes",
      "lists/all/index.html",
      [/<p>red green 42 Open House LOUD abab <b>part<\/b><\/p>/],
    ],
    [
      "the site's layout serves a template too",
      "lists/all/index.html",
      [
        /<title>Everything · Open House<\/title>/,
        /<header class="site-header">[^]*<h1>Everything<\/h1>[^]*<footer/,
        /<link rel="canonical" href="https:\/\/house\.example\/lists\/all\/">/,
      ],
    ],
    ["a template in TypeScript", "typed/index.html", [/^<p style="color: 1">\/garden\/<\/p>/]],
    ["a template of Liquid", "plain.txt", [/^\d+ https:\/\/house\.example$/]],
    [
      "a Markdown page with a layout of its own, which has one too",
      "garden/index.html",
      [
        /^<html lang="en" class="wide"><title>Garden<\/title><main><p>Green words\.<\/p>/,
        /<!--signed-->$/,
      ],
    ],
    [
      "a layout between a Markdown page and the site's layout, which keeps what it adds",
      "framed/index.html",
      [
        /<header class="site-h[^]*<h1 id="framed">Framed<\/h1>[^]*<div class="frame"><p>Words in a frame\.<[^]*<footer/,
      ],
    ],
    [
      "a plugin, filters and shortcodes of every kind",
      "additions/index.html",
      [
        /^given\. LOUD\. at \/additions\/\. now later\. abab\. waited\.\n\[A: b\]\. late c\. true\.\n/,
        /<a href="\/garden\/">Garden<\/a>[^]*<h3 id="three">Three<\/h3>\n<!--signed-->$/,
      ],
    ],
    ["a transform of every page", "index.html", [/<\/html>\s*<!--signed-->$/]],
    [
      "a list that the build generates",
      "tags/plants/index.html",
      [/<a href="\/garden\/">Garden<\/a>/],
    ],
    ["data of a folder", "shelf/board/index.html", [/<p>oak<\/p>/]],
    [
      "data of a folder, in code and in JSON, for its Markdown pages, and a layout in a folder",
      "blog/first/index.html",
      [/^<title>First<\/title><p>posts garden walks calm<\/p><p>A first post\./],
    ],
    [
      "paths and names of Markdown files in a layout",
      "blog/first/index.html",
      [/<p>\.\/site\/blog\/first\.md first \/blog\/first<\/p>/],
    ],
    [
      "the same in a collection of a tag that a folder gives to its pages",
      "posts/index.html",
      [
        /\/blog\/first\/ \.\/site\/blog\/first\.md first \/blog\/first\n\/blog\/second\/ \.\/site\/blog\/second\.md second/,
      ],
    ],
    [
      "a page's own layout, which comes before the folder's",
      "blog/second/index.html",
      [/<html lang="de">[^]*<header class="site-header">[^]*A second post/],
    ],
    ["a file that is copied", "files/leaflet.txt", [/^A leaflet\.$/]],
    ["a file that is copied elsewhere", "other/leaflet.txt", [/^A leaflet\.$/]],
    [
      "pages of templates in the sitemap",
      "sitemap.xml",
      [/<loc>https:\/\/house\.example\/lists\/all\/<\/loc>/],
    ],
    ["a link to what a template makes", "lunch/index.html", [/href="\/menu\/"/]],
    ["that link in Markdown", "lunch.md", [/\(https:\/\/house\.example\/menu\/\)/]],
    ["the Markdown of a page with a layout", "garden.md", [/Green words\./]],
  ])("%s", (_, file, shown) => {
    for (const piece of shown) expect(project.text(file)).toMatch(piece);
  });

  test("templates, data and layouts are not published, nor what is in private folders", () => {
    const hidden = /\.njk|\.liquid|11ty|_data|_includes|colours|_data\/answer|shelf\.json|xyzzy/;
    expect(Object.keys(bytesIn(output)).filter((path) => hidden.test(path))).toEqual([]);
    // Generated lists are in no collection.
    expect(project.text("lists/all/index.html")).not.toContain("<i>/tags/");
    // Transforms do not see documents.
    expect(project.text("404.html")).not.toContain("<!--signed-->");
    expect(project.text("sitemap.xml")).not.toContain("plain.txt");
  });

  test("what the site's policy would block silently is told", () => {
    const blocked = printed.split("\n").filter((line) => line.includes("Content-Security-Policy"));
    expect(blocked.map((line) => line.replace(/.* a page that /, "")).sort()).toEqual([
      "has an attribute that runs code (`onclick`): `/blocked/`.",
      "loads https://elsewhere.example/x.png from another origin: `/bare/`.",
      "runs a script, and is a page to be read: `/blocked/`.",
    ]);
    expect(printed.match(/`style=` shows nothing.*/)?.[0].match(/`[^`]*:\d+`|`\/[^`]*`/g)).toEqual([
      "`_includes/bare.njk:2`",
      "`_includes/deeper/part.njk:3`",
      "`bare.md:6`",
      "`blocked.njk:4`",
      "`blocked.njk:7`",
      "`typed.11ty.ts:6`",
    ]);
  });

  const supper = { "site/supper.md": "# Supper\n\n[Menu](/menus/).\n" };
  const leaflets = Array.from({ length: 2000 }, (_, index) => [
    `files/${index % 50}/${index}.txt`,
    `${index}`,
  ]);
  test.each<[what: string, files: Readonly<Record<string, string>>, says: RegExp]>([
    [
      "a filter that is none",
      { "site/broken.njk": "{{ nothing | unknown }}", "site/other.md": "# Other\n" },
      /broken\.njk[^]*unknown/,
    ],
    [
      "a link to what no template makes",
      supper,
      /supper\.md:3 links to `\/menus\/`, which does not exist/,
    ],
    [
      "a layout that is none",
      { "site/supper.md": "---\nlayout: broad.njk\n---\n# Supper\n" },
      /supper\.md layout: is `broad\.njk`, which is not in `_includes`/,
    ],
    [
      "a fault while Eleventy still copies many files",
      { ...Object.fromEntries(leaflets), ...supper },
      /supper\.md:3 links to `\/menus\/`/,
    ],
  ])("the last good output stays as it is after %s", async (_, files, says) => {
    const before = bytesIn(output);
    putFiles(project.folder, files);
    const ended = await project.build();
    for (const file of Object.keys(files)) rmSync(join(project.folder, file));
    expect([ended.code, ended.printed]).toEqual([1, expect.stringMatching(says)]);
    expect(ended.printed).not.toContain("Having trouble copying");
    expect(bytesIn(output)).toEqual(before);
    expect(readdirSync(output)).not.toContain(".next");
  });
});

test("a style attribute that no template has in its text is told by its page", async () => {
  const project = projectWith({
    "site/made.njk": '---\npermalink: /made/\n---\n<p {{ "style" }}="color: red">x</p>\n',
  });
  const { printed } = await project.build();
  expect(printed).toMatch(/`style=` shows nothing.*: `\/made\/`\./);
});

describe("in any other folder nothing is executed", () => {
  const planted = `import { writeFileSync } from "node:fs"; writeFileSync(process.env.PLANTED, import.meta.url);`;
  const names = [
    "evil.11ty.js",
    "evil.11ty.ts",
    "_data/evil.js",
    "_data/evil.mjs",
    "content.js",
    ".eleventy.js",
    "_includes/page.11ty.js",
    "_includes/evil.11ty.js",
  ];
  /** A fault beside Markdown, and the build ends before anything could run it. */
  const data = [
    "content.11tydata.js",
    "pages-0.11tydata.js",
    "open-house/open-house.11tydata.mjs",
    "open-house/pages-0.11tydata.js",
  ].map((name) => `outer/inner/content/${name}`);
  const foreign = {
    ...Object.fromEntries(names.map((name) => [`outer/inner/content/${name}`, planted])),
    ...Object.fromEntries(data.map((path) => [path, planted])),
    "outer/inner/content/open-house/a.md": "# A\n",
    "outer/no-data/evil.js": planted, // beside the folder
    "outer/inner/content/package.json": '{ "type": "module" }',
    "outer/inner/content/index.md":
      '---\nlayout: evil.11ty.js\n---\n# Home\n\n<p style="color:red">Red.</p>\n',
    "outer/inner/content/list.njk": "{{ collections.all | length }}",
  };

  const project = projectWith({});

  test.each(["build", "eleventy"] as const)(
    "not by `%s`, by whatever path the folder is named",
    async (command) => {
      const folder = folderOf(foreign);
      const content = join(folder, "outer/inner/content");
      const witness = join(folder, "executed.txt");
      process.env["PLANTED"] = witness;
      const stopped = await project[command](`--input=${content}`, "--output=out");
      expect(stopped.code).toBe(1);
      for (const path of data)
        expect(stopped.printed).toContain(`${path.slice(20)} is not obeyed by Markdown pages`);
      expect(readdirSync(folder)).not.toContain("executed.txt");
      for (const path of data) rmSync(join(folder, path));
      for (const input of [content, "../".repeat(12) + content.slice(1)]) {
        const { code, printed } = await project[command](`--input=${input}`, "--output=out");
        expect([code, printed]).toEqual([
          0,
          expect.not.stringContaining("Content-Security-Policy"),
        ]); // no layout of its own
        expect(readdirSync(folder)).not.toContain("executed.txt");
        expect(project.text("index.html", "out")).toContain('<h1 id="home">Home</h1>');
        expect(project.text("list.njk", "out")).toContain("collections.all");
      }
    },
  );
});

test("a template that replaces a page only while the page is there stops the build", async () => {
  const project = projectWith({
    "site/a.md": "---\ntags: [one]\n---\n\n# A\n",
    "site/turning.11ty.js": `export default class {
  data() {
    const isThere = ({ value }) => value.path === "/tags/";
    return {
      permalink: ({ markdown_pages }) =>
        markdown_pages.flat().some(isThere) ? "/tags/" : "/other/",
    };
  }
  render() {
    return "Tags";
  }
}
`,
  });
  const { code, printed } = await project.build();
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining(
      "Templates replace generated pages, or no longer do (/tags/): use `npm run build`. " +
        "If it says this too, give them addresses that do not depend on other pages.",
    ),
  ]);
  expect(() => project.text("index.html")).toThrow("ENOENT");
});
