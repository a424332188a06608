import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { faultsOf } from "./faults-of.ts";

const page = (title: string, words = "Words.") => `---\ntitle: ${title}\n---\n\n${words}\n`;
const sourcesOf = ({ model }: Awaited<ReturnType<typeof buildSite>>) =>
  model.pages.flatMap(({ source }) => source ?? []);

describe("Markdown in a leaf bundle of Hugo is a part of the page", () => {
  const content = {
    "_index.md": page("Home"),
    "cases/_index.md": page("Cases"),
    "cases/one/index.md": page("One"),
    "cases/one/index.fr.md": page("Un"),
    "cases/one/bio.md": page("Bio", "xyzzy"),
    "cases/one/parts/more.md": "xyzzy",
    "cases/one/data.txt": "Data",
    "guide/index.md": page("Guide"),
    "guide/first.md": page("First"),
    "guide/deep/index.md": page("Deep"),
    "guide/deep/part.md": "xyzzy",
  };
  const pages = ["_index", "cases/_index", "cases/one/index", "cases/one/index.fr", "guide/deep/index"];

  test("which is not published by itself, and is named", async () => {
    const site = await buildSite({ input: folderOf({ ...content, "hugo.toml": "title = 'Hu'\n" }) });
    expect(sourcesOf(site).sort()).toEqual([...pages, "guide/first", "guide/index"].map((name) => `${name}.md`).sort());
    expect([...site.files.keys()].filter((path) => site.text(path).includes("xyzzy"))).toEqual([]);
    expect(site.text("/cases/one/data.txt")).toBe("Data");
    expect(site.warnings).toContain(
      "3 files are left out by Hugo, to which Markdown beside an `index.md` is a part of that page: " +
        "`cases/one/bio.md`, `cases/one/parts/more.md`, `guide/deep/part.md`.",
    );
  });

  test("and a link to it says so", async () => {
    const linked = { ...content, "_index.md": page("Home", "[x](cases/one/bio.md)"), "hugo.toml": "title = 'Hu'\n" };
    const [fault] = await faultsOf(linked);
    expect(fault?.problem).toMatch(/`cases\/one\/bio\.md`, .* is left out by Hugo, to which/);
  });

  test.each<[what: string, settings: Record<string, string>]>([
    ["no site of Hugo", {}],
    ["one of Zola", { "config.toml": "base_url = 'https://tea.example'\n" }],
  ])("but is a page where the folder is %s", async (_, settings) => {
    const site = await buildSite({ input: folderOf({ ...content, ...settings }) });
    expect(sourcesOf(site)).toContain("cases/one/bio.md");
    expect(site.warnings.join("\n")).not.toContain("left out by Hugo");
  });
});

describe("settings of Hugo in config/_default", () => {
  const split = {
    "config/_default/hugo.toml":
      "title = 'Tea time'\nbaseURL = 'https://tea.example/'\nlanguageCode = 'fr'\nignoreFiles = ['secret']\n",
    "config/_default/params.toml": "description = 'All about tea'\n",
    "config/_default/permalinks.yaml": "posts: /:slug/\n",
    "config/_default/menus.en.toml": "title = 'no menu'\n",
    "config/production/hugo.toml": "title = 'Another'\n",
  };
  const content = { "_index.md": page("Home"), "posts/kettle.md": page("The kettle"), "posts/secret.md": "xyzzy" };
  const inContent = Object.fromEntries(Object.entries(content).map(([path, text]) => [`content/${path}`, text]));

  test.each<[where: string, files: Record<string, string>]>([
    ["of a whole site", { ...split, ...inContent }],
    [
      "under the name of earlier versions",
      {
        ...split,
        ...inContent,
        "config/_default/hugo.toml": "",
        "config/_default/config.toml": split["config/_default/hugo.toml"],
      },
    ],
    ["over those at the top", { ...split, ...inContent, "hugo.toml": "title = 'Old'\nlanguageCode = 'de'\n" }],
    ["in the folder of the pages", { ...split, ...content }],
  ])("%s are read", async (_, files) => {
    const site = await buildSite({ input: folderOf(files) });
    const { name, description, language, base_url } = site.model.facts;
    expect([name, description, language, base_url]).toEqual(["Tea time", "All about tea", "fr", "https://tea.example"]);
    expect(sourcesOf(site).sort()).toEqual(["_index.md", "posts/kettle.md"]);
    expect(site.model.pages.find(({ source }) => source === "posts/kettle.md")?.aliases).toEqual(["/the-kettle/"]);
    expect([...site.files.keys()].filter((path) => path.startsWith("/config/_default"))).toEqual([]);
  });

  test("that cannot be read are named, and the others are used", async () => {
    const files = { ...split, ...inContent, "config/_default/params.toml": "description = \n" };
    const site = await buildSite({ input: folderOf(files) });
    expect(site.model.facts.name).toBe("Tea time");
    expect(site.warnings.join("\n")).toMatch(
      /^`config\/_default\/params\.toml` cannot be read, so nothing that it says is used: .+\.$/m,
    );
  });
});

test.each<[file: string, settings: string, isHugo: boolean]>([
  ["config.json", '{ "baseURL": "https://tea.example/", "title": "Tea time" }', true],
  ["config.yaml", "baseURL: https://tea.example/\ntitle: Tea time\n", true],
  ["config.yml", "languageCode: en\ntitle: Tea time\n", true],
  ["config.json", '{ "title": "Tea time", "params": {} }', false],
  ["config.json", "{", false],
])("the settings of earlier versions, %s with %j", async (file, settings, isHugo) => {
  const content = {
    "content/_index.md": page(""),
    "content/a.md": page("A"),
    "layouts/a.html": "<p>{{ .Content }}</p>",
  };
  const site = await buildSite({ input: folderOf({ ...content, [file]: settings }), lenient: true });
  expect(site.model.facts.name === "Tea time").toBe(isHugo);
  expect(site.files.has("/layouts/a.html")).toBe(!isHugo);
  expect(sourcesOf(site)).toContain(isHugo ? "a.md" : "content/a.md");
});

test("`ignoreFiles` that are no regular expressions of Go are told, and left out by their text", async () => {
  const settings = "title = 'Hu'\nignoreFiles = ['[unclosed', '(?!x)', '\\.txt$']\n";
  const site = await buildSite({
    input: folderOf({ "hugo.toml": settings, "_index.md": page("Home"), "a[unclosed.md": "xyzzy", "a.txt": "xyzzy" }),
  });
  expect(sourcesOf(site)).toEqual(["_index.md"]);
  const told = site.warnings.filter((warning) => warning.startsWith("`ignoreFiles`"));
  expect(told).toEqual([
    "`ignoreFiles` in `hugo.toml` has `(?!x)`, where a regular expression of Go (RE2) was expected " +
      "(invalid or unsupported Perl syntax: `(?!`); files with that text in their paths are left out.",
    "`ignoreFiles` in `hugo.toml` has `[unclosed`, where a regular expression of Go (RE2) was expected " +
      "(missing closing ]: `[unclosed`); files with that text in their paths are left out.",
  ]);
});

test("a language whose folder is not in `content` is published below its name", async () => {
  const settings = [
    "defaultContentLanguage = 'en'",
    ...["en = 'content'", "ja = 'content-ja'", "fr = 'i18n/fr/'", "de = '../de'", "it = '/it'", "es = 'missing'"].map(
      (each) => each.replace(/(\w+) = (.*)/, "[languages.$1]\ncontentDir = $2"),
    ),
  ].join("\n");
  const text = "# Tea\n\n[x](other.md)\n";
  const names = ["content", "content-ja", "i18n/fr"].flatMap((folder) => [`${folder}/tea.md`, `${folder}/other.md`]);
  const files = Object.fromEntries(names.map((name) => [name, name.endsWith("tea.md") ? text : "Text.\n"]));
  const site = await buildSite({ input: folderOf({ ...files, "hugo.toml": settings, "themes/a.md": "# A\n" }) });
  const pages = site.model.pages.filter(({ source }) => source !== null);
  expect(Object.fromEntries(pages.map(({ path, language }) => [path, language]))).toEqual({
    "/tea/": "en",
    "/other/": "en",
    "/ja/tea/": "ja",
    "/ja/other/": "ja",
    "/fr/tea/": "fr",
    "/fr/other/": "fr",
  });
  expect(site.html.get("/ja/tea/")).toContain('href="/ja/other/">x<');
  expect(site.warnings.join("\n")).toContain("and nothing else: `hugo.toml`, `themes/`.");
});
