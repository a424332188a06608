import { describe, expect, test } from "vitest";
import { createReport } from "../../build/content/diagnostics.ts";
import { createLinkResolver } from "../../build/content/link-resolver.ts";
import { createSiteMap } from "../../build/content/link-targets.ts";
import { readMdx } from "../../build/content/mdx.ts";
import type { Page } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
import { describeRemnants, type Remnant } from "../../build/markdown/remnants.ts";
import { renderMarkdown } from "../../build/markdown/render.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

/** What a page's text leaves of other programs, as `kind line`. */
function found(body: string): string[] {
  const remnants: Remnant[] = [];
  const map = createSiteMap({ pages: [], assets: [], documents: [] });
  const options = { map, base_url: "https://a.example", report: createReport(true), fragments: [], remnants };
  const page = { source: "a.md", path: "/a/", file: "a.md", offset: 0 };
  renderMarkdown(body, undefined, createLinkResolver(page, { ...options, assetFile: () => undefined }));
  return remnants.map(({ kind, line }) => `${kind} ${line}`);
}

describe("what other programs would have replaced is found in the text", () => {
  test.each<[source: string, found: string[]]>([
    ['A {{< figure src="a.png" >}} and\n{{% note %}}x{{% /note %}}', ["shortcode 1", "shortcode 2"]],
    ["{{<figure src=a.png>}}", ["shortcode 1"]],
    [
      "# A {{ page.title }}\n\n- {% include a.html %}\n- {%- if x -%} y {% endif %}",
      ["expression 1", "tag 3", "tag 4"],
    ],
    ["<div>\n\n{{ content }}\n\n</div>\n\n<p>{{ x }}</p>", ["expression 3", "expression 7"]],
    ["::: tip Title\nText\n:::\n\n:::{.note}\nText\n:::", ["block 1", "block 5"]],
    ['!!! note "Title"\n    Text\n\n=== "Tab"\n\n    Text', ["admonition 1", "admonition 4"]],
    [
      "import Tabs from '@theme/Tabs';\nimport { a,\n b } from './x'\n\nexport const x = 1;",
      ["code 1", "code 2", "code 5"],
    ],
    ["# A\n\nToday, <% tp.date.now() %> and\n<%* x\n%>", ["script 3", "script 4"]],
    [
      "A :material-account: b ++ctrl+alt++\n^^c^^ [D][e.f] [`G`][h.i]",
      ["icon 1", "key 1", "key 2", "reference 2", "reference 2"],
    ],
    ['--8<-- "part.md"\n\n- a\n\n  --8<--', ["include 1", "include 5"]],
    ["<!--@include: ./a.md-->\n\nA <!-- @include: b.md -->", ["include 1", "include 3"]],
    ["{::nomarkdown}\nA\n{:/nomarkdown}\n\nA {::comment}x{:/}", ["extension 1", "extension 5"]],
    [".. toctree::\n   :maxdepth: 2\n\n.. note:: A", ["directive 1", "directive 4"]],
    ["A\n\n> [!FOO]\n> B\n\n> [!my-own]- C\n\n> [!NOTE]\n> D", ["alert 3", "alert 6"]],
    ["<Tabs>\n\nA <Badge text='x'/> here\n\n</Tabs>", ["component 1", "component 3"]],
  ])("%j", (source, expected) => {
    expect(found(source)).toEqual(expected);
  });

  test.each([
    "`{{< x >}}` and `{% x %}`",
    "```\n{{< x >}}\n::: tip\n```\n\n    {{ x }}",
    "\\{{ x }} and \\{% x %}",
    "<!-- {{ x }} {% y %} <Tabs> -->\n\nA <!-- {{ x }} -->",
    "A List<String>, a <b>, a <BR>, { x }, a: : : b and important imports from here.",
    "{site.base_url}",
    "`<% x %>`, \\<% x %>, 5 <%, 18<--, `{::x}`, a .. b:: c, ... and <!-- include: a -->",
    "> \\[!FOO]\n> B\n\n> [!FOO](a.md) [!FOO]\n\n> A [!FOO]\n\n```\n--8<--\n```",
  ])("but not in code, comments and other text: %j", (source) => {
    expect(found(source)).toEqual([]);
  });
});

test("each kind is told once, with how many there are and where the first is", () => {
  const at = (kind: Remnant["kind"], file: string, line: number): Remnant => ({ kind, file, line });
  expect(
    describeRemnants([
      at("tag", "b.md", 2),
      at("shortcode", "b.md", 9),
      at("shortcode", "a.md", 12),
      at("shortcode", "a.md", 3),
    ]),
  ).toEqual([
    "Not understood: shortcodes (`{{< … >}}`): 3 in 2 files, the first in a.md:3.",
    "Not understood: tags of a template language (`{% … %}`): 1 in one file, the first in b.md:2.",
  ]);
});

describe("MDX is read as Markdown, without its code", () => {
  test.each<[source: string, body: string, left: string[]]>([
    ["import A from 'a';\nimport B from 'b';\n\n# T\n", "\n\n\n# T\n", ["mdxCode 0"]],
    ["export const x = {\n\n  a: 1,\n};\n\nText", "\n\n\n\n\nText", ["mdxCode 0"]],
    ['export const a = "Smile :(";\n\nText', "\n\nText", ["mdxCode 0"]],
    ["export const a = /[{]/;\n\nText\n\nMore", "\n\nText\n\nMore", ["mdxCode 0"]],
    ["A <B c={{ d: '>' }} e=\"}\">text</B> f", "A text f", ["mdxComponent 0"]],
    ["<Tabs\n  a={[1, 2]}\n>\n\nText\n\n</Tabs>", "\n\n\n\nText\n\n", ["mdxComponent 0"]],
    ["Text {/* a\nb */} and {props.x}.", "Text \n and .", ["mdxExpression 1"]],
    ["<div style={{ color: 'red' }} id=\"a\">x</div>", '<div id="a">x</div>', ["mdxExpression 0"]],
    ["```jsx\nimport A from 'a';\n<A b={c}/>\n```\n", "```jsx\nimport A from 'a';\n<A b={c}/>\n```\n", []],
    ["`<A b={c}>` and ``{`x`}`` \\{x} \\<A>", "`<A b={c}>` and ``{`x`}`` \\{x} \\<A>", []],
    ["## A {#a} at {site.base_url}/b", "## A {#a} at {site.base_url}/b", []],
    ["$\\frac{a}{b}$ and a < b and {", "$\\frac{a}{b}$ and a < b and {", []],
    ["important text\n\nexports are up", "important text\n\nexports are up", []],
    ["<>\n\na\n\n</>", "\n\na\n\n", []],
    [
      "<A>\n    x\n\n      y\n    <B>\n\n\tz\n    </B>\n</A>\n    c",
      "\nx\n\n  y\n\n\nz\n\n\n    c",
      ["mdxComponent 0", "mdxComponent 4"],
    ],
    ["- i\n\n  <A>\n      x\n  </A>\n", "- i\n\n  \n  x\n\n", ["mdxComponent 2"]],
    [`a <B c={[${"{ d: 'e' }, ".repeat(500)}]} /> f`, "a  f", ["mdxComponent 0"]],
    [`a {[${"{ d: 'e' }, ".repeat(500)}]} f`, "a  f", ["mdxExpression 0"]],
    ["<A b={<p>don't</p>} c={'it\\'s'} />\n\nIt's x.", "\n\nIt's x.", ["mdxComponent 0"]],
    [`a <B ${"c ".repeat(2_000)}> d`, `a <B ${"c ".repeat(2_000)}> d`, []],
    ["a <B }> d", "a <B }> d", []],
  ])("%j", (source, body, left) => {
    const read = readMdx(source);
    expect([read.body, read.left.map(({ kind, line }) => `${kind} ${line}`)]).toEqual([body, left]);
  });

  test("as a page with its words, or as a file if it is mostly code", async () => {
    const files = {
      "index.md": "# Home\n\nTo [the guide](docs/guide.mdx) and [it](docs/guide).\n",
      "docs/guide.mdx":
        "---\ndescription: How.\n---\n\nimport Tabs from '@theme/Tabs';\n\n# Guide\n\n<Tabs groupId={ids} queryString>\n\nThe first *step* [home](../index.md).\n\n</Tabs>\n",
      "app.mdx": "import App from './app';\n\nexport default function Page() {\n  return <App />;\n}\n",
    };
    const site = await buildSite({ input: folderOf(files), base_url: "https://house.example" });
    const page = site.model.pages.find(({ path }) => path === "/docs/guide/");
    expect([page?.title, page?.text]).toEqual(["Guide", "The first step home."]);
    expect(site.html.get("/")).toContain('<a href="/docs/guide/">the guide</a> and <a href="/docs/guide/">');
    expect(site.text("/app.mdx")).toBe(files["app.mdx"]);
    expect(site.warnings).toEqual([
      "Files in MDX without a title that are more code than text are copied, not made into pages: `app.mdx`.",
      "Not understood: components of MDX, of which only the content is shown: 1 in one file, the first in docs/guide.mdx:9.",
      "Not understood: imports and exports of MDX, which are left out: 1 in one file, the first in docs/guide.mdx:5.",
    ]);
  });
});

test("indented text between tags of MDX is text, and code stays code", async () => {
  const guide = `# Guide

<Tabs>
    <TabItem value="a">

        Press the *key*.

        \`\`\`js
        if (a)
            b();
        \`\`\`

        - one
          - two
    </TabItem>
</Tabs>
`;
  const { model } = await buildSite({
    input: folderOf({ "index.md": "# Home\n", "guide.mdx": guide }),
    base_url: "https://house.example",
  });
  const page = model.pages.find(({ path }) => path === "/guide/");
  expect(page?.text).toBe("Press the key.\n\nif (a)\n    b();\n\none\ntwo");
  expect(page?.html.match(/<pre/g)).toHaveLength(1);
  expect(markdownOf(page as Page).toString()).toContain("\nPress the *key*.\n\n```js\nif (a)\n    b();\n```\n");
});

test.each([
  ["components", "<A>\n  ".repeat(10_000) + "x\n</A>\n".repeat(10_000)],
  ["exports without an end", "export const a = {\n\n".repeat(10_000)],
  ["expressions on lines", "{{x}}\n".repeat(40_000)],
  ["components on lines", `<div>\n${"<Ab>\n".repeat(40_000)}`],
  ["braces", "{".repeat(25_000)],
  ["templates", "{{".repeat(25_000)],
  ["tags", "<A ".repeat(15_000)],
  ["tags with open braces", "<A b={".repeat(15_000)],
  ["tags with open quotations", "<A b='\n".repeat(15_000)],
  ["open quotations in braces", `{{${"'\n`\\".repeat(30_000)}`],
  ["backticks", Array.from({ length: 300 }, (_, length) => "`".repeat(length)).join(" ")],
  ["dollars", "$".repeat(100_000)],
  ["fences", "```\n~~~~\n".repeat(10_000)],
  ["colons", ":::\n".repeat(20_000)],
  ["imports", "import a\n".repeat(10_000)],
  ["line ends", "{x}\n".repeat(20_000)],
])(
  "is bounded in time: %s",
  (_, source) => {
    expect(readMdx(source).body.length + found(source).length).toBeGreaterThanOrEqual(0);
  },
  10_000,
);
