import { expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { compareForms } from "../../build/verify/parity.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { base_url, read } from "./sample-page.ts";

test("a definition list has its terms and definitions in every form of the page", () => {
  const source = "*Door*\n: Leads [there](../about.md).\n: Opens.\n\nWindow\n: Lets in light.";
  const { html, text, markdown, faults } = read(source);
  expect(html).toBe(
    '<dl>\n<dt><em>Door</em></dt>\n<dd>Leads <a href="/about/">there</a>.</dd>\n<dd>Opens.</dd>\n' +
      "<dt>Window</dt>\n<dd>Lets in light.</dd>\n</dl>\n",
  );
  expect(text.split(/\n+/)).toEqual(["Door", "Leads there.", "Opens.", "Window", "Lets in light."]);
  expect(markdown).toBe(source.replace("../about.md", `${base_url}/about/`));
  expect(faults).toEqual([]);
});

test.each(["A :b\n:c d", "::: tip\nText\n:::", "at\n:30", "`a`\n\n    : b"])("%j is none", (source) => {
  expect(read(source).html).not.toContain("<dl>");
});

test("the published forms of a page with a definition list agree", async () => {
  const body = "# Home\n\nTerm\n\n:   First paragraph.\n\n    Second, with `code`.\n\nAfter.\n";
  const { html, model } = await buildSite({ input: folderOf({ "index.md": body }) });
  const { title, text, twin } = model.home;
  const markdown = markdownOf(model.home).toString();
  const forms = { title, html: html.get("/") ?? "", twin: String(twin), markdown, text, has_entries: false };
  expect(compareForms(forms)).toEqual([]);
});
