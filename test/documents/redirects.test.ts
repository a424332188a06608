import { describe, expect, test } from "vitest";
import { parseRedirects } from "../../build/server/rules.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const page = (matter: string) => `---\n${matter}\n---\n\n# Page\n`;

async function rules(files: Record<string, string>): Promise<string[]> {
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
  return parseRedirects(site.text("/_redirects")).map(({ from, to, status }) => `${from} ${to} ${status}`);
}

/** Where the page is now, and its Markdown. */
const [now, twin] = ["/now/ 301", "/now.md 301"];

describe("a former address leads to the page for good, with and without its last slash, and its Markdown to the Markdown", () => {
  test.each([
    ["plain", "aliases: [/old/]", [`/old ${now}`, `/old/ ${now}`, `/old.md ${twin}`]],
    ["without a slash", "aliases: [/old]", [`/old ${now}`, `/old/ ${now}`, `/old.md ${twin}`]],
    ["of a file", "aliases: [/old.html]", [`/old.html ${now}`]],
    ["of Markdown", "aliases: [/old/index.md]", [`/old/index.md ${twin}`]],
    [
      "in other letters",
      "aliases: [/über/]",
      [
        `/%C3%BCber ${now}`,
        `/über ${now}`,
        `/%C3%BCber/ ${now}`,
        `/über/ ${now}`,
        `/%C3%BCber.md ${twin}`,
        `/über.md ${twin}`,
      ],
    ],
    ["percent-encoded already", "aliases: [/%C3%BC.htm]", [`/%C3%BC.htm ${now}`, `/ü.htm ${now}`]],
    ["with a space", "aliases: [/a%20b.htm]", [`/a%20b.htm ${now}`]],
    [
      "with a percent sign that encodes nothing",
      'aliases: ["/100%/"]',
      [`/100% ${now}`, `/100%/ ${now}`, `/100%.md ${twin}`],
    ],
    ["several", "aliases: [/a/, /b.htm]", [`/a ${now}`, `/a/ ${now}`, `/a.md ${twin}`, `/b.htm ${now}`]],
    ["none", "title: Page", []],
  ])("%s", async (_, matter, expected) => {
    expect(await rules({ "now.md": page(matter) })).toEqual(expected);
  });
});

test("every rule has one meaning", async () => {
  const found = await rules({ "now.md": page("aliases: [/ö/, /o/, /o.html]"), "ä.md": page("gone: true") });
  const froms = found.map((rule) => rule.split(" ")[0]);
  expect(froms.filter((from, at) => froms.indexOf(from) !== at)).toEqual([]);
});

test("a page that is gone answers 410, as HTML and as Markdown, in both written forms", async () => {
  expect(await rules({ "gone.md": page("gone: true"), "weg/öl.md": page("gone: true") })).toEqual(
    [
      "/gone",
      "/gone/",
      "/gone.md",
      "/weg/%C3%B6l",
      "/weg/öl",
      "/weg/%C3%B6l/",
      "/weg/öl/",
      "/weg/%C3%B6l.md",
      "/weg/öl.md",
    ].map((from) => `${from} /410.html 410`),
  );
});

test("an alias that is the page's own address is a fault", async () => {
  for (const alias of ["/now/", "/now", "/now.md"]) {
    const input = folderOf({ "index.md": "# Home\n", "now.md": page(`aliases: [${alias}, /old.html]`) });
    for (const lenient of [false, true])
      await expect(buildSite({ input, lenient })).rejects.toThrow(/\/now\S* is the page's own (Markdown )?address/);
  }
});

test("a home page that is gone leaves a house whose home the build makes", async () => {
  expect(await rules({ "index.md": page("gone: true"), "a.md": "# A\n" })).toEqual([]);
});

test("a page that is gone is in no document, and what it was is not published", async () => {
  const site = await buildSite({
    input: folderOf({ "index.md": "# Home\n", "secret.md": "---\ngone: true\n---\n\n# A regrettable remark\n" }),
  });
  const found = [...site.files.keys()].filter((path) => /secret|regrettable/.test(path + site.text(path)));
  expect(found).toEqual(["/_redirects"]);
});
