import { serialize } from "node:v8";
import { describe, expect, test } from "vitest";
import { read } from "./sample-page.ts";

const BADGE =
  "[![Built](https://house.example/notes/door.png)](https://house.example/about/)\n\n\nText.";

describe("the heading that is the title leaves the body", () => {
  test.each<
    [
      name: string,
      source: string,
      title: string | undefined,
      markdown: string,
      heading: string | undefined,
    ]
  >([
    ["no title given", "# A\n\nText.", undefined, "Text.", "A"],
    ["the same title given", "# A\n\nText.", "A", "Text.", "A"],
    ["the same title but for case and spaces", "#  Set  UP\n\nText.", "Set up", "Text.", "Set  UP"],
    ["another title given", "# B\n\nText.", "A", "# B\n\nText.", "B"],
    ["an underlined heading", "A\n=\n\nText.", undefined, "Text.", "A"],
    ["a heading with markup", "# *A* `b`\n\nText.", "A b", "Text.", "A b"],
    ["a heading further down", "Text.\n\n# A", undefined, "Text.\n\n# A", "A"],
    [
      "a second-level heading before it",
      "## A\n\n# B\n\nText.",
      undefined,
      "## A\n\n# B\n\nText.",
      "B",
    ],
    [
      "badges before it",
      "[![Built](door.png)](../about.md)\n\n# A\n\nText.",
      undefined,
      BADGE,
      "A",
    ],
    ["a comment before it", "<!-- (c) -->\n# A\n\nText.", undefined, "<!-- (c) -->\n\nText.", "A"],
    ["code before it", "    x\n\n# A", undefined, "    x\n\n# A", "A"],
    ["a heading in a quotation", "> # A\n\nText.", undefined, "> # A\n\nText.", undefined],
    ["a heading without words", "#\n\n# A", undefined, "#", "A"],
    ["a heading in HTML", "<h1>A</h1>\n\nText.", undefined, "<h1>A</h1>\n\nText.", undefined],
    ["nothing", "", undefined, "", undefined],
    [
      "images after its words",
      "# A [![x](door.png)](/) ![y](door.png)\n\nText.",
      undefined,
      "Text.",
      "A",
    ],
    ["only an image", "# ![Logo](door.png)", undefined, "", "Logo"],
  ])("%s", (_, source, title, markdown, heading) => {
    const rendered = read(source, title === undefined ? {} : { title });
    expect([rendered.markdown, rendered.title_heading]).toEqual([markdown, heading]);
  });
});

describe("each heading has an id that nobody else has", () => {
  test.each<[source: string, ids: string[]]>([
    ["## One\n\n## Two words", ["one", "two-words"]],
    ["## Same\n\n## Same\n\n## Same", ["same", "same-1", "same-2"]],
    ["## Same 1\n\n## Same\n\n## Same", ["same-1", "same", "same-2"]],
    ["## Same\n\n## Same\n\n## Same 1", ["same", "same-1", "same-1-1"]],
    ["## Same\n\n## Named {#same-1}\n\n## Same", ["same", "same-1", "same-2"]],
    ["## Über *uns* & `code`", ["über-uns--code"]],
    ["## snake_case and v1.2 (x²)", ["snake_case-and-v12-x"]],
    ["## ![A door](door.png) Way in", ["-way-in"]],
    ["## !!!", ["section"]],
    ["## Named {#my-own}", ["my-own"]],
    ["## Named {#my-own} ##", ["my-own"]],
    ["## Named {# a comment #}", ["named--a-comment-"]],
    ["## Braces {not an id}", ["braces-not-an-id"]],
  ])("%j", (source, ids) => {
    const { headings, html } = read(source);
    expect(headings.map(({ id }) => id)).toEqual(ids);
    for (const id of ids) expect(html).toContain(`<h2 id="${id}"`);
  });

  test("an id of the author's own is markup, and leaves the words", () => {
    const { markdown, html, text } = read("## Named {#my-own}\n\nText.");
    expect([markdown, text, html.includes("{#")]).toEqual([
      "## Named\n\nText.",
      "Named\n\nText.",
      false,
    ]);
    expect(read("## Named {#a} ##\n\nText.").markdown).toBe("## Named ##\n\nText.");
  });
});

describe("on the API page a heading with an id and the class `fold` folds its section", () => {
  const fold = (title: string, id: string, content: string, tag = "h2") =>
    `<details class="fold">\n<summary><${tag}>${title}</${tag}></summary>\n<div class="inside" id="${id}">\n${content}</div>\n</details>\n`;
  const plain = (title: string, id: string, tag = "h2") =>
    `<${tag} id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to &#8220;${title}&#8221;"></a></${tag}>\n`;

  test.each<[source: string, html: string]>([
    ["## A {#x .fold}\n\nText.", fold("A", "x", "<p>Text.</p>\n")],
    ["## A {#x .fold}", fold("A", "x", "")],
    [
      "Before.\n\n## A {#x .fold}\n\n### Below\n\nText.\n\n## B {#y .fold}\n\n## C",
      "<p>Before.</p>\n" +
        fold("A", "x", `${plain("Below", "below", "h3")}<p>Text.</p>\n`) +
        fold("B", "y", "") +
        plain("C", "c"),
    ],
    ["### A {#x .fold}\n\n## B", fold("A", "x", "", "h3") + plain("B", "b")],
    [
      "## A {#x .fold}\n\n### B {#y .fold}\n\nText.",
      fold("A", "x", fold("B", "y", "<p>Text.</p>\n", "h3")),
    ],
    // In a list or a quotation there is no section to fold.
    [
      "> ## A {#x .fold}",
      `<blockquote>\n${plain("A", "x").replace('"x"', '"x" class="fold"')}</blockquote>\n`,
    ],
    ["## A {#x .other}", plain("A {#x .other}", "a-x-other")],
  ])("%j", (source, html) => {
    expect(read(source, { type: "api" }).html).toBe(html);
  });

  test("and nothing but the HTML changes", () => {
    const { markdown, text, headings } = read("## A {#x .fold}\n\nText.\n\n## B", { type: "api" });
    const { markdown: other, ...same } = read("## A {#x}\n\nText.\n\n## B");
    expect({ markdown, text, headings }).toEqual({
      markdown: other,
      text: same.text,
      headings: same.headings,
    });
  });

  test("and tables are numbered in the order of the page", () => {
    const table = "| a |\n|---|\n| 1 |\n\n";
    const { html } = read(`${table}## A {#x .fold}\n\n${table}## B\n\n${table}`, { type: "api" });
    expect(Array.from(html.matchAll(/Table (\d)/g), ([, number]) => number).join("")).toBe("123");
  });

  test("and notes stay in sight below the last one", () => {
    const { html } = read("Text.[^a]\n\n## A {#x .fold}\n\nText.\n\n[^a]: Note.", { type: "api" });
    expect(html).toContain(`${fold("A", "x", "<p>Text.</p>\n")}<hr class="footnotes-sep">`);
  });

  test("and on any other page it has only the id", () => {
    for (const type of ["page", "home"] as const)
      expect(read("## A {#x .fold}", { type })).toMatchObject({
        html: plain("A", "x"),
        markdown: "## A",
      });
  });
});

describe("plain text is the words and nothing else", () => {
  test.each<[source: string, text: string]>([
    ["One *two* `three` [four](../about.md).", "One two three four."],
    ["a\nb  \nc", "a b c"],
    ["A\n\nB", "A\n\nB"],
    ["- a\n- b\n  - c", "a\nb\nc"],
    ["1. a\n2. b", "a\nb"],
    ["> quoted", "quoted"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "a\tb\n1\t2"],
    ["```js\nlet a = 1;\n```", "let a = 1;"],
    ["    indented", "indented"],
    ["![A blue door](door.png)", "A blue door"],
    ["a &amp; b &copy; \\*c\\*", "a & b © *c*"],
    ["<details>\n<summary>More</summary>\n</details>", "More"],
    ["a <kbd>b</kbd> c", "a b c"],
    ["a<br>b", "a b"],
    ["<ul><li>a</li><li>b</li></ul>", "a\n\nb"],
    ["- a\n\n  more\n\n- b", "a\n\nmore\n\nb"],
    ["- a\n\n      code\n- b", "a\n\ncode\n\nb"],
    ["<!-- hidden -->\n\nshown", "shown"],
    ["- [x] done\n- [ ] open", "done\nopen"],
    ["a\n\n---\n\nb", "a\n\nb"],
    ["~~gone~~ here", "gone here"],
    ["<p>a &lt;b&gt;</p>", "a <b>"],
    [
      "https://elsewhere.example/ <https://elsewhere.example/x>",
      "https://elsewhere.example/ https://elsewhere.example/x",
    ],
  ])("%j", (source, text) => {
    const rendered = read(source);
    expect([rendered.text, rendered.words]).toEqual([
      text,
      text.split(/\s+/).filter((word) => word !== "").length,
    ]);
  });

  test("a footnote's text is kept, after the text it belongs to", () => {
    const { text } = read("Claim[^1].\n\n[^1]: Proof.\n\nAfter.");
    expect(text.indexOf("Claim")).toBeLessThan(text.indexOf("After."));
    expect(text.indexOf("After.")).toBeLessThan(text.indexOf("Proof."));
  });
});

describe("the description is the first sentence of prose", () => {
  test.each<[source: string, sentence: string]>([
    ["One. Two.", "One."],
    ["# Title\n\nIs it? Yes.", "Is it?"],
    ["Version 1.2 is out. Get it.", "Version 1.2 is out."],
    ["No full stop", "No full stop"],
    ["- a list\n\nA paragraph. More.", "A paragraph."],
    ["文です。次の文。", "文です。"],
    ["1234\n\nWords at last.", "Words at last."],
    ["", ""],
    [`${"word ".repeat(100)}end.`, `${"word ".repeat(39)}word…`],
    [
      "# A\n\n[![CI](door.png)](/) ![npm version](door.png)\n\nWhat it does. More.",
      "What it does.",
    ],
    ["![A door](door.png) opens.", "opens."],
    ["# A\n\n{% include a.html %}\n\n{{< figure x >}}\n\n:::tabs\n\nWords.", "Words."],
    ["# A\n\nSay `{{ x }}` twice.", "Say {{ x }} twice."],
    ["# A tool\n\nA *tool*.\n\nIt helps.", "It helps."],
    ["# A\n\nA!", ""],
    ["# A\n\n```\ncode\n```", ""],
  ])("%j", (source, sentence) => {
    expect(read(source).firstSentence()).toBe(sentence);
  });
});

describe("HTML", () => {
  test.each<[name: string, source: string, html: RegExp]>([
    [
      "a footnote",
      "Text[^1].\n\n[^1]: Note.",
      /<sup class="footnote-ref"><a href="#fn1" id="fnref1">\[1\]<\/a><\/sup>[\s\S]*<section class="footnotes">[\s\S]*Note\./,
    ],
    [
      "a table in a region of its own",
      "| a |\n|---|\n| b |",
      /<div class="table" tabindex="0" role="region" aria-label="Table 1">\n<table>/,
    ],
    ["an aligned column", "| a |\n|--:|\n| b |", /<th class="align-right">a<\/th>/],
    [
      "code with its language",
      '```json\n{"a": 1}\n```',
      /<code class="language-json">\{<span class="code-name">&quot;a&quot;<\/span>: <span class="code-value">1<\/span>\}\n<\/code>/,
    ],
    [
      "code of an unknown language",
      "```nolang\n<b>\n```",
      /<code class="language-nolang">&lt;b&gt;/,
    ],
    [
      "code in a language with a quote in it",
      '```"><script>\nx\n```',
      /class="language-&quot;&gt;&lt;script&gt;"/,
    ],
    [
      "an image",
      "![A door](door.png)",
      /<img src="\/notes\/door\.png" alt="A door" loading="lazy" decoding="async">/,
    ],
    [
      "a link to itself after a heading",
      "## Part",
      /<h2 id="part">Part <a class="anchor" href="#part" aria-label="Link to &#8220;Part&#8221;"><\/a><\/h2>/,
    ],
    ["template syntax", "{{ page }} {% raw %}", /<p>\{\{ page \}\} \{% raw %\}<\/p>/],
    ["no quotes changed", '"straight" -- (c)', /<p>&quot;straight&quot; -- \(c\)<\/p>/],
    ["a javascript: link", "[x](javascript:alert(1))", /<p>\[x\]\(javascript:alert\(1\)\)<\/p>/],
  ])("%s", (_, source, html) => {
    expect(read(source).html).toMatch(html);
  });

  test("no inline style is written, which the Content-Security-Policy would refuse", () => {
    expect(
      read("| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n\n- [ ] x\n\n```\nx\n```").html,
    ).not.toContain("style=");
  });
});

/** A bare address as it is shown. */
const link = (words: string, href = words) => `<a href="${href}">${words}</a>`;

describe("bare addresses are links by GitHub's rule", () => {
  const search = "www.a.example/search?q=Markup+(business)";
  test.each([
    ["www.a.example", link("www.a.example", "http://www.a.example")],
    ["(www.a.example/b.c).", `(${link("www.a.example/b.c", "http://www.a.example/b.c")}).`],
    [`(${search})`, `(${link(search, `http://${search}`)})`],
    ["https://a.example/x_y_z", link("https://a.example/x_y_z")],
    ["me+you@b.org is.", `${link("me+you@b.org", "mailto:me+you@b.org")} is.`],
    ["file.md, a.example, x@y", "file.md, a.example, x@y"],
    ["xhttps://a.example, awww.a.example", "xhttps://a.example, awww.a.example"],
    ["`https://a.example/`", "<code>https://a.example/</code>"],
    ["javascript://a.example/%0aalert(1)", "javascript://a.example/%0aalert(1)"],
  ])("%j", (source, html) => {
    const { html: shown, markdown, faults } = read(source);
    expect([shown, markdown, faults]).toEqual([`<p>${html}</p>\n`, source, []]);
  });
});

test("HTML without characters beyond Latin-1 takes one byte for each", () => {
  const { html } = read(
    "# Über\n\n## Part\n\nA [link](https://example.com/) and `code`.\n\n> [!NOTE]\n> A note.",
  );
  // After two bytes of its header, the format names the kind of text: `"` has one byte each.
  expect(serialize(html).toString("latin1", 2, 3)).toBe('"');
  expect(serialize(`${html}…`).toString("latin1", 2, 4)).toContain("c");
});
