import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { faultsOf } from "./faults-of.ts";

/** A list as git hosts show it: each link was right there. */
const files = {
  "README.md": `# Symbols

- [People & Body](#people--body)
- [C++ / C#](list.md#c--c)
- [The second one](list.md#example-1)
- [Home](list.md#-home)
- [Back to the top](#symbols), [or here](#top)

## People & Body

Hands.
`,
  "list.md": "# List\n\n## C++ / C#\n\n## Example\n\n## Example\n\n## 🏠 Home\n\n## Tips & Tricks\n",
};

test("links to fragments that the git hosts make lead to their headings", async () => {
  const site = await buildSite({ input: folderOf(files) });
  const ids = [...(site.html.get("/list/") ?? "").matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(["c--c", "example", "example-1", "-home", "tips--tricks"]);
});

test("and those that nobody makes are faults", async () => {
  const faults = await faultsOf({ ...files, "a.md": "[a](list.md#example-2), [b](list.md#tips-tricks)\n" });
  expect(faults.map(({ problem }) => problem)).toEqual([
    "links to #example-2 of /list/, which has no such part",
    "links to #tips-tricks of /list/, which has no such part",
  ]);
});

/** Fragments that differ from an id only in case and punctuation, and the id that the fault names. */
const misspelt: [written: string, id: string][] = [
  ["[x](opt.md#Options)", "#options"],
  ["[x](opt.md#fastlist)", "#--fast-list---"],
  ["[x](opt.md#_1-module-bar)", "#1-module-bar"],
  ["[x](opt.md#_and-or_groups)", "#and--or-groups"],
  ["[x](<opt.md#Nested tags>)", "#nested-tags"],
  ["[x](opt.md#Nested%20tags)", "#nested-tags"],
  ["[x](opt.md#%C3%9CBER-UNS)", "#über-uns"],
  ["[x](#MY-PART)", "#my-part"],
];

describe("a fragment that differs only in case and punctuation is a fault that names the id", async () => {
  const faults = await faultsOf({
    "index.md": "# Home\n",
    "opt.md":
      "# Opt\n\n## Options\n\n### --fast-list --\n\n## 1. Module bar\n\n## AND / OR groups\n\n" +
      "## Nested tags\n\n## Über uns\n\n## Same thing\n\n## Same - thing\n",
    ...Object.fromEntries(misspelt.map(([written], index) => [`w${index}.md`, `## My part\n\n${written}\n`])),
    "heading.md": "[[opt#Nested tags]]\n",
  });
  test.each(misspelt.map((way, index) => [...way, index] as const))("%s", (_, id, index) => {
    expect(faults.filter(({ file }) => file === `w${index}.md`)).toMatchObject([{ line: 3, expected: id }]);
  });

  test("a wikilink names the heading by its words", () => {
    expect(faults.filter(({ file }) => file === "heading.md")).toEqual([]);
  });

  test("where several headings fit, the fault names one as an example", async () => {
    const page = "## Same thing\n\n## Same - thing\n\n[x](#Same-Thing)\n";
    expect(await faultsOf({ "index.md": page })).toMatchObject([
      { line: 5, expected: "a heading of that page, such as #same-thing" },
    ]);
  });
});
