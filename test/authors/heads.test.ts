import { describe, expect, test } from "vitest";
import { splitFile } from "../../build/content/head.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { faultsOf } from "./faults-of.ts";

const tomlHead = `+++
title = "Snow"
date = 2018-03-06T21:33:25-07:00
lastmod = 2018-03-07
'updated' = 2018-04-01
tags = ["garden", "winter"]
aliases = ["/old-snow/"]
draft = false
weight = 10

[params]
  title = "no title"
  at = 07:32:00
+++
`;
const jsonHead = `{
  "title": "Braces { in } \\"text\\"",
  "date": "2018-03-06T21:33:25",
  "tags": ["garden"],
  "params": { "deep": { "er": 1 } }
}
`;

describe("a blog whose heads are TOML and JSON", async () => {
  const body = "\n# Part\n\nSee [the other](b.md#part).\n";
  const site = await buildSite({
    input: folderOf({
      "content/_index.md": '+++\ntitle = "Start"\n+++\n',
      "content/a.md": tomlHead + body,
      "content/b.md": jsonHead + body,
      "content/c.md": `;;;\n{"title": "Between lines"}\n;;;\n${body}`,
      "content/d.md": `---toml\ntitle = "Named"\n---\n${body}`,
      "content/e.md": `\uFEFF${tomlHead.replace("old-", "older-").replaceAll("\n", "\r\n")}Text.\r\n`,
      "content/f.md": "{{< figure >}}\n\nText under a shortcode.\n",
      "content/g.md": '+++\ntitle = "Kept back"\ndraft = true\n+++\n',
    }),
  });
  const page = (source: string) => site.model.pages.find((each) => each.source === `content/${source}`);

  test.each<[source: string, of: object]>([
    ["_index.md", { title: "Start", path: "/content/" }],
    [
      "a.md",
      {
        title: "Snow",
        published: "2018-03-06T21:33:25-07:00",
        updated: "2018-04-01T00:00:00Z",
        tags: ["garden", "winter"],
        aliases: ["/old-snow/"],
      },
    ],
    ["b.md", { title: 'Braces { in } "text"', published: "2018-03-06T21:33:25Z", tags: ["garden"] }],
    ["c.md", { title: "Between lines" }],
    ["d.md", { title: "Named" }],
    ["e.md", { title: "Snow", text: "Text." }],
    ["f.md", { title: "F" }],
  ])("%s", (source, of) => expect(page(source)).toMatchObject(of));

  test("a draft stays out, and no head is shown", () => {
    expect(page("g.md")).toBeUndefined();
    const theirs = site.model.pages.filter(({ source }) => source !== null);
    expect(theirs).toHaveLength(7);
    for (const { text } of theirs) expect(text).not.toMatch(/\+\+\+|;;;|"tags"|weight/);
  });

  test("dates anywhere in TOML are text", () => {
    expect(splitFile(tomlHead).data).toMatchObject({ lastmod: "2018-03-07", params: { at: expect.any(String) } });
  });
});

describe("a faulty head names its line", () => {
  test.each<[name: string, text: string, line: number, problem: RegExp, expected: RegExp]>([
    ["broken TOML", '+++\ntitle = "A"\ndate = \n+++\n', 3, /not valid TOML: /, /key = value/],
    ["broken JSON", '{\n  "title": "A"\n  "date": 1\n}\n', 3, /not valid JSON: Expected/, /double quotes/],
    ["broken YAML below an empty line", "---\n\ntitle: One: two\n---\n", 3, /not valid YAML: /, /key: value/],
    ["JSON that is a list", ";;;\n[1]\n;;;\n", 2, /not valid JSON: it is no object/, /one object/],
    ["TOML without its end", "+++\ntitle = 'A'\n\nText.\n", 1, /has no end/, /second line of \+\+\+/],
    ["JSON without its end", '{\n"title": "A"\n\nText.\n', 1, /has no end/, /last line of }/],
    ["a misspelt key in TOML", "+++\n# ours\ntitel = 'A'\n+++\n", 3, /did you mean `title`/, /title/],
    ["a misspelt key in JSON", '{\n  "draft": false,\n  "titel": "A"\n}\n', 3, /did you mean `title`/, /title/],
    ["a wrong type in TOML", "+++\n\ndraft = 'A'\n+++\n", 3, /is "A"/, /true or false/],
    ["a language that is not read", "---hcl\nx\n---\n", 1, /front matter in hcl/, /YAML.*TOML.*JSON/],
    ["code", "---js\n{}\n---\n", 1, /executable/, /YAML/],
    ["a link below a head in JSON", '{\n"title": "A"\n}\n\n[x](gone.md)\n', 5, /gone\.md/, /./],
    ["a link below a head in TOML", "+++\ntitle = 'A'\n+++\n\n[x](gone.md)\n", 5, /gone\.md/, /./],
  ])("%s", async (_, text, line, problem, expected) => {
    const faults = await faultsOf({ "index.md": "# Home\n", "a.md": text });
    expect(faults).toMatchObject([
      { file: "a.md", line, problem: expect.stringMatching(problem), expected: expect.stringMatching(expected) },
    ]);
  });
});

describe("with lenient, a page whose head cannot be read is published without it, and counted", async () => {
  const text = "\n# A walk\n\nThe text.\n";
  const site = await buildSite({
    input: folderOf({
      "index.md": "# Home\n",
      "yaml.md": `---\ntitle: One: two\nsecret: xyzzy\n---\n${text}\n[x](gone.md)\n`,
      "2018-03-06-toml.md": `+++\ntitle = xyzzy\n+++\n${text}`,
      "code.md": `---js\nmodule.exports = { title: "xyzzy" }\n---\n${text}`,
      "hcl.md": `---hcl\ntitle = "xyzzy"\n---\n${text}`,
      "open.md": `---\ntitle: xyzzy\nsecret: xyzzy\n${text}`,
      "open.json.md": `{\n"title": "xyzzy",\n${text}`,
      "only.md": "---\ntitle: xyzzy\n",
      "false.md": `---\ntitle: One: two\ndraft: false\npublished: true\n---\n${text}`,
      "draft.md": `---\ntitle: One: two\ndraft: true\n---\n${text}xyzzy`,
      "unpublished.md": `+++\ntitle = xyzzy\npublished = false\n+++\n${text}xyzzy`,
      "gone.json.md": `{"title": xyzzy, "gone": true}\n${text}xyzzy`,
    }),
    lenient: true,
    base_url: "https://house.example",
  });
  const theirs = site.model.pages.filter(({ source, path }) => source !== null && path !== "/");

  test("no head is shown anywhere, and every text is", () => {
    expect([...site.files.keys()].filter((path) => site.text(path).includes("xyzzy"))).toEqual([]);
    expect(theirs.map(({ path, title }) => [path, title])).toEqual([
      ["/2018-03-06-toml/", "A walk"],
      ["/code/", "A walk"],
      ["/false/", "A walk"],
      ["/hcl/", "A walk"],
      ["/only/", "Only"],
      ["/open.json/", "A walk"],
      ["/open/", "A walk"],
      ["/yaml/", "A walk"],
    ]);
    for (const { path, text: shown } of theirs)
      expect([path, shown]).toEqual([path, path === "/only/" ? "" : expect.stringMatching(/^The text\./)]);
  });

  test("each is counted with its line", () => {
    const heads = site.tolerated.filter(({ file }) => file !== "yaml.md");
    expect(heads).toHaveLength(10);
    expect(site.tolerated.filter(({ file }) => file === "yaml.md").map(({ line }) => line)).toEqual([2, 10]);
    expect(site.warnings.join("\n")).toMatch(/^1[0-9] tolerated/m);
  });

  test("what says that its page is kept back is believed", () => {
    const kept = site.tolerated.filter(({ problem }) =>
      problem.endsWith("; it mentions a draft, so the page is kept out"),
    );
    expect(kept.map(({ file }) => file).sort()).toEqual(["draft.md", "gone.json.md", "unpublished.md"]);
  });
});

test("a head in YAML may end with three dots", () => {
  expect(splitFile("---\ntitle: A\n...\nText.\n")).toMatchObject({ data: { title: "A" }, body: "Text.\n", offset: 3 });
});

test.each([
  ["two rules and prose with colons", "---\n\nNote: this: that\n\n---\n"],
  ["a rule with a word", "--- Intermission\n\nText.\n"],
  ["a rule of plus signs", "+++\n\nText.\n"],
  ["braces in prose", "{ braces } and text\n"],
  ["a shortcode", '{{< figure src="x" >}}\n'],
  ["a template tag", "{% include x %}\n"],
  ["an object in a sentence", '{"a": 1} is an object.\n'],
])("%s is no head", (_, text) => {
  expect(splitFile(text)).toMatchObject({ data: {}, body: text, offset: 0 });
  expect(splitFile(text).fault).toBeUndefined();
});

test("text or a list where the keys of a head would be is shown as text, and told", async () => {
  const files = {
    "index.md": "# Home\n",
    "list.md": "---\n- a\n- b\n---\n\nText.\n",
    "text.md": "---\nWords alone\n---\n\nText.\n",
    "rules.md": "---\n\nWords\n\n---\n\nText.\n",
  };
  const { warnings, text } = await buildSite({ input: folderOf(files) });
  expect(warnings.filter((warning) => warning.includes("---"))).toEqual([
    "These pages begin with text or a list between lines of `---`, where the keys of a head would be; " +
      "it is shown as text: `list.md`, `text.md`.",
  ]);
  expect(text("/text.md")).toContain("Words alone");
});
