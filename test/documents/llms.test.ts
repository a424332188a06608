import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { llmsComplaints, readLlms } from "../judges/judge/llms.ts";

const page = (title: string, description: string) =>
  `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n`;

describe("whatever titles and descriptions are made of, llms.txt is read", () => {
  test.each([
    ["brackets", "[x] A [linked](title)", "See [1] (and [2](there))."],
    ["several lines", "A\ntitle", "One\n\n## Two\n- three"],
    ["markup", "# > *A*", "> quoted `code` | table"],
    ["parentheses in the file's name", "A (B)", "d"],
    ["nothing to speak of", "-", "-"],
  ])("%s", async (_, title, description) => {
    const site = await buildSite({
      input: folderOf({
        "index.md": page(title, description),
        "a (b).md": page(title, description),
        "notes/ü.md": `---\ntype: note\ndate: 2026-01-01\ntitle: ${JSON.stringify(title)}\n---\n`,
      }),
    });
    expect(
      llmsComplaints(
        site.text("/llms.txt"),
        site.model.pages.map(({ markdown_url }) => markdown_url),
      ),
    ).toEqual([]);
  });
});

test("a house with facts of several lines keeps its summary on one", async () => {
  const facts =
    "name: A\ntagline: t\ndescription: |\n  One.\n\n  Two.\nlanguage: en\nbase_url: https://a.example/\nsince: 2026-01-01\nauthor: {name: x}\nlicense: {id: CC0-1.0, name: CC0, url: https://licenses.example/cc0}\npermissions: {search: true, ai_input: true, ai_train: true}\nprinciples: []\n";
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", "facts.yaml": facts }) });
  expect(readLlms(site.text("/llms.txt")).summary).toBe("One. Two.");
  expect(site.model.base_url).toBe("https://a.example");
});

test("between four hundred pages and the sections there is no gap: each page is linked, directly or from its section", async () => {
  for (const count of [390, 420]) {
    const files = Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}.md`, `# Page ${n}\n`]));
    const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
    const linked = [...site.files.keys()]
      .filter((path) => /^\/llms.*\.txt$/.test(path) && path !== "/llms-full.txt")
      .flatMap((path) => readLlms(site.text(path)).sections.flatMap(({ links }) => links.map(({ url }) => url)));
    expect([count, site.model.pages.filter(({ markdown_url }) => !linked.includes(markdown_url))]).toEqual([count, []]);
    expect(site.text("/llms.txt").length).toBeLessThan(50_000);
  }
});
