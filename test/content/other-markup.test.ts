import { describe, expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
import { readOtherMarkup } from "../../build/markdown/other-markup.ts";
import { compareForms } from "../../build/verify/parity.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { read } from "./sample-page.ts";

const formsOf = (page: Page, html: ReadonlyMap<string, string>) => ({
  title: page.title,
  html: html.get(page.path) ?? "",
  twin: String(Buffer.from(page.twin)),
  markdown: markdownOf(page).toString(),
  text: page.text,
  has_entries: false,
});
const bodyOf = (source: string): string => readOtherMarkup(source).body;

describe("code between tags of other programs is fenced code", () => {
  test.each<[source: string, body: string]>([
    ["{{< highlight yaml >}}\n---\n# no *heading*\n{{< /highlight >}}", "```yaml\n---\n# no *heading*\n```"],
    ['{{< highlight "go" "linenos=table" >}}\na\n{{</highlight>}}\nb', "```go\na\n```\nb"],
    ["{{% code file=hugo.toml copy=true %}}\n[[a]]\n{{% /code %}}", "```toml\n[[a]]\n```"],
    ['{{< code-toggle file="hugo" >}}\na: 1\n{{< /code-toggle >}}', "```yaml\na: 1\n```"],
    ["- i\n\n  {{< code lang=sh >}}\n  a\n  {{< /code >}}", "- i\n\n  ```sh\n  a\n  ```"],
    ["{% highlight bash linenos %}\n```\na\n{% endhighlight %}", "````bash\n```\na\n````"],
    [
      "{% highlight liquid %}{% raw %}\n{{ a }}\n{% endraw %}{% endhighlight %}\n{%- highlight ruby -%}\nb\n{% endhighlight %}",
      "```liquid\n{{ a }}\n```\n```ruby\nb\n```",
    ],
    ["{% raw %}\n```\n{{ a }}\n```\n{% endraw %}", "\n```\n{{ a }}\n```\n"],
  ])("%j", (source, body) => {
    expect(bodyOf(source)).toBe(body);
  });

  test.each([
    "```\n{{< highlight yaml >}}\na\n{{< /highlight >}}\n```",
    "{{< highlight yaml >}}\na",
    "a {{< highlight yaml >}} b {{< /highlight >}}",
    "a\n\n    {% highlight bash %}\n    a\n    {% endhighlight %}",
    '{{< code file="a.html" />}}\n{{< /code >}}',
    "{% highlight bash %}\n{{< /highlight >}}\n{{</* highlight a */>}}",
    "`{% raw %}`",
  ])("but %j stays", (source) => {
    expect(bodyOf(source)).toBe(source);
  });
});

describe("blocks of other programs are alerts", () => {
  test.each<[source: string, body: string]>([
    [":::tip My *title*\nText\n:::\nAfter", "> [!tip] My *title*\n> Text\n\nAfter"],
    ["::: warning\n\nText\n\n- a\n:::", "> [!warning]\n>\n> Text\n>\n> - a\n"],
    [":::note[A title]{#x}\na\n:::\n\n:::danger{.x}\nb\n:::", "> [!note] A title\n> a\n\n\n> [!danger]\n> b\n"],
    ["- i\n\n  :::info\n  a\n  :::", "- i\n\n  > [!info]\n  > a\n"],
    ["::::note\na\n:::tip\nb\n:::\nc\n::::", "> [!note]\n> a\n> > [!tip]\n> > b\n>\n> c\n"],
    [":::tip\n```\n:::\n```\n:::", "> [!tip]\n> ```\n> :::\n> ```\n"],
    [
      '!!! note "A title"\n    Text\n\n        code\n\n    !!! tip\n        b\nAfter',
      "> [!note] A title\n> Text\n>\n>     code\n>\n> > [!tip]\n> > b\nAfter",
    ],
    ['??? question inline end "Why?"\n\tSo.\n\nAfter', "> [!question] Why?\n> So.\n\nAfter"],
  ])("%j", (source, body) => {
    expect(bodyOf(source)).toBe(body);
  });

  test.each([
    ":::tabs\na\n:::",
    ":::tip\nwithout an end",
    "```\n:::tip\na\n:::\n```",
    "a\n\n    :::tip\n    a\n    :::",
    "a ::: tip\n\n!!! Note that this is text.",
    "::: tip\n:::tabs\na\n:::",
  ])("but %j stays", (source) => {
    expect(bodyOf(source)).toBe(source);
  });

  test("with their title, resolved links and lines", () => {
    const { html, faults } = read(bodyOf("# T\n\n:::tip My title\nTo [x](../about.md) and\n[gone](gone.md).\n:::\n"));
    expect(html).toBe(
      '<blockquote class="alert alert-tip">\n<p class="alert-title">My title</p>\n' +
        '<p>To <a href="/about/">x</a> and\n<a href="gone.md">gone</a>.</p>\n</blockquote>\n',
    );
    expect(faults.map(({ line }) => line)).toEqual([5]);
  });
});

describe("comments of Obsidian are left out", () => {
  test.each<[source: string, body: string, lines: number[]]>([
    ["A %%private%% b", "A b", [0]],
    ["%% a %% b\n\nc %%d%%.", " b\n\nc .", [0, 2]],
    ["a\n\n%%\nprivate\n\n```\nprivate\n```\n%%\n\nb", "a\n\n\n\n\n\n\n\n\n\nb", [2]],
    ["- a %%p\nq%%\n- b", "- a\n\n- b", [0]],
    ["a\n\n%%\nprivate\n\nprivate", "a\n\n\n\n\n", [2]],
    ["`%%a%%` %%p%% `b`", "`%%a%%` `b`", [0]],
  ])("%j", (source, body, lines) => {
    expect(readOtherMarkup(source)).toEqual({ body, left: lines.map((line) => ({ kind: "comment", line })) });
  });

  test.each([
    "```\n%% a %%\n```",
    "`%% a %%` and ``%% ` %%``",
    "100%% of 50%%",
    "a %% b\n\nc %% d",
    "%%% a %%%",
    "%%time in a cell",
    "\\%% a \\%%",
    "\\{/* a */}",
    "{/* a */ b}",
    "{/* a",
    "`{/* a */}`",
    "```jsx\n{/* a */}\n```",
  ])("but %j stays", (source) => {
    expect(readOtherMarkup(source)).toEqual({ body: source, left: [] });
  });

  test("from every form of the page, and counted", async () => {
    const input = folderOf({
      "index.md": "# Home\n\nWords %%a secret%% here.\n\n%%\nA second secret.\n%%\n\n> %% a third secret %%\n",
    });
    const { files, warnings } = await buildSite({ input, base_url: "https://house.example" });
    for (const [path, content] of files)
      expect([path, String(content)]).not.toEqual([path, expect.stringMatching(/secret/)]);
    expect(warnings).toEqual([
      "Not understood: comments of Obsidian (`%% … %%`), which are left out: 3 in one file, the first in index.md:3.",
    ]);
  });
});

describe("comments of MDX are left out of files in Markdown too", () => {
  test.each<[source: string, body: string, lines: number[]]>([
    ["{/* a */}\n\nb", "\n\nb", [0]],
    ["a {/* b\n\nc */} d {/*e*/}.", "a\n\n d .", [0, 2]],
    ["`{/* a */}` { /* *b* */ } `c`", "`{/* a */}` `c`", [0]],
  ])("%j", (source, body, lines) => {
    expect(readOtherMarkup(source)).toEqual({ body, left: lines.map((line) => ({ kind: "mdxComment", line })) });
  });

  test("and counted", async () => {
    const input = folderOf({ "index.md": "# Home\n\n{/* a secret */}\n\nWords.\n" });
    const { files, warnings } = await buildSite({ input, base_url: "https://house.example" });
    for (const [path, content] of files)
      expect([path, String(content)]).not.toEqual([path, expect.stringMatching(/secret/)]);
    expect(warnings).toEqual([
      "Not understood: comments of MDX (`{/* … */}`) in `.md` files, which are left out: 1 in one file, the first in index.md:3.",
    ]);
  });
});

test("a heading's id in a comment of MDX stays", () => {
  const { body, left } = readOtherMarkup("\n## A {/* #a-b */}\n\n## {/* c */} D {/* #d */}\n\nE {/* #e */}");
  expect({ body, left }).toEqual({
    body: "\n## A {#a-b}\n\n## D {#d}\n\nE",
    left: [3, 5].map((line) => ({ kind: "mdxComment", line })),
  });
});

describe("comments of Liquid and kramdown are left out", () => {
  test.each<[source: string, body: string, lines: number[]]>([
    ["{% comment %}\na\n\n```\n{%- endcomment -%}\nb", "\n\n\n\n\nb", [0]],
    ["a {% comment %}b{% endcomment %} c {% comment x %}%%{% endcomment %}", "a c", [0, 0]],
    ["{::comment}\na\n{:/comment}\n\nb {::comment}c{:/}.", "\n\n\n\nb .", [0, 4]],
    ["`{% comment %}` a `{% endcomment %}` {::comment}", "`{% comment %}` a `{% endcomment %}` {::comment}", []],
    ["```\n{% comment %}a{% endcomment %}\n```", "```\n{% comment %}a{% endcomment %}\n```", []],
    ["{% comment %} a {% comments %}", "{% comment %} a {% comments %}", []],
  ])("%j", (source, body, lines) => {
    expect(readOtherMarkup(source)).toEqual({ body, left: lines.map((line) => ({ kind: "tagComment", line })) });
  });

  test("and counted", async () => {
    const input = folderOf({ "index.md": "# Home\n\n{% comment %}\nA secret\n{% endcomment %}\n\nWords.\n" });
    const { files, text, warnings } = await buildSite({ input, base_url: "https://house.example" });
    expect([...files.keys()].filter((path) => text(path).includes("secret"))).toEqual([]);
    expect(warnings).toEqual([
      "Not understood: comments of Liquid and kramdown (`{% comment %}`, `{::comment}`), which are left out: " +
        "1 in one file, the first in index.md:3.",
    ]);
  });
});

describe("attribute lists of kramdown are left out", () => {
  test.each<[source: string, body: string, lines: number[]]>([
    ["Text\n{: .notice}\n\nMore", "Text\n\n\nMore", [1]],
    ["* TOC\n{:toc}\n\n## A {: .no_toc #a }", "\n\n\n## A {#a}", [1, 3]],
    ['[a](b){:target="_blank"} and `c`{:.d}', "[a](b) and `c`", [0]],
    ["> a\n> {: .x #y z='1' }", "> a\n", [1]],
  ])("%j", (source, body, lines) => {
    expect(readOtherMarkup(source)).toEqual({ body, left: lines.map((line) => ({ kind: "attributes", line })) });
  });

  test.each(["```\n{: .a}\n```", "a {:ok} b", "{:ok, value}", "`{: .a}` and ``[a](b){:.x}``"])(
    "but %j stays",
    (source) => {
      expect(readOtherMarkup(source)).toEqual({ body: source, left: [] });
    },
  );
});

describe("attribute lists of Python-Markdown are left out", () => {
  test.each<[source: string, body: string, lines: number[]]>([
    ["[a](b.md){ .md-button .x }", "[a](b.md)", [0]],
    ["![a](b_(c).png){ align=left width=300 }", "![a](b_(c).png)", [0]],
    ['## A { .b data-toc-label="c" }\n\n### D {.e #f}', "## A\n\n### D {#f}", [0, 2]],
    ["1. a\n{ .annotate }", "1. a\n", [1]],
    [":material-x:{ .lg } **a**{.b} `c`{.py}", ":material-x: **a** `c`", [0]],
  ])("%j", (source, body, lines) => {
    expect(readOtherMarkup(source)).toEqual({ body, left: lines.map((line) => ({ kind: "attributes", line })) });
  });

  test.each([
    "## A {#b}",
    "## A { #b .c }",
    "## Set {a=b}",
    "f(x){a=b}",
    "$x_{i=1}^*{n=2}$",
    "`[a](b){.c}`",
    "[a](b) {.c}",
    "[a](b){ c }",
    "[a](b){{ .c }}",
    "a\n\n{ .b }",
    "    [a](b){.c}",
  ])("but %j stays", (source) => {
    expect(readOtherMarkup(source)).toEqual({ body: source, left: [] });
  });
});

describe("what abbreviations stand for is left out", () => {
  test.each<[source: string, body: string, lines: number[]]>([
    ["a\n\n*[HTML]: Hyper Text\n*[W 3]: World\n\nb", "a\n\n\n\n\nb", [2, 3]],
  ])("%j", (source, body, lines) => {
    expect(readOtherMarkup(source)).toEqual({ body, left: lines.map((line) => ({ kind: "abbreviation", line })) });
  });

  test.each(["*[a]: b*", "a\n*[b]: c", "*[a]: b\nc", "```\n*[a]: b\n```"])("but %j stays", (source) => {
    expect(readOtherMarkup(source)).toEqual({ body: source, left: [] });
  });
});

describe("tabs are their titles and texts", () => {
  test.each<[source: string, body: string]>([
    [
      '=== "Py"\n\n    ```py\n    a\n    ```\n\n    [b](c.md)\n\n=== "`d`"\n    e\n\nf',
      "**Py**\n\n```py\na\n```\n\n[b](c.md)\n\n**`d`**\ne\n\nf",
    ],
    ['- a\n\n    === "b"\n\n        !!! tip\n            c', "- a\n\n    **b**\n\n    > [!tip]\n    > c"],
    ['!!! note\n    === "a"\n        b', "> [!note]\n> **a**\n> b"],
  ])("%j", (source, body) => {
    expect(bodyOf(source)).toBe(body);
  });

  test.each(['=== "a"', '```\n=== "a"\n    b\n```', "a\n===\n    b", '=== "a"\n\nb'])("but %j stays", (source) => {
    expect(bodyOf(source)).toBe(source);
  });
});

test("the forms of a page with tabs, lists of attributes and Markdown in HTML agree", async () => {
  const input = folderOf({
    "a.md":
      '# A\n\n=== "B"\n    [c](#d){ .x }\n\n## D { .e }\n\n<div markdown>\n    **bold** [f](#d)\n</div>\n\n' +
      "*[HTML]: Hyper\n\nEnd.\n",
  });
  const { model, html } = await buildSite({ input, base_url: "https://house.example" });
  const page = model.pages.find(({ path }) => path === "/a/") as Page;
  expect(page.text).toBe("B c\n\nD\n\nbold f\n\nEnd.");
  expect(compareForms(formsOf(page, html))).toEqual([]);
  expect(markdownOf(page).toString()).toContain("<div markdown>\n\n**bold** [f](https://house.example/a/#d)\n</div>");
});

describe("places for a table of contents are left out", () => {
  test.each<[source: string, body: string, lines: number[]]>([
    ["# A\n[TOC]\n\nText", "# A\n\n\nText", [1]],
    ["[[toc]]\n\nText\n\n[[_TOC_]]", "\n\nText\n\n", [0, 4]],
  ])("%j", (source, body, lines) => {
    expect(readOtherMarkup(source)).toEqual({ body, left: lines.map((line) => ({ kind: "contents", line })) });
  });

  test.each(["```\n[TOC]\n```", "a\n[TOC]", "The [TOC]", "[TOC]\n\n[toc]: a.md", "[toc](a.md)", "- [[toc]]"])(
    "but %j stays",
    (source) => {
      expect(readOtherMarkup(source)).toEqual({ body: source, left: [] });
    },
  );

  test("and in a vault of Obsidian they are links", () => {
    expect(readOtherMarkup("[[toc]]", true).body).toBe("[[toc]]");
  });
});

test("an id below a block is before it", () => {
  const below = "> one\n\n^q\n\n1. a\n\n   - b\n\n   ^inner\n\n^outer\n\n### Last\n\n^h\n";
  const { html, text } = read(bodyOf(below));
  const order = [...html.matchAll(/<(blockquote|ol|ul|h3)|<span id="\^(\w+)"/g)].map(([, tag, id]) => tag ?? id);
  expect(order).toEqual(["q", "blockquote", "outer", "ol", "inner", "ul", "h3", "h"]);
  expect(html).not.toContain("<p><span");
  expect(text).toBe("one\n\na\n\nb\n\nLast");
});

test.each([
  "<pre>\n{/* a */}\n\n[TOC]\n\n{: .b}\n%% c %%\n*[d]: e\n</pre>",
  "<PRE>{/* a */}</PRE>",
  "<script>\n{% comment %}{% endcomment %}\n{: .b}\n</script>",
])("in HTML that stays as it is nothing is left out: %j", (source) => {
  expect(readOtherMarkup(source)).toEqual({ body: source, left: [] });
  expect(bodyOf(`${source}\n\na {/* b */}\n{: .c}`)).toBe(`${source}\n\na\n`);
});

describe("ids of blocks are elements", () => {
  test.each([
    ["A paragraph ^a1b2c3", 'A paragraph<span id="^a1b2c3"></span>'],
    ["- one ^first-one\n- two", '- one<span id="^first-one"></span>\n- two'],
    ["> one\n^quote", '> one\n<span id="^quote"></span>'],
    ["| a |\n|---|\n| b |\n\n^table", '| a |\n|---|\n| b |\n\n<span id="^table"></span>'],
  ])("%j", (source, body) => {
    expect(bodyOf(source)).toBe(body);
  });

  test.each(["a ^b\nc", "10 ^12", "```\na ^b\n```", "x^abc", "a ^b c"])("but %j stays", (source) => {
    expect(bodyOf(source)).toBe(source);
  });

  test("to which links lead, and the forms of the page agree", async () => {
    const input = folderOf({
      "index.md": "# Home\n\n[[other#^ab12cd|One]], [two](other.md#^ab12cd) and [[other#^gone]].\n",
      "other.md": "# Other\n\nWords ==marked *so*== here. ^ab12cd\n\n> [!tip] A title\n> Text\n",
    });
    const { html, model, tolerated } = await buildSite({ input, base_url: "https://house.example", lenient: true });
    expect(html.get("/")?.match(/href="\/other\/#%5Eab12cd"/g)).toHaveLength(2);
    expect(tolerated.map(({ problem }) => problem)).toEqual(["links to #^gone of /other/, which has no such part"]);
    const page = model.pages.find(({ path }) => path === "/other/") as Page;
    expect(compareForms(formsOf(page, html))).toEqual([]);
    expect(page.text).toBe("Words marked so here.\n\nA title\n\nText");
  });
});

describe("marked words", () => {
  test.each([
    ["a ==b *c*== d", "<p>a <mark>b <em>c</em></mark> d</p>\n"],
    ["(==b [x](../about.md)==).", '<p>(<mark>b <a href="/about/">x</a></mark>).</p>\n'],
    ["[==a==](../about.md)", '<p><a href="/about/"><mark>a</mark></a></p>\n'],
  ])("%j", (source, html) => {
    expect(read(source).html).toBe(html);
  });

  test.each(["a == b == c", "a==b and c==d", "===a===", "`==a==`", "\\==a==", "a ==b"])("but not %j", (source) => {
    expect(read(source).html).not.toContain("<mark>");
  });
});

test.each([
  ["ids of blocks", "a ^b ".repeat(20_000)],
  ["comments", "%% a %% ".repeat(20_000)],
  ["comments without an end", "a %%\n\n".repeat(20_000)],
  ["backticks before comments", `${"` `` ".repeat(20_000)}%%a%%`],
  ["fences before comments", "```\n~~~~\n%%\n".repeat(10_000)],
  ["containers", ":::tip\n".repeat(20_000) + ":::\n".repeat(20_000)],
  ["containers without an end", ":::tip\n".repeat(20_000)],
  ["admonitions", Array.from({ length: 500 }, (_, depth) => `${"    ".repeat(depth)}!!! tip`).join("\n")],
  ["shortcodes without an end", "{{< highlight a >}}\n".repeat(20_000)],
  ["places for a table of contents", "[TOC]\n\n".repeat(20_000)],
  ["attribute lists", "{: a ".repeat(20_000)],
  ["Markdown in HTML", "<div markdown>\n".repeat(20_000)],
  ["tags without an end", "<div markdown ".repeat(20_000)],
  ["tabs", Array.from({ length: 500 }, (_, depth) => `${"    ".repeat(depth)}=== "a"`).join("\n")],
  ["abbreviations", "*[a]: b\n".repeat(20_000)],
  ["lists after links", `[a](${"(b){.c}".repeat(20_000)}`],
  ["lists of classes", `[a](b){${".c ".repeat(50_000)}`],
  ["lists of values", '[a](b){c="'.repeat(20_000)],
  ["attributes", `{: ${"a-".repeat(50_000)}`],
])(
  "is bounded in time: %s",
  (_, source) => {
    expect(bodyOf(source).split("\n")).toHaveLength(source.split("\n").length);
  },
  5_000,
);

describe("shortcodes and tags in headings are left out and counted", () => {
  test.each<[source: string, body: string, kinds: string[]]>([
    ['## Install {{< badge "new" >}}', "## Install", ["shortcode"]],
    ["# {{% icon %}} Tea {% octicon leaf %} pot", "# Tea pot", ["shortcode", "tag"]],
    ["## `{{< a >}}` and {{< b >}}", "## `{{< a >}}` and", ["shortcode"]],
    ["### {{< a >}}  {% b %} ##", "{{< a >}} {% b %}", []],
    ['## [a]({{< ref "b.md" >}})', '## [a]({{< ref "b.md" >}})', []],
    ["## {{ name }}", "## {{ name }}", []],
    ["```\n# {{< a >}}\n```\n{{< b >}}", "```\n# {{< a >}}\n```\n{{< b >}}", []],
  ])("%j", (source, body, kinds) => {
    const made = readOtherMarkup(source);
    expect(made.body).toBe(body);
    expect(made.left).toEqual(kinds.map((kind) => ({ kind, line: 0 })));
  });

  test("so that the title, its fragment and all forms of the page are words", async () => {
    const input = folderOf({ "a.md": "# Tea {{< badge >}}\n\nText.\n\n## Cups {{% x %}}\n\n[up](#cups)\n" });
    const { model, warnings } = await buildSite({ input, base_url: "https://house.example" });
    const page = model.pages.find(({ path }) => path === "/a/") as Page;
    expect([page.title, page.headings[0]?.id, page.headings[0]?.text]).toEqual(["Tea", "cups", "Cups"]);
    expect(markdownOf(page).toString()).not.toContain("{{");
    expect(warnings.join("\n")).toContain("shortcodes (`{{< … >}}`): 2 in one file, the first in a.md:1.");
  });
});

test("ids of HashiCorp are elements to which links lead", async () => {
  expect(bodyOf("- `a` ((#a)) `(b)`\n\n## C ((#c, #d))\n\n`((#e))`\n\n    ((#f))")).toBe(
    '- `a`<span id="a"></span> `(b)`\n\n## C<span id="c"></span><span id="d"></span>\n\n`((#e))`\n\n    ((#f))',
  );
  const input = folderOf({ "a.md": "# A\n\n[x](#b) [y](#c)\n\n- `b` ((#b)) text\n\n## Words ((#c))\n" });
  const { model, html } = await buildSite({ input, base_url: "https://house.example" });
  const page = model.pages.find(({ path }) => path === "/a/") as Page;
  expect(page.headings[0]).toMatchObject({ id: "words", text: "Words" });
  expect(compareForms(formsOf(page, html))).toEqual([]);
});
