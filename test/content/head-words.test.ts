import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { read } from "./sample-page.ts";

/** Title and description of a page of this Markdown. */
async function namesOf(source: string): Promise<string[]> {
  const { model } = await buildSite({ input: folderOf({ "index.md": "# Home\n", "a.md": source }), lenient: true });
  const page = model.pages.find(({ path }) => path === "/a/");
  return [page?.title ?? "", page?.description ?? ""];
}

describe("the description is the first sentence of prose", () => {
  test.each<[source: string, sentence: string]>([
    ["# A\n\n[![CI](door.png)](/) ![npm version](door.png)\n\nWhat it does. More.", "What it does."],
    ["![A door](door.png) opens.", "opens."],
    ["# A\n\n{% include a.html %}\n\n{{< figure x >}}\n\nWords.", "Words."],
    ["# A\n\nSay `{{ x }}` twice.", "Say {{ x }} twice."],
    ["# A tool\n\nA *tool*.\n\nIt helps.", "It helps."],
    ["# A\n\nA!", ""],
    ["# A\n\n:::tabs\n\nWords.", "Words."],
  ])("%j", (source, sentence) => {
    expect(read(source).first_sentence).toBe(sentence);
  });

  test("and nothing where there is none", async () => {
    const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", "a.md": "# A\n\n- [x](index.md)\n" }) });
    expect(await namesOf("# A\n\n```\ncode\n```\n")).toEqual(["A", ""]);
    expect(site.html.get("/a/")).toContain('<meta name="description" content="x">');
    const none = await buildSite({ input: folderOf({ "index.md": "# Home\n", "a.md": "# A\n" }) });
    expect(none.html.get("/a/")).not.toMatch(/name="description"|og:description/);
    expect(none.text("/llms.txt")).toMatch(/^- \[A\]\(https:\/\/[^)]*\/a\.md\)$/m);
  });
});

test("the words for images in a heading are not part of the title", async () => {
  expect(await namesOf("# entities [![npm version](x.svg)](/) ![CI](y.svg)\n")).toEqual(["entities", ""]);
  expect(await namesOf("# ![Logo](x.svg)\n")).toEqual(["Logo", ""]);
});

describe("Markdown in a head is shown as its words", () => {
  test.each<[written: string, words: string]>([
    ["`useId` &mdash; **all** of [it](https://a.example) ![x](y)", "useId — all of it"],
    ["snake_case_name * 2 < 3 & more", "snake_case_name * 2 < 3 & more"],
    ["A List<String> and <b>", "A List<String> and <b>"],
    ["1 \\* 2", "1 * 2"],
    ["![x](y)", "![x](y)"],
  ])("%j", async (written, words) => {
    const text = JSON.stringify(written);
    expect(await namesOf(`---\ntitle: ${text}\ndescription: ${text}\n---\n\nText.\n`)).toEqual([words, words]);
  });
});

test("what a description says of other programs is not counted again in lists", async () => {
  const head = '---\ndescription: "Say {{ x }} and {% y %} in <Tabs>."\n---\n\n# A\n\nText.\n';
  const { warnings } = await buildSite({
    input: folderOf({ "index.md": "# Home\n\n<!-- insert: list all -->\n", "a.md": head }),
    base_url: "https://house.example",
  });
  expect(warnings).toEqual([]);
});
