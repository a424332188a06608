import { rmSync } from "node:fs";
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
      "a page that comes with the software and gives way to no template",
      { "site/a.njk": at("/api/") },
      ["build"],
      /api\/index\.md\. Give a\.njk another `permalink`: .*; a page in Markdown can\.$/m,
    ],
    [
      "an error page",
      { "site/a.njk": at("/404.html") },
      ["build"],
      /the document \/404\.html\. Give a\.njk another `permalink`: a template cannot replace this one\.$/m,
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
});

describe("what comes with the software and only greets or lists gives way to templates", async () => {
  const project = projectWith({});
  const facts = project.text("facts.yaml", "site");
  rmSync(join(project.folder, "site"), { recursive: true });
  const mine = "---\nlayout: page\n---\nMine";
  putFiles(project.folder, {
    "site/facts.yaml": facts,
    "site/notes/2020-01-02-a.md":
      "---\ntype: note\ntags: [open data]\n---\n# A\n\n[Tags](/tags/), [home](/).\n",
    "site/greeting.njk": mine,
    "site/notes.njk": mine,
    "site/tags.njk": mine,
    "site/index.njk": "---\nlayout: page\ntitle: Home\n---\n{{ collections.all | length }} pages",
    "site/tagged.njk":
      '---\nlayout: page\npagination: { data: collections, size: 1, alias: tag, filter: all }\npermalink: "/tags/{{ tag | slugify }}/"\n---\nOf {{ tag }}',
  });

  test("at their addresses, and documents name those", async () => {
    const { code, printed } = await project.build();
    expect([code, printed]).toEqual([0, expect.stringContaining("5 pages of templates")]);
    for (const path of ["greeting", "notes", "tags"])
      expect(project.text(`${path}/index.html`)).toContain("Mine");
    expect(project.text("tags/open-data/index.html")).toContain("Of open data");
    expect(project.text("index.html")).toMatch(/<header class="site-header">[^]*\d pages/);
    const files = project.text(".open-house").split("\n");
    const twins = /\b(?:index|greeting|notes|tags(?:\/.*)?)\.md$/;
    expect(files.filter((file) => twins.test(file))).toEqual([]);
    expect(project.text("llms.txt")).toContain("(https://house.example/): ");
    const home = /<loc>https:\/\/house\.example\/<\/loc>/g;
    expect(project.text("sitemap.xml").match(home)).toHaveLength(1);
    expect(project.text("api/site.json")).not.toMatch(/"id":"(?:index|tags|notes|greeting)"/);
    expect(project.text("notes/2020-01-02-a.md")).toContain("[home](https://house.example/)");
    expect(project.text("notes/2020-01-02-a/index.html")).toContain('<a href="/tags/">');
  });

  test("which `npx eleventy` says that it cannot do", async () => {
    const { code, printed } = await project.eleventy("--output=fifth");
    const told =
      /replace generated pages, or no longer do \((?:\/\S*, )*\/\S*\): use `npm run build`\./;
    expect([code, printed]).toEqual([1, expect.stringMatching(told)]);
  });

  test("and `npm run verify` holds", async () => {
    const { code, printed } = await project.verify();
    expect([code, printed]).toEqual([0, expect.stringMatching(/20 of 20 checks hold/)]);
  });
});

test("what a plugin writes into the output itself is there, also after the next build", async () => {
  const project = projectWith({ "site/a.md": "# A\n" });
  project.configure(
    `  let output = "";
  eleventy.on("eleventy.before", ({ directories }) => {
    output = directories.output;
  });
  eleventy.addTransform("pictures", (content) => {
    mkdirSync(\`\${output}/img\`, { recursive: true });
    if (!existsSync(\`\${output}/img/x.avif\`)) writeFileSync(\`\${output}/img/x.avif\`, "x");
    return content;
  });`,
    `import { existsSync, mkdirSync, writeFileSync } from "node:fs";\n`,
  );
  for (const pages of [30, 0]) {
    const { code, printed } = await project.build();
    expect([code, printed]).toEqual([0, expect.stringMatching(/ 0 removed/)]);
    expect(project.text("img/x.avif")).toBe("x");
    expect(Number(/: (\d+) written/.exec(printed)?.[1])).toBeGreaterThanOrEqual(pages);
  }
});

describe("what an author does to the parser of Markdown", () => {
  const page = "# A\n\nIn xyzzy.\n\n---\n\n```js\nlet a;\n```\n\n    indented <b>\n";
  const project = projectWith({ "site/a.md": page });
  project.configure(
    `  eleventy.addMarkdownHighlighter((code, language) => (language ? \`<pre class="mine \${language}">\${code.replaceAll("<", "&lt;")}</pre>\` : ""));
  eleventy.amendLibrary("md", (md) => {
    md.renderer.rules["hr"] = () => '<hr class="mine">';
    md.core.ruler.push("words", ({ tokens }) => {
      for (const { children } of tokens)
        for (const token of children ?? []) token.content = token.content.replace("xyzzy", "plugh");
    });
  });`,
  );

  test.each(["build", "eleventy"] as const)(
    "reaches it, and words that only HTML has are told: %s",
    async (command) => {
      const { code, printed } = await project[command]("--output=sixth");
      expect([code, printed]).toEqual([0, expect.any(String)]);
      const told = /^A plugin for Markdown changes the words of these pages [^:]*: `a\.md`\.$/m;
      if (command === "build") expect(printed).toMatch(told);
      const html = project.text("a/index.html", "sixth");
      expect(html).toContain('<hr class="mine">');
      expect(html).toContain('<pre class="mine js">let a;\n</pre>');
      expect(html).toContain("<code>indented &lt;b&gt;\n</code>");
      expect(html).toContain("<p>In plugh.</p>");
      expect(project.text("a.md", "sixth")).toContain("In xyzzy.");
    },
  );

  test("cannot be another parser", async () => {
    project.configure(`  eleventy.setLibrary("md", { render: String });`);
    for (const command of ["build", "eleventy"] as const) {
      const { code, printed } = await project[command]("--output=seventh");
      expect([code, printed]).toEqual([1, expect.stringContaining('use amendLibrary("md", …)')]);
    }
  });
});

test("an author's listeners and transforms come after the plugin's, whichever command builds", async () => {
  const project = projectWith({});
  project.configure(
    `  const seen: string[] = [];
  eleventy.on("eleventy.before", () => void seen.push(String("soup" in eleventy.collections)));
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
  putFiles(project.folder, {
    "site/logo.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "site/soup.md": "---\ntags: [soup]\n---\n\nHot.\n",
  });
  for (const command of ["build", "eleventy"] as const) {
    const { code, printed } = await project[command]("--output=other");
    expect([code, printed]).toEqual([0, expect.any(String)]);
    expect(project.text("seen.txt", ".")).toBe("true sitemap.xml about.md api/state.json logo.svg");
    expect(project.text("about/index.html", "other")).toContain("<!-- <!doctype html> -->");
  }
});
