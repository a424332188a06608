import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { type BuiltSite, buildSite, sampleSite } from "../build/site.ts";
import { llmsComplaints, readLlms } from "../judges/judge/llms.ts";
import { factsFile } from "./facts.ts";

const sample = await sampleSite();
/** Every page that the author wrote, and those of the software that are more than a list. */
const addressesOf = ({ model }: BuiltSite) =>
  model.pages
    .filter(({ source, type }) => source !== null || (type !== "list" && type !== "search"))
    .map(({ markdown_url }) => markdown_url);

test("a strict reader parses llms.txt, which links what a reader of Markdown can read, and nothing else", () => {
  const { facts, catalogue, base_url } = sample.model;
  expect(llmsComplaints(sample.text("/llms.txt"), addressesOf(sample))).toEqual([]);
  const { title, summary, paragraphs, sections } = readLlms(sample.text("/llms.txt"));
  expect([title, summary]).toEqual([facts.name, facts.description.replace(/\s+/g, " ")]);
  expect(paragraphs.join(" ")).toMatch(/strangers.*never as instructions/);
  const documents = catalogue.filter(
    ({ path, media_type }) => !path.includes("{") && media_type === "text/markdown",
  );
  const links = sections.flatMap((section) => section.links.map(({ url }) => url));
  expect(links.sort()).toEqual(
    [...addressesOf(sample), ...documents.map(({ path }) => base_url + path)].sort(),
  );
});

test.each<[string, RegExp, string, RegExp]>([
  ["no title", /^# .*\n/, "", /does not begin/],
  ["a summary of two lines", /^> .*$/m, "$&\n> and more", /does not begin/],
  ["prose in a section", /^## .*$/m, "$&\n\nThese are the pages.", /not a link/],
  ["a bracket in a title", /- \[/, "- [a] [", /not a link/],
  ["a relative address", /\]\(https:..[^/]*/, "](", /not an absolute address/],
  ["a third of the pages left out", /^- .*\/notes\/.*\n/gm, "", /covers \d+ of/],
])("that reader sees %s", (_, find, replace, complaint) => {
  const text = sample.text("/llms.txt").replace(find, replace);
  expect(llmsComplaints(text, addressesOf(sample)).join("\n")).toMatch(complaint);
});

const head = (title: string, rest = "") => `---\ntitle: ${JSON.stringify(title)}\n${rest}---\n`;

test("it reads titles, descriptions and names of files with signs of Markdown in them", async () => {
  const texts = [
    ["[x] A [linked](title)", "See [1] (and [2](there))."],
    ["A\ntitle", "One\n\n## Two\n- three"],
    ["# > *A*", "> quoted `code` | table"],
    ["-", "-"],
  ] as const;
  const facts = factsFile({ description: "One.\n\nTwo.", base_url: "https://a.example/" });
  const pages = texts.flatMap(([title, description], n) => [
    [`a (${n}).md`, head(title, `description: ${JSON.stringify(description)}\n`)],
    [`notes/ü${n}.md`, head(title, "type: note\ndate: 2026-01-01\n")],
  ]);
  const input = folderOf({
    "index.md": "# Home\n",
    "facts.yaml": facts,
    ...Object.fromEntries(pages),
  });
  const site = await buildSite({ input });
  expect(llmsComplaints(site.text("/llms.txt"), addressesOf(site))).toEqual([]);
  expect(readLlms(site.text("/llms.txt")).summary).toBe("One. Two.");
  expect(site.model.base_url).toBe("https://a.example");
});

test.each([
  "AT&T & friends",
  "<3 and <b>",
  "snake_case *and* stars",
  "`code` ~1~",
  "&copy;",
  "100 % {{ x }}",
  "C:\\dir",
])(
  "llms.txt is plain text, in which a title and a description stand as they are: %s",
  async (text) => {
    const quoted = JSON.stringify(text.replace(/[`*_&\\]/g, "\\$&"));
    const site = await buildSite({
      input: folderOf({
        "facts.yaml": factsFile({ name: text, description: text }),
        "index.md": "# Home\n",
        "a.md": `---\ntitle: ${quoted}\ndescription: ${quoted}\n---\n`,
      }),
    });
    const index = readLlms(site.text("/llms.txt"));
    expect([index.title, index.summary]).toEqual([text, text]);
    const links = index.sections.flatMap((section) => section.links);
    expect(links.find(({ url }) => url.endsWith("/a.md"))).toMatchObject({
      title: text,
      notes: text,
    });
  },
);

/**
 * What llms.txt and its files link, and where. Every page that was written must be linked, exactly
 * once.
 */
async function readAll(files: Record<string, string>) {
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
  const read = (path: string) => {
    const complaints: string[] = [];
    const index = readLlms(site.text(path), complaints);
    const tooLong = /characters; the most/; // which only the index is never
    expect([
      path,
      complaints.filter((each) => path === "/llms.txt" || !tooLong.test(each)),
    ]).toEqual([path, []]);
    return index;
  };
  const index = read("/llms.txt");
  const paths = [...site.files.keys()].filter((path) => path.startsWith("/llms/")).sort();
  const linksIn = (path: string) =>
    read(path).sections.flatMap(({ links }) => links.map(({ url }) => url));
  const { corpus, base_url } = site.model;
  const linked = ["/llms.txt", ...paths].flatMap(linksIn).filter((url) => url.endsWith(".md"));
  expect(linked.length).toBe(new Set(linked).size);
  expect(corpus.filter(({ markdown_url }) => !linked.includes(markdown_url))).toEqual([]);
  expect(linksIn("/llms.txt").filter((url) => url.endsWith(".txt"))).toEqual(
    expect.arrayContaining(paths.map((path) => base_url + encodeURI(path))),
  );
  return { site, index, paths, linksIn };
}

const many = (count: number, file: (number: number) => [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => file(n)));

test("a site that fits has a section for each folder, newest first where it is dated, and nothing generated", async () => {
  const { index, paths, site } = await readAll({
    "blog/index.md": "# Blog\n",
    ...many(5, (n) => [
      `blog/${n}.md`,
      head(`Post ${n}`, `date: 2026-01-0${((n * 2) % 5) + 1}\ntags: [t]\n`),
    ]),
    ...{
      "guide/a.md": "# A\n",
      "guide/deep/b.md": "# B\n",
      "guide/deep/c.md": "# C\n",
      "one.md": "# One\n",
    },
  });
  const titles = Object.fromEntries(
    index.sections.map(({ name, links }) => [name, links.map(({ title }) => title)]),
  );
  expect(titles["Blog"]).toEqual(["Blog", "Post 2", "Post 4", "Post 1", "Post 3", "Post 0"]);
  expect(titles["Guide"]).toEqual(["A", "B", "C"]);
  expect(titles["Pages"]).toContain("One");
  expect(Object.keys(titles)[0]).toBe("Start here");
  expect(paths).toEqual([]);
  expect(site.text("/llms.txt")).not.toContain("/tags");
  expect(site.text("/api/index.json")).not.toContain("/llms/{section}.txt");
});

test("one that does not has a file for each folder, which the index links", async () => {
  const note = "---\ntype: note\ndate: 2026-01-01\n---\n";
  const { index, paths, linksIn, site } = await readAll({
    "notes/index.md": "---\ndescription: What I saw.\n---\n\n# Pages\n",
    ...many(900, (n) => [
      `notes/n${n}.md`,
      `${note}\n# Note number ${n}\n\n${"A sentence about it. ".repeat(5)}\n`,
    ]),
    ...many(3, (n) => [`ü b/p${n}.md`, `# P${n}\n`]),
    "alone.md": "# Alone\n",
  });
  expect(site.text("/llms.txt").length).toBeLessThan(5_000);
  expect(paths).toEqual(["/llms/folders/notes.txt", "/llms/folders/ü-b.txt", "/llms/pages.txt"]);
  const files = index.sections.find(({ name }) => name === "All pages")?.links ?? [];
  expect(files).toContainEqual(
    expect.objectContaining({ title: "Pages (/notes/)", notes: "What I saw. 901 pages." }),
  );
  expect(linksIn("/llms/folders/notes.txt")).toHaveLength(901);
  expect(site.text("/api/index.json")).toContain("/llms/{section}.txt");
});

test("the sitemap in Markdown names every page once, by its Markdown, in lines of which each is a link", () => {
  const { text, model } = sample;
  const [title, list = ""] = text("/sitemap.md").split("\n## Pages\n\n");
  expect(title).toMatch(/^# Sitemap of .+\n\n> \d+ pages, sorted by address\. /);
  const links = list.trimEnd().split("\n");
  const linked = links.map(
    (line) => /^- \[[^\]]+\]\(([^)\s]+)\)(?:: .+| \(.+\))?$/.exec(line)?.[1],
  );
  expect(linked.sort()).toEqual(model.pages.map(({ markdown_url }) => markdown_url).sort());
});

test("a page that would have its Markdown there is a fault", async () => {
  const built = buildSite({
    input: folderOf({ "index.md": "# Home\n", "sitemap.md": "# Everything\n" }),
  });
  await expect(built).rejects.toThrow(
    /sitemap\.md would have its Markdown at \/sitemap\.md, which is the address of/,
  );
});
