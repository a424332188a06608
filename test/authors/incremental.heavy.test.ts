import { mkdirSync, readFileSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import type { OutputFile } from "../../build/model/site-model.ts";
import { type PreparedSite, prepareSite } from "../../build/pipeline/prepare-site.ts";
import { folderOf } from "../build/folder.ts";
import { filesOf, sampleContent } from "../build/site.ts";
import { png } from "./faults-of.ts";

/** A picture of another size: the width stands in bytes 16 to 19. */
const widePng = Buffer.from(png);
widePng.writeUInt32BE(7, 16);

function put(folder: string, file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

/** What a build gives, or the list of its faults. */
async function built(
  make: () => Promise<PreparedSite>,
): Promise<{ files: OutputFile[]; warnings: string[] } | string> {
  try {
    const publication = await make();
    return { files: await filesOf(publication), warnings: publication.report.summary().warnings };
  } catch (error) {
    if (!(error instanceof Faults)) throw error;
    return error.message;
  }
}

/** One change alone, of each kind that reaches pages whose own words stay as they were. */
const alone: [name: string, change: (folder: string) => void][] = [
  [
    "a fact that every page carries",
    (folder) => edit(folder, "facts.yaml", /^language: .*$/m, "language: de"),
  ],
  ["the license", (folder) => edit(folder, "facts.yaml", /^ {2}id: .*$/m, "  id: CC-BY-4.0")],
  ["an image's size", (folder) => put(folder, "pic.png", widePng)],
  ["an image that goes", (folder) => unlinkSync(join(folder, "pic.png"))],
  ["a page that is linked to goes", (folder) => unlinkSync(join(folder, "other.md"))],
  [
    "a page that is linked to becomes a draft",
    (folder) => edit(folder, "other.md", /^title/m, "draft: true\ntitle"),
  ],
  [
    "a page that is linked to is gone",
    (folder) => edit(folder, "other.md", /^title/m, "gone: true\ntitle"),
  ],
  ["a heading that is linked to", (folder) => edit(folder, "other.md", /^## Part$/m, "## Piece")],
  ["a page comes that a link waited for", (folder) => put(folder, "missing.md", "# Here\n")],
  [
    "a former address comes that a link waited for",
    (folder) => edit(folder, "other.md", /^title/m, "aliases: [/missing.md]\ntitle"),
  ],
  [
    "a title that lists show",
    (folder) => edit(folder, "notes/first.md", /^title: .*$/m, "title: Renamed"),
  ],
  [
    "a description that lists show",
    (folder) => edit(folder, "notes/first.md", /^title/m, "description: Told anew.\ntitle"),
  ],
  [
    "a room's name on the plan",
    (folder) => edit(folder, "realms/one.md", /^title: .*$/m, "title: Renamed"),
  ],
  [
    "a date that orders lists",
    (folder) => edit(folder, "notes/first.md", /^date: .*$/m, "date: 2030-01-01"),
  ],
  ["code that is shown", (folder) => put(folder, "shown.mjs", "two();\n")],
  ["a README gives way to an index", (folder) => put(folder, "docs/index.md", "# Index\n")],
  [
    "a post takes the short address of a later one",
    (folder) => put(folder, "_posts/2020-01-01-walk.md", "# Walk\n"),
  ],
  [
    "a page that ships with the pipeline gives way",
    (folder) => put(folder, "manifesto.md", "# Mine\n"),
  ],
  ["a style of one's own", (folder) => put(folder, "style.css", "a{color:red}")],
  ["a page comes into a folder", (folder) => put(folder, "guide/c.md", "# C\n")],
  ["the order of a folder", (folder) => edit(folder, "guide/b.md", /^order: .*$/m, "order: 0.5")],
  [
    "a page gets a tag that another has",
    (folder) => edit(folder, "guide/b.md", /^order/m, "tags: [Garden]\norder"),
  ],
  [
    "a tag that a link waited for",
    (folder) => edit(folder, "guide/a.md", /^tags: .*$/m, "tags: [garden, winter]"),
  ],
  [
    "the only page with a tag loses it",
    (folder) => edit(folder, "guide/a.md", /^tags: .*$/m, "tags: []"),
  ],
  [
    "a folder gets a feed",
    (folder) => edit(folder, "deep/er/x.md", /^#/m, "---\ndate: 2026-05-01\n---\n\n#"),
  ],
  [
    "another spelling of a tag",
    (folder) => edit(folder, "guide/a.md", /^tags: .*$/m, "tags: [GARDEN]"),
  ],
  ["a folder gets a page of its own", (folder) => put(folder, "deep/er/index.md", "# Mine\n")],
  [
    "the page of a folder links to a page in it",
    (folder) => put(folder, "guide/index.md", "# G\n\n[a](a.md)\n"),
  ],
  ["the address of a tag is taken", (folder) => put(folder, "tags/garden.md", "# My garden\n")],
  [
    "a page and a folder change places",
    (folder) => {
      unlinkSync(join(folder, "other.md"));
      put(folder, "other/index.md", "# Other\n");
    },
  ],
];

function edit(folder: string, file: string, find: RegExp, replace: string): void {
  const text = readFileSync(join(folder, file), "utf8");
  const edited = text.replace(find, replace);
  expect(edited).not.toBe(text);
  writeFileSync(join(folder, file), edited);
}

describe("one change alone reaches everything it must, and a build that remembers sees it", () => {
  const facts = readFileSync(join(sampleContent, "facts.yaml"), "utf8");
  const start = {
    "facts.yaml": facts,
    "index.md": "# Home\n\n<!-- insert: list newest -->\n\n<!-- insert: code shown.mjs -->\n",
    "shown.mjs": "one();\n",
    "pic.png": png,
    "pictured.md":
      "# Pictured\n\n![It](pic.png) [other](other.md#part) [waiting](missing.md) [docs](docs/README.md)\n",
    "other.md": "---\ntitle: Other\n---\n\n## Part\n",
    "_posts/2020-02-02-walk.md": "# Walk\n",
    "docs/README.md": "# Docs\n",
    "waiting.md": "# Waiting\n\n[Winter](/tags/winter/)\n",
    "guide/index.md": "# Guide\n\nWords.\n",
    "guide/a.md": "---\norder: 1\ntags: [garden]\n---\n\n# A\n",
    "guide/b.md": "---\norder: 2\n---\n\n# B\n",
    "deep/er/x.md": "# X\n",
    "realms/one.md": "---\ntitle: One\ntype: realm\nstatus: open\n---\n\nWords.\n",
    "realms/two.md": "---\ntitle: Two\ntype: realm\nstatus: quiet\n---\n\nWords.\n",
    "notes/first.md": "---\ntitle: First\ntype: note\ndate: 2026-01-01\n---\n\nWords.\n",
    "notes/second.md": "---\ntitle: Second\ntype: note\ndate: 2026-02-01\n---\n\nWords.\n",
  };
  test.each(alone)("%s", async (_, change) => {
    const input = folderOf(start);
    const memory = { read: new Map(), layouts: new Map<string, string>() };
    const options = { input, lenient: true };
    const before = await built(() => prepareSite(options, memory));
    change(input);
    const [remembered, clean] = [
      await built(() => prepareSite(options, memory)),
      await built(() => prepareSite(options)),
    ];
    expect(remembered).toEqual(clean);
    expect(remembered).not.toEqual(before);
  });
});

test("a text that changed is seen even where its size and time are as they were", async () => {
  const input = folderOf({ "index.md": "# One\n" });
  const memory = { read: new Map(), layouts: new Map<string, string>() };
  const whole = new Date("2026-01-01T00:00:00Z");
  utimesSync(join(input, "index.md"), whole, whole);
  await prepareSite({ input }, memory);
  writeFileSync(join(input, "index.md"), "# Two\n");
  utimesSync(join(input, "index.md"), whole, whole);
  expect((await prepareSite({ input }, memory)).model.home.title).toBe("Two");
});
