import { expect, test } from "vitest";
import { parseRedirects } from "../../build/server/rules.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const page = (matter: string) => `---\n${matter}\n---\n\n# Page\n`;
const build = (files: Record<string, string>, lenient = false) =>
  buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }), lenient });
const rules = async (files: Record<string, string>) =>
  parseRedirects((await build(files)).text("/_redirects")).map(
    ({ from, to, status }) => `${from} ${to} ${status}`,
  );

/** Rules from these addresses to the page, and from those that end in `.md` to its Markdown. */
const moved = (...froms: string[]) =>
  froms.map((from) => `${from} /now${from.endsWith(".md") ? ".md" : "/"} 301`);

test.each([
  ["plain", "/old/", moved("/old", "/old/", "/old.md")],
  ["without a slash", "/old", moved("/old", "/old/", "/old.md")],
  ["of a file", "/old.html", moved("/old.html")],
  ["of Markdown", "/old/index.md", moved("/old/index.md")],
  ["in other letters", "/ü/", moved("/%C3%BC", "/ü", "/%C3%BC/", "/ü/", "/%C3%BC.md", "/ü.md")],
  ["percent-encoded already", "/%C3%BC.htm", moved("/%C3%BC.htm", "/ü.htm")],
  ["with a space", "/a%20b.htm", moved("/a%20b.htm")],
  ["with a percent sign that encodes nothing", '"/100%/"', moved("/100%", "/100%/", "/100%.md")],
  ["one of several", "/a/, /b.htm", moved("/a", "/a/", "/a.md", "/b.htm")],
  ["none", "", []],
])(
  "a former address leads to the page for good, its Markdown to the Markdown: %s",
  async (_, aliases, expected) => {
    expect(await rules({ "now.md": page(`aliases: [${aliases}]`) })).toEqual(expected);
  },
);

test("every rule has one meaning", async () => {
  const found = await rules({
    "now.md": page("aliases: [/ö/, /o/, /o.html]"),
    "ä.md": page("gone: true"),
  });
  const froms = found.map((rule) => rule.split(" ")[0]);
  expect(froms.filter((from, at) => froms.indexOf(from) !== at)).toEqual([]);
});

test("a page that is gone answers 410, as HTML and as Markdown, in both written forms", async () => {
  const names = ["/gone", "/weg/%C3%B6l", "/weg/öl"];
  const froms = ["", "/", ".md"].flatMap((end) => names.map((name) => name + end));
  const found = await rules({ "gone.md": page("gone: true"), "weg/öl.md": page("gone: true") });
  expect(found.sort()).toEqual(froms.map((from) => `${from} /410.html 410`).sort());
});

test.each(["/now/", "/now", "/now.md"])(
  "the page's own address %s as an alias is a fault",
  async (alias) => {
    for (const lenient of [false, true])
      await expect(
        build({ "now.md": page(`aliases: [${alias}, /old.html]`) }, lenient),
      ).rejects.toThrow(/\/now\S* is the page's own (Markdown )?address/);
  },
);

test("a home page that is gone leaves a site whose home the build makes", async () => {
  expect(await rules({ "index.md": page("gone: true"), "a.md": "# A\n" })).toEqual([]);
});

test("a page that is gone is in no document, and what it was is not published", async () => {
  const site = await build({ "secret.md": "---\ngone: true\n---\n\n# A regrettable remark\n" });
  const found = [...site.files.keys()].filter((path) =>
    /secret|regrettable/.test(path + site.text(path)),
  );
  expect(found).toEqual(["/_redirects"]);
});
