import { describe, expect, test } from "vitest";
import { loadAssets } from "../../build/layouts/assets.ts";
import { renderPage } from "../../build/layouts/page.ts";
import { pageTypes, realmStatusNames } from "../../build/schemas/fields.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { factsFile } from "../documents/facts.ts";
import { elementsOf } from "../judges/judge/markup.ts";

const dated = "date: 2026-01-02\nupdated: 2026-03-04\n";
const long = `## One\n\n### Part\n\n## Two\n\n## Three\n\n${"Words that fill a page. ".repeat(70)}`;
const room = (status: string, href = "/search/", more = "") =>
  `---\ntype: realm\nstatus: ${status}\nsince: 2026-01-02\naffordances:\n  - { action: look, label: Look, method: GET, ` +
  `href: "${href}", media_type: text/html${more} }\n---\n\nA room.\n`;
const hostile = JSON.stringify(
  '"><img src=x onerror=alert(1)></script><script>alert(1)</script><!-- &amp;',
);

/** One page of every kind, and enough of them to stand beside each other. */
const files = {
  "facts.yaml": factsFile({
    navigation: ["/notes/", "/about/"],
    author: { name: JSON.parse(hostile) as string },
  }),
  "index.md": `---\n${dated}---\n\nCome in.\n\n- [Begin](about.md)\n- [Notes](/notes/)\n\n## Next\n\n- [A](about.md)\n- [B](about.md)\n`,
  "about.md": `# About\n\n${long}`,
  "listed.md": "# Listed\n\nCome in.\n\n- [Begin](about.md)\n- [Notes](/notes/)\n",
  "told.md": "---\nlang: fa\n---\n\nHello.\n",
  "notes/one.md": "---\ntype: note\ndate: 2026-01-02\nupdated: 2026-01-02\n---\n\n# One\n\nText.\n",
  "notes/three.md": `---\ntype: note\n${dated}tags: [doors, light]\n---\n\n# Three\n\nText.\n`,
  "notes/hostile.md": `---\ntype: note\ndate: 2026-01-03\ntitle: ${hostile}\ndescription: ${hostile}\ntags: [${hostile}]\n---\n\nText.\n`,
  "realms/index.md": "# Rooms\n",
  ...Object.fromEntries(realmStatusNames.map((status) => [`realms/${status}.md`, room(status)])),
  "realms/else.md": room("open", "https://elsewhere.example/"),
  "realms/data.md": room("open", "/feed.xml").replace("text/html", "application/atom+xml"),
};
const site = await buildSite({ input: folderOf(files) });
const { model, html } = site;
const at = (path: string) => html.get(path) ?? expect.unreachable(path);
const pages = model.pages.map((page) => [page.path, page] as const);

describe("every page", () => {
  test("is there, of each type", () =>
    expect(new Set(model.pages.map(({ type }) => type))).toEqual(new Set(pageTypes)));

  test.each(pages)(
    "%s has one main and one first heading, leads to its other forms, and has nothing inline",
    (path, page) => {
      const document = at(path);
      for (const part of [
        "<main ",
        "<h1",
        '<header class="site-header">',
        'href="#main"',
        'id="main"',
      ])
        expect([part, document.split(part).length - 1]).toEqual([part, 1]);
      for (const part of [
        `<body class="type-${page.type}">`,
        `<link rel="canonical" href="${page.url}">`,
        `<link rel="alternate" href="${page.markdown_path}" type="text/markdown"`,
        '<link rel="alternate" href="/feed.xml" type="application/atom+xml"',
      ])
        expect(document).toContain(part);
      expect(document.slice(document.indexOf("<main"))).toContain(
        `<a href="${page.markdown_path}"`,
      );
      // The guestbook's entries are strangers' words: its page gives no permission for them.
      const isGuestbook = page.type === "guestbook";
      expect(document.includes("creativecommons.org")).toBe(!isGuestbook);
      expect(document.match(/^<!--guestbook .*-->$/gm) ?? []).toHaveLength(isGuestbook ? 1 : 0);
      const names = elementsOf(document).flatMap(({ name, attributes }) => [
        name,
        ...Object.keys(attributes),
      ]);
      expect(names.filter((name) => /^(style|on.*)$/.test(name))).toEqual([]);
    },
  );
});

test("author's text is escaped wherever it stands", () => {
  for (const [path] of pages) {
    expect(at(path)).not.toMatch(/<img|<script>alert/);
    expect(at(path).match(/<script type="application\/ld\+json">/g)).toHaveLength(1);
  }
  expect(at("/notes/hostile/")).toContain("<h1>&quot;&gt;&lt;img src=x onerror=alert(1)&gt;");
});

test("the navigation marks the page, or the folder that it is in", () => {
  expect(at("/notes/")).toContain('<a href="/notes/" aria-current="page">');
  expect(at("/notes/three/")).toContain('<a href="/notes/" aria-current="true">');
  expect(at("/")).toContain('<a class="name" href="/" aria-current="page">');
  expect(at("/listed/")).not.toContain("aria-current");
});

test("dates are words for people and days for programs, and an equal update is not shown", () => {
  const [day, later] = [
    '<time datetime="2026-01-02">2 January 2026</time>',
    '<time datetime="2026-03-04">4 March 2026',
  ];
  expect(at("/notes/three/")).toContain(`${day}, <span>updated ${later}</time></span>`);
  expect(at("/notes/one/")).not.toContain("updated <time");
  expect(at("/about/")).not.toContain("<time");
  expect(at("/")).not.toContain('class="dates"');
});

test("a room says its status, what that means and since when, and what one can do in it", () => {
  expect(at("/realms/quiet/")).toContain(
    '<strong>quiet</strong> since <time datetime="2026-01-02">2 January 2026</time>',
  );
  expect(at("/realms/quiet/")).toContain("Works, and is left as it is.");
  expect(at("/realms/quiet/")).toContain(
    '<li><a href="/search/">Look</a>: <div class="way"><code>GET /search/</code> gives <code>text/html</code></div></li>',
  );
});

test("long pages have a table of contents, those below the home page breadcrumbs, and tags stand below the text", () => {
  expect(at("/about/")).toMatch(/<nav class="contents"[^]*href="#one"[^]*href="#three"[^]*<\/nav>/);
  expect(at("/about/")).not.toContain('<li><a href="#part">');
  expect(at("/api/")).toContain('<li class="below"><a href="#guestbook_sign">');
  expect(at("/realms/quiet/")).not.toContain('class="contents"');
  expect(at("/realms/quiet/")).toMatch(/<nav class="crumbs"[^]*href="\/"[^]*href="\/realms\/"/);
  expect(at("/realms/")).not.toContain('class="crumbs"');
  expect(at("/notes/three/")).toMatch(/class="body"[^]*class="tags"/);
  expect(at("/about/")).toContain('<footer class="page-footer"></footer>'); // takes no place
});

test("each promise of the manifesto is a section with its number on a plate, up to its command", () => {
  const sections = at("/manifesto/").match(
    /<section class="promise" aria-labelledby="[^"]+">[^]*?<\/pre>\n<\/section>/g,
  );
  expect(
    sections?.map((section) => /<span class="plate">(\d)\.<\/span>/.exec(section)?.[1]).join(""),
  ).toBe("1234567");
});

test("a list of links after the first paragraph of the home page is its ways in, and no other list", () => {
  expect(at("/")).toContain('</p>\n<ul class="ways">\n<li><a href="/about/">');
  expect(at("/").match(/class="ways"/g)).toHaveLength(1);
  expect(at("/listed/")).not.toContain('class="ways"');
});

test("the home page has a plan: each room with its status, leading to what it is about on this site", () => {
  const rooms = elementsOf(at("/").split('<nav class="plan"')[1] ?? "")
    .filter(({ name }) => name === "a")
    .slice(0, 6);
  const found = Object.fromEntries(
    rooms.map(({ attributes }) => [attributes["aria-label"], attributes["href"]]),
  );
  expect(found).toEqual({
    "Data, open": "/realms/data/",
    "Else, open": "/realms/else/",
    ...Object.fromEntries(
      ["Open", "Growing", "Quiet", "Closed"].map((name) => [
        `${name}, ${name.toLowerCase()}`,
        "/search/",
      ]),
    ),
  });
  for (const status of realmStatusNames)
    expect(at("/")).toContain(`<svg class="door door-${status}"`);
});

test.each([
  ["ar", true],
  ["fa-IR", true],
  ["az-Arab", true],
  ["ckb", true],
  ["ar-Latn", false],
  ["ar-Cyrl-KZ", false],
  ["de", false],
  ["arn", false],
  ["sr-Latn", false],
])("a page in %s is written from right to left: %s", (language, is) => {
  const [page] = model.pages;
  const rendered = renderPage({ ...(page ?? expect.unreachable()), language }, model);
  expect(rendered.includes(' dir="rtl">')).toBe(is);
});

test("a page says its direction once, on its first element", () => {
  expect(at("/")).toContain('<html lang="en">\n');
  expect(at("/told/")).toContain('<html lang="fa" dir="rtl">\n');
});

test("the pages for what is missing or gone lead on, from the root, and are no pages of the site", () => {
  for (const path of ["/404.html", "/410.html"]) {
    const document = site.text(path);
    for (const way of ["/", "/search/", "/llms.txt", "/sitemap.xml", "/api/index.json"])
      expect(document).toContain(`<a href="${way}">`);
    expect(document).not.toMatch(/rel="canonical"|text\/markdown|aria-current/);
    for (const [, address] of document.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^(\/|#|https:)/);
  }
});

describe("structured data", () => {
  const graphOf = (path: string) => {
    const [, json = ""] =
      /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(at(path)) ?? [];
    return (JSON.parse(json) as { "@graph": Record<string, unknown>[] })["@graph"];
  };
  const ofType = (path: string, type: string) =>
    graphOf(path).find((node) => node["@type"] === type);
  const base = model.base_url;

  test.each(pages)(
    "of %s say that it is free, and under which license, but for the guestbook's",
    (path, page) => {
      const terms = { license: model.facts.license.url, usageInfo: `${base}/manifesto/` };
      expect(graphOf(path)[0]).toMatchObject({ url: page.url, isAccessibleForFree: true });
      if (page.type === "guestbook")
        expect(Object.keys(graphOf(path)[0] ?? {})).not.toEqual(
          expect.arrayContaining(Object.keys(terms)),
        );
      else expect(graphOf(path)[0]).toMatchObject(terms);
    },
  );

  test("are a web site, articles with their dates, and web pages with the way to them", () => {
    expect(ofType("/", "WebSite")).toMatchObject({
      "@id": `${base}/#website`,
      name: model.facts.name,
    });
    expect(ofType("/notes/three/", "Article")).toMatchObject({
      headline: "Three",
      datePublished: "2026-01-02T00:00:00Z",
      dateModified: "2026-03-04T00:00:00Z",
    });
    expect(ofType("/about/", "WebPage")).not.toHaveProperty("datePublished");
    expect(ofType("/realms/quiet/", "BreadcrumbList")?.["itemListElement"]).toMatchObject(
      ["/", "/realms/", "/realms/quiet/"].map((path, index) => ({
        position: index + 1,
        item: base + path,
      })),
    );
  });

  test("of the corpus are a dataset, as one document and as JSON Lines named by their digest", () => {
    const dataset = ofType("/corpus/", "Dataset");
    expect(dataset).toMatchObject({
      license: model.facts.license.url,
      dateModified: model.updated,
    });
    const [whole, lines] = (dataset?.["distribution"] ?? []) as Record<string, string>[];
    expect(whole).toMatchObject({
      contentUrl: `${base}/api/corpus.json`,
      encodingFormat: "application/json",
    });
    expect(lines?.["contentUrl"]).toContain(lines?.["sha256"]);
  });
});

test("strings and addresses in an author's stylesheet stay as they are", () => {
  const own = `p::before { content: "/* a */ {  ;"; mask: url(/a/*b.svg) }\nq { quotes: '/*' \\27 }`;
  const { assets, files } = loadAssets(`/* mine */\n${own}\n/* no end`);
  expect(
    String(files.find(({ path }) => path === assets.style)?.content).endsWith(`\n${own}`),
  ).toBe(true);
});
