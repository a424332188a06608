import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
import { policyViolations } from "../../build/model/page-policy.ts";
import { elementsIn } from "../../build/verify/html.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { fixtures, png, toldOf } from "./faults-of.ts";

const house = "https://house.example";

/** What is written, and what of it stands on the page, and in the Markdown where that is said. */
const table: Record<string, [written: string, html: string, twin?: string]> = {
  "an unquoted address": [
    "<a href=../index.md>x</a>",
    '<a href="/">x</a>',
    `<a href="${house}/">x</a>`,
  ],
  "single quotes": [
    "<a class='y' href='../index.md'>x</a>",
    `<a class="y" href="/">x</a>`,
    `<a class='y' href="${house}/">x</a>`,
  ],
  "an image gets its size and waits until it is near": [
    '<img src="../pic.png" alt="y">',
    '<img src="/pic.png" alt="y" width="1" height="1" loading="lazy" decoding="async">',
    `<img src="${house}/pic.png" alt="y">`,
  ],
  "an image keeps the size its author gave": [
    '<img src=../pic.png alt="" width=20 />',
    '<img src="/pic.png" alt="" width="20" loading="lazy" decoding="async" />',
    `<img src="${house}/pic.png" alt="" width=20 />`,
  ],
  "a comment is left alone": [
    '<!-- <script src="https://elsewhere.example/x.js"></script> <img src="gone.png"> -->',
    '<!-- <script src="https://elsewhere.example/x.js"></script> <img src="gone.png"> -->',
    "gone.png",
  ],
  "words that look like attributes": [
    "<b>on</b> src=gone.png",
    "<b>on</b> src=gone.png",
    "src=gone.png",
  ],
  "a part of the page": [
    '<a href="#here">x</a> <b id="here">y</b>',
    '<a href="#here">x</a>',
    "/notes/6/#here",
  ],
  "an end tag that programs read differently is written so that all read it alike": [
    '</div a="><img alt=" ><script>x()</script>" src=/pic.png>',
    '</div><img alt=" &gt;&lt;script&gt;x()&lt;/script&gt;" src="/pic.png" width="1"',
  ],
  "a CDATA section is text": [
    "One <![CDATA[ > <script>x()</script> ]]>",
    "<p>One &lt;![CDATA[ &gt; &lt;script&gt;x()&lt;/script&gt; ]]&gt;",
  ],
  "a tag that never ends is text": [
    'One </p>\n\n<p title="\n\n<b alt="><b>" onclick="x()">',
    '&lt;p title="\n<b alt="&gt;&lt;b&gt;">',
  ],
  "a tolerated image from elsewhere is a link, or its words in a link and where a link would not be safe":
    [
      "![One](https://elsewhere.example/1.png) [![Two](https://elsewhere.example/2.png)](/) ![Three](blob:3)",
      '<p><a href="https://elsewhere.example/1.png">One</a> <a href="/">Two</a> Three</p>',
    ],
  // CommonMark 0.31.2: a line that begins with a comment is HTML up to its end (section 4.6);
  // within a line only the comment is (6.6).
  "what follows a comment that ends at once is text": [
    "<!--> *one* -->\n\n*two* <!---> *three*",
    "<!--> *one* -->\n<p><em>two</em> <!---> <em>three</em></p>",
  ],
  "a tag without an end is read in a moment, however many there are": [
    `<div ${"<a ".repeat(100_000)}`,
    "&lt;div",
  ],
  // The block ends after a `/` or in an end tag: without care the page goes on inside of the tag.
  ...Object.fromEntries(
    [
      "<iframe /",
      '<iframe id="x"/',
      '<noembed\t<b = "x"/',
      "<embed onfocus='x' onclick=x()  <p/",
      "<button formaction=x /\n",
      "</p /",
      "</p a",
    ].map((written) => [
      `a tag that does not end in its block is text: ${written}`,
      [
        `<div>${written}\n\nText <b title="/formaction=y>">b</b>.`,
        `<div>${written.trimEnd().replaceAll("<", "&lt;")}\n<p>Text <b title="/formaction=y>">b</b>.</p>`,
      ],
    ]),
  ),
};

const frames = `A <iframe src="https://elsewhere.example/f" title="The &amp; film"></iframe> here.

<div>
  <iframe
    src="../pic.png"></iframe>
</div>
<iframe srcdoc="x"></iframe> <iframe src="javascript:x()">`;

describe("hand-written HTML", async () => {
  const rows = Object.entries(table).map(([name, [written, html, twin = ""]], index) => ({
    name,
    index,
    written,
    html,
    twin,
  }));
  const files = Object.fromEntries(
    rows.map(({ index, written }) => [`notes/${index}.md`, `# A\n\n${written}\n`]),
  );
  const input = folderOf({
    "index.md": "# Home\n",
    "pic.png": png,
    "notes/frames.md": `# A\n\n${frames}\n`,
    ...files,
  });
  const site = await buildSite({ input, lenient: true, base_url: house });
  const pageAt = (name: string | number) =>
    site.model.pages.find(({ path }) => path === `/notes/${name}/`) as Page;

  test.each(rows)("$name", ({ index, html, twin }) => {
    expect(pageAt(index).html).toContain(html);
    expect(markdownOf(pageAt(index)).toString()).toContain(twin);
  });

  test("after a comment that ends at once is in the corpus, too", () => {
    expect(site.model.pages.map(({ text }) => text)).toContain("*one* -->\n\ntwo  three");
  });

  test("that is a tolerated frame is a link to its address in every form", () => {
    const { html, text } = pageAt("frames");
    expect(
      html,
    ).toBe(`<p>A <span><a href="https://elsewhere.example/f">The &amp; film</a></span> here.</p>
<div>
  <span><a href="/pic.png">https://house.example/pic.png</a></span>
</div>
<span>&lt;iframe srcdoc="x"></span> <span>&lt;iframe src="javascript:x()">
`);
    const twin = markdownOf(pageAt("frames")).toString();
    expect(twin).toContain(
      'A <span><a href="https://elsewhere.example/f">The &amp; film</a></span> here.',
    );
    expect(twin).toContain(
      '<a href="https://house.example/pic.png">https://house.example/pic.png</a>',
    );
    expect(text).toContain("A The & film here.");
    const lines = site.tolerated
      .filter(({ file }) => file === "notes/frames.md")
      .map(({ line }) => line);
    expect(lines).toEqual([3, 6, 9, 9, 9]);
  });
});

describe("each fault of test/fixtures/raw-html", () => {
  test("is told", async () => {
    expect(await toldOf("raw-html")).toBe(readFileSync(join(fixtures, "raw-html.txt"), "utf8"));
  });

  test("is harmless where it is tolerated, and the text around it stays", async () => {
    const { html } = await buildSite({ input: join(fixtures, "raw-html"), lenient: true });
    const pages = [...html].filter(([, page]) => page.includes("one\ntwo"));
    // But the home page and a picture.
    expect(pages).toHaveLength(readdirSync(join(fixtures, "raw-html")).length - 2);
    for (const [path, page] of pages) {
      const watching = policyViolations(page, false, (address) => address.includes("elsewhere"));
      expect([path, watching, /srcset|attributionsrc/.test(page)]).toEqual([path, [], false]);
      expect([path, elementsIn(page, "footer").length > 0]).toEqual([path, true]);
    }
  });
});
