import { describe, expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
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
  const faults = await faultsOf({ ...files, "a.md": "[a](list.md#example-2), [b](list.md#tips-and-tricks)\n" });
  expect(faults.map(({ problem }) => problem)).toEqual([
    "links to #example-2 of /list/, which has no such part",
    "links to #tips-and-tricks of /list/, which has no such part",
  ]);
});

/** Fragments as other tools write them, and the ids they lead to. */
const otherways: [written: string, href: string][] = [
  ["[x](opt.md#Options)", "/opt/#options"],
  ["[x](opt.md#fastlist)", "/opt/#--fast-list---"],
  ["[x](opt.md#_1-module-bar)", "/opt/#1-module-bar"],
  ["[x](opt.md#_and-or_groups)", "/opt/#and--or-groups"],
  ["[x](<opt.md#Nested tags>)", "/opt/#nested-tags"],
  ["[x](opt.md#Nested%20tags)", "/opt/#nested-tags"],
  ["[[opt#Nested tags]]", "/opt/#nested-tags"],
  ["[x](opt.md#%C3%9CBER-UNS)", "/opt/#%C3%BCber-uns"],
  ["[x](#MY-PART)", "#my-part"],
];

describe("a fragment that only differs in case and punctuation leads to the heading", async () => {
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "opt.md":
        "# Opt\n\n## Options\n\n### --fast-list --\n\n## 1. Module bar\n\n## AND / OR groups\n\n" +
        "## Nested tags\n\n## Über uns\n\n## Same thing\n\n## Same - thing\n",
      ...Object.fromEntries(otherways.map(([written], index) => [`w${index}.md`, `## My part\n\n${written}\n`])),
    }),
    base_url: "https://house.example",
  });
  test.each(otherways.map((way, index) => [...way, index] as const))("%s", (_, href, index) => {
    expect(site.html.get(`/w${index}/`)).toContain(`href="${href}"`);
    const absolute = href.startsWith("#") ? `/w${index}/${href}` : href;
    expect(site.text(`/w${index}.md`)).toContain(`https://house.example${absolute}`);
    const page = site.model.pages.find(({ path }) => path === `/w${index}/`) as Page;
    expect(markdownOf(page).toString()).toContain(`https://house.example${absolute}`);
  });

  test("but not where several headings fit", async () => {
    const page = "## Same thing\n\n## Same - thing\n\n[x](#Same-Thing)\n";
    expect(await faultsOf({ "index.md": page })).toMatchObject([
      { line: 5, problem: expect.stringContaining("links to #Same-Thing") as string },
    ]);
  });
});
