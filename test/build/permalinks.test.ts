import { describe, expect, test } from "vitest";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

/** The redirects of a site with a page, to its address. */
async function redirectsTo(address: string, files: Record<string, string>): Promise<string[]> {
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }), lenient: true });
  const lines = site.text("/_redirects").split("\n");
  return lines.map((line) => line.split(/\s+/)).flatMap(([from = "", to]) => (to === address ? [from] : []));
}

const post = "---\ncategories: [Tea, hot drinks]\n---\n# A cup\n";

describe("addresses by the patterns of Jekyll lead to their pages", () => {
  test.each<[pattern: string, address: string]>([
    ["/blog/:year/:month/:title/", "/blog/2019/05/a-cup/"],
    ["/:categories/:i_month-:i_day-:short_year/:slug.html", "/tea/hot%20drinks/5-6-19/a-cup.html"],
    ["blog/:title", "/blog/a-cup/"],
    ["/:title:output_ext", "/a-cup.html"],
  ])("%s", async (pattern, address) => {
    const files = { "_posts/2019-05-06-a-cup.md": post, "_config.yml": `permalink: ${pattern}\n` };
    expect(await redirectsTo("/a-cup/", files)).toContain(address);
  });

  test("and those of its defaults", async () => {
    const settings = "defaults:\n  - scope: { path: '', type: posts }\n    values: { permalink: /posts/:title/ }\n";
    const files = { "_posts/2019-05-06-a-cup.md": post, "_config.yml": settings };
    expect(await redirectsTo("/a-cup/", files)).toContain("/posts/a-cup/");
  });

  test("and those of its collections", async () => {
    const settings = "collections:\n  people:\n    output: true\n    permalink: /team/:name/\n";
    expect(await redirectsTo("/people/ada/", { "_people/ada.md": "# Ada\n", "_config.yml": settings })).toContain(
      "/team/ada/",
    );
  });
});

describe("the pattern in a page's own head stands before that of the settings", () => {
  const of = (head: string) =>
    redirectsTo("/a-cup/", {
      "_posts/2019-05-06-a-cup.md": `---\ntitle: Two Cups\n${head}\n---\nText.\n`,
      "_config.yml": "permalink: /settings/:title/\n",
    });

  test.each([
    ["permalink: /:year/:title/", "/2019/a-cup/"],
    ["permalink: :year/:slug.html", "/2019/a-cup.html"],
    ["url: /:year/:title/", "/2019/two-cups/"],
  ])("%s", async (head, address) => {
    expect(await of(head)).toContain(address);
    expect(await of(head)).not.toContain("/settings/a-cup/");
  });

  test.each(["permalink: /:week/:title/", "url: https://elsewhere.example/:title", "permalink: 'a: :title'"])(
    "but not %s, which makes no address here",
    async (head) => expect(await of(head)).toContain("/settings/a-cup/"),
  );
});

describe("addresses by the patterns of Hugo lead to their pages", () => {
  const head = "---\ntitle: It's a Cup & Plate\ndate: 2019-05-06\n---\nText.\n";
  test.each<[settings: string, page: string, address: string]>([
    ["[permalinks]\nposts = '/:year/:month/:slug/'\n", head, "/2019/05/its-a-cup-plate/"],
    ["[permalinks.page]\nposts = '/b/:section/:title/'\n", head, "/b/posts/its-a-cup-plate/"],
    ["[permalinks]\nposts = '/b/:slug'\n", head.replace("date", "slug: Mug\ndate"), "/b/mug/"],
    ["[permalinks]\nposts = '/b/:sections/:contentbasename/'\n", head, "/b/posts/cup/"],
  ])("%s", async (settings, page, address) => {
    const files = { "content/posts/cup.md": page, "hugo.toml": settings };
    expect(await redirectsTo("/posts/cup/", files)).toContain(address);
  });

  test("but not of other sections, of pages without what a pattern needs, or where a page is", async () => {
    const settings = "[permalinks]\nposts = '/:year/:slug/'\nbooks = '/posts/:contentbasename/'\n";
    const files = { "content/posts/cup.md": "# Cup\n", "content/books/cup.md": "# Book\n", "hugo.toml": settings };
    const site = await buildSite({ input: folderOf({ "content/_index.md": "# Home\n", ...files }) });
    expect(site.text("/_redirects")).not.toMatch(/cup/);
  });
});

test.each(["week", "constructor", "__proto__"])("a pattern with what is not known is told once: %s", async (name) => {
  const { warnings, text } = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "_posts/2019-05-06-a.md": post,
      "_posts/2019-05-07-b.md": post,
      "_config.yml": `permalink: /:${name}/:title/\n`,
    }),
  });
  expect(warnings).toContain(
    `Addresses of this pattern in \`_config.yml\` do not lead to their pages: \`/:${name}/:title/\`.`,
  );
  expect(text("/_redirects")).not.toContain("object");
});

test("defaults of a type with the name of every object's key are for the pages of that collection alone", async () => {
  const settings = "defaults:\n  - scope: { type: constructor }\n    values: { published: false }\n";
  const files = { "index.md": "# Home\n", "about.md": "# About\n", "_constructor/a.md": "# Kept back\n" };
  const { html } = await buildSite({ input: folderOf({ ...files, "_config.yml": settings }), lenient: true });
  expect([...html.keys()]).toContain("/about/");
  expect([...html.keys()].filter((path) => path.includes("constructor"))).toEqual([]);
});
