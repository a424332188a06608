import { describe, expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { loadAssets } from "../../build/layouts/assets.ts";
import { renderPage } from "../../build/layouts/page.ts";
import { renderBody } from "../../build/layouts/page-body.ts";
import { pageTypes } from "../../build/schemas/fields.ts";
import { fixtureContext, fixturePage, fixturePages } from "./fixture.ts";

const model = fixtureContext(fixturePages());
const pageAt = (path: string) => {
  const page = model.pages.find((candidate) => candidate.path === path);
  if (!page) throw new Error(`no fixture at ${path}`);
  return page;
};
const at = (path: string) => renderPage(pageAt(path), model);
const count = (text: string, part: string) => text.split(part).length - 1;

test("the fixtures hold every type of page", () => {
  expect(new Set(model.pages.map((page) => page.type))).toEqual(new Set(pageTypes));
});

describe.each(model.pages.map((page) => [page.path, page] as const))("%s", (path, page) => {
  const document = at(path);

  test("has one main, one heading of the first level, a banner and a way past it", () => {
    for (const part of [
      "<main ",
      "<h1>",
      '<header class="site-header">',
      '<footer class="site-footer">',
      'href="#main"',
      'id="main"',
    ])
      expect(count(document, part)).toBe(1);
    expect(document).toContain(`<body class="type-${page.type}">`);
  });

  test("leads to its Markdown, visibly and in its head, and to llms.txt", () => {
    const main = document.slice(document.indexOf("<main"));
    expect(document).toContain(`<link rel="alternate" href="${page.markdown_path}" type="text/markdown"`);
    expect(document).toContain('<link rel="describedby" href="/llms.txt"');
    expect(main).toContain(`<a href="${page.markdown_path}"`);
    expect(main).toContain('<a href="/llms.txt">');
  });

  test("names its canonical address, license and feed", () => {
    expect(document).toContain(`<link rel="canonical" href="${page.url}">`);
    // The guestbook's entries are strangers' words: its page gives no permission for them.
    expect(document.includes("creativecommons.org")).toBe(page.type !== "guestbook");
    expect(document.includes('<link rel="license" href="https://creativecommons.org/publicdomain/zero/1.0/">')).toBe(
      page.type !== "guestbook",
    );
    expect(document).toContain('<link rel="alternate" href="/feed.xml" type="application/atom+xml"');
  });

  test("runs no script but that of the guestbook, of search and of the API page, and nothing stands inline that the policy would stop", () => {
    const scripts = [...document.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    const own =
      page.type === "guestbook" || page.type === "api"
        ? [`<script type="module" src="/assets/${page.type}.0a1b2c3d.js">`]
        : [];
    if (page.type === "search") own.push('<script src="/assets/search.0a1b2c3d.js">');
    const expected = ['<script type="application/ld+json">', ...own];
    expect(scripts).toEqual(expected);
    expect(document).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
  });

  test("marks where the guestbook goes, on that page alone and once", () => {
    expect(document.split("\n").filter((line) => line === "<!--guestbook-->")).toHaveLength(
      page.type === "guestbook" ? 1 : 0,
    );
    if (page.type === "guestbook") expect(document).toMatch(/<main[^]*Sign here\.[^]*\n<!--guestbook-->\n[^]*<\/main>/);
  });

  test("loads nothing from another origin", () => {
    const loaded = [...document.matchAll(/<(?:script|img|link)\b[^>]*?(?:src|href)="([^"]*)"[^>]*>/g)].filter(([tag]) =>
      /stylesheet|icon|src=/.test(tag),
    );
    expect(loaded.length).toBeGreaterThan(1);
    for (const [, address] of loaded) expect(address).toMatch(/^\//);
  });
});

describe("the room one is in", () => {
  test("is named as the current page, on the page itself", () => {
    expect(at("/notes/")).toContain('<a href="/notes/" aria-current="page">Notes</a>');
  });
  test("is named as the current place, on a page inside it", () => {
    expect(at("/notes/two/")).toContain('<a href="/notes/" aria-current="true">Notes</a>');
  });
  test("is the house's name on the home page", () => {
    expect(at("/")).toContain('<a class="name" href="/" aria-current="page">');
  });
  test("is none for a page outside all of them: its door is the front door, which is not where one is", () => {
    expect(at("/corpus/")).not.toContain("aria-current");
    expect(at("/corpus/")).toContain('<a class="name" href="/">');
  });
});

test("each promise of the manifesto is a section with its number on a plate, up to its command", () => {
  const body = [1, 2]
    .map((number) => `<h3 id="p${number}">${number}. Title</h3>\n<p>Text.</p>\n<pre>command</pre>`)
    .join("\n");
  const shown = renderBody({
    ...fixturePage("/manifesto/", { type: "manifesto" }),
    html: `${body}\n<h2>End</h2>`,
  }).value;
  expect(shown.match(/<section class="promise" aria-labelledby="p[12]">[^]*?<\/pre>\n<\/section>/g)).toHaveLength(2);
  expect(shown).toContain('<h3 id="p2"><span class="plate">2.</span> Title</h3>');
  expect(shown).toMatch(/<\/section>\n<h2>End<\/h2>$/);
});

test("what one can do in a realm is a label with the way to do it below", () => {
  const line = '<li><a href="/x">Do it</a>: <code>GET /x</code> gives <code>text/plain</code></li>';
  const page = (type: "realm" | "page") => ({ ...fixturePage("/r/", {}), type, html: line }) as Page;
  expect(renderBody(page("realm")).value).toBe(
    '<li><a href="/x">Do it</a>: <div class="way"><code>GET /x</code> gives <code>text/plain</code></div></li>',
  );
  expect(renderBody(page("page")).value).toBe(line);
});

test("author's text is escaped wherever it stands", () => {
  const hostile = '"><img src=x onerror=alert(1)>&amp;';
  const page = fixturePage("/notes/hostile/", {
    type: "note",
    title: hostile,
    description: hostile,
    tags: [hostile],
    language: '"><b>',
  });
  const facts = { ...model.facts, name: hostile, tagline: hostile, author: { name: hostile } };
  const document = renderPage(page, fixtureContext([...fixturePages(), page], { facts }));
  expect(document).not.toContain("<img");
  expect(document).not.toContain('"><b>');
  expect(document).toContain("<h1>&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;</h1>");
});

test("dates are words for people and days for programs, and an equal update is not shown", () => {
  expect(at("/notes/three/")).toContain(
    '<time datetime="2026-01-02">2 January 2026</time>, <span>updated <time datetime="2026-03-04">4 March 2026</time></span>',
  );
  expect(at("/notes/two/")).not.toContain("updated <time");
  expect(at("/about/")).not.toContain("<time");
  expect(at("/")).not.toContain('class="dates"');
});

test("a realm says its status, what that means and since when", () => {
  expect(at("/realms/cellar/")).toContain(
    '<strong>quiet</strong> since <time datetime="2026-01-02">2 January 2026</time>',
  );
  expect(at("/realms/cellar/")).toContain("Works, and is left as it is.");
});

test("long pages have a table of contents of their sections, short ones none", () => {
  expect(at("/about/")).toMatch(/<nav class="contents"[^]*href="#things-in-rows"[^]*href="#code"[^]*<\/nav>/);
  expect(at("/about/")).not.toContain('<li><a href="#a-smaller-room">');
  expect(at("/manifesto/")).toContain('<li class="below"><a href="#a-smaller-room">');
  expect(at("/realms/hall/")).not.toContain('class="contents"');
});

test("tags stand below the text, as the keyboard comes to them", () => {
  const html = at("/notes/three/");
  expect(html.indexOf('class="tags"')).toBeGreaterThan(html.indexOf('class="body"'));
});

test("breadcrumbs lead up through pages that exist, where there is one between a page and the home page", () => {
  expect(at("/realms/hall/")).toMatch(/<nav class="crumbs"[^]*href="\/"[^]*href="\/realms\/"/);
  expect(at("/realms/")).not.toContain('class="crumbs"');
  expect(at("/")).not.toContain('class="crumbs"');
});

test("the same page gives the same bytes in a model made anew", () => {
  const again = fixtureContext(fixturePages());
  for (const page of again.pages) expect(renderPage(page, again)).toBe(at(page.path));
});

describe("a list after the first paragraph of the home page", () => {
  const home = (body: string, type: Page["type"] = "home") =>
    String(renderBody(fixturePage("/", { type, title: "Home", body })));
  const links = "- [Begin](/about/)\n- [Notes](/notes/)";

  test("becomes its ways in if it is nothing but links", () => {
    expect(home(`Come in.\n\n${links}\n\n## Next`)).toContain('</p>\n<ul class="ways">\n<li><a href="/about/">');
  });

  test.each([
    ["with words beside a link", "Come in.\n\n- [Begin](/about/) here\n- [Notes](/notes/)"],
    ["of many links", `Come in.\n\n${links}\n${links}\n- [Fifth](/about/)`],
    ["further down", `Come in.\n\nAnd sit.\n\n${links}`],
  ])("stays a list %s", (_, body) => expect(home(body)).not.toContain("ways"));

  test("stays a list on other pages", () => expect(home(`Come in.\n\n${links}`, "list")).not.toContain("ways"));
});

test("an empty way onward is empty, so that its row takes no place", () => {
  expect(at("/")).toContain('<footer class="page-footer"></footer>');
});

test("strings and addresses in an author's stylesheet stay as they are", () => {
  const own = `p::before { content: "/* a */ {  ;"; mask: url(/a/*b.svg) }\nq { quotes: '/*' \\27 }`;
  const { assets, files } = loadAssets(`/* mine */\n${own}\n/* no end`);
  expect(String(files.find(({ path }) => path === assets.style)?.content)).toMatch(/}$/m);
  expect(String(files.find(({ path }) => path === assets.style)?.content).endsWith(`\n${own}`)).toBe(true);
});
