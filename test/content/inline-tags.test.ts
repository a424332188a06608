import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findInlineTags } from "../../build/markdown/inline-tags.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleContent } from "../build/site.ts";

test.each<[string, string[]]>([
  [
    "#garden and #garden/herbs, #to-do #snake_case #été #日記 #2024-05",
    ["garden", "garden/herbs", "to-do", "snake_case", "été", "日記", "2024-05"],
  ],
  ["- [ ] #task water\n\n> #quoted\n\n| #cell |\n|-|\n| b |", ["task", "quoted", "cell"]],
  ["*em* #after\n#second line", ["after", "second"]],
  ["#end/ #twice #twice.", ["end", "twice"]],
  ["# Heading #no\n\n## More #no", []],
  ["`#no` and\n\n```\n#no\n```\n\n    #no\n\n<!-- #no --> \\#no", []],
  ["[see #no](x.md) https://a.example/#no word#no **b**#no [#no](x.md) &#35;no #1984 # no ##no", []],
])("%s", (body, tags) => {
  expect(findInlineTags(body)).toEqual(tags);
});

test("only in a vault are they tags", async () => {
  const note = { "a.md": "# A\n\nOn #garden.\n" };
  const site = await buildSite({ input: folderOf(note) });
  expect(site.model.tags.size).toBe(0);
  const vault = await buildSite({ input: folderOf({ ...note, ".obsidian/app.json": "{}" }) });
  expect([...vault.model.tags.keys()]).toEqual(["garden"]);
  expect(vault.text("/a.md")).toContain("On #garden.");
  expect(vault.html.get("/a/")).toContain('On <a rel="tag" href="/tags/garden/">#garden</a>.');
});

test("they stay text where there are no pages of tags", async () => {
  const facts = `${readFileSync(join(sampleContent, "facts.yaml"), "utf8")}\nlists: [folders]\n`;
  const files = { ".obsidian/app.json": "{}", "index.md": "# Home\n\nOn #garden.\n", "facts.yaml": facts };
  expect((await buildSite({ input: folderOf(files) })).html.get("/")).toContain("<p>On #garden.</p>");
});

test("a paragraph of tags alone is no description", async () => {
  const files = { ".obsidian/app.json": "{}", "a.md": "#garden #herbs\n\nMint spreads.\n" };
  const { model } = await buildSite({ input: folderOf(files) });
  expect(model.pages.find(({ path }) => path === "/a/")?.description).toBe("Mint spreads.");
});
