import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const head = (lines: string, body = "# A page\n\nText.\n") => `---\n${lines}\n---\n\n${body}`;

/** Heads in the shape of each tool; each of these files builds as it is, without `--lenient`. */
const files = {
  "index.md": "# Home\n",
  "mdn/grid.md": head("title: Grid\nshort-title: Grid\nslug: Web/Grid\npage-type: guide\nstatus:\n  - experimental\n"),
  "github/pages.md": head("title: Pages\nshortTitle: Pages\nversions:\n  fpt: '*'\ntype: how_to\ntopics: [Pages]"),
  "hugo/menu.md": head("title: Menu\nweight: 3\nlanguages: [en]\ntype: docs\ntypes: [a]"),
  "vault/Transport.md": head("aliases: [TCP/IP, 'the network', 1984]\ncssclasses: [wide]\nalias: x\ntags: [net]"),
  "vault/One.md": head("aliases: Only one\nstatus: in progress"),
  "vault/Both.md": head("aliases: [A name, /former/]"),
  "api/fetch.md": head("since: 4.2\nstatus: deprecated"),
};

describe("heads of other tools say what they mean there, and stop nothing", async () => {
  const site = await buildSite({ input: folderOf(files), base_url: "https://house.example" });
  const pageAt = (path: string) => site.model.pages.find((page) => page.path === path);

  test("names that are aliases are no addresses", () => {
    expect(pageAt("/vault/transport/")?.aliases).toEqual([]);
    expect(pageAt("/vault/one/")?.aliases).toEqual([]);
    expect(pageAt("/vault/both/")?.aliases).toEqual(["/former/"]);
    expect(site.text("/_redirects")).not.toMatch(/name|TCP|one/);
  });

  test("each kind is told in one line", () => {
    expect(site.warnings).toEqual([
      "Aliases that are names, not addresses that begin with `/`, are found by links such as `[[name]]` alone: " +
        "`1984`, `A name`, `Only one`, `TCP/IP`, `the network`.",
      "Front matter keys that mean nothing here are left alone: `alias`, `cssclasses`, `languages`, `page-type`, " +
        "`short-title`, `shortTitle`, `slug`, `topics`, `types`, `versions`.",
      "Front matter keys that mean nothing on these pages are left alone: `since`, `status`.",
      "Nothing here is of the type `docs`, so these are plain pages: `hugo/menu.md`.",
      "Nothing here is of the type `how_to`, so these are plain pages: `github/pages.md`.",
    ]);
  });
});

test("names that are aliases are found by links in double brackets, where no file has the name and one page", async () => {
  const names = ["TCP/IP", "tcp/ip#Ports", "One", "Both", "Dra\u0066t"];
  const site = await buildSite({
    input: folderOf({
      "index.md": `${names.map((name) => `[[${name}]]`).join(" ")}\n`,
      "Transport.md": head("aliases: [TCP/IP, tcp/ip, One, Both, 1984]", "## Ports\n\n[[1984|x]]\n"),
      "One.md": head("aliases: [Both]"),
      "hidden.md": head("aliases: [Draft]\ndraft: true"),
    }),
    base_url: "https://house.example",
    lenient: true,
  });
  const links = site.text("/index.md").match(/\]\(https:\/\/house\.example\/(transport|one)[^)]*\)/g);
  expect(links?.slice(0, 3)).toEqual([
    "](https://house.example/transport/)",
    "](https://house.example/transport/#ports)",
    "](https://house.example/one/)",
  ]);
  expect(site.text("/transport.md")).toContain("[x](https://house.example/transport/)");
  expect(site.tolerated.map(({ problem }) => problem)).toEqual([
    "links to `[[Both]]`, which does not exist",
    "links to `[[Draft]]`, which does not exist for readers: hidden.md is a draft",
  ]);
});

test("a summary or an excerpt describes a page without a description", async () => {
  const site = await buildSite({
    input: folderOf({
      "index.md": head("summary: A `short` one"),
      "a.md": head("excerpt: Another\nsummary: ''"),
      "b.md": head("description: Own\nsummary: Not this"),
      "c.md": head("summary: true", "# A page\n\nIts first sentence.\n"),
    }),
  });
  const described = site.model.pages.filter(({ source }) => /^\w+\.md$/.test(source ?? ""));
  expect(described.map(({ description }) => description).sort()).toEqual([
    "A short one",
    "Another",
    "Its first sentence.",
    "Own",
  ]);
});

describe("subjects and dates of other tools are tags and dates here", async () => {
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "jekyll.md": head(
        "tags: garden  winter\ncategories: [walks, winter]\nlast_modified_at: 2018-03-08 10:00:00 +0100",
      ),
      "single.md": head("tag: in the garden\ncategory: Long walks\npublished: true"),
      "hugo.md": '+++\nCategories = ["walks"]\ndate = 2018-03-06\nlastmod = 2018-03-07\n+++\nText.\n',
      "commas.md": head('tags: "garden, deep winter,"\nmodified: soon\nlastUpdated: 2018/3/9'),
      "vault.md": head('tags: ["#garden", 2018, true, "", ]'),
      "astro.md": head("pubDate: Mar 6 2018\nupdated: 2018-04-01\nlastmod: 2018-04-02\ntags: ''"),
    }),
    base_url: "https://house.example",
  });
  test.each<[path: string, tags: string[], published: string | null, updated: string | null]>([
    ["/jekyll/", ["garden", "winter", "walks"], null, "2018-03-08T10:00:00+01:00"],
    ["/single/", ["in the garden", "Long walks"], null, null],
    ["/hugo/", ["walks"], "2018-03-06T00:00:00Z", "2018-03-07T00:00:00Z"],
    ["/commas/", ["garden", "deep winter"], null, "2018-03-09T00:00:00Z"],
    ["/vault/", ["garden", "2018", "true"], null, null],
    ["/astro/", [], "2018-03-06T00:00:00Z", "2018-04-01T00:00:00Z"],
  ])("%s", (path, tags, published, updated) => {
    expect(site.model.pages.find((page) => page.path === path)).toMatchObject({ tags, published, updated });
  });

  test("and none of the keys is mentioned", () => expect(site.warnings).toEqual([]));

  test("what is neither text nor a list is a fault", async () => {
    const input = folderOf({ "index.md": head("tags:\n  garden: 1\ncategories:\n  a: b") });
    await expect(buildSite({ input })).rejects.toThrow(/^One thing[^]*index\.md:2 tags: is \{.*\n +expected: a list/);
  });
});

test("tolerated, a key in another case still says what it says", async () => {
  const input = folderOf({
    "index.md": "# Home\n",
    "a.md": head("Title: Kept\nDate: 2018-03-06\nTags: [a]", "Text.\n"),
  });
  await expect(buildSite({ input })).rejects.toThrow(/a\.md:2 Title: is not a key; did you mean `title`/);
  const { model, warnings } = await buildSite({ input, lenient: true, base_url: "https://house.example" });
  expect(model.pages.find(({ path }) => path === "/a/")).toMatchObject({
    title: "Kept",
    published: "2018-03-06T00:00:00Z",
    tags: ["a"],
  });
  expect(warnings.join()).toMatch(/^3 tolerated/);
});

test("a layout is told as meaning nothing only where it is not one of the author's", async () => {
  const warningsFor = async (layout: string, layouts?: readonly string[]) => {
    const input = folderOf({ "index.md": head(`layout: ${layout}`) });
    const configuration = resolve(import.meta.dirname, "../../.eleventy.ts");
    const eleventy = layouts && { isTemplate: () => false, configuration, layouts };
    return (await buildSite({ input, base_url: "https://house.example", ...(eleventy && { eleventy }) })).warnings;
  };
  const told = ["Front matter keys that mean nothing here are left alone: `layout`."];
  expect(await warningsFor("plain.njk", ["plain.njk"])).toEqual([]);
  expect(await warningsFor("post", ["plain.njk"])).toEqual(told);
  expect(await warningsFor("post")).toEqual(told);
  await expect(warningsFor("other.njk", ["plain.njk"])).rejects.toThrow(/layout: is `other\.njk`/);
});

test.each([
  ["drft: true", "draft"],
  ["publishd: false", "published"],
  ["publishd: 'no'", "published"],
  ["publsh: false", "publish"],
  ["headles: true", "headless"],
  ["drafts: soon", "draft"],
  ["draft: false\nDraft: true", "draft"],
  ["dratf: [a]", "draft"],
  ["gonee: true", "gone"],
])("`%s` is a fault, and tolerated it keeps the page out: its author may", async (written, meant) => {
  const input = folderOf({ "index.md": "# Home\n", "a.md": head(written, "Text.\n") });
  const message = new RegExp(`^One thing[^]*a\\.md:\\d \\w+: is not a key; did you mean \`${meant}\``);
  await expect(buildSite({ input })).rejects.toThrow(message);
  const { model, tolerated } = await buildSite({ input, lenient: true });
  expect(model.pages.map(({ path }) => path)).not.toContain("/a/");
  expect(tolerated.map(({ problem }) => problem)).toEqual([expect.stringMatching(/so the page is kept out$/)]);
});

describe("whether a page is a draft may be said as in YAML 1.1, and the key with capitals", () => {
  const isPublished = async (written: string, lenient = false) => {
    const { model, tolerated } = await buildSite({
      input: folderOf({ "index.md": "# Home\n", "a.md": head(written, "Text.\n") }),
      lenient,
    });
    return { published: model.pages.some(({ path }) => path === "/a/"), tolerated: tolerated.length };
  };
  test.each(["draft: yes", "draft: 'true'", "draft: 1", "Draft: true", "DRAFT: On", "gone: yes"])(
    "`%s` keeps it out",
    async (written) => expect(await isPublished(written)).toEqual({ published: false, tolerated: 0 }),
  );
  test.each(["draft: no", "draft: 'False'", "draft: 0", "Draft: off", "gone: n"])("`%s` does not", async (written) =>
    expect(await isPublished(written)).toEqual({ published: true, tolerated: 0 }),
  );
  test.each(["draft: soon", "draft:", "draft: [true]", "Draft: 2", "gone: perhaps"])(
    "`%s` is a fault, and tolerated it keeps the page out",
    async (written) => {
      await expect(isPublished(written)).rejects.toThrow(/(draft|gone): is .*so the page is kept out/);
      expect(await isPublished(written, true)).toEqual({ published: false, tolerated: 1 });
    },
  );
});

test("a key that resembles one and keeps nothing out is left alone", async () => {
  const input = folderOf({ "index.md": "# Home\n", "a.md": head("drft: false\npublishd: 2020-01-01", "Text.\n") });
  const { model } = await buildSite({ input, base_url: "https://house.example" });
  expect(model.pages.map(({ path }) => path)).toContain("/a/");
});

describe("what settings and folders hand down to pages", async () => {
  const settings = `defaults:
  - scope: { path: "fr", type: pages }
    values: { lang: fr, category: voyages }
  - scope: { path: "" }
    values: { tags: walks snow, lang: de, layout: post, author: Ada }
  - { scope: { type: posts }, values: { categories: [blog], permalink: "/:categories/:title/" } }
`;
  const files = {
    "_config.yml": settings,
    "index.md": "# Home\n",
    "fr/a.md": "# A\n",
    "fr/own.md": head("lang: it\ntags: [own]\ncategory: kitchen"),
    "_posts/2019-05-06-p.md": head("tags: own"),
  };
  const site = await buildSite({ input: folderOf(files), lenient: true });

  test.each([
    ["/", "de", ["walks", "snow"]],
    ["/fr/a/", "fr", ["walks", "snow", "voyages"]],
    ["/fr/own/", "it", ["own", "kitchen"]],
    ["/p/", "de", ["own", "blog"]],
  ])("%s", (path, language, tags) => {
    expect(site.model.pages.find((page) => page.path === path)).toMatchObject({ language, tags });
  });

  test("also for former addresses, and what else there is is named", () => {
    expect(site.text("/_redirects")).toMatch(/^\/blog\/p\/ \/p\/ 301$/m);
    expect(site.warnings).toContain(
      "Keys that `_config.yml` hands down to pages and that mean nothing here are left alone: `author`, `layout`.",
    );
  });

  test("so is what Hugo's cascades hand down, except what keeps pages out", async () => {
    const { warnings } = await buildSite({
      input: folderOf({
        "content/_index.md": head("cascade:\n  - draft: false\n    target: { path: /x/** }\n    params: { banner: b }"),
        "hugo.toml": "[cascade]\ntype = 'docs'\n",
      }),
      lenient: true,
    });
    expect(warnings.filter((warning) => warning.includes("left alone"))).toEqual([
      "Front matter keys that mean nothing here are left alone: `cascade.banner`.",
      "Keys that `hugo.toml` hands down to pages and that mean nothing here are left alone: `type`.",
    ]);
  });
});

test("`render = false` of Zola keeps a page or a folder's page out, in TOML alone", async () => {
  const { model, warnings } = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "data/_index.md": "+++\ntitle = 'Xyzzy'\nrender = false\n+++\n",
      "data/part.md": "+++\nrender = true\n+++\n",
      "data/row.md": "+++\nrender = false\n+++\n",
      "yaml.md": head("render: false"),
    }),
    base_url: "https://house.example",
  });
  expect(model.pages.flatMap(({ source }) => source ?? [])).toEqual(["index.md", "data/part.md", "yaml.md"]);
  expect(warnings).toEqual(
    expect.arrayContaining([
      "Front matter keys that mean nothing here are left alone: `render`.",
      "Pages are kept out, as by `draft: true`, because of `render: false`: `data/_index.md`, `data/row.md`.",
    ]),
  );
});

test("a page with a password or to be encrypted is kept out, and the password not told", async () => {
  const { model, warnings, tolerated, text, files } = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "a.md": head("password: xyzzy", "Xyzzy.\n"),
      "b.md": head("encrypt: true", "Xyzzy.\n"),
      "broken.md": head("password: xyzzy\ntitle: a: b", "Xyzzy.\n"),
      "open.md": head("password: ''\nencrypt: false"),
    }),
    base_url: "https://house.example",
    lenient: true,
  });
  expect(model.pages.flatMap(({ source }) => source ?? [])).toEqual(["index.md", "open.md"]);
  expect([...files.keys()].filter((path) => /xyzzy/i.test(text(path)))).toEqual([]);
  expect(tolerated).toHaveLength(1);
  expect(warnings.slice(0, -1)).toEqual([
    "Pages are kept out, as by `draft: true`, because of `encrypt: true`: `b.md`.",
    "Pages are kept out, as by `draft: true`, because of `password`: `a.md`.",
  ]);
});

test.each([
  ["quartz.config.ts", "ignorePatterns"],
  [".vitepress/config.mts", "srcExclude"],
])("what `%s` keeps out by `%s` is not known, which is told", async (file, key) => {
  const warningsFor = async (program: string, pages = "") => {
    const folder = folderOf({ [file]: program, [`${pages}index.md`]: "# Home\n" });
    return (await buildSite({ input: join(folder, pages), base_url: "https://house.example" })).warnings.join("\n");
  };
  const told =
    `\`${file}\` is a program and not run, so what \`${key}\` in it leaves out is published; ` +
    "write it into `.eleventyignore` too.";
  expect(await warningsFor(`export default { ${key}: ["private"] };`)).toContain(told);
  expect(await warningsFor(`export default { ${key}: ["private"] };`, "content/")).toContain(told);
  expect(await warningsFor("export default {};")).not.toContain("program");
});
