import { expect, test } from "vitest";
import { prepareSite } from "../../build/pipeline/prepare-site.ts";
import { faultsOf } from "../authors/faults-of.ts";
import { folderOf, putFiles } from "./folder.ts";
import { buildSite } from "./site.ts";

const base_url = "https://house.example";

test("what a page does not say comes from its own data, then from the nearest folder's", async () => {
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "blog/blog.json": `{\n\t"tags": ["posts"],\n\t"language": "de",\n\t"type": "note",\n\t"mood": "calm"\n}`,
      "blog/2020-01-02-plain.md": "# Plain\n",
      "blog/2020-01-03-own.md":
        "---\ntags: [garden, posts]\nlang: fr\ntype: page\nmood: loud\n---\n# Own\n",
      "blog/deep/deep.json": '{ "tags": "far, deep", "language": "it" }',
      "blog/deep/2020-01-04-a.md": "# A\n",
      "blog/deep/2020-01-05-b.md": "# B\n",
      "blog/deep/2020-01-05-b.11tydata.json": '{ "language": "es", "permalink": "/elsewhere/" }',
      "blog/deep/deep.11tydata.json": '{ "language": "sv" }',
    }),
    base_url,
  });
  const page = (path: string) => site.model.pages.find((each) => each.path === path);
  expect(page("/blog/2020-01-02-plain/")).toMatchObject({
    type: "note",
    language: "de",
    tags: ["posts"],
    front_matter: { mood: "calm" },
  });
  expect(page("/blog/2020-01-03-own/")).toMatchObject({
    type: "page",
    language: "fr",
    tags: ["posts", "garden"],
    front_matter: { mood: "loud" },
  });
  expect(page("/blog/deep/2020-01-04-a/")).toMatchObject({
    type: "note",
    language: "sv",
    tags: ["posts", "far", "deep"],
  });
  expect(page("/elsewhere/")).toMatchObject({ language: "es", tags: ["posts", "far", "deep"] });
  expect([...site.files.keys()].filter((path) => path.includes("blog.json"))).toEqual([]);
});

test("faults and unknown keys are told once, with the file that has them", async () => {
  const files = {
    "index.md": "# Home\n",
    "blog/blog.json": '{\n  "titel": "x",\n  "language": 5,\n  "pagination": { "size": 1 }\n}',
    "blog/a.md": "# A\n",
    "blog/b.md": "# B\n",
  };
  const faults = await faultsOf(files);
  expect(faults.map(({ file, line, field }) => [file, line, field])).toEqual([
    ["blog/blog.json", 2, "titel"],
    ["blog/blog.json", 3, "language"],
  ]);
  const { report } = await prepareSite({ input: folderOf(files), lenient: true });
  expect(report.summary().warnings.filter((warning) => warning.includes("pagination"))).toEqual([
    expect.stringMatching(/^These keys do nothing in a Markdown page: .*`pagination` \(blog\/blog/),
  ]);
});

test("a page needs what its type needs, wherever the type comes from", async () => {
  const files = { "index.md": "# Home\n", "a/a.json": '{ "type": "note" }', "a/b.md": "# B\n" };
  expect(await faultsOf(files)).toEqual([
    expect.objectContaining({ file: "a/b.md", field: "date", problem: expect.any(String) }),
  ]);
});

test("data count for the version, and a running server reads pages anew when they change", async () => {
  const input = folderOf({
    "index.md": "# Home\n",
    "a/b.md": "# B\n",
    "a/a.json": '{ "lang": "de" }',
  });
  const memory = { read: new Map(), layouts: new Map<string, string>() };
  const first = await prepareSite({ input, base_url }, memory);
  putFiles(input, { "a/a.json": '{ "lang": "fr" }' });
  const second = await prepareSite({ input, base_url }, memory);
  expect(second.model.version).not.toBe(first.model.version);
  expect(second.model.byPath.get("/a/b/")?.language).toBe("fr");
  putFiles(input, { "a/a.json": '{ "draft": true }' });
  expect((await prepareSite({ input, base_url }, memory)).model.byPath.get("/a/b/")).toBe(
    undefined,
  );
});
