import { describe, expect, test } from "vitest";
import { createNameIndex } from "../../build/content/name-index.ts";
import { png } from "../authors/faults-of.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { base_url, read } from "./sample-page.ts";

describe("a link in double brackets leads to the file of that name, with the same words everywhere", () => {
  test.each<[source: string, href: string, words: string]>([
    ["[[about]]", "/about/", "about"],
    ["[[about.md]]", "/about/", "about.md"],
    ["[[two words]]", "/notes/two-words/", "two words"],
    ["[[über|The *thing*]]", "/notes/%C3%BCber/", "The *thing*"],
    ["[[u\u0308ber]]", "/notes/%C3%BCber/", "u\u0308ber"],
    ["[[../about|x]]", "/about/", "x"],
    ["[[about#The First Part]]", "/about/#the-first-part", "about > The First Part"],
    ["[[about#A#The First Part|x]]", "/about/#the-first-part", "x"],
    ["[[about#^a1b2c3|x]]", "/about/", "x"],
    ["[[#Some heading]]", "/notes/one/#some-heading", "Some heading"],
    ["[[C# notes]]", "/notes/c-notes/", "C# notes"],
    ["[[notes/C# notes|x]]", "/notes/c-notes/", "x"],
    ["| a |\n|---|\n| [[C# notes\\|x]] |", "/notes/c-notes/", "x"],
    ["[[door.png|x]]", "/notes/door.png", "x"],
    ["![[two words]]", "/notes/two-words/", "two words"],
    ["`[[about]]` [[about|x]]", "/about/", "x"],
  ])("%s", (source, href, words) => {
    const { html, markdown, faults } = read(source);
    const escaped = words.replaceAll(">", "&gt;");
    expect(faults).toEqual([]);
    expect(html).toContain(`<a href="${href}">${escaped}</a>`);
    const twin = read(markdown);
    expect(twin.html.replaceAll(base_url, "")).toContain(`<a href="${href}">${escaped}</a>`);
    expect(markdown).not.toMatch(/(?<!`)\[\[/);
  });

  test.each([
    "`[[about]]`",
    "```\n[[about]]\n```",
    "\\[[about]]",
    "[[ -f about ]]",
    "[[about]](https://a.example/)",
    "[[about]]\n\n[about]: https://a.example/",
    "[[^1]]\n\n[^1]: A note.",
    "[[https://a.example/]]",
    "[[]] [[#]] [[a\nb]]",
  ])("but not where Markdown means something else: %j", (source) => {
    const { html, faults } = read(source);
    expect(html).not.toContain("/about/");
    expect(faults).toEqual([]);
  });

  test("one that leads nowhere is a fault like other broken links, and its words stay", () => {
    const { html, markdown, faults } = read("# A\n\nText\n[[abuot|x]] and ![[gone.png]].", {
      offset: 3,
    });
    expect(faults.map(({ line, problem, expected }) => [line, problem, expected])).toEqual([
      [7, "links to `[[abuot]]`, which does not exist", "perhaps `about.md`"],
      [
        7,
        "shows `[[gone.png]]`, which does not exist",
        "the name of a file, or one among a page's `aliases`",
      ],
    ]);
    expect(html).toContain("x and gone.png.");
    expect(markdown).toContain("x and gone.png.");
  });

  test("headings are checked like other parts of pages", () => {
    expect(read("[[about#One & two]]").fragments).toMatchObject([{ path: "/about/", line: 1 }]);
  });
});

test("an image in double brackets has its words, and no size for another program", () => {
  const { html, markdown, faults } = read("![[door.png|A blue door|300x200]]");
  expect(html).toBe(
    '<p><img src="/notes/door.png" alt="A blue door" loading="lazy" decoding="async"></p>\n',
  );
  expect([markdown, faults]).toEqual([`![A blue door](${base_url}/notes/door.png)`, []]);
  expect(read("![[door.png|300]]").faults.map(({ problem }) => problem)).toEqual([
    "has an image without words for those who cannot see it",
  ]);
});

describe("of several files with one name", () => {
  const files = [
    "b/x.md",
    "a/b/x.md",
    "c/x.md",
    "c/y.md",
    "y.md",
    "Pic.PNG",
    "d/e/z.md",
    "d/f/zz.md",
    "first-snow.md",
    "Last Leaf.md",
    "pond.jpg.md",
    "z/Pond.jpg",
  ];
  const find = createNameIndex(files, []);
  test.each<[name: string, from: string | null, found: string | undefined]>([
    ["x", "c/y.md", "c/x.md"],
    ["x", "a/z.md", "b/x.md"],
    ["b/x", "a/z.md", "b/x.md"],
    ["a/b/x", null, "a/b/x.md"],
    ["y", "c/x.md", "y.md"],
    ["./y", "c/x.md", "c/y.md"],
    ["../y", "c/x.md", "y.md"],
    ["/y", "c/x.md", "y.md"],
    ["e/z", "y.md", "d/e/z.md"],
    ["z", "d/f/zz.md", "d/e/z.md"],
    ["pic.png", "c/x.md", "Pic.PNG"],
    ["pic", "c/x.md", undefined],
    ["First snow", null, "first-snow.md"],
    ["last-leaf", null, "Last Leaf.md"],
    ["pond.jpg", null, "z/Pond.jpg"],
    ["pond.jpg.md", null, "pond.jpg.md"],
    ["x.markdown", "c/y.md", "c/x.md"],
  ])("%s in %s is %s", (name, from, found) => {
    expect(find(name, from)).toBe(found);
  });
});

test("in a vault names lead to headings and pictures, and a link to a draft says why it leads nowhere", async () => {
  const files = {
    "index.md":
      "# Home\n\n[[Deep Note#Über & Ähnliches|there]], [[Draft]] and ![[pic.png|A dot|20]]\n",
    "a/b/Deep Note.md":
      "# Deep note\n\n## Über & Ähnliches\n\n| a |\n|---|\n| [[index\\|home]] |\n",
    "Draft.md": "---\ndraft: true\n---\n\n# Draft\n",
    "files/pic.png": png,
  };
  const { html, warnings } = await buildSite({ input: folderOf(files), lenient: true });
  expect(warnings.join("\n")).toMatch(
    /^1 tolerated[^]*links to `\[\[Draft\]\]`.* for readers: Draft\.md is a draft/m,
  );
  expect(html.get("/")).toMatch(/<a href="\/a\/b\/deep-note\/#[^"]+">there<\/a>, Draft and/);
  expect(html.get("/")).toContain('<img src="/files/pic.png" alt="A dot" width="1" height="1"');
});
