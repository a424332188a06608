import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
import { watchingIn } from "../../build/lib/page-policy.ts";
import { elementsOf } from "../../build/verify/answer.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { fixtures, png, toldOf } from "./faults-of.ts";

const home = { "index.md": "# Home\n", "pic.png": png };
const markdown = (body: string) => ({ ...home, "notes/a.md": `# A\n\n${body}\n` });

/** A folder with a page for each text, `/notes/page-0/` and so on. */
const pagesOf = (bodies: readonly string[]) => ({
  ...home,
  ...Object.fromEntries(bodies.map((body, index) => [`notes/page-${index}.md`, `# A\n\n${body}\n`])),
});

/** Makes something at the first call, for all tests that ask for it. */
function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

describe("hand-written HTML", () => {
  const fine: [name: string, written: string, html: string, twin: string][] = [
    [
      "an unquoted address",
      "<a href=../index.md>x</a>",
      '<a href="/">x</a>',
      '<a href="https://openhouse.example/">x</a>',
    ],
    [
      "single quotes",
      "<a class='y' href='../index.md'>x</a>",
      `<a class="y" href="/">x</a>`,
      `<a class='y' href="https://openhouse.example/">x</a>`,
    ],
    [
      "an image gets its size and waits until it is near",
      '<img src="../pic.png" alt="y">',
      '<img src="/pic.png" alt="y" width="1" height="1" loading="lazy" decoding="async">',
      '<img src="https://openhouse.example/pic.png" alt="y">',
    ],
    [
      "an image keeps the size its author gave",
      '<img src=../pic.png alt="" width=20 />',
      '<img src="/pic.png" alt="" width="20" loading="lazy" decoding="async" />',
      '<img src="https://openhouse.example/pic.png" alt="" width=20 />',
    ],
    [
      "a comment is left alone",
      '<!-- <script src="https://elsewhere.example/x.js"></script> <img src="gone.png"> -->',
      '<!-- <script src="https://elsewhere.example/x.js"></script> <img src="gone.png"> -->',
      "gone.png",
    ],
    [
      "words that look like attributes",
      "<b>on</b> src=gone.png href=gone.md",
      "<b>on</b> src=gone.png href=gone.md",
      "src=gone.png href=gone.md",
    ],
    [
      "a part of the page",
      '<a href="#here">x</a> <b id="here">y</b>',
      '<a href="#here">x</a>',
      '<a href="https://openhouse.example{page}#here">',
    ],
  ];
  const finePages = lazy(async () => {
    const site = await buildSite({ input: folderOf(pagesOf(fine.map(([, written]) => `Text ${written} text.`))) });
    return site.model.pages;
  });
  test.each(fine.map((each, index) => [each[0], index, ...each.slice(2)] as const))(
    "%s",
    async (_, index, ...shown) => {
      const page = (await finePages()).find(({ path }) => path === `/notes/page-${index}/`) as Page;
      expect(page.html).toContain(shown[0]);
      expect(String(page.twin)).toContain(shown[1]?.replace("{page}", page.path));
    },
  );

  test("each fault of test/fixtures/raw-html is told", async () => {
    expect(await toldOf("raw-html")).toBe(readFileSync(join(fixtures, "raw-html.txt"), "utf8"));
  });

  test("each of them is harmless where it is tolerated, and the text around it stays", async () => {
    const { html } = await buildSite({ input: join(fixtures, "raw-html"), lenient: true });
    const pages = [...html].filter(([, page]) => page.includes("one\ntwo"));
    expect(pages).toHaveLength(readdirSync(join(fixtures, "raw-html")).length - 2); // but the home page and a picture
    for (const [path, page] of pages) {
      const watching = watchingIn(page, false, (address) => address.includes("elsewhere"));
      expect([path, watching, /srcset|attributionsrc/.test(page)]).toEqual([path, [], false]);
      expect([path, elementsOf(page).some(({ name }) => name === "footer")]).toEqual([path, true]);
    }
  });

  test("an end tag that programs read differently is written so that all read it alike", async () => {
    const site = await buildSite({
      input: folderOf(markdown('</div a="><img alt=" ><script>x()</script>" src=/pic.png>')),
      lenient: true,
    });
    expect(site.html.get("/notes/a/")).toContain(
      '</div><img alt=" &gt;&lt;script&gt;x()&lt;/script&gt;" src="/pic.png" width="1"',
    );
  });

  test.each([
    [
      "a CDATA section",
      "<![CDATA[ > <script>x()</script> ]]>",
      "<p>One &lt;![CDATA[ &gt; &lt;script&gt;x()&lt;/script&gt; ]]&gt;",
    ],
    [
      "a tag that never ends",
      '</p>\n\n<p title="\n\n<b alt="><b>" onclick="x()">',
      '&lt;p title="\n<b alt="&gt;&lt;b&gt;">',
    ],
  ])("%s is text", async (_, written, shown) => {
    const site = await buildSite({ input: folderOf(markdown(`One ${written}`)), lenient: true });
    expect(site.html.get("/notes/a/")).toContain(shown);
  });

  // The block ends after a `/` or in an end tag: without care the page goes on inside of the tag.
  test.each([
    "<iframe /",
    '<iframe id="x"/',
    '<noembed\t<b = "x"/',
    "<embed onfocus='x' onclick=x()  <p/",
    "<button formaction=x /\n",
    "</p /",
    "</p a",
  ])("a tag that does not end in its block is text: %s", async (written) => {
    const site = await buildSite({
      input: folderOf(markdown(`<div>${written}\n\nText <b title="/formaction=y>">b</b>.`)),
      lenient: true,
    });
    const html = site.html.get("/notes/a/") as string;
    expect(html).toContain(`<div>${written.trimEnd().replaceAll("<", "&lt;")}`);
    expect(html).toContain('<p>Text <b title="/formaction=y>">b</b>.</p>');
  });

  test("what follows a comment that ends at once is text, on the page and in the corpus", async () => {
    const site = await buildSite({ input: folderOf(markdown("<!--> *one* -->\n\n*two* <!---> *three*")) });
    const page = site.model.pages.find(({ path }) => path === "/notes/a/");
    // CommonMark 0.31.2: a line that begins with a comment is HTML up to its end (section 4.6); within a line only the comment is (6.6).
    expect(page?.html).toContain("<!--> *one* -->\n");
    expect(page?.html).toContain("<p><em>two</em> <!---> <em>three</em></p>");
    expect(page?.text).toBe("*one* -->\n\ntwo  three");
  });

  test("a tolerated frame is a link to its address in every form", async () => {
    const body = `A <iframe src="https://elsewhere.example/f" title="The &amp; film"></iframe> here.

<div>
  <iframe
    src="../pic.png"></iframe>
</div>
<iframe srcdoc="x"></iframe> <iframe src="javascript:x()">`;
    const site = await buildSite({ input: folderOf(markdown(body)), lenient: true, base_url: "https://house.example" });
    const page = site.model.pages.find(({ path }) => path === "/notes/a/") as Page;
    const { html, text } = page;
    const source = markdownOf(page).toString();
    expect(html).toBe(`<p>A <span><a href="https://elsewhere.example/f">The &amp; film</a></span> here.</p>
<div>
  <span><a href="/pic.png">https://house.example/pic.png</a></span>
</div>
<span>&lt;iframe srcdoc="x"></span> <span>&lt;iframe src="javascript:x()">
`);
    expect(source).toContain('A <span><a href="https://elsewhere.example/f">The &amp; film</a></span> here.');
    expect(source).toContain('<a href="https://house.example/pic.png">https://house.example/pic.png</a>');
    expect(text).toContain("A The & film here.");
    expect(site.tolerated.map(({ line }) => line)).toEqual([3, 6, 9, 9, 9]);
  });

  test("a tolerated image from elsewhere is a link to it, or its words in a link and where a link would not be safe", async () => {
    const [one, two, three] = [
      "![One](https://elsewhere.example/1.png)",
      "[![Two](https://elsewhere.example/2.png)](/)",
      "![Three](blob:3)",
    ];
    const site = await buildSite({ input: folderOf(markdown(`${one} ${two} ${three}`)), lenient: true });
    expect(site.html.get("/notes/a/")).toContain(
      '<p><a href="https://elsewhere.example/1.png">One</a> <a href="/">Two</a> Three</p>',
    );
  });

  test("tags without an end are read in a moment, however many", async () => {
    const site = await buildSite({ input: folderOf(markdown(`<div ${"<a ".repeat(100_000)}`)), lenient: true });
    expect(site.model.pages.find(({ path }) => path === "/notes/a/")?.words).toBeGreaterThan(0);
  }, 10_000);
});
