import { describe, expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
import { compareForms } from "../../build/verify/parity.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { read } from "./sample-page.ts";

describe("short names of emoji are shown as emoji", () => {
  test.each<[source: string, html: string]>([
    ["Go :rocket:, :tada::+1: (:white_check_mark:)!", "<p>Go 🚀, 🎉👍 (✅)!</p>\n"],
    ["**:heart:** [:x:](/about/)", '<p><strong>❤️</strong> <a href="/about/">❌</a></p>\n'],
    ["| a |\n|---|\n| :100: |", "💯"],
  ])("%j", (source, html) => {
    expect(read(source).html).toContain(html);
  });

  test.each([
    "at 12:30:45, 12:100:30",
    "`:rocket:` and ``a :tada: b``",
    "arn:aws:key:x a:key:b std::end::x",
    "\\:rocket:",
    ":nothing: :constructor: :ROCKET:",
    "https://house.example/:rocket:/ and <https://house.example/?a=:tada:>",
    ":book:`name`",
    "```\n:rocket:\n```",
  ])("but not in %j", (source) => {
    expect(read(source).html).not.toMatch(/\p{Extended_Pictographic}/u);
  });

  test("in every form of a page but its Markdown, with the fragments of the git hosts", async () => {
    const input = folderOf({ "a.md": "# :tada: News\n\n## :rocket: Start\n\nSee :eyes: [it](#rocket-start).\n" });
    const { model, html } = await buildSite({ input, base_url: "https://house.example" });
    const page = model.pages.find(({ path }) => path === "/a/") as Page;
    expect([page.title, page.text]).toEqual(["🎉 News", "🚀 Start\n\nSee 👀 it."]);
    expect(page.headings).toEqual([{ level: 2, id: "rocket-start", text: "🚀 Start" }]);
    expect(markdownOf(page).toString()).toContain("## :rocket: Start");
    const forms = { title: page.title, html: html.get("/a/") ?? "", twin: String(Buffer.from(page.twin)) };
    const texts = { markdown: markdownOf(page).toString(), text: page.text, has_entries: false };
    expect(compareForms({ ...forms, ...texts })).toEqual([]);
  });
});
