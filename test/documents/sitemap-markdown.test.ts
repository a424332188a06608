import { describe, expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { isFurtherList } from "../../build/documents/llms-groups.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";

const linkLine = /^(?: {2})*- \[([^\]]+)\]\(([^)\s]+)\)(?:: .*)?$/;

/** What is wrong with a sitemap in Markdown: a first heading, second-level headings, and lines of links below them. */
function complaints(text: string): string[] {
  const lines = text.split("\n");
  const found = lines[0]?.startsWith("# ") ? [] : ["it does not begin with a first heading"];
  const first = lines.findIndex((line) => line.startsWith("## "));
  for (const [index, line] of lines.entries()) {
    const remark = /^\d+ more (pages|parts) .* named in https?:/.test(line);
    if (index > first && line !== "" && !line.startsWith("## ") && !linkLine.test(line) && !remark)
      found.push(`line ${index + 1}: ${line}`);
  }
  return found;
}

const linksOf = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = ""]) => url);

describe("the sample site's", () => {
  test("names every page once, by its Markdown, without the lists that only repeat others", async () => {
    const site = await sampleSite();
    const text = site.text("/sitemap.md");
    expect(complaints(text)).toEqual([]);
    const named = site.model.pages.filter((page) => !isFurtherList(page)).map(({ markdown_url }) => markdown_url);
    expect(linksOf(text).sort()).toEqual(named.sort());
    expect(named.filter((url) => url.includes("/tags"))).toEqual([`${site.model.base_url}/tags.md`]);
  });

  test("shows what lies below what", async () => {
    const text = (await sampleSite()).text("/sitemap.md");
    expect(text).toMatch(
      /^## Notes\n\n- \[Notes\]\(.*\/notes\.md\).*\n {2}- \[An answer in ten lines\]\(.*\(2026-11-2\d\)$/m,
    );
  });
});

test("depth follows the pages there are, and titles of any kind stay one link", async () => {
  const page = (title: string) => `---\ntitle: ${JSON.stringify(title)}\n---\n\n# ${title}\n`;
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "a/index.md": page("A [b] (c)"),
      "a/b/c.md": page("C"),
      "a/b/c/d.md": page("D"),
      "z/deep/one.md": page("One"),
      "z/deep/two.md": page("Two"),
    }),
  });
  const text = site.text("/sitemap.md");
  expect(complaints(text)).toEqual([]);
  const lines = text.split("\n").map((line) => line.replace(/\]\(.*/, ""));
  expect(lines).toEqual(
    expect.arrayContaining(["- [A (b) (c)", "  - [B", "    - [C", "      - [D", "## Z", "- [Z", "  - [Deep"]),
  );
});

describe("of a large site", () => {
  const large = async (files: Record<string, string>) => {
    const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
    const text = site.text("/sitemap.md");
    expect(complaints(text)).toEqual([]);
    expect(text.length).toBeLessThan(50_000);
    const left = [...text.matchAll(/^(\d+) more pages/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
    return { site, text, linked: linksOf(text), left };
  };
  const pages = (count: number, path: (number: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [path(n), `# A page with a title, number ${n}\n`]));

  test("it names every folder with the number of its pages, some pages of each, and says how much is left out", async () => {
    const folders = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`part-${n}/index.md`, `# Part ${n}\n`]));
    const { site, text, linked, left } = await large({
      ...folders,
      ...pages(1200, (n) => `part-${n % 30}/deep/page-${n}.md`),
    });
    for (let n = 0; n < 30; n++) expect(text).toMatch(new RegExp(`^- \\[Part ${n}\\]\\(.*\\): \\d+ pages$`, "m"));
    expect(text.match(/^## Part/gm)).toHaveLength(30);
    expect(linked.length + left).toBe(site.model.pages.filter((page) => !isFurtherList(page)).length);
    expect(linked.length).toBeGreaterThan(150);
  });

  test("where all pages fit without their descriptions, all are named", async () => {
    const { site, linked, left } = await large(pages(450, (n) => `p${n}.md`));
    expect(left).toBe(0);
    expect(linked).toEqual(
      expect.arrayContaining(site.model.pages.filter(({ list }) => !list).map(({ markdown_url }) => markdown_url)),
    );
  });

  test("with more top-level folders than fit, it says how many more there are", async () => {
    const { text } = await large(pages(1200, (n) => `part-${n >> 1}/page-${n}.md`));
    expect(Number(/^(\d+) more parts/m.exec(text)?.[1])).toBeGreaterThan(100);
  });
});

test("a page that would have its Markdown there is a fault", async () => {
  const built = buildSite({ input: folderOf({ "index.md": "# Home\n", "sitemap.md": "# Everything\n" }) });
  await expect(built).rejects.toThrow(Faults);
  await expect(built).rejects.toThrow(
    /sitemap\.md would have its Markdown at \/sitemap\.md, which is the address of the document/,
  );
});
