import createParser from "markdown-it/dist/index.cjs.js";
import { describe, expect, test } from "vitest";
import { tokenize } from "../../build/lib/html-tokens.ts";
import { read } from "./sample-page.ts";

describe("an element that no browser knows is text in every form of the page", () => {
  test.each<[body: string, html: string, text: string]>([
    [
      "Clone <url>, then </url>",
      "Clone &lt;url&gt;, then &lt;/url&gt;",
      "Clone <url>, then </url>",
    ],
    ["A `Map<a>` of List<String>", "</code> of List&lt;String&gt;", "A Map<a> of List<String>"],
    ["## Use <your-name>", "Use &lt;your-name&gt; <a", "Use <your-name>"],
    ["- <name>\n- x", "<li>&lt;name&gt;</li>", "<name>\nx"],
    ["| <a b> | <key\\|x> |\n|---|---|", "<th>&lt;key|x&gt;</th>", "<key|x>"],
    ["| <key> |\n|---|\n| <Key /> |", "<td>&lt;Key /&gt;</td>", "<key>\n<Key />"],
    ["[the <page>](../about.md)", ">the &lt;page&gt;</a>", "the <page>"],
    ["![a <door> & more](door.png)", 'alt="a &lt;door&gt; &amp; more"', "a <door> & more"],
    ["word^[a <note>]", "<p>a &lt;note&gt; <a", "a <note>"],
    ["> <Note>\n> *one*\n> </Note>", "&lt;Note&gt;\n<em>one</em>", "<Note> one </Note>"],
    ["<Tabs>\n  <Tab name='*a*'>\n\nx", "&lt;Tab name='<em>a</em>'&gt;", "<Tabs> <Tab name='a'>"],
    ["<div>\n<name> <b>x</b>\n</div>", "<div>\n&lt;name> <b>x</b>", "<name> x"],
    [
      "cd <path> or </g> in <body>",
      "cd &lt;path&gt; or &lt;/g&gt; in &lt;body&gt;",
      "cd <path> or",
    ],
    ["Term <x-y>\n: Meaning <z>", "<dd>Meaning &lt;z&gt;</dd>", "Term <x-y>\nMeaning <z>"],
  ])("%j", (body, html, text) => {
    const page = read(body);
    expect(page.html).toContain(html);
    expect(page.text).toContain(text);
    expect(page.faults).toEqual([]);
    const twin = read(page.markdown);
    expect([twin.html, twin.text]).toEqual([page.html, page.text]);
    // Any other program reads the twin as this page.
    expect(page.markdown.replace(/`[^`]*`|\\</g, "")).not.toMatch(
      /<\/?(?:url|name|key|note|path)>/i,
    );
  });

  test("its name is that of a heading, and its words are those of a title", () => {
    expect(read("# Run <cmd>\n\n## Use <name>").headings).toMatchObject([{ id: "use-name" }]);
    expect(read("# Run <cmd>").title_heading).toBe("Run <cmd>");
    expect(read("Run <cmd> first. Then go.").firstSentence()).toBe("Run <cmd> first.");
  });
});

test.each([
  'A <kbd class="x">b</kbd> <ABBR title="c">d</ABBR><br>\n',
  '<svg viewBox="0 0 1 1"><g><path d="M0 0"/></g></svg>\n\nText <b>x</b>.\n',
  'A <svg viewBox="0 0 1 1"><path d="M0 0"/></svg> <math><mi>x</mi></math>.\n',
  '<svg viewBox="0 0 1 1">\n<g>\n\n<path d="M0 0"/>\n\n</g></svg>\n',
])("an element that browsers know stays one: %j", (body) => {
  const { html, markdown } = read(body);
  expect([html.replace(/<\/?p>/g, ""), markdown]).toEqual([
    body.replaceAll("\n\n", "\n"),
    body.trim(),
  ]);
});

test("behind a drawing its parts are no elements any more", () => {
  const { html } = read('<svg viewBox="0 0 1 1"><g/></svg>\n\n<svg/>\n\ncd <path>\n\n<g>');
  expect(html).toContain("cd &lt;path&gt;</p>\n<p>&lt;g&gt;</p>");
});

describe("what a browser takes for a comment, or would, has the same words in page, text and twin", () => {
  const other = new createParser({ html: true, linkify: true });
  const words = (text: string): string => text.replace(/\s+/g, " ").trim();
  /** The words that a browser shows of HTML. */
  const shown = (html: string): string =>
    words(
      tokenize(html)
        .tokens.map((token) => ("text" in token ? token.text : " "))
        .join(""),
    );

  test.each<[body: string, text: string]>([
    ["A <![CDATA[ *b* < www.c.example ]]> d", "A <![CDATA[ *b* < www.c.example ]]> d"],
    ["A <![CDATA[ > <b> %% $c$ ]]> d", "A <![CDATA[ > <b> %% $c$ ]]> d"],
    ["A *b <![CDATA[* c", "A b <![CDATA[ c"],
    ["<![CDATA[\nA\n\n- b\n]]>\n\nC", "<![CDATA[ A b ]]> C"],
    ["<![CDATA[ a\n\nB *c*", "<![CDATA[ a B c"],
    ["- A\n- <![CDATA[\n  b ]]> c", "A <![CDATA[ b ]]> c"],
    ["> A\n> <![CDATA[ b\n\nC", "A <![CDATA[ b C"],
    ["## A <![CDATA[ b ]]>", "A <![CDATA[ b ]]>"],
    ["<p>A <![CDATA[ <b> ]]></p>", "A <![CDATA[ <b> ]]>"],
    ["A <?php *b* ?> C", "A C"],
    ["A <? b > c ?> D", "A c ?> D"],
    ["<?php\nA\n\nb ?>\n\nC", "C"],
    ["<?php\nA\n\nB *c*", "<?php A B c"],
    ["A\n<? b *c*", "A <? b c"],
    ["> <? a\n\nB ?>", "<? a B ?>"],
    ["A <!DOCTYPE b> C", "A C"],
    ["<!DOCTYPE a\n\nB *c*", "<!DOCTYPE a B c"],
    ["A <!-- *b* --> C", "A C"],
    ["<!--\n*a*\n\nb -->\n\nC", "C"],
    ["A <!--> b --> <!---> c", "A b --> c"],
    ["A <? b <!-- c --> D", "A <? b D"],
  ])("%j", (body, text) => {
    const page = read(body);
    const html = page.html.replace(/ <a class="anchor"[^>]*><\/a>/g, "");
    expect([words(page.text), shown(html), shown(other.render(page.markdown))]).toEqual([
      text,
      text,
      text,
    ]);
  });

  test("in a cell and in a drawing, too", () => {
    for (const body of [
      "| A | B |\n|---|---|\n| <![CDATA[ c\\|*d* ]]> | E |",
      '<svg viewBox="0 0 1 1">\n<text><![CDATA[A <b> ]]></text>\n</svg>',
    ]) {
      const { html, text, markdown } = read(body);
      expect([shown(html), shown(other.render(markdown))]).toEqual([words(text), words(text)]);
      expect(text).toContain("<![CDATA[");
    }
  });
});
