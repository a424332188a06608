import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { faultsOf, png } from "./faults-of.ts";

const page = (matter: string, body = "Text.\n") => `---\n${matter}\n---\n\n${body}`;
const home = { "index.md": "# Home\n" };
const seven = ["no-identity", "no-watching", "no-limits", "same-for-all", "open-origin", "free-to-use", "kept-words"];

test("a permalink is the page's address, its Markdown and links follow, and `false` keeps the page out", async () => {
  const { files, text } = await buildSite({
    input: folderOf({
      ...home,
      "notes/a.md": page("permalink: /essays/snow/", "See [b](b.md).\n"),
      "notes/b.md": page("title: B", "See [snow](a.md).\n"),
      "notes/c.md": page("permalink: false", "xyzzy"),
    }),
  });
  const paths = [...files.keys()];
  expect(paths).toEqual(expect.arrayContaining(["/essays/snow/index.html", "/essays/snow.md", "/notes/b/index.html"]));
  expect(paths.filter((path) => /notes\/[ac]\b/.test(path))).toEqual([]);
  expect(text("/notes/b.md")).toContain("/essays/snow/");
  expect(text("/essays/snow/index.html")).toContain('href="/notes/b/"');
});

describe("an address belongs to one thing", () => {
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
    expect(faults).toMatchObject([
      { file: "a.md", line: 9, problem: "has the id `x`, which another element of the page has too" },
    ]);
    const others = '# A\n\n<b id="y">a</b>\n\n<b id="y">b</b>\n';
    expect(await faultsOf({ "a.md": others })).toMatchObject([
      { file: "a.md", line: 5, problem: "has the id `y` a second time" },
    ]);
    const { html } = await buildSite({ input: folderOf({ "a.md": others }), lenient: true });
    expect(html.get("/a/")).toMatch(/<b id="y">[^]*<b ?>b/);
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

describe("a page that is not published leaves nothing behind", () => {
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

test("names with signs that mean something in an address are found as they are encoded, and with a part", async () => {
  const links = [
    "[a](<../b/what%3F now.md>)",
    "[b](../b/C%23.md)",
    "[c](/b/c/)",
    "[d](../b/C%23.md#part)",
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

test("the house's own assets are in a folder of their own, so that an author's `assets` are not cached for good", async () => {
  const site = await buildSite({ input: folderOf({ ...home, "assets/photo.png": png }) });
  expect(site.files.has("/assets/photo.png")).toBe(true);
  expect(
    Object.values(site.model.assets)
      .flatMap((value) => (typeof value === "string" ? [value] : Object.values<string>(value ?? {})))
      .filter((path) => !path.startsWith("/assets/house/")),
  ).toEqual([]);
});
