import { expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

/** What is wrong on a page, how it is told, and what stands on the page all the same. */
const tolerated: [broken: string, problem: RegExp, shown: string][] = [
  ["See [b](b.md).", /links to `b\.md`, which does not exist/, '<a href="b.md">b</a>'],
  ["See [there](#there).", /has no such part/, '<a href="#there">there</a>'],
  ["![A door](door.png)", /shows `door\.png`/, 'alt="A door"'],
  ["![](/favicon.svg)", /without words/, "<img"],
  ["![A door](https://elsewhere.example/door.png)", /another origin/, "elsewhere.example"],
  ["![](https://elsewhere.example/x.png)", /without words/, ">https://elsewhere.example/x.png</a>"],
  ["<script>alert(1)</script>", /<script>/, "alert(1)"],
];

test("with lenient, what leaves a page publishable is a counted warning, and without it a fault", async () => {
  const input = folderOf({
    "index.md": "---\ntitle: [a]\ntags: { a: 3 }\nupdated: soon\n---\n\n# Home\n",
    "favicon.svg": "<svg/>",
    "a.md": `# A\n\n${tolerated.map(([broken]) => broken).join("\n\n")}\n`,
  });
  await expect(buildSite({ input })).rejects.toThrow(/^11 things to mend/);
  const site = await buildSite({ input, lenient: true });
  expect(site.tolerated).toHaveLength(11);
  expect(site.warnings.join("\n")).toMatch(/^11 tolerated \(--lenient\):$/m);
  for (const [, problem, shown] of tolerated) {
    expect(site.tolerated).toContainEqual(
      expect.objectContaining({ problem: expect.stringMatching(problem) }),
    );
    expect(site.html.get("/a/")).toContain(shown);
  }
  expect(site.model.home).toMatchObject({ title: "Home", tags: [], updated: null });
});

test.each([
  ["a note without its date", { "a.md": "---\ntype: note\n---\n" }],
  ["facts without a license", { "facts.yaml": "x: 1" }],
])("but not %s", async (_, bad) => {
  const built = buildSite({ input: folderOf({ "index.md": "# Home\n", ...bad }), lenient: true });
  await expect(built).rejects.toThrow(Faults);
});
