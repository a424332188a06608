import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { highlight } from "../../build/markdown/highlight.ts";
import { read } from "./sample-page.ts";

/** Pieces with their kinds, as `kind:text`. */
const pieces = (code: string, language: string) =>
  [...(highlight(code, language) ?? "").matchAll(/<span class="code-(\w+)">([^<]*)<\/span>/g)].map(
    ([, kind, text]) => `${kind}:${text}`,
  );

test.each<[language: string, code: string, pieces: string[]]>([
  ["js", "let a = 1; // x", ["keyword:let", "value:1", "comment:// x"]],
  ["js", "`a ${f(b)} c`", ["value:`", "value:a ", "name:f", "value: c", "value:`"]],
  ["TS", "type A = string;", ["keyword:type", "name:A", "name:string"]],
  [
    "python",
    "def f(): return 'x'",
    ["keyword:def", "name:f", "keyword:return", "value:&#39;x&#39;"],
  ],
  ["sh", "curl -s x # y", ["name:curl", "name:-s", "comment:# y"]],
  ["json", '{"a": [1, "b"]}', ["name:&quot;a&quot;", "value:1", "value:&quot;b&quot;"]],
  ["yaml", "a: 1 # b", ["keyword:a", "value:1", "comment:# b"]],
  ["css", ".a { color: red }", ["keyword:.a", "name:color"]],
  ["diff", "-a\n+b", ["keyword:-", "keyword:a\n", "value:+", "value:b"]],
  [
    "html",
    '<b class="c">&amp;<script>let a</script></b>',
    [
      "keyword:b",
      "keyword: ",
      "name:class",
      "value:c",
      "keyword:script",
      "keyword:let",
      "keyword:script",
      "keyword:b",
    ],
  ],
])("%s: %j", (language, code, expected) => {
  expect(pieces(code, language)).toEqual(expected);
});

test.each(["", "text", "no-such-language", "meta", "constructor", "__proto__"])(
  "%j is no language that has colours",
  (language) => {
    expect(highlight("let a = 1;", language)).toBeNull();
    expect(read(`\`\`\`${language}\nlet a = "<b>";\n\`\`\``).html).toContain(
      "let a = &quot;&lt;b&gt;&quot;;\n</code></pre>",
    );
  },
);

describe("in colours or not", () => {
  const code = `<a href="x">'&amp;'</a>\r// \u0000 \u{1F3F4} ${"`${"} */ <!-- <?php {{ x }}\n\tend`;
  const unescaped = (html: string) =>
    html
      .replace(/<\/?span[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&");

  test.each(
    "js ts html css json yaml toml sh python php ruby go rust sql diff http md liquid jsx".split(
      " ",
    ),
  )("code in %s has the same characters", (language) => {
    expect(unescaped(highlight(code, language) as string)).toBe(code);
  });

  test("text and Markdown of a page have the code as it is", () => {
    const { html, text, markdown } = read('```js\nlet a = "b";\n```');
    expect(html).toContain(
      '<pre tabindex="0"><code class="language-js"><span class="code-keyword">',
    );
    expect(text).toBe('let a = "b";');
    expect(markdown).toBe('```js\nlet a = "b";\n```');
  });
});

test("code looks the same whatever other languages were there before", () => {
  const samples = ["html", "css", "js", "php", "md", "http"].map((language) => [
    "<style>a{b:c}</style><script>f(`x`)</script>\n---\na: b\n---\n<?php f($a); ?>",
    language,
  ]) as [string, string][];
  const before = samples.map((sample) => highlight(...sample));
  for (const language of ["css-extras", "js-extras", "js-templates", "php-extras", "jsdoc", "yaml"])
    highlight("x", language);
  // The same languages again, under names by which they were not asked for yet.
  for (const [language, other] of [
    ["html", "svg"],
    ["js", "javascript"],
    ["md", "markdown"],
  ])
    expect(highlight(samples[0]?.[0] as string, other as string)).toBe(
      highlight(samples[0]?.[0] as string, language as string),
    );
  expect(samples.map((sample) => highlight(...sample))).toEqual(before);
});

test("very long code has no colours", () => {
  expect(highlight("a ".repeat(60_000), "js")).toBeNull();
});

test("a page that names no language does not load the library, and one that does leaves no global", () => {
  const script = `
    const { read } = await import(${JSON.stringify(join(import.meta.dirname, "sample-page.ts"))});
    const { _cache } = await import("node:module");
    const loaded = () => Object.keys(_cache).some((file) => file.includes("prismjs"));
    read("# A\\n\\n    code\\n\\n\`\`\`\\ncode\\n\`\`\`\\n\\n\`code\`");
    const before = loaded();
    // Code that was coloured before is kept on disk.
    read("\`\`\`js\\ncode('" + crypto.randomUUID() + "')\\n\`\`\`");
    console.log(JSON.stringify([before, loaded(), typeof Prism]));`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(JSON.parse(out)).toEqual([false, true, "undefined"]);
});
