import { expect, test } from "vitest";
import { isNotPublic } from "../../build/content/logseq.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const graph = {
  "pages/open.md": "title:: Open\npublic:: true\n\n- public:: false is what others say\n",
  "pages/secret.md": "title:: Xyzzy\npublic:: false\n\n- xyzzy\n",
  "journals/2024_01_05.md": "- A day.\n",
  "private/a.md": "- xyzzy\n",
  "hidden/a.md": "- shown\n",
  "logseq/bak/pages/a.md": "- xyzzy\n",
  "logseq/custom.css": "xyzzy {}\n",
  "whiteboards/w.edn": "{:blocks [xyzzy]}\n",
};

test("what a graph of Logseq keeps to itself stays out, and is told", async () => {
  const settings = '{:meta/version 1\n ;; :hidden ["/hidden"]\n :hidden ["/private" ]}\n';
  const site = await buildSite({ input: folderOf({ ...graph, "logseq/config.edn": settings }), lenient: true });
  expect([...site.files.keys()].filter((path) => /xyzzy/i.test(path + site.text(path)))).toEqual([]);
  const sources = site.model.pages.flatMap(({ source }) => source ?? []).sort();
  expect(sources).toEqual(["hidden/a.md", "journals/2024_01_05.md", "pages/open.md"]);
  expect(site.warnings).toEqual(
    expect.arrayContaining([
      "1 file is left out by `:hidden` in `logseq/config.edn`: `private/a.md`.",
      "4 files are left out by Logseq, which keeps its own files in `logseq/` and `whiteboards/`: " +
        "`logseq/bak/pages/a.md`, `logseq/config.edn`, `logseq/custom.css`, `whiteboards/w.edn`.",
      "Pages are kept out, as by `draft: true`, because of `public:: false`: `pages/secret.md`.",
    ]),
  );
});

test("a folder of that name alone is no graph", async () => {
  const site = await buildSite({ input: folderOf(graph), lenient: true });
  expect(site.model.pages.flatMap(({ source }) => source ?? [])).toContain("logseq/bak/pages/a.md");
});

test.each([
  ["- public:: false\n  a:: b", true],
  ["a:: b\n  public:: FALSE", true],
  ["public:: falsehoods", false],
  ["Text\npublic:: false", false],
  ["a:: b\n\npublic:: false", false],
  [`${"a:: b\n".repeat(100_000)}${" ".repeat(100_000)}`, false],
])("%#: of the properties only those of the first block count", (body, isKept) => {
  expect(isNotPublic(body)).toBe(isKept);
});
