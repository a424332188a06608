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

/** What llms.txt and its files link, and where. */
async function readAll(files: Record<string, string>) {
  const site = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
  const read = (path: string) => {
    const complaints: string[] = [];
    const index = readLlms(site.text(path), complaints);
    expect([path, complaints]).toEqual([path, []]);
    return index;
  };
  const index = read("/llms.txt");
  const paths = [...site.files.keys()].filter((path) => path.startsWith("/llms/")).sort();
  const linksIn = (path: string) => read(path).sections.flatMap(({ links }) => links.map(({ url }) => url));
  const direct = index.sections.flatMap(({ links }) => links.map(({ url }) => url));
  const inFiles = paths.flatMap(linksIn);
  const { pages, base_url } = site.model;
  const linked = new Set([...direct, ...inFiles]);
  expect(pages.filter(({ markdown_url }) => !linked.has(markdown_url))).toEqual([]);
  const named = new Set(
    [...direct, ...paths.map((path) => site.text(path))].flatMap((text) =>
      text.match(/https?:\S+\/llms\/[^\s)]+?\.txt/g),
    ),
  );
  expect(paths.filter((path) => !named.has(base_url + encodeURI(path)))).toEqual([]);
  const section = (name: string) => index.sections.find((each) => each.name === name)?.links ?? [];
  return { site, index, section, direct, paths };
}

const many = (count: number, file: (number: number) => [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => file(n)));

describe("every page is linked, directly or from a file of its section, and no file is too long", () => {
  test.each([390, 420, 700])("%d pages in one folder", async (count) => {
    const { direct } = await readAll(many(count, (n) => [`p${n}.md`, `# Page ${n}\n`]));
    expect(direct.length).toBeGreaterThan(300);
  });

  test("a blog of 600 dated posts", async () => {
    const day = (n: number) => new Date(Date.UTC(2010, 0, 1 + n * 9)).toISOString().slice(0, 10);
    const { section, paths, site } = await readAll({
      "blog/index.md": "---\ndescription: What I saw.\n---\n\n# Blog\n",
      ...many(600, (n) => [
        `blog/post-${(n * 7) % 600}.md`,
        `---\ndate: ${day(n)}\ntags: [t${n % 40}]\n---\n\n# Post of ${day(n)}\n\nSome words about what was seen on a walk by the river on this day.\n`,
      ]),
    });
    const links = section("Blog");
    expect(links[0]).toMatchObject({ title: "Blog", notes: "What I saw. (600 pages)" });
    expect(paths).toContain("/llms/folders/blog.txt");
    expect(links.find(({ url }) => url.endsWith("/llms/folders/blog.txt"))?.notes).toContain(`${day(599)} to `);
    const posts = links.filter(({ title }) => title.startsWith("Post of")).map(({ title }) => title);
    expect(posts).toEqual([...posts].sort().reverse());
    expect(posts[0]).toBe(`Post of ${day(599)}`);
    expect(site.text("/llms/folders/blog.txt")).toContain(
      "The next part is https://openhouse.example/llms/folders/blog/2.txt.",
    );
  });

  test("documentation in a tree: folders come first, by their titles", async () => {
    const index = (path: string, title: string) => [`${path}/index.md`, `# ${title}\n\nAbout ${title}.\n`];
    const folders = Array.from({ length: 6 }, (_, a) => [
      index(`docs/area-${a}`, `Area ${a}`),
      ...Array.from({ length: 8 }, (_, b) => index(`docs/area-${a}/topic-${b}`, `Topic ${b}`)),
    ]).flat();
    const { index: read, section } = await readAll({
      ...Object.fromEntries([index("docs", "Docs"), ...folders]),
      ...many(720, (n) => [
        `docs/area-${n % 6}/topic-${n % 8}/page-${n}.md`,
        `# Page ${n}\n\n${"A sentence about it. ".repeat(5)}\n`,
      ]),
    });
    const names = read.sections.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Array.from({ length: 6 }, (_, a) => `Area ${a}`)));
    expect(section("Area 2").map(({ title }) => title)).toEqual(
      expect.arrayContaining(["Area 2", "All of Area 2", ...[0, 2, 4, 6].map((b) => `Topic ${b}`)]),
    );
  });

  test("more folders than there is room for", async () => {
    const { index } = await readAll(many(1000, (n) => [`folder-${n >> 1}/page-${n}.md`, `# Page ${n}\n`]));
    expect(index.sections.length).toBeLessThan(500);
  });

  test("headings of one name get numbers", async () => {
    const { index } = await readAll({
      "x/index.md": "# Notes\n",
      "a.md": "---\ntype: note\ndate: 2026-01-01\n---\n\n# A\n",
      ...many(30, (n) => [`x/p${n}.md`, `# P${n}\n`]),
    });
    expect(index.sections.map(({ name }) => name)).toEqual(expect.arrayContaining(["Notes", "Notes (2)"]));
  });
});
