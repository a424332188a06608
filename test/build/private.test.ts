import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { excludedPaths } from "../../build/content/jekyll.ts";
import { png } from "../authors/faults-of.ts";
import { folderOf } from "./folder.ts";
import { buildSite, sampleContent } from "./site.ts";

/** What other tools keep to themselves, and what looks like a secret. Each file holds the word xyzzy. */
const secret = [
  "_drafts/not-yet.md",
  "deep/_drafts/nor-this.md",
  "_includes/head.html",
  "_layouts/post.html",
  "_config.yml",
  "_config.prod.yml",
  "deep/_config_dev.yaml",
  "_posts-on-paper.md",
  "deep/_notes.md",
  "hugo.toml",
  "node_modules/package/README.md",
  ".obsidian/workspace.json",
  ".env",
  "notes/.hidden.md",
  "config.env",
  "deploy/prod.env.local",
  "server.pem",
  "keys/ID_RSA",
  "keys/site.key",
  "credentials.json",
  "service-account-blog.json",
  "text.md~",
  "docusaurus.config.ts",
  "website/astro.config.mjs",
  "wrangler.toml",
  "serverless.yml",
  "firebase.json",
  "netlify.toml",
  "tsconfig.build.json",
  "jsconfig.json",
  "Makefile",
  "guide/_category_.json",
  "old.md.bak",
  "#draft.md#",
  "photos/Thumbs.db",
  "data.sqlite",
  "css/main.scss",
];
/** What looks a little like it, and is published. */
const open = [
  "drafts.md",
  "id_rsa.pub",
  "the.environment.txt",
  "key.png",
  "secrets-of-bread.md",
  "css/main.css",
  "how/Makefile",
  "db.md",
  "config.js",
];

const files = Object.fromEntries([
  ["index.md", "# Home\n"],
  ...secret.map((path) => [path, "# Xyzzy\n\nAPI_KEY=xyzzy\n"]),
  ...open.map((path) => [path, "# Open\n"]),
]) as Record<string, string>;

describe("private files", () => {
  test("leave no trace in any file of a build, and are counted and named", async () => {
    const site = await buildSite({ input: folderOf(files) });
    const traces = [...site.files.keys()].filter((path) => /xyzzy/i.test(path + site.text(path)));
    expect(traces).toEqual([]);
    const [warning] = site.warnings.filter((text) => /private by name/.test(text));
    expect(warning).toContain(`${secret.length} files and folders are private by name and not published: `);
    for (const name of ["_drafts/", ".obsidian/", "config.env", "#draft.md#", "_posts-on-paper.md"])
      expect(warning).toContain(`\`${name}\``);
    const published = [...site.files.keys()].join("\n");
    for (const path of open) expect(published).toContain(path.replace(/\.md$/, ""));
  });

  test("do not even move the version", async () => {
    const without = Object.fromEntries(Object.entries(files).filter(([path]) => !secret.includes(path)));
    const [one, other] = [await buildSite({ input: folderOf(files) }), await buildSite({ input: folderOf(without) })];
    expect([...one.files]).toEqual([...other.files]);
  });

  test.each(["config.env", "_drafts/not-yet.md", "/_drafts/not-yet/"])("a link to %s says why", async (href) => {
    const linked = { ...files, "a.md": `See [it](${href}).\n` };
    await expect(buildSite({ input: folderOf(linked) })).rejects.toThrow(
      /a\.md:1 links to `\S+`, which does not exist for readers: (config\.env|_drafts\/) is private by its name/,
    );
  });

  test("a link to what Jekyll excludes says why", async () => {
    const linked = { "index.md": "See [it](plan.md).\n", "plan.md": "xyzzy", "_config.yml": "exclude: plan.md\n" };
    await expect(buildSite({ input: folderOf(linked) })).rejects.toThrow(
      "does not exist for readers: plan.md is left out by `exclude` in `_config.yml`",
    );
  });

  test.each<[pattern: string, path: string, isExcluded: boolean]>([
    ["*.tmp", "deep/a.tmp", true],
    ["a*b*c", "a/b/x/c/d.md", true],
    ["a*b*c", "a/c/b.md", false],
    ["(a)[b", "(a)[b/c.md", true],
    ["plan", "planned.md", true], // Jekyll compares beginnings
    ["/plan[a-c]?", "planbx/y.md", true],
    ["plan\\*", "planned.md", false],
    [`${"*a".repeat(12)}*b`, "a".repeat(250), false], // not to be tried in all ways
  ])("`exclude: %s` and %s", (pattern, path, isExcluded) => {
    expect(excludedPaths([pattern])?.(path)).toBe(isExcluded);
  });
});

describe("names that begin with an underscore", () => {
  const shown = async (files: Record<string, string>, folder = "") => {
    const input = join(folderOf({ ...files, [`${folder}/index.md`]: "# Home\n" }), folder);
    const { model } = await buildSite({ input });
    return model.pages.flatMap(({ source }) => source ?? []);
  };
  const files = { "source/_notes.md": "# N\n", "source/_posts/a.md": "# A\n", "source/_posts/_b.md": "# B\n" };

  test("are private in a site of Jekyll or Hexo, and in its folder of pages", async () => {
    expect(await shown({ ...files, "_config.yml": "title: T\n" })).toEqual(["index.md", "source/_posts/a.md"]);
    expect(await shown({ ...files, "_config.yml": "title: T\n" }, "source")).toEqual(["index.md", "_posts/a.md"]);
  });
  test("unless its settings include them, and nowhere else", async () => {
    const settings = { "_config.yml": "include: [_notes.md]\n" };
    expect(await shown({ ...files, ...settings })).toContain("source/_notes.md");
    expect(await shown(files)).toContain("source/_notes.md");
  });
});

describe("what the settings of other tools leave out stays out, and is told", () => {
  test.each<[name: string, files: Record<string, string>, told: string]>([
    [
      "MkDocs",
      {
        "mkdocs.yml": "exclude_docs: |\n  # not yet\n  /plans/  # nor this\n  *.tmp.md\n  !keep.tmp.md\n",
        "keep.tmp.md": "# Open\n",
      },
      "2 files are left out by `exclude_docs` in `mkdocs.yml`: `plans/a.md`, `x.tmp.md`.",
    ],
    [
      "MkDocs, from the folder of its pages",
      { "mkdocs.yml": "draft_docs: |\n  /plans/\n  x.tmp.md\ndocs_dir: .\n" },
      "2 files are left out by `draft_docs` in `mkdocs.yml`: `plans/a.md`, `x.tmp.md`.",
    ],
    [
      "Eleventy",
      { ".eleventyignore": "plans\n**/*.tmp.md\n" },
      "2 files are left out by `.eleventyignore`: `plans/a.md`, `x.tmp.md`.",
    ],
    [
      "Docusaurus",
      {
        "docusaurus.config.js": "xyzzy",
        "_part.md": "xyzzy",
        "deep/_parts/a.mdx": "# Xyzzy\n",
        ".eleventyignore": "x*\nplans/",
      },
      "4 files and folders are private by name and not published: " +
        "`.eleventyignore`, `_part.md`, `deep/_parts/`, `docusaurus.config.js`.",
    ],
    [
      "Docusaurus, of the authors of its blog",
      { "docusaurus.config.js": "", "blog/authors.yml": "a: { email: xyzzy }", ".eleventyignore": "x*\nplans/" },
      "1 file is left out by Docusaurus, which keeps the authors of a blog to itself: `blog/authors.yml`.",
    ],
  ])("%s", async (_, more, told) => {
    const input = folderOf({ "index.md": "# Home\n", "plans/a.md": "xyzzy", "x.tmp.md": "xyzzy", ...more });
    const { files, text, warnings } = await buildSite({ input });
    expect([...files.keys()].filter((path) => /xyzzy/i.test(text(path)))).toEqual([]);
    expect(warnings).toContain(told);
    if (more["keep.tmp.md"]) expect([...files.keys()].join("\n")).toContain("keep");
  });

  test("Hugo", async () => {
    const { files, text, warnings } = await buildSite({
      input: folderOf({
        "hugo.toml": "ignoreFiles = ['\\.tmp\\.md$', '/plans/', '(a+)+$', '(not one']\n",
        [`content/${"a".repeat(60)}.md`]: "# Open\n", // to be tried in very many ways
        "content/_index.md": "# Home\n",
        "content/plans/a.md": "xyzzy",
        "content/x.tmp.md": "xyzzy",
      }),
    });
    expect([...files.keys()].filter((path) => text(path).includes("xyzzy"))).toEqual([]);
    expect(warnings).toContain("2 files are left out by `ignoreFiles` in `hugo.toml`: `plans/a.md`, `x.tmp.md`.");
  });
});

test("a folder .well-known is published; one deeper, or hidden files in it, are not", async () => {
  const input = folderOf({
    "index.md": "# Home\n\n[Identity](/.well-known/atproto-did)\n",
    ".well-known/atproto-did": "did:plc:abc",
    ".well-known/.secret": "xyzzy",
    "deep/.well-known/x": "xyzzy",
  });
  const site = await buildSite({ input });
  expect(site.text("/.well-known/atproto-did")).toBe("did:plc:abc");
  expect([...site.files.keys()].filter((path) => /secret|deep/.test(path))).toEqual([]);
  const taken = folderOf({ "index.md": "# Home\n", ".well-known/api-catalog": "{}" });
  await expect(buildSite({ input: taken })).rejects.toThrow(/api-catalog has the name of a file that the build makes/);
});

describe("of a Hugo site pages and files are published, at their addresses there", () => {
  const hugo = {
    "hugo.toml": "theme = 'Xyzzy'\n",
    "content/_index.md": '+++\ntitle = "A shed"\n+++\n\nRead [the first](posts/first.md). ![A dot](/img/dot.png)\n',
    "content/posts/first.md": "+++\ntitle = 'First'\n+++\n\nText.\n",
    "content/posts/same.txt": "of the page",
    "static/posts/same.txt": "xyzzy",
    "static/img/dot.png": png,
    "static/.hidden": "xyzzy",
    "archetypes/default.md": "+++\ntitle = '{{ .Name }} xyzzy'\ndraft = true\n+++\n",
    "themes/plain/README.md": "# Xyzzy\n",
    "layouts/index.html": "xyzzy",
  };
  const base_url = "https://house.example";

  test("and what else it has is named", async () => {
    const { files, model, html, text, warnings } = await buildSite({ input: folderOf(hugo), base_url });
    expect(model.pages.filter(({ source }) => source !== null).map(({ path, source }) => [path, source])).toEqual([
      ["/", "_index.md"],
      ["/posts/first/", "posts/first.md"],
    ]);
    expect(html.get("/")).toMatch(/<a href="\/posts\/first\/">[^]*<img src="\/img\/dot\.png"/);
    expect(text("/posts/same.txt")).toBe("of the page");
    expect([...files.keys()].filter((path) => /xyzzy/i.test(text(path)))).toEqual([]);
    expect(warnings).toEqual([
      "1 file or folder is private by name and not published: `.hidden`.",
      "Of this Hugo site `content` and `static` are published, and nothing else: " +
        "`archetypes/`, `hugo.toml`, `layouts/`, `themes/`.",
    ]);
  });

  test("with the facts beside its settings", async () => {
    const facts = readFileSync(join(sampleContent, "facts.yaml"), "utf8").replace(/^name: .*$/m, "name: The shed");
    const { model } = await buildSite({ input: folderOf({ ...hugo, "facts.yaml": facts }), base_url });
    expect(model.facts.name).toBe("The shed");
  });

  test.each([
    ["archetypes alone", { "archetypes/a.md": "# Of heroes\n" }, ["/archetypes/a/"]],
    ["a folder `content`", { "content/a.md": "# A\n", "themes/b.md": "# B\n" }, ["/content/a/", "/themes/b/"]],
  ])("but %s is a folder like any other", async (_, some, paths) => {
    const { model } = await buildSite({ input: folderOf(some), base_url });
    expect(model.pages.filter(({ source }) => source !== null).map(({ path }) => path)).toEqual(paths);
  });
});

test("links to folders are named and not followed, links to nothing too; a file linked within is published", async () => {
  const elsewhere = folderOf({ "page.md": "# Elsewhere\n" });
  const input = folderOf({ "index.md": "# Home\n", "a/page.md": "# A\n" });
  symlinkSync(".", join(input, "self"));
  symlinkSync("..", join(input, "a/up"));
  symlinkSync(elsewhere, join(input, "away"));
  symlinkSync("eats-itself", join(input, "eats-itself"));
  symlinkSync("nowhere.md", join(input, "broken.md"));
  symlinkSync("a/page.md", join(input, "linked.md"));
  const site = await buildSite({ input });
  expect(site.warnings).toEqual(
    expect.arrayContaining([
      "Links to files that do not exist are left out: `broken.md`, `eats-itself`.",
      "Links to folders are not followed, so nothing in them is published: `a/up`, `away`, `self`.",
    ]),
  );
  const own = site.model.pages.filter(({ source }) => source !== null).map(({ path }) => path);
  expect(own).toEqual(["/", "/a/page/", "/linked/"]);
});

test("a link to a private file, or to a file outside the folder, publishes nothing under another name", async () => {
  const outside = folderOf({ "outside.md": "# Xyzzy\n" });
  const input = folderOf({
    "index.md": "# Home\n",
    ".env": "xyzzy",
    ".git/config": "xyzzy",
    "keys/site.key": "xyzzy",
    "_drafts/b.md": "# Xyzzy\n",
  });
  symlinkSync(".env", join(input, "env.txt"));
  symlinkSync("env.txt", join(input, "again.txt"));
  symlinkSync(".git/config", join(input, "git.md"));
  mkdirSync(join(input, "deep"));
  symlinkSync("../keys/site.key", join(input, "deep/key.txt"));
  symlinkSync("_drafts/b.md", join(input, "b.md"));
  symlinkSync(join(outside, "outside.md"), join(input, "o.md"));
  const reached = folderOf();
  symlinkSync(input, join(reached, "link"));
  for (const folder of [input, join(reached, "link")]) {
    const site = await buildSite({ input: folder });
    expect([...site.files.keys()].filter((path) => /xyzzy/i.test(site.text(path)))).toEqual([]);
    expect(site.warnings).toContain(
      "Links to private files, or to files outside the content folder, are not followed: " +
        "`again.txt`, `b.md`, `deep/key.txt`, `env.txt`, `git.md`, `o.md`.",
    );
  }
});
