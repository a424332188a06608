import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { putFiles } from "./folder.ts";
import { projectWith } from "./project.ts";

describe("a configuration that fails says what and where, without Eleventy's stack", () => {
  const wrong: [what: string, lines: string, imports: string, says: RegExp][] = [
    [
      "a misspelt method",
      `  eleventy.addFilterr("x");`,
      "",
      /^\.eleventy\.ts:\d+ stopped the build: TypeError: eleventy\.addFilterr is not a function$/m,
    ],
    [
      "a missing package",
      "",
      `import x from "eleventy-nonsense";\n`,
      /^\.eleventy\.ts stopped the build: Cannot find package 'eleventy-nonsense'.*\nA package is added with `npm install --save-prod NAME`\.$/m,
    ],
    ["what is no TypeScript", `  eleventy.addFilter("x";`, "", /^\.eleventy\.ts:\d+ stopped the build: SyntaxError: /m],
    [
      "a plugin",
      "  eleventy.addPlugin(mine);",
      `import mine from "./mine.js";\n`,
      /^mine\.js:2 stopped the build: Mine failed\. \(Error processing the `mine` plugin\)$/m,
    ],
  ];
  test.each(wrong)("%s", async (_, lines, imports, says) => {
    const project = projectWith({
      "mine.js": `export default function mine() {\n  throw new Error("Mine failed.");\n}\n`,
    });
    project.configure(lines, imports);
    const { code, printed } = await project.build();
    expect([code, printed]).toEqual([1, expect.stringMatching(says)]);
    expect(printed).not.toMatch(/^\s+at /m);
  });
});

test("plugins, filters, shortcodes, collections, transforms and copies of an author work, and have types", async () => {
  const project = projectWith({
    "additions.ts": readFileSync(join(import.meta.dirname, "authors-additions.ts"), "utf8"),
    "files/leaflet.txt": "A leaflet.",
    "site/rose.md":
      "---\ntags: [plants]\n__proto__:\n  eleventyComputed: { title: Other }\neleventyNavigation:\n  key: Rose\n---\n# Rose\n",
    "site/all.njk": `---
permalink: /all/
---
{{ "" | word }}. {{ "loud" | shout }}. {{ "at" | here }}. {{ "now" | later }}. {% repeat "ab", 2 %}. {% wait %}.
{% boxed "A" %}b{% endboxed %}. {% late %}c{% endlate %}. {{ collections.long.length > 1 }}. {{ collections.plants.length }}. {{ collections.plants[0].data.title }}.
{{ collections.all | eleventyNavigation | eleventyNavigationToHtml | safe }}<h3>Three</h3>`,
  });
  project.configure("  additions(eleventy);", `import additions from "./additions.ts";\n`);
  const { code, printed } = await project.build();
  expect([code, printed]).toEqual([0, expect.stringContaining("1 page of templates")]);
  const page = project.text("all/index.html");
  expect(page).toContain("given. LOUD. at /all/. now later. abab. waited.\n[A: b]. late c. true. 1. Rose.\n");
  expect(page).toMatch(/<a href="\/rose\/">Rose<\/a>[^]*<h3 id="three">Three<\/h3>[^]*<!--signed-->$/);
  expect(project.text("files/leaflet.txt") + project.text("other/leaflet.txt")).toBe("A leaflet.A leaflet.");
});

test("`npx eleventy` writes the same files as a build, and refuses a folder that is not its own", async () => {
  const project = projectWith({ "other/mine.txt": "Mine." });
  expect((await project.build()).code).toBe(0);
  expect((await project.eleventy("--quiet", "--output=third")).code).toBe(0);
  const record = project.text(".open-house");
  expect(project.text(".open-house", "third")).toBe(record);
  const pages = record.split("\n").filter((path) => path.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(20);
  for (const path of pages) expect(project.text(path, "third")).toBe(project.text(path));
  const { code, printed } = await project.eleventy("--output=other");
  expect([code, printed]).toEqual([1, expect.stringMatching(/other\/? is not empty and was not made by a build/)]);
});

test("two files at one address are named, whichever command builds", async () => {
  const project = projectWith({ "site/dup.njk": "---\npermalink: /api/site.json\n---\n{}" });
  const document = await project.eleventy("--quiet", "--output=third");
  expect([document.code, document.printed]).toEqual([
    1,
    expect.stringContaining("Two files have the address /api/site.json: dup.njk and the document /api/site.json."),
  ]);
  putFiles(project.folder, { "site/dup.njk": "---\npermalink: /about/\n---\nMine" });
  for (const { code, printed } of [await project.eleventy("--quiet", "--output=third"), await project.build()]) {
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining("Two files have the address /about/: dup.njk and about.md."),
    ]);
  }
  putFiles(project.folder, {
    "site/dup.njk": "---\npermalink: /twice/\n---\nMine",
    "site/other.njk": "---\npermalink: /twice/\n---\nMine",
  });
  const { printed } = await project.build();
  expect(printed).toMatch(/address \/twice\/: (dup|other)\.njk and (dup|other)\.njk\./);
});
