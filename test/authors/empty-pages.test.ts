import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

describe("the author's own search page", () => {
  test.each<[what: string, body: string]>([
    ["without text", ""],
    ["with text", "Words of mine.\n"],
    ["with the list", "<!-- insert: list all -->\n\nWords.\n"],
  ])("%s has the list of all pages, once", async (_, body) => {
    const input = folderOf({
      "index.md": "# Home\n",
      "walk.md": "# A walk\n\nText.\n",
      "search.md": `---\ntitle: Find\nlayout: search\n---\n\n${body}`,
    });
    const { html } = await buildSite({ input, base_url: "https://house.example" });
    expect(
      html
        .get("/search/")
        ?.match(/<div id="site-index">[^]*/)?.[0]
        .match(/<a href="\/walk\/">/g),
    ).toHaveLength(1);
    if (body.includes("mine")) expect(html.get("/search/")).toContain("Words of mine.");
  });
});
