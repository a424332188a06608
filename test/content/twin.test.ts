import matter from "gray-matter";
import { describe, expect, test } from "vitest";
import { createReport } from "../../build/content/diagnostics.ts";
import { readSource } from "../../build/content/front-matter.ts";
import type { LinkResolver } from "../../build/markdown/link-types.ts";
import { renderMarkdown } from "../../build/markdown/render-markdown.ts";
import { seeded } from "../authors/seeded.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const awkward = "Quotes \" and ' and: colons, # hashes, [brackets], --- rules, \\ slashes and 日本";
const site = await buildSite({
  input: folderOf({
    "index.md": "# Home\n\nSee [the note](notes/one.md).\n",
    "notes/one.md": `---\ntitle: ${JSON.stringify(awkward)}\ndescription: "Line one\\nline two: ${"x"}"\ntype: note\ndate: 2026-11-01\nupdated: 2026-11-20T10:00:00+01:00\ntags: [a, "b: c"]\nlanguage: de\n---\n\nText.\n`,
    "realm.md": "---\ntype: realm\nstatus: quiet\n---\n\n# A realm\n",
    "marked.md":
      '---\ntitle: "`a` &mdash; **all** of [it](https://a.example) ![x](y)"\n' +
      'description: "snake_case * 2 < {{ 3 }} & List<String>"\n---\n\nText.\n',
    "lists/all.md": "# All\n\n<!-- insert: list all -->\n",
  }),
});
const { base_url, facts } = site.model;
const dataOf = (path: string) => matter(site.text(path), {}).data;

describe("a twin's front matter", () => {
  test("says where the words are from, when they changed and what may be done with them", () => {
    expect(dataOf("/notes/one.md")).toEqual({
      title: awkward,
      description: "Line one line two: x",
      canonical_url: `${base_url}/notes/one/`,
      markdown_url: `${base_url}/notes/one.md`,
      type: "note",
      language: "de",
      published: "2026-11-01T00:00:00Z",
      last_updated: "2026-11-20T10:00:00+01:00",
      tags: ["a", "b: c"],
      license: facts.license.id,
      license_url: facts.license.url,
      llms_txt: `${base_url}/llms.txt`,
    });
  });

  test("leaves out what a page does not have", () => {
    expect(Object.keys(dataOf("/index.md"))).toEqual([
      "title",
      "description",
      "canonical_url",
      "markdown_url",
      "type",
      "language",
      "license",
      "license_url",
      "llms_txt",
    ]);
    expect(dataOf("/realm.md")["status"]).toBe("quiet");
    expect(site.html.get("/realm/")).not.toMatch(/name="description"|og:description/);
  });

  test("has the words of Markdown in title and description; what they say of other programs is counted nowhere", () => {
    const [title, description] = ["a — all of it", "snake_case * 2 < {{ 3 }} & List<String>"];
    expect(dataOf("/marked.md")).toMatchObject({ title, description });
    expect(site.warnings).toEqual([expect.stringContaining("There is no facts.yaml")]);
  });

  test("is read by our own reader too: a twin can be an author's file again", () => {
    for (const { twin, title } of site.model.pages) {
      const source = readSource("twin.md", String(twin), createReport(true));
      expect([source.data.title, source.body.startsWith("\n# ")]).toEqual([title, true]);
    }
  });
});

test("the body begins with the title, and ends with one line end", () => {
  expect(site.text("/index.md")).toMatch(
    new RegExp(`\n---\n\n# Home\n\nSee \\[the note\\]\\(${base_url}/notes/one/\\)\\.\n$`),
  );
});

/**
 * Every address that can stand in the texts below leads to one place; one that is left in a twin is
 * found by its name.
 */
const resolver: LinkResolver = {
  resolve: () => ({ href: "/there/", url: "https://a.example/there/" }),
  isName: () => true,
  resolveName: () =>
    ({ target: { href: "/there/", url: "https://a.example/there/" }, text: "There" }) as never,
  exists: () => false,
  warn: () => undefined,
  report: () => undefined,
};

test("every address of a page is made absolute in its twin, wherever it stands and however it is written", () => {
  const links = [
    ...[
      "[a](local.md)",
      '[a *b*](<local file.md> "t")',
      "[c]( local.md )",
      "![i](local.png)",
      "[![i](local.png)](local.md)",
    ],
    ...[
      "[ref]",
      "[text][ref]",
      "[d](local\\_e.md)",
      "[e](local.md?x=1&amp;y=2#f)",
      "a\\|b [g](local.md 'one\\'s')",
    ],
  ];
  const places: ((link: string) => string)[] = [
    (link) => `Words ${link} and ${link}.`,
    (link) => `> Quoted ${link}\n> > deeper ${link}\n`,
    (link) => `- item ${link}\n\n  more ${link}\n  1. one ${link}`,
    (link) => `| a | b |\n|---|---|\n| ${link.replaceAll("|", "")} | x |`,
    (link) => `## Heading ${link}`,
    (link) => `A long line that\nbreaks ${link}\nbefore and after.`,
    (link) => `> [!NOTE]\n> ${link}`,
    (link) => `Term\n: Meaning ${link}`,
  ];
  for (let seed = 0; seed < 300; seed++) {
    const { below, pick } = seeded(seed);
    const blocks = Array.from({ length: 1 + below(6) }, () => pick(places)(pick(links)));
    const body = `${blocks.join("\n\n")}\n\n[ref]: local.md\n`;
    const { markdown } = renderMarkdown(body, "T", resolver);
    expect([seed, markdown.match(/local\b(?!.*")/g)]).toEqual([seed, null]);
  }
});

/** Each address leads to another one, which leads to itself, so that a twin has the same HTML. */
const moving: LinkResolver = {
  ...resolver,
  resolveName: ({ name, embedded }) => {
    const url = `https://a.example/${name}`;
    return { href: url, url, image: embedded && name.endsWith(".png") };
  },
  resolve: (href) => {
    const url = href.startsWith("https:") ? href : `https://a.example/${href.replace(/^\.\//, "")}`;
    return { href: url, url };
  },
};

const plain = (html: string): string =>
  html
    .replace(/<!-- -->/g, "")
    .replace(/\s+/g, " ")
    .replace(/> (?=<)/g, ">")
    .trim();

test("a twin reads as its page, whatever its text is made of", () => {
  const pieces = [
    ..."a b. * ** _ ` `` ~ ~~ ! [ ] ( ) [] () < > \\ | || - + # ## : & ^ ^[ ![ ]( ](l.md) $ $$ =".split(
      " ",
    ),
    ...["l.md", "[a](l.md)", "![a *b*](l.png)", "[a]( <l m.md> 'l.md' )", "[l.md](l.md)", "a\\|b"],
    ...[
      "[![i](l.png)](l.md)",
      "^[a [b](l.md)]",
      "[r]",
      "[a][r]",
      "![a][r]",
      "[[about]]",
      "![[l.png]]",
    ],
    ...[
      '<a href="l.md">',
      "<b>",
      "</b>",
      "<img alt='' src=l.png>",
      '<a\nhref="l.md">',
      "`[a](l.md)`",
    ],
    ...[
      "\n",
      "\n",
      "\n\n",
      "\n> ",
      "\n- ",
      "\n  ",
      "\n1. ",
      "\n\t",
      "\n    ",
      "\n\n# ",
      "\n```\n",
      "\n---\n",
    ],
    ...[
      "\n\n| a | b |\n|---|---|\n| ",
      " | ",
      "\n: ",
      "\n\n[r]: l.md\n",
      "\n> [r]:\n> <l.md> 'l.md'\n",
    ],
    ...[
      "\n\n> [!NOTE] l.md\n> ",
      "\n[^1] x\n\n[^1]: [a](l.md)\n\n",
      "[^1]",
      "\n- [ ] ",
      "  \n",
      "\\\n",
    ],
  ];
  for (let seed = 0; seed < 4000; seed++) {
    const { below, pick } = seeded(seed);
    const text = Array.from({ length: 1 + below(20) }, () => pick(pieces)).join(pick(["", " "]));
    const page = renderMarkdown(`${text}\n\nEnd.`, "T", moving);
    const twin = renderMarkdown(page.markdown, "T", moving);
    expect([text, plain(twin.html)]).toEqual([text, plain(page.html)]);
  }
});

test.each<[body: string, markdown: string]>([
  ["%%\na\nb\n%%\n\n## A {#x}\n\n```\n## B {#y}\n```", "## A\n\n```\n## B {#y}\n```"],
  ["%% a\nb %%\n\n# T\n\nText.", "Text."],
  ["## [a](local.md) {#x} ##", "## [a](https://a.example/there/) ##"],
  ["A {#x}\n===\n", "A\n==="],
  ["[r](not a link)\n\n[r]: local.md", "[r](not a link)\n\n[r]: https://a.example/there/"],
  ["> [r]:\n> local.md\n\n[r]", "> [r]:\n> https://a.example/there/\n\n[r]"],
])("what is left out or made absolute is that and nothing else: %j", (body, markdown) => {
  expect(renderMarkdown(body, "T", resolver).markdown).toBe(markdown);
});

/** What other texts than those above have shown: a page and its twin are read alike. */
test.each<[what: string, body: string]>([
  ["a quotation of a definition before a tilde", "A\n: B\n\n> [r]:\n> l.md\n ~ C"],
  ["a definition between a term and its meaning", "A\n\n[r]: l.md\n\n: B"],
  ["a definition between two terms", "A\n: B\n\n[r]: l.md\n\nC\n: D"],
  ["a definition between a note and code", "A[^1]\n\n[^1]: B\n\n[r]: l.md\n\n    C"],
  ["hidden text between a list and code", "- A\n\n%%\nB\n%%\n\n      C"],
  ["hidden text between a term and its meaning", "A\n\n%%\nB\n%%\n\n: C"],
  ["a link by name behind a circumflex", "A^![[about]] and !![[about]] and ^[[about]]"],
  ["addresses within what is no formula", "$[a]( <l m.md> 'l.md' )](:a\\|b][^1][a](l.md)&$"],
  ["a second note of a name", "A[^1]\n\n[^1]: B[^2]\n\n[^1]: C\n\n[^2]: D"],
  ["HTML that never ends before a comment", "A <!-- b <? c <!d <!-- e --> f <![CDATA[ g"],
])("%s", (_, body) => {
  const page = renderMarkdown(body, "T", moving);
  const twin = renderMarkdown(page.markdown, "T", moving);
  expect([plain(twin.html), twin.text]).toEqual([plain(page.html), page.text]);
});
