import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { putFiles } from "./folder.ts";
import { projectWith } from "./project.ts";

const head = "---\ntitle: List\n---\n<p>List</p>\n";

/** What an author wrote, and the one sentence that tells the mistake. */
const mistakes: [what: string, files: Readonly<Record<string, string>>, says: RegExp][] = [
  [
    "a mistake in a file with blanks, dots and an apostrophe in its name",
    { "l'été v1.2 (new).njk": `${head}\n{% nosuch %}\n` },
    /^site\/l'été v1\.2 \(new\)\.njk:6 stopped the build: unknown block tag: nosuch$/,
  ],
  [
    "a call of nothing in Nunjucks",
    { "list.njk": `${head}{{ a.b() }}\n` },
    /^site\/list\.njk stopped the build: Unable to call `a\["b"\]`/,
  ],
  [
    "an unknown filter of Nunjucks",
    { "list.njk": `${head}{{ 1 | shuot }}\n` },
    /^site\/list\.njk stopped the build: filter not found: shuot$/,
  ],
  [
    "a mistake in a file that is included",
    { "list.njk": `${head}{% include "part.njk" %}\n`, "_includes/part.njk": "\n{% nosuch %}\n" },
    /^site\/_includes\/part\.njk:2 .*unknown block tag: nosuch$/,
  ],
  [
    "a mistake in a template that others extend, whose line Nunjucks takes for one of theirs",
    {
      "list.njk": '{% extends "base.njk" %}',
      "_includes/base.njk": "{% block a %}\n\n{{ a() }}{% endblock %}",
    },
    /^site\/list\.njk stopped the build: Unable to call/,
  ],
  [
    "a mistake in the layout of a Markdown page",
    {
      "page.md": "---\nlayout: wide.njk\n---\n# Page\n",
      "_includes/wide.njk": "---\nwidth: 1\n---\n<p>\n{% nosuch %}",
    },
    /^site\/_includes\/wide\.njk:5 .*unknown block tag: nosuch$/,
  ],
  [
    "a layout that is missing",
    { "list.njk": "---\nlayout: gone.njk\n---\n" },
    /^site\/list\.njk .*site\/_includes\/gone\.njk/,
  ],
  [
    "front matter that is no YAML",
    { "list.njk": "---\ntitle: [x\n---\n" },
    /^site\/list\.njk:3 stopped the build: [^()]+$/,
  ],
  [
    "an unknown filter of Liquid",
    { "list.liquid": `${head}{{ 1 | shuot }}\n` },
    /^site\/list\.liquid:5 .*filter: shuot$/,
  ],
  [
    "a tag of Liquid that is not closed",
    { "list.liquid": `${head}\n{% for x in y %}` },
    /^site\/list\.liquid:6 .*not closed$/,
  ],
  [
    "a TypeError in TypeScript",
    { "list.11ty.ts": "export const render = ({ a }: any) =>\n  a.b;\n" },
    /^site\/list\.11ty\.ts:2 stopped the build: TypeError: .*'b'\)$/,
  ],
  [
    "what is no TypeScript",
    { "list.11ty.ts": "\nexport const render = (;\n" },
    /^site\/list\.11ty\.ts:2 .*SyntaxError: /,
  ],
  [
    "data that is no JSON",
    { "_data/colours.json": '{ "red": }', "list.njk": head },
    /^site\/_data\/colours\.json /,
  ],
  [
    "a filter that throws",
    { "list.njk": `${head}{{ "../soup" | tasted }}\n` },
    /^site\/list\.njk stopped the build: I do not like \.\.\/soup \(thrown at \.eleventy\.ts:\d+\)$/,
  ],
  [
    "a shortcode that throws",
    { "list.liquid": `${head}{% served "soup" %}\n` },
    /^site\/list\.liquid:5 stopped the build: No soup today \(thrown at \.eleventy\.ts:\d+\)$/,
  ],
  [
    "a transform that throws",
    { "list.njk": `${head}Broth\n` },
    /^site\/list\.njk stopped the build: Broth is no soup \(thrown at \.eleventy\.ts:\d+\)$/,
  ],
];

describe("a mistake in a template is told in one sentence with its file, and its line where it is known", () => {
  const project = projectWith({});
  rmSync(join(project.folder, "site"), { recursive: true });
  project.configure(`  eleventy.addFilter("tasted", (what: string) => { throw new Error("I do not like " + what); });
  eleventy.addShortcode("served", (what: string) => { throw new Error("No " + what + " today"); });
  eleventy.addTransform("checked", (page: string) => { if (/Broth/.test(page)) throw new Error("Broth is no soup"); return page; });`);

  const built = async (files: Readonly<Record<string, string>>) => {
    rmSync(join(project.folder, "site"), { recursive: true, force: true });
    const entries = Object.entries({ "index.md": "# Home\n", ...files });
    putFiles(
      project.folder,
      Object.fromEntries(entries.map(([path, text]) => [`site/${path}`, text])),
    );
    return project.build();
  };

  test.each(mistakes)("%s", async (_, files, says) => {
    const { code, printed } = await built(files);
    expect([code, printed.trim()]).toEqual([1, expect.stringMatching(says)]);
    expect(printed.trim().split("\n")).toHaveLength(1);
    expect(printed).not.toContain(project.folder);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["written out", { "x.njk": "---\npermalink: ../out/\n---\n" }],
    ["behind a folder", { "x.njk": "---\npermalink: a/b/../../../out/x.txt\n---\n" }],
    ["far out", { "x.njk": "---\npermalink: ../../../out/\n---\n" }],
    ["to a folder whose name begins alike", { "x.njk": "---\npermalink: ../_site-out/\n---\n" }],
    ["as `build`", { "x.njk": "---\npermalink:\n  build: ../out/\n---\n" }],
    ["computed", { "x.njk": "---\neleventyComputed:\n  permalink: ../out/\n---\n" }],
    ["put together", { "x.liquid": `---\npermalink: '{{ ".." }}/out/'\n---\n` }],
    ["encoded", { "x.njk": "---\npermalink: '%2e%2e/out/'\n---\n" }],
    ["with backslashes", { "x.njk": "---\npermalink: '..\\out\\x.txt'\n---\n" }],
    [
      "of one of many pages",
      {
        "x.njk":
          "---\npagination: { data: names, size: 1, alias: name }\nnames: [a, ../out, b]\npermalink: '{{ name }}/'\n---\n",
      },
    ],
    [
      "from a function",
      {
        "x.11ty.ts":
          "export const data = { permalink: () => '../out/' };\nexport const render = () => 'x';\n",
      },
    ],
    [
      "of bytes",
      {
        "x.11ty.ts":
          "export const data = { permalink: '../out.bin' };\nexport const render = () => Buffer.from('x');\n",
      },
    ],
  ])("a permalink that leads out of the site writes nothing there: %s", async (_, files) => {
    const [name] = Object.keys(files);
    const outside = () =>
      [project.folder, dirname(project.folder)]
        .flatMap((folder) => readdirSync(folder))
        .filter((entry) => /out|%|\\/.test(entry));
    const { code, printed } = await built(files);
    expect([code, printed.trim()]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^site/${name} would be written to \`.*\`, outside of the site: expected .*without \`\\.\\.\`\\.$`,
        ),
      ),
    ]);
    expect(readdirSync(project.folder)).not.toContain("_site");
    const direct = await project.eleventy();
    expect([direct.code, direct.printed]).toEqual([
      1,
      expect.stringContaining(`site/${name} would be written to`),
    ]);
    expect(outside()).toEqual([]);
    rmSync(join(project.folder, "_site"), { recursive: true });
  });

  test.each([".lock", ".next", ".begun", ".part", ".open-house"])(
    "an address that is the build's own is refused: /%s/",
    async (own) => {
      for (const [name, says] of [
        ["x.md", `x.md:2 permalink: would be at /${own}/, which is a folder and a file at once`],
        ["x.njk", `Two files have the address /${own}/`],
      ] as const) {
        const { code, printed } = await built({ [name]: `---\npermalink: /${own}/\n---\n# X\n` });
        expect([code, printed]).toEqual([1, expect.stringContaining(says)]);
      }
    },
  );

  test("a template that writes nothing, and one whose address is not its file's, are no fault", async () => {
    const fine = projectWith({
      "site/none.11ty.ts":
        "export const data = { permalink: '/none.txt' };\nexport const render = () => undefined;\n",
      "site/other.njk": "---\npermalink: /other/page.html\n---\n<p>Other</p>\n",
    });
    fine.configure(
      `  eleventy.addUrlTransform(({ url }: { url: string }) => url.replace(/\\.html$/, ""));`,
    );
    expect(await fine.build()).toMatchObject({ code: 0 });
    expect(fine.text("other/page.html")).toContain("Other");
    rmSync(join(fine.folder, "site/other.njk"));
    expect(await fine.build()).toMatchObject({ code: 0 });
    expect(readdirSync(join(fine.folder, "_site"))).not.toContain("other");
  });

  test("links that only a template can satisfy are said to be unchecked while there are other faults", async () => {
    const { code, printed } = await built({
      "index.md": "# Home\n\n[x](/made/)\n\n<script></script>\n",
      "made.njk": "",
    });
    const told =
      /^One thing to mend[^]*index\.md:5 [^]*\nLinks not checked yet, because a template may make what they lead to: 1\.\n/;
    expect([code, printed]).toEqual([1, expect.stringMatching(told)]);
  });
});
