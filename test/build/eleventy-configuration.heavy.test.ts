import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { putFiles } from "./folder.ts";
import { projectWith } from "./project.ts";

test.each<[what: string, lines: string, imports: string, says: RegExp]>([
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
    /^\.eleventy\.ts stopped the build: Cannot find package 'eleventy-nonsense'.*$/m,
  ],
  [
    "what is no TypeScript",
    `  eleventy.addFilter("x";`,
    "",
    /^\.eleventy\.ts:\d+ stopped the build: SyntaxError: /m,
  ],
  [
    "a plugin",
    "  eleventy.addPlugin(mine);",
    `import mine from "./mine.js";\n`,
    /^mine\.js:2 stopped the build: Mine failed\. \(Error processing the `mine` plugin\)$/m,
  ],
])(
  "a configuration that fails says what and where, without Eleventy's stack: %s",
  async (_, lines, imports, says) => {
    const project = projectWith({
      "mine.js": `export default function mine() {\n  throw new Error("Mine failed.");\n}\n`,
    });
    project.configure(lines, imports);
    const { code, printed } = await project.build();
    expect([code, printed]).toEqual([1, expect.stringMatching(says)]);
    expect(printed).not.toMatch(/^\s+at /m);
  },
);

describe("in the project's own site", () => {
  const project = projectWith({ "other/mine.txt": "Mine." });

  test("`npx eleventy` writes the same files as a build, and refuses a folder that is not its own", async () => {
    expect((await project.build()).code).toBe(0);
    expect((await project.eleventy("--quiet", "--output=third")).code).toBe(0);
    const record = project.text(".open-house");
    expect(project.text(".open-house", "third")).toBe(record);
    const pages = record.split("\n").filter((path) => path.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(20);
    for (const path of pages) expect(project.text(path, "third")).toBe(project.text(path));
    const { code, printed } = await project.eleventy("--output=other");
    expect([code, printed]).toEqual([
      1,
      expect.stringMatching(/other\/? is not empty and was not made by a build/),
    ]);
  });

  const at = (permalink: string) => `---\npermalink: ${permalink}\n---\nMine`;
  const both = ["build", "eleventy"] as const;
  const none = { "site/a.njk": at("false"), "site/b.njk": at("false") };
  test.each<
    [
      what: string,
      files: Record<string, string>,
      commands: readonly (typeof both)[number][],
      says: RegExp,
    ]
  >([
    [
      "a document",
      { "site/a.njk": at("/api/site.json") },
      ["eleventy"],
      /: a\.njk and the document \/api\/site\.json\./,
    ],
    [
      "a page",
      { "site/a.njk": at("/about/") },
      both,
      /have the address \/about\/: a\.njk and about\.md\./,
    ],
    [
      "another",
      { "site/a.njk": at("/x/"), "site/b.njk": at("/x/") },
      ["build"],
      /address \/x\/: [ab]\.njk and [ab]\.njk\./,
    ],
    [
      "a generated list",
      { "site/a.njk": at("/tags/") },
      ["build"],
      /a\.njk[^]*`lists` in facts\.yaml/,
    ],
  ])(
    "a template at the address of %s is named, whichever command builds",
    async (_, files, commands, says) => {
      putFiles(project.folder, { ...none, ...files });
      for (const command of commands) {
        const { code, printed } = await project[command]("--output=fourth");
        expect([code, printed]).toEqual([1, expect.stringMatching(says)]);
        // Eleventy itself shows its stack.
        if (command === "build") expect(printed).not.toContain("    at ");
      }
    },
  );

  test("a template can take the address of a generated list once facts.yaml leaves such lists out", async () => {
    const facts = readFileSync(join(project.folder, "site/facts.yaml"), "utf8");
    putFiles(project.folder, {
      "site/facts.yaml": `${facts}\nlists: [folders]\n`,
      "site/a.njk": at("/tags/"),
      "site/b.njk": at("/tags/crawlers/"), // to which the sample links
    });
    expect((await project.build()).code).toBe(0);
    expect(project.text("tags/index.html")).toBe("Mine");
  });
});

test("an author's listeners and transforms come after the plugin's, whichever command builds", async () => {
  const project = projectWith({});
  project.configure(
    `  const seen: string[] = [];
  eleventy.on("eleventy.before", () => void seen.push(String("markdown_pages" in eleventy.globalData)));
  eleventy.addTransform("mine", function (content) {
    return this.page.url === "/about/" ? \`\${content}<!-- \${content.slice(0, 15)} -->\` : content;
  });
  eleventy.on("eleventy.after", ({ directories }) => {
    const made = ["sitemap.xml", "about.md", "api/state.json", "logo.svg"];
    const found = made.filter((file) => existsSync(\`\${directories.output}/\${file}\`));
    writeFileSync("seen.txt", [...seen, ...found].join(" "));
  });`,
    `import { existsSync, writeFileSync } from "node:fs";\n`,
  );
  putFiles(project.folder, { "site/logo.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>" });
  for (const command of ["build", "eleventy"] as const) {
    const { code, printed } = await project[command]("--output=other");
    expect([code, printed]).toEqual([0, expect.any(String)]);
    expect(project.text("seen.txt", ".")).toBe("true sitemap.xml about.md api/state.json logo.svg");
    expect(project.text("about/index.html", "other")).toContain("<!-- <!doctype html> -->");
  }
});
