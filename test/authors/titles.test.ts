import { expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { factsFile } from "../documents/facts.ts";

const site = await buildSite({
  input: folderOf({
    "README.md": '<p align="center"><img src="logo.svg" alt=""></p>\n\n# Lantern\n\n## Install\n',
    "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>',
    // A vault: the name of the file is the title, whatever heading comes first.
    "Settings.md": "## Open Settings\n\nPress the key.\n",
    "Daily/2018-03-06.md": "- [ ] water the plants\n",
    "Daily/2018-03-07 Meeting_notes.md": "Text.\n",
    // A blog: the title in the head, and first-level headings for sections.
    "posts/kettle.md":
      "---\ntitle: On kettles\n---\n\n# Boiling\n\nText.\n\n## Slowly\n\n###### Deep\n\n# Pouring\n\nText.\n",
    "docs/one.md":
      "[![Built](../logo.svg)](../README.md)\n\n# One *thing*\n\nBack to [its top](#one-thing).\n\n<h1>Raw</h1>\n",
    "docs/two.md": "See [the top of one](one.md#one-thing), and [here](#top).\n",
  }),
});
const pageAt = (path: string) => site.model.pages.find((page) => page.path === path);
const main = (path: string) => /<main[\s\S]*<\/main>/.exec(site.html.get(path) ?? "")?.[0] ?? "";

test.each([
  ["/", "Lantern"],
  ["/settings/", "Settings"],
  ["/daily/2018-03-06/", "2018-03-06"],
  ["/daily/2018-03-07-meeting_notes/", "2018-03-07 Meeting notes"],
  ["/posts/kettle/", "On kettles"],
  ["/docs/one/", "One thing"],
  ["/docs/two/", "Two"],
])("the title of %s is a level-one heading, or the name of the file", (path, title) => {
  expect(pageAt(path)?.title).toBe(title);
});

test("every page has one first-level heading, and those of its text are below it", () => {
  for (const path of site.html.keys())
    expect([path, main(path).match(/<h1\b/g)?.length]).toEqual([path, 1]);
  expect(pageAt("/posts/kettle/")?.headings.map(({ level, text }) => `${level} ${text}`)).toEqual([
    "2 Boiling",
    "3 Slowly",
    "6 Deep",
    "2 Pouring",
  ]);
  expect(main("/posts/kettle/")).toMatch(
    /<h2 id="boiling">.*<\/h2>[\s\S]*<h3 id="slowly">.*<\/h3>/,
  );
  expect(main("/docs/one/")).toContain("<h2>Raw</h2>");
  // The Markdown keeps the author's own levels.
  expect(markdownOf(pageAt("/posts/kettle/") as Page).toString()).toContain(
    "# On kettles\n\n# Boiling\n",
  );
});

test("a heading that became the title keeps its fragment", () => {
  expect(main("/docs/one/")).toContain('<h1 id="one-thing">One thing</h1>');
  expect(main("/docs/two/")).toContain('href="/docs/one/#one-thing"');
});

test("control characters that YAML writes as escapes are in no form of the page, nor in the facts", async () => {
  const escapes = String.raw`\0\a\b\e\x10\u001f\U0000000e`;
  const affordance = `{ action: a, label: "R${escapes}ead", method: GET, href: /, media_type: text/html }`;
  const head = [
    `title: "B${escapes}ell"`,
    `description: "A ${escapes}here."`,
    `tags: ["t${escapes}ag"]`,
    `keywords: ["k${escapes}ey"]`,
    `"o${escapes}wn": { deep: ["x${escapes}"] }`,
    `affordances: [${affordance}]`,
    "type: realm\nstatus: open",
  ].join("\n");
  const site = await buildSite({
    input: folderOf({
      "facts.yaml": factsFile({}).replace(/^name: .*$/m, `name: "H${escapes}ouse"`),
      "bell.md": `---\n${head}\n---\n\nText with \\x10 and $\\beta$.\n`,
      "plain.md": '---\ntitle: "Tab \\t and \\u00e9"\n---\n\n$\\alpha$ and \\\\x10\n',
    }),
  });
  const isText = (path: string) => !/\.(?:woff2|png)$/.test(path);
  for (const path of [...site.files.keys()].filter(isText))
    expect([path, /[\0-\x08\x0e-\x1f]|\\u00[01]/.test(site.text(path))]).toEqual([path, false]);
  expect(site.model.byPath.get("/bell/")).toMatchObject({
    title: "Bell",
    description: "A here.",
    tags: ["tag"],
    front_matter: { keywords: ["key"], own: { deep: ["x"] } },
    realm: { affordances: [{ label: "Read" }] },
  });
  expect(site.model.facts.name).toBe("House");
  expect(site.warnings).toContain(
    "Control characters are left out of these files: `bell.md`, `facts.yaml`.",
  );
});
