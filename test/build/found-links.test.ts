import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultsOf } from "../authors/faults-of.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

/** Documentation in folders with numbers, whose links are those of the site that another tool makes of it. */
const files = {
  "index.md": "# Home\n",
  "top.md": "# Top\n",
  "01-app/index.md": "# App\n",
  "01-app/01-start/05-first_page.md": "# First\n\n## In short\n",
  "01-app/02-guides/01-Cache.mdx": "# Cache\n",
  "02-pages/02-guides/01-cache.mdx": "# Cache\n",
  "static/img/door.txt": "A door",
};

/** What is written on `01-app/02-guides/l.md`, where it leads, and whether by its end alone. */
const ways: [href: string, leads: string, byEnd: boolean][] = [
  ["/docs/app/start/first_page", "/01-app/01-start/05-first_page/", true],
  ["/docs/app/start/first_page/#In-Short", "/01-app/01-start/05-first_page/#in-short", true],
  ["/start/first_page.html", "/01-app/01-start/05-first_page/", true],
  ["../start/first_page", "/01-app/01-start/05-first_page/", true],
  ["/docs/pages/guides/cache", "/02-pages/02-guides/01-cache/", true],
  ["/docs/app", "/01-app/", true],
  ["/docs/top", "/top/", true],
  ["../../top.html", "/top/", false],
  ["../index.html#app", "/01-app/#app", false],
  ["/top.html", "/top/", false],
  ["/index.html", "/", false],
  ["/img/door.txt", "/static/img/door.txt", false],
];

describe("links of the site that another tool makes of the folder", async () => {
  const page = ways.map(([href], index) => `[${index}](${href})\n`).join("\n");
  const site = await buildSite({ input: folderOf({ ...files, "01-app/02-guides/l.md": page }), lenient: true });
  const html = site.html.get("/01-app/02-guides/l/") ?? "";

  test.each(ways.map((way, index) => [...way, index] as const))("%s", (href, leads, byEnd, index) => {
    expect(html).toContain(`<a href="${leads}">${index}</a>`);
    expect(site.tolerated.some(({ line }) => line === 2 * index + 1)).toBe(byEnd);
    expect(href).not.toBe(leads);
  });

  test("those found by their end are counted, with the page that each leads to", () => {
    expect(site.tolerated).toHaveLength(ways.filter(([, , byEnd]) => byEnd).length);
    expect(site.tolerated[0]).toEqual({
      file: "01-app/02-guides/l.md",
      line: 1,
      kind: "links found by the end of their path alone",
      problem: "links to `/docs/app/start/first_page`, which is found by its end alone",
      expected: "`01-app/01-start/05-first_page.md`",
      publishable: true,
    });
  });

  test.each([
    ["several pages have the end", "/docs/guides/cache"],
    ["one name says too little", "first_page"],
    ["one name below two folders says too little", "/a/b/top"],
    ["a folder beside the page is no base", "./docs/top"],
    ["nothing has it", "/docs/app/start/nothing"],
  ])("%s", async (_, href) => {
    const faults = await faultsOf({ ...files, "a.md": `[x](${href})\n` });
    expect(faults).toMatchObject([{ problem: `links to \`${href}\`, which does not exist` }]);
  });

  test("without --lenient they are faults", async () => {
    expect(await faultsOf({ ...files, "a.md": "[x](/docs/top)\n" })).toHaveLength(1);
  });

  test("a draft that a link means by its address is no other page", async () => {
    const faults = await faultsOf({
      ...files,
      "docs/top.md": "---\ndraft: true\n---\n",
      "a.md": "[x](/docs/top/)\n",
    });
    expect(faults).toMatchObject([{ problem: expect.stringContaining("docs/top.md is a draft") as string }]);
  });
});

describe("a folder with a generated list is found by its name as written", async () => {
  const ways = [
    ["Plain/", "/plain/"],
    ["Plain", "/plain/"],
    ["/Plain/#list", "/plain/#list"],
    ["ein%20Ordner/", "/ein-ordner/"],
    ["<ein Ordner>", "/ein-ordner/"],
    ["Plain/Inner%20Part/", "/plain/inner-part/"],
    ["Caf%C3%A9/", "/caf%C3%A9/"],
  ] as const;
  const page = ways.map(([href], index) => `[${index}](${href})\n`).join("\n");
  const site = await buildSite({
    input: folderOf({
      "index.md": page,
      "Plain/a.md": "# A\n\n[inner](Inner%20Part/)\n",
      "Plain/Inner Part/b.md": "# B\n\n[up](../../ein%20Ordner/)\n",
      "ein Ordner/c.md": "# C\n",
      "Cafe\u0301/d.md": "# D\n",
    }),
    lenient: true,
  });

  test.each(ways.map((way, index) => [...way, index] as const))("%s", (_, leads, index) => {
    expect(site.html.get("/")).toContain(`<a href="${leads}">${index}</a>`);
  });

  test("beside the file of the page that links to it", () => {
    expect(site.html.get("/plain/a/")).toContain('<a href="/plain/inner-part/">inner</a>');
    expect(site.html.get("/plain/inner-part/b/")).toContain('<a href="/ein-ordner/">up</a>');
  });

  test("and that is no fault, but a folder that is not there is", async () => {
    expect(site.tolerated.filter(({ problem }) => !problem.includes("#list"))).toEqual([]);
    const faults = await faultsOf({ "index.md": "[x](Other/)\n" });
    expect(faults).toMatchObject([{ problem: "links to `Other/`, which does not exist" }]);
  });
});

test("a fault about a file that lies beside the content folder says where", async () => {
  const project = folderOf({
    "content/index.md": "# Home\n\n![A dot](/img/dot.png) and [a paper](/papers/one.pdf)\n",
    "static/img/dot.png": "x",
    "public/papers/two.pdf": "x",
  });
  const { tolerated } = await buildSite({ input: join(project, "content"), lenient: true });
  expect(tolerated.map(({ expected }) => expected)).toEqual([
    `a copy of ${join(project, "static/img/dot.png")} in the content folder`,
    "the path of a file or an address of this site",
  ]);
});
