import { describe, expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

const files = (broken: string) => ({ "index.md": "# Home\n", "a.md": `# A\n\n## Here\n\n${broken}\n` });

/** What is wrong, how the warning tells it, and what stands on the page all the same. */
const tolerated: [name: string, broken: string, message: RegExp, shown: string][] = [
  ["a broken link", "See [b](b.md).", /links to `b\.md`, which does not exist/, '<a href="b.md">b</a>'],
  ["a part that is not there", "See [there](#there).", /has no such part/, '<a href="#there">there</a>'],
  ["a missing image", "![A door](door.png)", /shows `door\.png`/, 'alt="A door"'],
  ["an image without words", "![](/favicon.svg)", /without words|does not exist/, "<img"],
  [
    "an image from another origin",
    "![A door](https://elsewhere.example/door.png)",
    /another origin/,
    "elsewhere.example",
  ],
  ["a script", "<script>alert(1)</script>", /<script>/, "alert(1)"],
  ["an unknown insertion", "<!-- insert: nothing-we-know -->", /not known/, '<h1 id="a">A</h1>'],
  ["an insertion named as every object's key", "<!-- insert: constructor -->", /not known/, '<h1 id="a">A</h1>'],
];

describe("with lenient, what leaves a page publishable is a counted warning", () => {
  test.each(tolerated)("%s", async (_, broken, message, shown) => {
    await expect(buildSite({ input: folderOf(files(broken)) })).rejects.toThrow(Faults);
    const site = await buildSite({ input: folderOf(files(broken)), lenient: true });
    expect(site.warnings.join("\n")).toMatch(message);
    expect(site.html.get("/a/")).toContain(shown);
  });

  test("a field of the wrong type that has a fallback", async () => {
    const site = await buildSite({
      input: folderOf({ "index.md": "---\ntitle: [a]\ntags: { a: 3 }\nupdated: soon\n---\n\n# Home\n" }),
      lenient: true,
    });
    expect(site.warnings.join("\n")).toMatch(/^3 tolerated \(--lenient\)/m);
    expect(site.model.home).toMatchObject({ title: "Home", tags: [], updated: null });
  });

  test("many are summed up by kind", async () => {
    const links = Array.from({ length: 25 }, (_, number) => `[${number}](gone-${number}.md)`).join("\n");
    const site = await buildSite({
      input: folderOf({ ...files(links), "b.md": "[x](no.md) ![](no.png)\n" }),
      lenient: true,
    });
    expect(site.tolerated).toHaveLength(28);
    const [warning] = site.warnings.filter((text) => text.includes("(--lenient)"));
    expect(warning?.split("\n").slice(0, 4)).toEqual([
      "28 tolerated (--lenient):",
      "  ✗ 26 in 2 files: links to …, which does not exist",
      "      for example a.md:5 links to `gone-0.md`, which does not exist",
      "      expected: the path of a file or an address of this site",
    ]);
    expect(warning).toMatch(/✗ 1 in 1 file: shows …, which does not exist/);
    expect(warning).toMatch(/--faults=FILE$/);
  });

  test.each([
    ["a note without its date", { "a.md": "---\ntype: note\n---\n" }],
    ["a permission the license contradicts", { "facts.yaml": "x: 1" }],
  ])("but not %s", async (_, bad) => {
    await expect(buildSite({ input: folderOf({ "index.md": "# Home\n", ...bad }), lenient: true })).rejects.toThrow(
      Faults,
    );
  });
});
