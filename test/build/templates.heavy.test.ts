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

/** What an author has beside Markdown. */
const authored = join(import.meta.dirname, "../fixtures/templates");

const configuration = `
  eleventy.addFilter("shout", (text: string) => text.toUpperCase());
  eleventy.addShortcode("repeat", (text: string, times: number) => text.repeat(times));
  eleventy.addPassthroughCopy({ files: "files" });
  eleventy.addTransform("signed", (content: string) => content.replace("</html>", "<!--signed--></html>"));
`;

describe("what an Eleventy user knows works in the project's own site", async () => {
  const project = projectWith(authored);
  project.configure(configuration);
  const { code, printed } = await project.build();
  const list = () => project.text("lists/all/index.html");

  test("it builds, and says how many pages templates made", () => {
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(/^\d+ pages, 5 pages of templates and \d+ documents in _site/m),
    ]);
  });

  test("a template sees every page, with its front matter, its date and its content", () => {
    expect(list()).toContain("<i>/garden/ Garden 2020-05-06T00:00:00.000Z</i>");
    expect(list()).toContain("<i>/ Open House ");
    expect(list()).toContain("<p>/garden/ sandy Green words.</p>");
    expect(list()).toContain('<p><p><a href="/menu/">Menu</a>, <a href="../menu">menu</a>.</p>'); // without a layout
    expect(list()).toContain("<i>/typed/ Typed 2026-11-20T00:00:00.000Z</i>");
    expect(project.text("typed/index.html")).toBe("<p>/garden/</p>");
  });

  test("lists that the build generates are published, and are in no collection", () => {
    expect(project.text("tags/plants/index.html")).toContain('<a href="/garden/">Garden</a>');
    expect(list()).not.toContain("<i>/tags/");
  });

  test("data, filters, shortcodes and includes", () => {
    expect(list()).toContain("<p>red green 42 Open House LOUD abab <b>part</b></p>");
    expect(project.text("plain.txt")).toMatch(/^\d+ https:\/\/house\.example$/);
  });

  test("the site's layout serves a template too", () => {
    expect(list()).toContain("<title>Everything · Open House</title>");
    expect(list()).toMatch(/<header class="site-header">[^]*<h1>Everything<\/h1>[^]*<footer/);
    expect(list()).toContain('<link rel="canonical" href="https://house.example/lists/all/">');
  });

  test("a Markdown page can have a layout of its own, which may have one too", () => {
    expect(project.text("garden/index.html")).toMatch(
      /^<html lang="en" class="wide"><title>Garden<\/title><main><p>Green words\.<\/p>/,
    );
    expect(project.text("garden.md")).toContain("Green words.");
  });

  test("a layout between a Markdown page and the site's layout keeps what it adds", () => {
    expect(project.text("framed/index.html")).toMatch(
      /<header class="site-header">[^]*<h1 id="framed">Framed<\/h1>[^]*<div class="frame"><p>Words in a frame\.<\/p>\s*<\/div>[^]*<footer/,
    );
  });

  test("transforms see every page, and no document", () => {
    for (const page of ["index.html", "garden/index.html", "lists/all/index.html"])
      expect(project.text(page)).toContain("<!--signed-->");
    expect(project.text("404.html")).not.toContain("<!--signed-->");
  });

  test("files that are asked for are copied; templates, data and layouts are not", () => {
    expect(project.text("files/leaflet.txt")).toBe("A leaflet.");
    const published = Object.keys(bytesIn(join(project.folder, "_site")));
    expect(published.filter((path) => /\.njk|\.liquid|11ty|_data|_includes|colours|_data\/answer/.test(path))).toEqual(
      [],
    );
  });

  test("pages of templates stand in the sitemap", () => {
    expect(project.text("sitemap.xml")).toContain("<loc>https://house.example/lists/all/</loc>");
    expect(project.text("sitemap.xml")).not.toContain("plain.txt");
  });

  test("a Markdown page can link to what a template makes", () => {
    expect(project.text("lunch/index.html")).toContain('href="/menu/"');
    expect(project.text("lunch.md")).toContain("(https://house.example/menu/)");
  });

  test("what the site's policy would block silently is told", () => {
    const blocked = printed.split("\n").filter((line) => line.includes("Content-Security-Policy"));
    expect(blocked.map((line) => line.replace(/, which the site's.*/, "")).sort()).toEqual([
      "/bare/ loads https://elsewhere.example/x.png from another origin",
      "/blocked/ runs a script by its attribute `onclick`",
      "/blocked/ runs a script, and is a page to be read",
    ]);
  });

  /** Builds with other files of the author, which are put back as they were afterwards. */
  const ending = async (files: Readonly<Record<string, string>>) => {
    putFiles(project.folder, files);
    const ended = await project.build();
    for (const file of Object.keys(files)) rmSync(join(project.folder, file));
    return ended;
  };

  test("a fault in a template leaves the last good output whole", async () => {
    const before = bytesIn(join(project.folder, "_site"));
    const ended = await ending({ "site/broken.njk": "{{ nothing | unknown }}", "site/other.md": "# Other\n" });
    expect([ended.code, ended.printed]).toEqual([1, expect.stringMatching(/broken\.njk[^]*unknown/)]);
    expect(bytesIn(join(project.folder, "_site"))).toEqual(before);
    expect(readdirSync(join(project.folder, "_site"))).not.toContain(".next");
  });

  test("a page that links to what no template makes, and one that asks for no layout there is, are faults", async () => {
    const broken = { "site/supper.md": "# Supper\n\n[Menu](/menus/).\n" };
    const { code, printed } = await ending(broken);
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining("supper.md:3 links to `/menus/`, which does not exist"),
    ]);
    const bare = await ending({ "site/supper.md": "---\nlayout: broad.njk\n---\n# Supper\n" });
    expect([bare.code, bare.printed]).toEqual([
      1,
      expect.stringContaining("supper.md layout: is `broad.njk`, which is not in `_includes`"),
    ]);
  });

  test("a fault is told, and nothing is left, also while Eleventy still copies many files", async () => {
    const leaflets = Array.from({ length: 2000 }, (_, index) => [`files/${index % 50}/${index}.txt`, `${index}`]);
    const { code, printed } = await ending({
      ...Object.fromEntries(leaflets),
      "site/supper.md": "# Supper\n\n[Menu](/menus/).\n",
    });
    expect([code, printed]).toEqual([1, expect.stringContaining("supper.md:3 links to `/menus/`")]);
    expect(printed).not.toContain("Having trouble copying");
    expect(readdirSync(join(project.folder, "_site"))).not.toContain(".next");
  });
});

describe("in any other folder nothing is executed", () => {
  const planted = `import { writeFileSync } from "node:fs"; writeFileSync(process.env.PLANTED, import.meta.url);`;
  const names = [
    "evil.11ty.js",
    "evil.11ty.ts",
    "_data/evil.js",
    "_data/evil.mjs",
    "content.11tydata.js",
    "content.js",
    "pages-0.11tydata.js",
    "open-house/open-house.11tydata.mjs",
    "open-house/pages-0.11tydata.js",
    ".eleventy.js",
    "_includes/page.11ty.js",
    "_includes/evil.11ty.js",
  ];
  const foreign = {
    ...Object.fromEntries(names.map((name) => [`outer/inner/content/${name}`, planted])),
    "outer/no-data/evil.js": planted, // beside the folder
    "outer/inner/content/package.json": '{ "type": "module" }',
    "outer/inner/content/index.md": '---\nlayout: evil.11ty.js\n---\n# Home\n\n<p style="color:red">Red.</p>\n',
    "outer/inner/content/list.njk": "{{ collections.all | length }}",
  };

  const project = projectWith({});

  test.each(["build", "eleventy"] as const)("not by `%s`, by whatever path the folder is named", async (command) => {
    const folder = folderOf(foreign);
    const content = join(folder, "outer/inner/content");
    const witness = join(folder, "executed.txt");
    process.env["PLANTED"] = witness;
    for (const input of [content, "../".repeat(12) + content.slice(1)]) {
      const { code, printed } = await project[command](`--input=${input}`, "--output=out");
      expect([code, printed]).toEqual([0, expect.not.stringContaining("Content-Security-Policy")]); // no layout of its own
      expect(readdirSync(folder)).not.toContain("executed.txt");
      expect(project.text("index.html", "out")).toContain('<h1 id="home">Home</h1>');
      expect(project.text("list.njk", "out")).toContain("collections.all");
    }
  });
});

test("a template can take the address of a generated list once facts.yaml leaves such lists out", async () => {
  const project = projectWith({ "site/tags.njk": "---\npermalink: /tags/\n---\nMine" });
  const conflict = await project.build();
  expect(conflict.code).toBe(1);
  expect(conflict.printed).toMatch(/tags\.njk[^]*`lists` in facts\.yaml/);
  expect(conflict.printed).not.toContain("    at ");
  const facts = readFileSync(join(project.folder, "site/facts.yaml"), "utf8");
  putFiles(project.folder, {
    "site/facts.yaml": `${facts}\nlists: [folders]\n`,
    "site/crawlers.njk": "---\npermalink: /tags/crawlers/\n---\nTo this page the sample links.",
  });
  expect((await project.build()).code).toBe(0);
  expect(project.text("tags/index.html")).toBe("Mine");
});

test("templates in private folders are not run; layouts and data are read", async () => {
  const project = projectWith({
    "site/_drafts/xyzzy.njk": "---\npermalink: /xyzzy/\n---\nxyzzy",
    "site/_data/secrets.json": '{ "word": "from the data" }',
    "site/said.njk": "---\npermalink: /said/\n---\n{{ secrets.word }}",
  });
  const { code, printed } = await project.build();
  expect([code, printed]).toEqual([0, expect.stringMatching(/^1 file or folder is private by name[^\n]*`_drafts\/`/m)]);
  expect(project.text("said/index.html")).toContain("from the data");
  expect(() => project.text("xyzzy/index.html")).toThrow(/ENOENT/);
});
