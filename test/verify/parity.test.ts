import { expect, test } from "vitest";
import { compareForms, type Forms } from "../../build/verify/parity.ts";
import { wordsOf } from "../../build/words/words.ts";

const forms: Forms = {
  title: "A page & more",
  html: `<title>x</title><h1>A page &amp; more</h1><nav>elsewhere</nav><div class="sidebar">beside</div>
    <div class="body"><p>One <em>two</em>&nbsp;three.</p><div><img src="/a.png" alt="a cat"></div><svg><title>door</title></svg></div><footer>end</footer>`,
  twin: '---\ntitle: "A page & more"\n---\n\n# A page & more\n\nOne *two* three.\n\n![a cat](https://house.example/a.png)\n',
  markdown: "# A page & more\n\nOne *two* three.\n\n![a cat](https://house.example/a.png)",
  text: "One two three.\n\na cat",
  has_entries: false,
};

const book = `<div class="book" data-markdown-ignore><h2>Entries</h2><div>Hello</div></div>`;
const withBook = forms.html.replace("</p>", `</p>${book}`);
const html = (piece: string, by: string) => ({ html: forms.html.replace(piece, by) });

const table: [what: string, change: Partial<Forms>, line: string | null][] = [
  ["nothing", {}, null],
  ["a word", html("two", "2"), "the HTML says One 2 three a cat; One two three a cat was expected"],
  [
    "a word more",
    html("</svg>", "</svg> hidden"),
    "the HTML says One two three a cat hidden; One two three a cat was expected",
  ],
  ["a word less", html("three", ""), "the HTML says One two a cat; One two three a cat was"],
  [
    "the title of the HTML",
    html("<h1>A page", "<h1>The page"),
    "the title of the HTML says The page more; A page more was",
  ],
  ["no body", { html: "<h1>A page &amp; more</h1>" }, "no element of the class `body`"],
  ["the twin", { twin: forms.twin.replace("three", "four") }, "the twin and the corpus differ"],
  [
    "the corpus's text",
    { text: "One two.\n\na cat" },
    "the corpus's text says One two a cat; One two three a cat",
  ],
  ["the entries of a guestbook amid its text", { html: withBook, has_entries: true }, null],
  [
    "entries on a page that has none",
    { html: withBook },
    "the HTML says One two three Entries Hello a cat; One two three a cat",
  ],
  [
    "a word before the entries",
    { html: withBook.replace("two", "2"), has_entries: true },
    "the HTML says One 2 three a cat; ",
  ],
  [
    "a word after the entries",
    { html: withBook.replace("</svg>", "</svg> hidden"), has_entries: true },
    "the HTML says One two three a cat hidden; ",
  ],
];

test.each(table)("forms of a page that differ in %s", (_, change, line) => {
  const differences = compareForms({ ...forms, ...change });
  if (line === null) expect(differences).toEqual([]);
  else expect(differences.join("\n")).toMatch(line);
});

test("what a page is dressed with is not taken for words: anchors, dates, tasks, footnotes, forms, code", () => {
  const markdown =
    "# T\n\n## Part\n\n- [x] done\n- [n](https://h.example/n/) (20 November 2026): Note\n\nText[^1] `a < b`.\n\n```js\nif (a) b();\n```\n\n[^1]: Foot.";
  const html = `<h1>T</h1><div class="body"><form><label>Find</label></form><h2 id="part">Part <a class="anchor" href="#part" aria-label="Link"></a></h2>
    <ul><li><input type="checkbox" checked disabled> done</li><li><a href="/n/">n</a> <time datetime="2026-11-20">20 November 2026</time> Note</li></ul>
    <p>Text<sup class="footnote-ref"><a href="#fn1">[1]</a></sup> <code>a &lt; b</code>.</p><pre><code><span class="k">if</span> (a) b();</code></pre>
    <section><ol><li><p>Foot. <a class="footnote-backref" href="#r">↩</a></p></li></ol></section></div>`;
  const text = "Part\n\ndone\nn (20 November 2026): Note\n\nText a < b.\n\nif (a) b();\n\nFoot.";
  expect(
    compareForms({ title: "T", html, twin: markdown, markdown, text, has_entries: false }),
  ).toEqual([]);
});

test("an image or film amid letters ends no word, as none does in Chinese", () => {
  const markdown = "# T\n\n看![门](/d.png)吧，听![轮子](/w.mp4)吧";
  const html = `<h1>T</h1><div class="body"><p>看<img src="/d.png" alt="门">吧，听<video src="/w.mp4"><a href="/w.mp4">轮子</a></video>吧</p></div>`;
  const page = { title: "T", html, twin: markdown, markdown, has_entries: false };
  expect(compareForms({ ...page, text: "看门吧，听轮子吧" })).toEqual([]);
  expect(compareForms({ ...page, text: "看门吧，听吧" })).not.toEqual([]);
});

test("the kind of an alert is a word of the page's language in HTML, and as written elsewhere", () => {
  const markdown = "# T\n\n> [!NOTE]\n> One.\n\n> [!TIP] Mine\n> Two.\n\n> [!other]\n> Three.";
  const html =
    '<h1>T</h1><div class="body"><p>Hinweis</p><p>One.</p><p>Mine</p><p>Two.</p><p>other</p><p>Three.</p></div>';
  const text = "NOTE\n\nOne.\n\nMine\n\nTwo.\n\nother\n\nThree.";
  const page = { title: "T", html, twin: markdown, markdown, text, has_entries: false };
  expect(compareForms({ ...page, words: wordsOf({})("de") })).toEqual([]);
  expect(compareForms(page)).toEqual([expect.stringMatching(/^the HTML says Hinweis One/)]);
});
