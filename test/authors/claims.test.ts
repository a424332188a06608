import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { faultsOf, png } from "./faults-of.ts";

const page = (matter: string, body = "Text.\n") => `---\n${matter}\n---\n\n${body}`;
const home = { "index.md": "# Home\n" };
const seven = ["no-identity", "no-watching", "no-limits", "same-for-all", "open-origin", "free-to-use", "kept-words"];

describe("an address belongs to one thing", () => {
  const clashes: [
    name: string,
    files: Record<string, string | Uint8Array>,
    report: { file: string; problem: RegExp; line?: number; field?: string },
  ][] = [
    [
      "a page in a document's place",
      { "llms.txt.md": "x" },
      { file: "llms.txt.md", problem: /where the build itself publishes \/llms\.txt/ },
    ],
    [
      "a page below a document",
      { "sitemap.xml/a.md": "x" },
      { file: "sitemap.xml/a.md", problem: /publishes \/sitemap\.xml/ },
    ],
    [
      "a page in the guestbook's place",
      { "api/guestbook.md": "x" },
      { file: "api/guestbook.md", problem: /publishes \/api\/guestbook/ },
    ],
    [
      "a page in the place of another's Markdown",
      { "a.md": "x", "a.md.md": "y" },
      { file: "a.md.md", problem: /publishes \/a\.md/ },
    ],
    [
      "a file in a page's place",
      { "a.md": "x", "a/index.html": "y" },
      { file: "a/index.html", problem: /name of a file that the build makes/ },
    ],
    [
      "a file in the home page's place",
      { "index.html": "y" },
      { file: "index.html", problem: /name of a file that the build makes/ },
    ],
    [
      "a file in a folder's place",
      { "notes/a.md": "x", notes2: "y", "notes2.md": "x" },
      { file: "notes2", problem: /needs a folder/ },
    ],
    [
      "a file in a schema's place",
      { "api/schemas/entry.json": "{}" },
      { file: "api/schemas/entry.json", problem: /the build makes/ },
    ],
    [
      "a former address that is a document's",
      { "a.md": page("aliases: [/api/index.json]") },
      { file: "a.md", problem: /address of a document/, line: 2, field: "aliases" },
    ],
    [
      "a former address that is the guestbook's",
      { "a.md": page("aliases: [/api/guestbook]") },
      { file: "a.md", problem: /address of a document/ },
    ],
    [
      "a former address that is a picture's",
      { "a.md": page("aliases: [/pic.png]"), "pic.png": png },
      { file: "a.md", problem: /address of pic\.png/ },
    ],
    [
      "a former address that is a page's Markdown",
      { "a.md": page("aliases: [/b.md]"), "b.md": "x" },
      { file: "a.md", problem: /the Markdown of b\.md/ },
    ],
    [
      "a former address that is gone",
      { "a.md": page("aliases: [/b/]"), "b.md": page("gone: true") },
      { file: "a.md", problem: /address of b\.md, which is gone/ },
    ],
    [
      "a former address whose Markdown is another page's former Markdown",
      { "a.md": page("aliases: [/old/]"), "b.md": page("aliases: [/old.md]") },
      { file: "b.md", problem: /is an alias of a\.md too/, line: 2, field: "aliases" },
    ],
    [
      "a former address that is a pattern",
      { "a.md": page("aliases: [/old/*]") },
      { file: "a.md", problem: /a pattern to the host/ },
    ],
    [
      "a former address with a placeholder",
      { "a.md": page("aliases: [/old/:year/]") },
      { file: "a.md", problem: /a pattern to the host/ },
    ],
    [
      "a page that is gone and there",
      { "a.md": page("gone: true"), "a/index.md": "x" },
      { file: "a.md", problem: /is gone, but a\/index\.md is published there/, line: 2, field: "gone" },
    ],
  ];
  test.each(clashes)("%s is a fault", async (_, files, { problem, ...place }) => {
    const faults = await faultsOf({ ...home, ...files });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ ...place, problem: expect.stringMatching(problem) as string });
  });

  test("tolerated, the build's own file is published", async () => {
    const site = await buildSite({
      input: folderOf({
        ...home,
        "index.html": "theirs",
        "notes/index.html": "theirs too",
        "api/index.json": "theirs",
      }),
      lenient: true,
    });
    expect(site.text("/index.html")).toContain("<h1");
    expect(site.text("/notes/index.html")).toBe("theirs too");
    expect(site.json("/api/index.json")).toHaveProperty("endpoints");
  });

  test("a page that ships with the pipeline may be gone or give way", async () => {
    const site = await buildSite({
      input: folderOf({ ...home, "search.md": page("gone: true"), "manifesto.md": "# My own\n" }),
    });
    expect(
      site.model.pages.filter(({ path }) => /manifesto/.test(path)).map(({ path, title }) => [path, title]),
    ).toEqual([
      ["/house-manifesto/", "Manifesto"],
      ["/manifesto/", "My own"],
    ]);
  });
});

describe("an id belongs to one heading", () => {
  test("two headings that claim one are a fault, with the line of the second", async () => {
    const faults = await faultsOf({ ...home, "a.md": page("title: A", "## One {#x}\n\n## Two\n\n## Three {#x}\n") });
    expect(faults).toMatchObject([{ file: "a.md", line: 9, problem: "is a second heading with the id `x`" }]);
    const others = '# A\n\n- one ((#x))\n- two ((#x))\n\n<b id="y">a</b>\n\n<b id="y">b</b>\n';
    expect(await faultsOf({ "a.md": others })).toMatchObject([
      { file: "a.md", line: 4, problem: "has the id `x` a second time" },
      { file: "a.md", line: 8, problem: "has the id `y` a second time" },
    ]);
    const { html } = await buildSite({ input: folderOf({ "a.md": others }), lenient: true });
    expect(html.get("/a/")).toMatch(/one<span id="x">[^]*two<span ?>[^]*<b id="y">[^]*<b ?>b/);
  });
  test("headings of the same words get different ids by themselves, also where that id was claimed", async () => {
    const site = await buildSite({
      input: folderOf({ ...home, "a.md": "# A\n\n## X {#x-2}\n\n## X\n\n## X\n\n## X\n" }),
    });
    expect(site.model.pages.find(({ path }) => path === "/a/")?.headings.map(({ id }) => id)).toEqual([
      "x-2",
      "x",
      "x-1",
      "x-3",
    ]);
  });
});

const keptOut = (reason: string, ...files: string[]) =>
  `Pages are kept out, as by \`draft: true\`, because of \`${reason}\`: ${files.map((file) => `\`${file}\``).join(", ")}.`;

describe("what keeps a page out elsewhere", () => {
  test.each([
    ["Jekyll", "published: false"],
    ["Obsidian Publish", "publish: false"],
    ["Eleventy", "permalink: false"],
    ["Hugo", "headless: true"],
    ["Jekyll, in another spelling of YAML", "published: no"],
    ["Jekyll, in another spelling of YAML", "published: OFF"],
    ["Jekyll, in another spelling of YAML", "published: 0"],
    ["Obsidian Publish, in another spelling of YAML", "publish: n"],
    ["Hugo, in another spelling of YAML", "headless: yes"],
    ["Digital Garden", "dg-publish: false"],
    ["Docusaurus", "unlisted: true"],
    ["blogs", "private: yes"],
    ["Hugo", "_build: { render: never }"],
    ["Hugo", "build: { render: never }"],
  ])("with %s keeps it out here, and is told: %s", async (_, matter) => {
    const others = { "b.md": page("published: true\npublish: true\nheadless: false\nbuild: { list: never }") };
    const site = await buildSite({
      input: folderOf({ ...home, "a.md": page(matter, "xyzzy"), ...others }),
      base_url: "https://house.example",
    });
    expect(site.model.pages.some(({ path }) => path === "/a/")).toBe(false);
    expect([...site.files.keys()].filter((path) => site.text(path).includes("xyzzy"))).toEqual([]);
    expect(site.model.pages.some(({ path }) => path === "/b/")).toBe(true);
    expect(site.warnings).toEqual([keptOut(matter, "a.md")]);
  });
  test("what is beside a Hugo bundle's index.md that is not published is not published either, and is told", async () => {
    const bundle = {
      "posts/secret/index.md": page("draft: true"),
      "posts/secret/notes.md": page("title: Notes", "xyzzy"),
      "posts/secret/deep/x.md": page("draft: false", "xyzzy"),
      "posts/secret/data.txt": "xyzzy",
      "posts/two/index.md": page("draft: true"),
      "posts/two/index.fr.md": page("title: Deux"),
      "posts/two/data.txt": "shown",
      "posts/open.md": page("title: Open"),
    };
    const site = await buildSite({ input: folderOf({ ...home, "hugo.toml": 'title = "Hu"\n', ...bundle }) });
    expect([...site.files.keys()].filter((path) => site.text(path).includes("xyzzy"))).toEqual([]);
    expect(site.files.has("/posts/secret/data.txt")).toBe(false);
    expect(site.text("/posts/two/data.txt")).toBe("shown");
    expect(site.model.pages.some(({ path }) => path === "/posts/open/")).toBe(true);
    expect(site.warnings.join("\n")).toMatch(
      /^2 files are left out by Hugo, [^:]*: `posts\/secret\/deep\/x\.md`, `posts\/secret\/notes\.md`\.\n[^]*^What is beside an `index\.md` that is not published[^:]*: `posts\/secret\/data\.txt`\.$/m,
    );
    const elsewhere = await buildSite({ input: folderOf({ ...home, ...bundle }) });
    expect(elsewhere.files.has("/posts/secret/data.txt")).toBe(true);
  });
  test("isDraft too, in any case", async () => {
    const site = await buildSite({ input: folderOf({ ...home, "a.md": page("isDraft: true", "xyzzy") }) });
    expect(site.warnings).toContain(keptOut("isdraft: true", "a.md"));
    expect([...site.files.keys()].filter((path) => site.text(path).includes("xyzzy"))).toEqual([]);
  });
  test("what a folder's page hands down keeps out all in its folder that do not speak for themselves", async () => {
    const input = folderOf({
      ...home,
      "plans/_index.md": page("cascade:\n  draft: true", "xyzzy"),
      "plans/a.md": page("title: A", "xyzzy"),
      "plans/deep/b.md": "xyzzy",
      "plans/c.md": page("draft: false", "Ready."),
      "plans-made.md": "Made.",
    });
    const { files, text, warnings, model } = await buildSite({ input });
    expect([...files.keys()].filter((path) => text(path).includes("xyzzy"))).toEqual([]);
    expect(warnings).toContain(keptOut("cascade: { draft: true }", "plans/_index.md", "plans/a.md", "plans/deep/b.md"));
    expect(model.pages.map(({ source }) => source)).toEqual(
      expect.arrayContaining(["plans/c.md", "plans-made.md"]) as unknown,
    );
  });
  test("what is handed down to pages at a path keeps out those at it, from a page or from Hugo's settings", async () => {
    const input = folderOf({
      "hugo.toml": "[[cascade]]\ndraft = true\n[cascade.target]\npath = '/news/20*/**'\n",
      "content/_index.md": page("title: Home"),
      "content/news/2019/a.md": "xyzzy",
      "content/news/old/b.md": "# Ready\n",
      "content/plans/_index.md": page("cascade:\n  - draft: true\n    _target: { path: '/plans/x-*', lang: en }"),
      "content/plans/x-1.md": "xyzzy",
      "content/plans/y-1.md": "# Ready\n",
    });
    const { files, text, warnings, model } = await buildSite({ input });
    expect([...files.keys()].filter((path) => text(path).includes("xyzzy"))).toEqual([]);
    expect(warnings).toContain(keptOut("cascade: { draft: true }", "news/2019/a.md", "plans/x-1.md"));
    expect(model.pages.map(({ source }) => source)).toEqual(
      expect.arrayContaining(["_index.md", "plans/_index.md", "plans/y-1.md", "news/old/b.md"]) as unknown,
    );
  });
  test("what Jekyll's defaults say counts where a page does not speak for itself", async () => {
    const config = [
      "defaults:",
      '  - { scope: { path: "plans" }, values: { published: false } }',
      '  - { scope: { path: "", type: posts }, values: { published: no } }',
      '  - { scope: { path: "" }, values: { layout: page } }',
    ];
    const input = folderOf({
      ...home,
      "_config.yml": `${config.join("\n")}\n`,
      "plans/a.md": "xyzzy",
      "_posts/2020-01-01-b.md": "xyzzy",
      "plans/c.md": page("published: true", "Ready."),
      "d.md": "Other.",
    });
    const { files, text, warnings, model } = await buildSite({ input });
    expect([...files.keys()].filter((path) => text(path).includes("xyzzy"))).toEqual([]);
    expect(warnings).toContain(keptOut("published: false in _config.yml", "_posts/2020-01-01-b.md", "plans/a.md"));
    expect(model.pages.map(({ source }) => source)).toEqual(expect.arrayContaining(["plans/c.md", "d.md"]) as unknown);
  });
  test("a page that asks search engines not to list it is published, and named", async () => {
    const input = folderOf({ ...home, "a.md": page("noindex: true"), "b.md": page("sitemap: false") });
    const { warnings } = await buildSite({ input });
    expect(warnings).toContain(
      "Pages that ask search engines not to list them (`noindex`, `sitemap: false`) are published: `a.md`, `b.md`.",
    );
  });
  test("a draft that is gone tells nobody its address", async () => {
    const site = await buildSite({ input: folderOf({ ...home, "xyzzy.md": page("draft: true\ngone: true") }) });
    expect(site.text("/_redirects")).toBe("");
  });
});

describe("a link to a page that is not published says why", () => {
  test.each([
    ["a draft", "draft: true", "links to `b.md`, which does not exist for readers: b.md is a draft"],
    ["a page that is gone", "gone: true", "links to `b.md`, which does not exist for readers: b.md is gone"],
  ])("%s", async (_, matter, problem) => {
    expect(await faultsOf({ ...home, "a.md": "One\n[two](b.md)\n", "b.md": page(matter) })).toMatchObject([
      { file: "a.md", line: 2, problem },
    ]);
  });
});

describe("a fault is reported once", () => {
  test("promises of which one is faulty are not said to be missing as well", async () => {
    const promises = seven
      .map((id) => `  - { id: ${id}, title: t${id === "no-limits" ? "" : ", text: x"} }`)
      .join("\n");
    expect(await faultsOf({ ...home, "m.md": page(`type: manifesto\npromises:\n${promises}`) })).toMatchObject([
      { field: "promises[3].text", problem: "is missing" },
    ]);
  });
  test("a reference that leads nowhere, on the line where it is followed", async () => {
    expect(await faultsOf({ ...home, "a.md": "One\nsee [two][r]\n\n[r]: gone.md\n" })).toMatchObject([
      { line: 2, problem: "links to `gone.md`, which does not exist" },
    ]);
  });
  test("a reference that nobody follows, on its own line", async () => {
    expect(await faultsOf({ ...home, "a.md": "One\n\n[r]: gone.md\n" })).toMatchObject([
      { line: 3, problem: "links to `gone.md`, which does not exist" },
    ]);
  });
});

describe("files that were meant to be read", () => {
  test("facts under another name are a fault", async () => {
    expect(await faultsOf({ ...home, "facts.yml": "name: x" })).toMatchObject([
      { file: "facts.yml", expected: "the name `facts.yaml`" },
    ]);
  });
  test("MDX that is mostly code is copied, and named", async () => {
    const app = "export default () => <App />;\n";
    const site = await buildSite({
      input: folderOf({ ...home, "a.mdx": app, "docs/b.mdx": "x" }),
      base_url: "https://house.example",
    });
    expect(site.warnings).toEqual([
      "Files in MDX without a title that are more code than text are copied, not made into pages: `a.mdx`.",
    ]);
    expect(site.text("/a.mdx")).toBe(app);
  });
  test("a folder that another build wrote is none of the content", async () => {
    const site = await buildSite({
      input: folderOf({ ...home, "public/.open-house": "", "public/about.md": "# Twin\n", "public/x.png": png }),
    });
    expect([...site.files.keys()].filter((path) => path.startsWith("/public"))).toEqual([]);
  });
});

test("the site's own address may be written out in full", async () => {
  const input = folderOf({
    ...home,
    "a.md":
      "[home](https://openhouse.example/) ![x](https://openhouse.example/pic.png) [b](https://openhouse.example.org/)\n",
    "pic.png": png,
  });
  const site = await buildSite({ input, base_url: "http://localhost:1" });
  expect(site.html.get("/a/")).toContain(
    '<a href="/">home</a> <img src="/pic.png" alt="x" width="1" height="1" loading="lazy" decoding="async"> <a href="https://openhouse.example.org/">b</a>',
  );
  expect(await faultsOf({ ...home, "a.md": "[x](https://openhouse.example/nowhere/)" })).toMatchObject([
    { file: "a.md", line: 1 },
  ]);
});

test("names with signs that mean something in an address are found as written, as encoded, and with a part", async () => {
  const links = [
    "[a](<../b/what? now.md>)",
    "[b](<../b/C#.md>)",
    "[c](../b/C%23.md)",
    "[d](<../b/C#.md#part>)",
    "[e](../a/c.md?x#y)",
    "[f](../a/c.md#)",
  ];
  const files = { "a/c.md": `${links.join("\n")}\n\n## Y\n`, "b/what? now.md": "x", "b/C#.md": "## Part\n" };
  const site = await buildSite({ input: folderOf({ ...home, ...files }) });
  const hrefs = [
    ...(site.model.pages.find(({ path }) => path === "/a/c/")?.html ?? "").matchAll(/href="([^"]+)"/g),
  ].map(([, href]) => href);
  expect(hrefs.slice(0, 6)).toEqual(["/b/what-now/", "/b/c/", "/b/c/", "/b/c/#part", "/a/c/?x#y", "/a/c/#"]);
});

test("reference definitions are made absolute in the twin, also in lists, in quotes and over two lines; what only looks like one is not", async () => {
  const text =
    "[a] [b] [c]\n\n[a]:\n  index.md\n\n- [b]: index.md\n\n> [c]: <index.md> 'x'\n\nA text and\n[d]: gone.md\n\n```\n[a]: index.md\n```\n";
  const site = await buildSite({ input: folderOf({ ...home, "a.md": `# A\n\n${text}` }) });
  const base = "https://openhouse.example/";
  expect(site.text("/a.md")).toContain(
    `[a] [b] [c]\n\n[a]:\n  ${base}\n\n- [b]: ${base}\n\n> [c]: ${base} 'x'\n\nA text and\n[d]: gone.md\n\n\`\`\`\n[a]: index.md\n\`\`\`\n`,
  );
});

test("links that code would follow stay text, and their line is reported", async () => {
  const found = await faultsOf({
    ...home,
    "a.md": "One\n\n- two [x](javascript:alert(1))\n- three <vbscript:x>\n\n[r]: data:text/html,x\n",
  });
  expect(found.map(({ line, problem }) => [line, problem])).toEqual([
    [3, "has a link to `javascript:alert(1)`, which is not safe to follow and stays text"],
    [4, "has a link to `vbscript:x`, which is not safe to follow and stays text"],
    [6, "has a link to `data:text/html,x`, which is not safe to follow and stays text"],
  ]);
});

test("the house's own assets are in a folder of their own, so that an author's `assets` are not cached for good", async () => {
  const site = await buildSite({ input: folderOf({ ...home, "assets/photo.png": png }) });
  expect(site.files.has("/assets/photo.png")).toBe(true);
  expect(
    Object.values(site.model.assets)
      .flat()
      .filter((path) => !path.startsWith("/assets/house/")),
  ).toEqual([]);
});
