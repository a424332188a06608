import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { faultsOf } from "./faults-of.ts";

const page = (matter: string, body: string) => `---\n${matter}\n---\n\n${body}`;

describe("ids of headings keep clear of those the page itself has", () => {
  test.each([
    ["the main part", "a.md", "# A\n\n## Main\n", "/a/", "main"],
    ["the guestbook's entries", "guestbook.md", "# G\n\n## Entries\n\n## Sign\n", "/guestbook/", "entries"],
    ["the search results", "search.md", "# S\n\n## Results\n", "/search/", "results"],
  ])("%s", async (_, file, text, path, id) => {
    const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", [file]: text }) });
    expect(site.html.get(path)?.match(new RegExp(` id="${id}"`, "g"))?.length ?? 0).toBeLessThanOrEqual(1);
    expect(site.html.get(path)).toContain(` id="${id}-1"`);
  });

  test("an id of the author's own that the page has is a fault", async () => {
    expect(await faultsOf({ "index.md": "# Home\n", "a.md": "# A\n\n## Part {#main}\n" })).toMatchObject(
      [{ file: "a.md", line: 3, problem: /id `main`/ }].map(({ problem, ...rest }) => ({
        ...rest,
        problem: expect.stringMatching(problem) as string,
      })),
    );
  });

  test("an id in hand-written HTML counts too", async () => {
    expect(
      await faultsOf({ "index.md": "# Home\n", "a.md": '# A\n\n<b id="x">one</b>\n\n## Part {#x}\n' }),
    ).toMatchObject([{ file: "a.md", line: 5, problem: expect.stringMatching(/id `x`/) as string }]);
    const site = await buildSite({
      input: folderOf({ "index.md": "# Home\n", "a.md": '# A\n\n## Part\n\n<b id="part">one</b>\n' }),
    });
    expect(site.html.get("/a/")).toContain('<h2 id="part-1">');
  });
});

test("a page with insertions has in lists the title and description that it has itself", async () => {
  const files = {
    "index.md": page("title: Home", "<!-- insert: list all -->\n"),
    "a.md":
      "```\n# not a title\n```\n\nA *first* [sentence](index.md). A second.\n\nThe *real* `title` {#own}\n=====\n\n<!-- insert: contact -->\n",
  };
  const site = await buildSite({ input: folderOf(files) });
  const a = site.model.pages.find(({ path }) => path === "/a/");
  expect(a).toMatchObject({ title: "The real title", description: "A first sentence." });
  expect(site.html.get("/")).toContain('<a href="/a/">The real title</a>: A first sentence.');
});
