import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { recordDiagnostics } from "../../build/content/diagnostics.ts";
import { readSource } from "../../build/content/front-matter.ts";
import { readYaml } from "../../build/lib/yaml.ts";
import { prepareSite } from "../../build/pipeline/prepare-site.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { faultsOf, fixtures, toldOf } from "./faults-of.ts";

// A page is never published against its author's word, with `--lenient` neither.

const home = { "index.md": "# Home\n" };
const page = (head: string) => `---\n${head}\n---\n\nxyzzy\n`;
const base_url = "https://house.example";

/** Builds leniently and returns the files in which the hidden word is, and the warnings. */
async function traces(files: Record<string, string>) {
  const site = await buildSite({ input: folderOf({ ...home, ...files }), lenient: true, base_url });
  const found = [...site.files.keys()].filter((path) => /xyzzy/i.test(path + site.text(path)));
  return { found, warnings: site.warnings };
}

/** Front matter of which each keeps its page out, and some that looks a little like it. */
const secret = [
  ..."draft isDraft private hidden unlisted encrypt HEADLESS"
    .split(" ")
    .map((key) => `${key}: true`),
  ...["yes", "on", "Y", "1", '"true"', "TRUE"].map((value) => `draft: ${value}`),
  ..."published publish dg-publish permalink public".split(" ").map((key) => `${key}: false`),
  ...["no", "OFF", "n", "0", '"false"'].map((value) => `published: ${value}`),
  ...[
    "password: sesame",
    "visibility: private",
    "visibility: Draft",
    "status: draft",
    "Status: private",
  ],
  ...["status: [done, Draft]", 'status: "[[draft]]"', "visibility: ['#private']"],
  ...["status: in draft", "status: draft/wip", "published: never", 'published: "no "'],
  // One typing error away from such a key
  ...[
    "drafts: true",
    "drft: yes",
    "publishd: false",
    "pasword: sesame",
    "visibilty: private",
    "unlised: true",
  ],
];
const open = [
  ...[
    "draft: false",
    "published: true",
    "published: 2024-05-06",
    "publish: yes",
    "permalink: /b/",
    "craft: beer",
  ],
  ...["publisher: The House", "stats: { views: 3 }"],
  ...[
    "status: done",
    "visibility: public",
    "build: { list: never }",
    "private:",
    "public: everyone",
  ],
  ...["status: []", 'status: ["[[Published]]"]'],
  // What is known to mean public
  ...["open", "Public", '"[[public]]"', "['#public']", "[]", "yes", "listed"].map(
    (value) => `visibility: ${value}`,
  ),
  ...["2024", "May 2024", "May 6, 2024", "6.5.2024", "2024-05-06 10:00", "2024年5月6日"].map(
    (value) => `published: ${value}`,
  ),
  ...['"Mon, 6 May 2024 12:00:00 GMT"', "[[2024-05-06]]", "'[[2024-05-06]]'", "[2024-05-06]"].map(
    (value) => `published: ${value}`,
  ),
];

/** Front matter of which it is not known whether its page is public. */
const unclear = [
  ..."unlisted hidden internal none false members password-protected".split(" "),
  ...["members only", "[[hidden]]", "'[[hidden]]'", "[public, internal]", '""', "not public"],
  ...["{ to: me }", "privat"],
]
  .map((value) => `visibility: ${value}`)
  .concat(
    ["draft", "later", "nope", "soon", "draft 2024", '""', "[no]", "v2"].map(
      (value) => `published: ${value}`,
    ),
    ["nope", "internal", "members", "[no]", "0.5"].map((value) => `public: ${value}`),
    ["Visibility: team", "visibilty: unlisted", "PUBLISHED: later", "publised: later"],
  );

const pagesOf = (heads: readonly string[]) =>
  Object.fromEntries(heads.map((head, n) => [`p${n}.md`, page(head)]));

describe("a key keeps a page out, and the build says which", async () => {
  const { found, warnings } = await traces(pagesOf(secret));

  test("in every file, and does not tell a password", () => {
    expect(found).toEqual([]);
    expect(warnings.join("\n")).not.toContain("sesame");
  });

  test.each(
    secret.map((head, n) => [head, n] as const).filter(([head]) => !head.startsWith("draft:")),
  )("%s", (head, n) => {
    const key = head.slice(0, head.indexOf(":"));
    const named = expect.stringMatching(
      `^Pages are kept out .*${key}.*: \`p${n}\\.md\`\\.$`,
    ) as string;
    expect(warnings).toContainEqual(named);
  });
});

test("a draft is counted as one however its key is written", async () => {
  const heads = ["draft: true", "Draft: true", "DRAFT: yes", '" draft ": on'];
  const input = folderOf({ ...home, ...pagesOf([...heads, "isDraft: true"]) });
  const { drafts, report } = await prepareSite({ input, base_url });
  expect(drafts).toEqual(heads.map((_, n) => `p${n}.md`));
  expect(report.summary().warnings).toEqual([
    "Pages are kept out because of `isDraft: true`: `p4.md`.",
  ]);
});

describe("no key keeps a page out", async () => {
  const { found } = await traces(pagesOf(open));
  test.each(open.map((head, n) => [head, n] as const))("such as %s", (head, n) => {
    expect(found).toContain(head.startsWith("permalink") ? "/b/index.html" : `/p${n}/index.html`);
  });
});

describe("what is not known to mean public is a fault, also with --lenient", async () => {
  const faults = await faultsOf({ ...home, ...pagesOf(unclear) }, true);
  test.each(unclear.map((head, n) => [head, n] as const))("%s", (head, n) => {
    const found = faults.filter(({ file }) => file === `p${n}.md`);
    const field = head.slice(0, head.indexOf(":"));
    const problem = expect.stringMatching(/so it is not known whether the page may be published$/);
    expect(found).toEqual([expect.objectContaining({ line: 2, field, problem })]);
  });
});

describe("a head that is written in an unusual way hides its page, or is a fault", () => {
  test.each([
    // A second block of front matter
    ["---\ntitle: a\n---\ndraft: true\n---\n", 4, /second block of front matter, with `draft`/],
    ["---\ntitle: a\n---\n\nx: 1\ntags: [b]\n...\n", 6, /second block .*, with `tags`/],
    ["---\ntitle: a\n...\n---\ntitle: b\n---\n", 5, /second block .*, with `title`/],
    ["---\ntitle: a\n---\n# b\ndraft: true\n---\n", 5, /`draft: true` outside/],
    ["---\ntitle: a\n---\ndraft： true\n---\n", 4, /`draft： true` outside/],
    // Signs that look like a colon
    ...[..."：﹕︓∶꞉ː˸"].map((colon) => [
      `---\ndraft${colon} true\n---\n`,
      2,
      new RegExp(`has \`draft${colon} true\` in its front matter`),
    ]),
    ["---\ntitle：b\n---\n", 2, /has `title：b` in its front matter/],
    ["---\ntitle: a\nDraft ： true\n---\n", 3, /has `Draft ： true` in its front matter/],
    ["---\ntitle: a\n draft： true\n---\n", 3, /has `draft： true` in its front matter/],
    ["draft： true\n\nText\n", 1, /has `draft： true` outside/],
    // Line ends that YAML does not know
    ...["\v", "\f", "\x85", "\u2028", "\u2029"].flatMap((end) => [
      [`---\ntitle: a${end}draft: true\n---\n`, 2, /has `draft: true` in its front matter/],
      [`---\n# a comment${end}draft: true\n---\n`, 2, /has `draft: true` in its front matter/],
      [`draft: true${end}Text\n`, 1, /has `draft: true` outside/],
      [`${end}---${end}draft: true${end}---`, undefined, /does not begin with ---/],
      [`+++${end}draft = true${end}+++`, 1, /not YAML/],
    ]),
  ] as [string, number | undefined, RegExp][])("%j", async (text, line, problem) => {
    const faults = await faultsOf({ ...home, "a.md": text }, true);
    expect(faults).toEqual([
      expect.objectContaining({ file: "a.md", problem: expect.stringMatching(problem) as string }),
    ]);
    if (line !== undefined) expect(faults[0]?.line).toBe(line);
  });

  test.each(["\v", "\f", "\x85", "\u2028", "\u2029"])(
    "all lines of a file may end in %j",
    async (end) => {
      const saved = (text: string) => text.replaceAll("\n", end);
      const { found } = await traces({
        "a.md": saved(page("draft: true")),
        "b.md": saved(page("")),
      });
      expect(found).toEqual(expect.arrayContaining(["/b/index.html", "/b.md"]));
      expect(found).not.toContain("/a/index.html");
    },
  );

  test.each([
    "---\ntitle: a\n---\nNote: a heading\n---\n",
    "---\ntitle: a\n---\nSummary: a heading\nof two lines\n---\n",
    "---\ntitle: a\n---\n# A heading\nDate: 2024-05-06\n---\n",
    "---\ntitle: a\n---\ndraft: true\n\nText.\n",
    "---\ntitle: 东京：一\ndescription: a\u2028b\n---\nTitle：text\n",
    "---\n\nNote：text\n\n---\n",
  ])("but not a text such as %j", async (text) => {
    expect(await faultsOf({ ...home, "a.md": text })).toEqual([]);
  });
});

const json = (yaml: string) => JSON.stringify(readYaml(`title: a\n${yaml}`).value, null, "\t");
/** A line of data in each place in which it is for `notes/a.md`, or for another page. */
const inData = (line: string): [path: string, text: string][] => [
  ["notes/notes.json", json(line)],
  ["notes/notes.yaml", `title: a\n${line}\n`],
  ["notes/notes.yml", `title: a\n${line}\n`],
  ["notes/notes.11tydata.json", json(line)],
  ["notes/a.11tydata.json", json(line)],
  ["a/deep/b.11tydata.json", json(line)],
  ["a/_posts/_posts.json", json(line)],
  ["a/a.json", json(line)],
];
const beside = {
  "notes/a.md": "xyzzy\n",
  "a/deep/b.md": "xyzzy\n",
  "a/_posts/c.md": "xyzzy\n",
};

/** Of the files with the hidden word those that are no list. */
const twinsIn = (found: readonly string[]) =>
  found.filter((file) => /^\/(?:c|(?:a|notes)\/.+)\.md$/.test(file));

describe("data of Eleventy keep pages out as a head does", () => {
  test.each(secret.flatMap(inData).filter((_, at) => at % 11 === 0))(
    "%s with %j",
    async (path, text) => {
      const { found } = await traces({ ...beside, [path]: text });
      const all = ["notes/a.md", "a/deep/b.md", "a/_posts/c.md"];
      const folder = path.replace(/[^/]*$/, "");
      const rest = all.filter((page) => !page.startsWith(folder)).map((page) => `/${page}`);
      expect(twinsIn(found).sort()).toEqual(rest.map((file) => file.replace("/_posts", "")).sort());
    },
  );

  test("but for pages that say otherwise", async () => {
    const { found } = await traces({
      "notes/a.md": page("Draft: no"),
      "notes/b.md": page("permalink: /c/"),
      "notes/notes.json": '{ "draft": true }',
      "notes/b.11tydata.json": '{ "draft": false, "permalink": false }',
    });
    expect(twinsIn(found)).toEqual(["/c.md", "/notes/a.md"]);
  });
});

describe("data of Eleventy that cannot be obeyed are a fault, also with --lenient", () => {
  test.each(
    [
      'permalink: "/{{ page.fileSlug }}/"',
      "eleventyExcludeFromCollections: true",
      "visibility: internal",
      'eleventyComputed: { permalink: "{{ false }}" }',
    ].flatMap((line) => inData(line).map(([path, text]) => [path, text, line] as const)),
  )("%s with %j", async (path, text, line) => {
    expect(await faultsOf({ ...home, ...beside, [path]: text }, true)).toEqual([
      expect.objectContaining({
        file: path,
        field: line.split(":")[0],
        line: text.includes("\t") ? 3 : 2,
      }),
    ]);
  });

  test.each(["notes/notes.json", "notes/a.11tydata.json"])("%s that is no JSON", async (path) => {
    expect(await faultsOf({ ...home, ...beside, [path]: '{\n"a": [\n' }, true)).toEqual([
      expect.objectContaining({ file: path, line: 3 }),
    ]);
  });

  test.each(
    ["notes/notes", "notes/a", "notes/other", "a/a"].flatMap((base) =>
      ["js", "mjs", "cjs", "ts"].map((ending) => `${base}.11tydata.${ending}`),
    ),
  )("%s, which is code", async (path) => {
    const pages = { "notes/a.md": "# A\n", "a/deep/b.md": "# B\n" };
    const faults = await faultsOf({ ...home, ...pages, [path]: "export default {};\n" }, true);
    expect(faults.map(({ file }) => file)).toEqual([path]);
  });

  test("not so data for one template, or that hides nothing, which is not published either", async () => {
    const data = {
      "gallery.njk": "xyzzy",
      "gallery.11tydata.js": "export default { draft: true }; // xyzzy",
      "notes/notes.json": '{ "layout": "xyzzy", "draft": false }',
      "notes/a.11tydata.yaml": "layout: xyzzy",
      "index.md": "# Home\n",
      "lists/lists.json": '{ "draft": true, "key": "xyzzy" }',
      "lists/x.njk": "---\n---\nxyzzy",
    };
    const { found, warnings } = await traces({ "notes/a.md": "# A\n", ...data });
    expect(found).toEqual(["/gallery.njk"]);
    expect(warnings).toContain(
      "Data files of Eleventy are not published: `gallery.11tydata.js`, `lists/lists.json`.",
    );
  });

  test("a list is a table for readers, and so is what lies beside no page", async () => {
    const tables = {
      "notes/notes.json": '\uFEFF[{ "draft": true, "x": "xyzzy" }]',
      "table/table.yaml": "- xyzzy\n",
      "table/a.md": "# A\n",
      "map/map.json": '{ "draft": true, "x": "xyzzy" }',
      "map/other.json": '{ "draft": true, "x": "xyzzy" }',
      "notes/other.json": '{ "draft": true, "x": "xyzzy" }',
      "notes/a.md": "# A\n",
    };
    const { found } = await traces(tables);
    expect(found.sort()).toEqual(
      Object.keys(tables)
        .filter((path) => !path.endsWith(".md"))
        .map((path) => `/${path}`)
        .sort(),
    );
  });

  test("a link to such a file is a fault that says why", async () => {
    const files = {
      "notes/a.md": "# A\n\n[x](notes.json)\n",
      "notes/notes.json": '{ "layout": "x" }',
    };
    expect(await faultsOf({ ...home, ...files })).toEqual([
      expect.objectContaining({
        line: 3,
        problem:
          "links to `notes.json`, which does not exist for readers: notes/notes.json is a data file of Eleventy",
      }),
    ]);
  });
});

describe("what decides about publishing and cannot be understood is a fault, also with --lenient", () => {
  test("each fault of test/fixtures/never-tolerated", async () => {
    const told = await toldOf("never-tolerated", true);
    expect(told).toBe(readFileSync(join(fixtures, "never-tolerated.txt"), "utf8"));
  });

  test.each([
    "---\ntitle: A\n---\n\nStatus: draft\n",
    "# Spec 7\n\nStatus: Draft\n\nText.\n",
    "# ADR 1\n\nStatus: draft\nDate: 2024-05-06\n\n---\n\n## Context\n",
    "RFC\n===\n\nStatus: Private\n\nA list - with dashes - is none.\n\n- - -\n",
    "---\n# no keys\n---\n\n# Spec 7\n\nStatus: Draft\n",
    "—\nA motto.\n—\n\n# Spec 7\n\nStatus: Draft\n",
    "# Router\n\nUser: admin\nPassword: admin\n",
    "Text.\n\n    draft: true\n\n- draft: true\n\n> draft: true\n\n```yaml\ndraft: true\n```\n",
  ])("but not the same words in a text: %j", async (text) => {
    expect(await faultsOf({ ...home, "a.md": text })).toEqual([]);
  });

  test.each(
    ["---", "----", "—", "–", "——", "-–", "―", "  —  "].flatMap((line) => [
      `${line}\ntitle: a\nstatus: draft\n${line}\n`,
      `title: a\nstatus: draft\n${line}\n`,
      `# A\n\n${line}\nStatus: Draft\n`,
      `${line}\n\ntitle: a\n\ntags:\n- b\n\nstatus: private\n\n${line}\n`,
      `Text.\n\nstatus = draft\ndate: 2024-05-06\n${line}\n`,
    ]),
  )("a status near a line of dashes: %j", async (text) => {
    const faults = await faultsOf({ ...home, "a.md": text }, true);
    const { keptOutBy } = readSource("a.md", text, recordDiagnostics().report);
    expect(faults.length === 1 || keptOutBy !== undefined).toBe(true);
  });

  test.each(["draft: true", "Private: yes", "published: no", "visibility: draft", "unlisted = on"])(
    "every other key without dashes, too: %s",
    async (line) => {
      expect(await faultsOf({ ...home, "a.md": `# Spec 7\n\n${line}\n\nText.\n` }, true)).toEqual([
        expect.objectContaining({
          line: 3,
          problem: `has \`${line}\` outside of its front matter`,
        }),
      ]);
    },
  );

  test("an ignore file with nothing in it hides nothing", async () => {
    expect(await faultsOf({ ...home, ".eleventyignore": "\n" })).toEqual([]);
  });

  test("a file that is not UTF-8", async () => {
    const input = folderOf(home);
    writeFileSync(join(input, "a.md"), Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    await expect(buildSite({ input, lenient: true })).rejects.toThrow(/a\.md is not UTF-8 text/);
  });
});

describe("files that another program would not show are not shown", () => {
  test.each([
    ...["a.mdx", "b.org", "c.rst", "d.qmd", "e.html", "f.txt"].map((path) => [path, "---"]),
    ...["+++", "\uFEFF---", "---yaml", "--- toml", ";;;", `---${" ".repeat(20)}`, "\n\n---"].map(
      (line) => ["a.mdx", line],
    ),
  ])("%s that begins with %j is named", async (path = "", line = "") => {
    const { found, warnings } = await traces({ [path]: `${line}\ndraft: true\n---\n\nxyzzy\n` });
    expect(found).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(`^Files that begin with front matter .*: \`${path}\`\\.$`),
    ]);
  });

  test("a file of YAML may begin with the same line", async () => {
    const { found } = await traces({ "a.yaml": "---\nxyzzy: 1\n", "b.yml": "---\nxyzzy: 1\n" });
    expect(found).toEqual(["/a.yaml", "/b.yml"]);
  });

  test("a drawing is no page", async () => {
    const { found, warnings } = await traces({ "d.excalidraw.md": "xyzzy\n" });
    expect([found, warnings]).toEqual([
      [],
      [
        "Files that begin with front matter and are neither pages nor templates are not published: `d.excalidraw.md`.",
      ],
    ]);
  });

  test("text between %% marks is in no form of the page; code keeps its marks", async () => {
    const text =
      '---\ntitle: "A %%xyzzy%%"\ndescription: "%%xyzzy%%"\n---\n\n' +
      "A %%xyzzy%% b\n\n%%\nxyzzy\n\nxyzzy [x](gone.md)\n%%\n\n- c %% xyzzy %%\n\n> %% xyzzy %%\n\n`%%` d `%%`\n";
    const { found, warnings } = await traces({ "a.md": text });
    expect(found).toEqual([]);
    expect(warnings).toEqual(["Text between %% marks is left out of these pages: `a.md`."]);
    const site = await buildSite({ input: folderOf({ ...home, "a.md": text }), base_url });
    expect(site.html.get("/a/")).toContain("<code>%%</code> d <code>%%</code>");
    expect(site.html.get("/a/")).toContain(
      "<p>A  b</p>\n<ul>\n<li>c </li>\n</ul>\n<blockquote></blockquote>\n",
    );
    expect(site.text("/a.md")).toMatch(/^A {2}b\n+- c +\n+> +\n+`%%` d `%%`$/m);
  });
});

describe("the root of another program's project is refused, and the folder of its pages named", () => {
  test.each([
    ["_config.yml", "_posts"],
    ["_config.yaml", "_posts"],
    ...["hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json"].map((name) => [name, "content"]),
    ...["config/_default/hugo.toml", "config.toml", "config.yaml", "config.yml"].map((name) => [
      name,
      "content",
    ]),
    ...["mkdocs.yml", "mkdocs.yaml"].map((name) => [name, "docs"]),
    ["book.toml", "src"],
    ...["js", "mjs", "cjs", "ts", "mts", "cts"].flatMap((ending) => [
      [`docusaurus.config.${ending}`, "docs"],
      [`astro.config.${ending}`, "src/content"],
      [`quartz.config.${ending}`, "content"],
      [`eleventy.config.${ending}`, "content"],
    ]),
    [".vitepress/config.ts", "docs"],
    ["logseq/config.edn", "pages"],
  ])("%s", async (settings = "", pages = "") => {
    const input = folderOf({ ...home, [settings]: "", [`${pages}/a.md`]: "# A\n" });
    const refusal = buildSite({ input, lenient: true });
    await expect(refusal).rejects.toThrow(/is the root of another program's project \(it has /);
    await expect(refusal).rejects.toThrow(
      new RegExp(`Its pages are in ${pages}: .*site/guide/moving\\.md`),
    );
    mkdirSync(join(input, dirname(pages)), { recursive: true });
    await expect(buildSite({ input: join(input, pages), base_url })).resolves.toBeTruthy();
  });

  test("a file `config.toml` alone says nothing", async () => {
    const input = folderOf({ ...home, "config.toml": "" });
    await expect(buildSite({ input, base_url })).resolves.toBeTruthy();
  });

  test("without the folder of its pages none is named", async () => {
    const refusal = buildSite({ input: folderOf({ ...home, "book.toml": "" }), lenient: true });
    await expect(refusal).rejects.toThrow(/so nothing is built\. The page about moving/);
  });

  test("a vault's own folder is no such root", async () => {
    const site = await buildSite({
      input: folderOf({ ...home, ".obsidian/app.json": "{}" }),
      base_url,
    });
    expect(site.warnings).toEqual([
      "1 file or folder is private by name and not published: `.obsidian/`.",
    ]);
  });
});

test("--lenient tolerates six kinds of faults, and only those", async () => {
  const files = {
    ...home,
    "a.md": [
      "---\norder: last\n---\n",
      "[gone](gone.md) [part](index.md#gone)\n",
      "![A dot](gone.png) ![](dot.svg)\n",
      "![Elsewhere](https://elsewhere.example/x.png)\n",
      '<script>xyzzy()</script> <iframe src="https://elsewhere.example/film" title="A film"></iframe>\n',
    ].join("\n"),
    "dot.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
  };
  const strict = await faultsOf(files);
  expect(strict.length).toBeGreaterThanOrEqual(8);
  const site = await buildSite({ input: folderOf(files), lenient: true, base_url });
  expect(site.tolerated).toHaveLength(strict.length);
  const html = site.html.get("/a/") ?? "";
  expect(html).toContain("&lt;script");
  expect(html).toContain('<a href="https://elsewhere.example/x.png">Elsewhere</a>');
  expect(html).toContain('<a href="https://elsewhere.example/film">A film</a>');
  expect(html).not.toMatch(/<script>|<iframe|src="https:/);
});
