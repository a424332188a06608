import { describe, expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { compareForms } from "../../build/verify/parity.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { base_url, read } from "./sample-page.ts";

describe("an alert is a quotation of its kind, whose first words name it", () => {
  test.each<[name: string, source: string, html: string]>([
    ...["note", "tip", "important", "warning", "caution"].map((kind): [string, string, string] => [
      `the kind ${kind}`,
      `> [!${kind.toUpperCase()}]\n> Some *text*.`,
      `<blockquote class="alert alert-${kind}">\n<p class="alert-title">${kind.toUpperCase()}</p>\n<p>Some <em>text</em>.</p>\n</blockquote>\n`,
    ]),
    [
      "small letters, lists and code in it",
      "> [!tip]  \n>\n> - a\n>\n> ```\n> b\n> ```",
      '<blockquote class="alert alert-tip">\n<p class="alert-title">tip</p>\n<ul>\n<li>a</li>\n</ul>\n<pre tabindex="0"><code>b\n</code></pre>\n</blockquote>\n',
    ],
    [
      "a title, and a sign that folds it",
      "> [!faq]- Are *titles* possible?\n> Yes.",
      '<blockquote class="alert alert-note">\n<p class="alert-title">Are <em>titles</em> possible?</p>\n<p>Yes.</p>\n</blockquote>\n',
    ],
    [
      "a kind that nobody knows",
      "> [!other]\n> Text.",
      '<blockquote class="alert alert-note">\n<p class="alert-title">other</p>\n<p>Text.</p>\n</blockquote>\n',
    ],
    [
      "inside of a list, and without a text of its own",
      "- a\n\n  > [!WARNING]",
      '<ul>\n<li>\n<p>a</p>\n<blockquote class="alert alert-warning">\n<p class="alert-title">WARNING</p>\n</blockquote>\n</li>\n</ul>\n',
    ],
  ])("%s", (_, source, html) => {
    expect(read(source).html).toBe(html);
  });

  test.each(["> Text\n> [!NOTE]", "> \\[!NOTE]\n> Text.", "> [!NOTE]Text", "[!NOTE]\nText."])(
    "but not %j",
    (source) => {
      expect(read(source).html).not.toContain("alert");
    },
  );
});

test("its words are the same in HTML, text and twin; links in it are resolved and faults have their line", () => {
  const { html, text, markdown, first_sentence, faults } = read(
    "> [!NOTE]\n> See [x](../about.md).\n> And [gone](gone.md).",
  );
  expect(html).toContain('<p>See <a href="/about/">x</a>.\nAnd');
  expect(text).toBe("NOTE\n\nSee x. And gone.");
  expect(markdown).toBe(`> [!NOTE]\n> See [x](${base_url}/about/).\n> And [gone](${base_url}/notes/one/gone.md).`);
  expect(first_sentence).toBe("See x.");
  expect(faults.map(({ line }) => line)).toEqual([3]);
});

test("the published forms of a page with alerts agree", async () => {
  const input = folderOf({ "index.md": "# Home\n\n> [!NOTE]\n> Text.\n\n> [!bug]+ A title\n\nAnd after.\n" });
  const { html, model } = await buildSite({ input });
  const { title, text, twin } = model.home;
  const markdown = markdownOf(model.home).toString();
  const forms = { title, html: html.get("/") ?? "", twin: String(twin), markdown, text, has_entries: false };
  expect(compareForms(forms)).toEqual([]);
});
