import { describe, expect, test } from "vitest";
import { addressOf, folderPages, htmlFileOf } from "../../build/content/address.ts";
import { faultsOf } from "../authors/faults-of.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

describe("a page's address follows from its file's place and nothing else", () => {
  test.each<[file: string, path: string, markdown: string]>([
    ["index.md", "/", "/index.md"],
    ["README.md", "/", "/index.md"],
    ["Index.MD", "/", "/index.md"],
    ["about.md", "/about/", "/about.md"],
    ["notes/index.md", "/notes/", "/notes.md"],
    ["notes/_index.md", "/notes/", "/notes.md"],
    ["notes/notes.md", "/notes/", "/notes.md"],
    ["a/My Walk/my walk.markdown", "/a/my-walk/", "/a/my-walk.md"],
    ["2018-03-06-x/2018-03-06-x.md", "/2018-03-06-x/", "/2018-03-06-x.md"],
    ["_posts/2018-03-06-Why Open?.md", "/2018-03-06-why-open/", "/2018-03-06-why-open.md"],
    ["a/_posts/b/2018-03-06-x.md", "/a/b/2018-03-06-x/", "/a/b/2018-03-06-x.md"],
    ["_posts/index.md", "/", "/index.md"],
    ["posts/2018-03-06-x.md", "/posts/2018-03-06-x/", "/posts/2018-03-06-x.md"],
    ["Notes/Why Open?.md", "/notes/why-open/", "/notes/why-open.md"],
    ["v1.2.md", "/v1.2/", "/v1.2.md"],
    ["über uns.md", "/%C3%BCber-uns/", "/%C3%BCber-uns.md"],
    ["日本.md", "/%E6%97%A5%E6%9C%AC/", "/%E6%97%A5%E6%9C%AC.md"],
    ["a&b+c=d.md", "/a-b-c-d/", "/a-b-c-d.md"],
    ["_draft_.md", "/_draft_/", "/_draft_.md"],
    ["???.md", "/page/", "/page.md"],
    ["-.-.md", "/page/", "/page.md"],
    ["..hidden...md", "/hidden/", "/hidden.md"],
  ])("%s", (file, path, markdown) => {
    expect(addressOf(file, folderPages([file]).has(file))).toEqual({
      id: path === "/" ? "index" : path.slice(1, -1),
      path,
      markdown_path: markdown,
    });
  });

  test("one name in two Unicode forms is one address", () => {
    expect(addressOf("u\u0308ber.md", false)).toEqual(addressOf("\u00fcber.md", false));
  });
});

test("a file with the name of its folder stands for it, is told, and gives way to an index", async () => {
  const files = {
    "a/a.md": "# A\n",
    "b/b.md": "# B\n",
    "b/index.md": "# C\n",
    "c.md": "# D\n",
    "c/d.md": "# E\n",
  };
  const { model, warnings } = await buildSite({ input: folderOf(files) });
  const paths = model.pages.filter(({ source }) => source !== null).map(({ path }) => path);
  expect(paths).toEqual(["/a/", "/b/", "/b/b/", "/c/", "/c/d/"]);
  expect(warnings.join("\n")).toMatch(
    /^These files have the name of their folder .*: `a\/a\.md`\.$/m,
  );
});

test("two files that would stand for one folder are a fault", async () => {
  const faults = await faultsOf({ "a.md": "# A\n", "a/a.md": "# B\n" });
  expect(faults).toMatchObject([{ file: "a/a.md", problem: expect.stringContaining("a.md") }]);
});

test("the output file's name is decoded, as hosts want it", () => {
  expect([htmlFileOf("/"), htmlFileOf("/%C3%BCber/")]).toEqual(["/index.html", "/über/index.html"]);
});

test("a page that `slug` or `url` names otherwise has the address that other programs give it", async () => {
  const heads = {
    "index.md": "slug: start",
    "posts/2017-01-02-a.md": "slug: One Thing",
    "posts/b/index.md": "slug: two",
    "posts/c.md": "slug: /three/",
    "posts/d.md": "url: four",
    "posts/e.md": "url: /posts/five",
    "posts/f.md": "url: /six/\nslug: other",
    "posts/g.md": "url: https://elsewhere.example/g",
    "posts/h.md": "permalink: /eight/\nslug: other",
    "posts/2024.md": "slug: 2024-1",
    "posts/i.md": "Slug: nine",
  };
  const files = Object.entries(heads).map(([file, head]) => [file, `---\n${head}\n---\nText.\n`]);
  const site = await buildSite({ input: folderOf(Object.fromEntries(files)) });
  const paths = site.model.pages.map(({ source, path }) => [source, path]);
  expect(Object.fromEntries(paths)).toMatchObject({
    "index.md": "/",
    "posts/2017-01-02-a.md": "/posts/one-thing/",
    "posts/b/index.md": "/posts/two/",
    "posts/c.md": "/three/",
    "posts/d.md": "/four/",
    "posts/e.md": "/posts/five/",
    "posts/f.md": "/six/",
    "posts/g.md": "/posts/g/",
    "posts/h.md": "/eight/",
    "posts/2024.md": "/posts/2024-1/",
    "posts/i.md": "/posts/nine/",
  });
});

test("an address that ends in `.html` becomes an alias, which without lenient is a fault", async () => {
  const heads = {
    "index.md": "permalink: /index.html",
    "posts/a.md": "permalink: /2019/a.html",
    "posts/b.md": "url: /b.htm\naliases: /old/",
    "posts/c.md": "url: c.html",
    "posts/d.md": "permalink: /d/index.html",
  };
  const files = Object.entries(heads).map(([file, head]) => [file, `---\n${head}\n---\nText.\n`]);
  const input = folderOf(Object.fromEntries(files));
  const site = await buildSite({ input, lenient: true });
  const pages = site.model.pages.filter(({ source }) => source !== null);
  const found = pages.map(({ source, path, aliases }) => [source, { path, aliases }]);
  expect(Object.fromEntries(found)).toEqual({
    "index.md": { path: "/", aliases: [] },
    "posts/a.md": { path: "/posts/a/", aliases: ["/2019/a.html"] },
    "posts/b.md": { path: "/posts/b/", aliases: ["/old/", "/b.htm"] },
    "posts/c.md": { path: "/posts/c/", aliases: ["/c.html"] },
    "posts/d.md": { path: "/d/", aliases: [] },
  });
  expect(site.tolerated).toHaveLength(3);
  await expect(buildSite({ input })).rejects.toThrow(/^3 things to mend/);
  expect(site.tolerated[1]).toMatchObject({
    file: "posts/b.md",
    line: 2,
    field: "permalink",
    expected: "`aliases: [/b.htm]`, which leads to the page",
  });
});

test.each<[name: string, lenient: boolean, told: string | undefined]>([
  ["posts/2017-07-02-x.md", true, "a date"],
  ["_posts/2017-07-02-x.md", false, "a date"],
  ["posts/2017-07-02-x.md", false, undefined],
  ["notes/C++ tips.md", true, "capitals or signs"],
  ["notes/was: x.md", true, "capitals or signs"],
  ["notes/u\u0308ber.md", true, "capitals or signs"],
  ["notes/C++ tips.md", false, undefined],
  ["notes/tips.md", true, undefined],
  ["notes/index.md", true, undefined],
  ["a b/index.md", true, "capitals or signs"],
])(
  "whether a former address of %s may differ is told (lenient: %s)",
  async (file, lenient, told) => {
    const moved = async (head: string) => {
      const input = folderOf({
        [file]: `---\ntitle: T\n${head}---\nText.\n`,
        "index.md": "Home.\n",
      });
      const { warnings } = await buildSite({ input, lenient });
      return warnings.filter((text) => text.includes("in the file's name"));
    };
    const warning = told && expect.stringContaining(`1 page with ${told} in the file's name`);
    expect(await moved("")).toEqual(warning ? [warning] : []);
    expect((await moved("")).join("").includes(`: \`${file}\`.`)).toBe(told !== undefined);
    expect(await moved("aliases: [/old/]\n")).toEqual([]);
    expect(await moved("permalink: /own/\n")).toEqual([]);
  },
);

test("aliases that are names are no addresses, and those that look like one are told", async () => {
  const aliases = (...list: string[]) => `---\naliases: [${list.join(", ")}]\n---\nText.\n`;
  const input = folderOf({
    "posts/a.md": aliases("../old", "The first"),
    "posts/b.md": aliases("sub/old/"),
    "posts/c.md": aliases("/old-c/", "Third"),
  });
  const { warnings, model } = await buildSite({ input });
  const told = warnings.filter((warning) => warning.includes("not addresses"));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("posts/a.md:2");
  expect(told[0]).toContain("posts/b.md:2");
  expect(told[0]).not.toContain("posts/c.md");
  const redirects = model.pages.flatMap((page) => page.aliases);
  expect(redirects).toEqual(["/old-c/"]);
});
