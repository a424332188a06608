import { describe, expect, test } from "vitest";
import { parseRedirects } from "../../build/serve/redirects.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const page = (matter: string) => `---\n${matter}\n---\n\n# Page\n`;

async function rules(files: Record<string, string>): Promise<string[]> {
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
  return parseRedirects(site.text("/_redirects")).map(({ from, to, status }) => `${from} ${to} ${status}`);
}

describe("a former address leads to the page for good, with and without its last slash", () => {
  test.each([
    ["plain", "aliases: [/old/]", ["/old /now/ 301", "/old/ /now/ 301"]],
    ["without a slash", "aliases: [/old]", ["/old /now/ 301", "/old/ /now/ 301"]],
    ["of a file", "aliases: [/old.html]", ["/old.html /now/ 301"]],
    ["in other letters", "aliases: [/über/]", ["/%C3%BCber /now/ 301", "/%C3%BCber/ /now/ 301"]],
    ["percent-encoded already", "aliases: [/%C3%BCber/]", ["/%C3%BCber /now/ 301", "/%C3%BCber/ /now/ 301"]],
    ["with a percent sign that encodes nothing", 'aliases: ["/100%/"]', ["/100% /now/ 301", "/100%/ /now/ 301"]],
    ["several", "aliases: [/a/, /b.htm]", ["/a /now/ 301", "/a/ /now/ 301", "/b.htm /now/ 301"]],
    ["none", "title: Page", []],
  ])("%s", async (_, matter, expected) => {
    expect(await rules({ "now.md": page(matter) })).toEqual(expected);
  });
});

test("a page that is gone answers 410, as HTML and as Markdown", async () => {
  expect(await rules({ "gone.md": page("gone: true") })).toEqual([
    "/gone /410.html 410",
    "/gone/ /410.html 410",
    "/gone.md /410.html 410",
  ]);
});

test("a home page that is gone leaves a house whose home the build makes", async () => {
  expect(await rules({ "index.md": page("gone: true"), "a.md": "# A\n" })).toEqual([]);
});

test("a page that is gone is in no document, and what it was is not told", async () => {
  const site = await buildSite({
    input: folderOf({ "index.md": "# Home\n", "secret.md": "---\ngone: true\n---\n\n# A regrettable remark\n" }),
  });
  const found = [...site.files.keys()].filter((path) => /secret|regrettable/.test(path + site.text(path)));
  expect(found).toEqual(["/_redirects"]);
});
