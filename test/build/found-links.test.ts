import { expect, test } from "vitest";
import { faultsOf } from "../authors/faults-of.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

test("a folder with a generated list is found by its name as written, from the root or beside the page", async () => {
  const ways = [
    ["Plain/", "/plain/"],
    ["Plain", "/plain/"],
    ["/Plain/#list", "/plain/#list"],
    ["ein%20Ordner/", "/ein-ordner/"],
    ["<ein Ordner>", "/ein-ordner/"],
    ["Plain/Inner%20Part/", "/plain/inner-part/"],
    ["Caf%C3%A9/", "/caf%C3%A9/"],
  ];
  const site = await buildSite({
    input: folderOf({
      "index.md": ways.map(([href], index) => `[${index}](${href})\n`).join("\n"),
      "Plain/a.md": "# A\n\n[inner](Inner%20Part/)\n",
      "Plain/Inner Part/b.md": "# B\n\n[up](../../ein%20Ordner/)\n",
      "Plain/Inner Part/b2.md": "# B2\n",
      "ein Ordner/c.md": "# C\n\n[nowhere](Plain/)\n",
      "ein Ordner/c2.md": "# C2\n",
      "Cafe\u0301/d.md": "# D\n",
      "Cafe\u0301/d2.md": "# D2\n",
    }),
    lenient: true,
  });
  for (const [index, [, leads]] of ways.entries())
    expect(site.html.get("/")).toContain(`<a href="${leads}">${index}</a>`);
  expect(site.html.get("/plain/a/")).toContain('<a href="/plain/inner-part/">inner</a>');
  expect(site.html.get("/plain/inner-part/b/")).toContain('<a href="/ein-ordner/">up</a>');
  const problems = site.tolerated.map(({ problem }) => problem);
  expect(problems).toEqual([
    "links to `Plain/`, which does not exist",
    "links to #list of /plain/, which has no such part",
  ]);
});

test.each([
  [`<a id='x'></a>`, "x"],
  ["<a id=x></a>", "x"],
  ["<a name=top-of-it></a>", "top-of-it"],
  ["<a name='x'></a>", "x"],
  ["<A NAME = 'x'></A>", "x"],
  ["<span\nid='x' class=y>Text</span>", "x"],
  ['<a id="Q&amp;A"></a>', "Q&A"],
  ["<a id=Q&amp;A></a>", "Q&A"],
  ["<a name='it&#39;s'></a>", "it's"],
  ["<a id='straße'></a>", "stra%C3%9Fe"],
])("a part that is named in HTML by hand is found: %s", async (html, fragment) => {
  const links = `# Home\n\n${html}\n\n[a](#${fragment}) [b](other.md#${fragment})\n`;
  const files = { "index.md": links, "other.md": `# Other\n\nText ${html}\n` };
  expect(await faultsOf(files)).toEqual([]);
});

test.each([
  "`<a id='x'></a>`",
  "<span name=x>Text</span>",
  "<!-- <a id='x'></a> -->",
  "&lt;a id=x&gt;",
])("what only looks like a part is none: %s", async (text) => {
  expect(await faultsOf({ "index.md": `# Home\n\n${text}\n\n[a](#x)\n` })).toEqual([
    expect.objectContaining({ problem: "links to #x of /, which has no such part" }),
  ]);
});
