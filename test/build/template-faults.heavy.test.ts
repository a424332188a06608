import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { putFiles } from "./folder.ts";
import { projectWith } from "./project.ts";

const head = "---\ntitle: List\n---\n<p>List</p>\n";

/** What an author wrote, and the one sentence that tells the mistake. */
const mistakes: [what: string, files: Readonly<Record<string, string>>, says: RegExp][] = [
  [
    "a call of nothing in Nunjucks",
    { "list.njk": `${head}{{ a.b() }}\n` },
    /^site\/list\.njk:5 .*Unable to call/,
  ],
  [
    "an unknown filter of Nunjucks",
    { "list.njk": `${head}{{ 1 | shuot }}\n` },
    /^site\/list\.njk:5 .*not found: shuot$/,
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
    { "list.njk": `${head}{{ "soup" | tasted }}\n` },
    /^site\/list\.njk stopped the build: I do not like soup \(thrown at \.eleventy\.ts:\d+\)$/,
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

  test("with DEBUG in the environment, the stack follows", async () => {
    process.env["DEBUG"] = "1";
    const { printed } = await built({
      "list.11ty.ts": "export const render = ({ a }: any) =>\n  a.b;\n",
    });
    delete process.env["DEBUG"];
    expect(printed).toMatch(/^site\/list\.11ty\.ts:2 [^\n]+\n[^]*^ +at .*site\/list\.11ty\.ts/m);
  });
});
