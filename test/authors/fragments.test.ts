import { expect, test } from "vitest";
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
- [As another host has it](list.md#tips-tricks)
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
  expect(site.html.get("/list/")).toContain('<span id="tips-tricks"></span>');
});

test("and those that nobody makes are faults", async () => {
  const faults = await faultsOf({ ...files, "a.md": "[a](list.md#example-2), [b](list.md#tips---tricks)\n" });
  expect(faults.map(({ problem }) => problem)).toEqual([
    "links to #example-2 of /list/, which has no such part",
    "links to #tips---tricks of /list/, which has no such part",
  ]);
});
