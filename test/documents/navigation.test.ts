import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleContent } from "../build/site.ts";

interface Item {
  title: string;
  path: string;
  children: Item[];
}

const page = (order: number | null, extra = "") =>
  `---\n${order === null ? "" : `order: ${order}\n`}${extra}---\n\n# Page\n`;

const facts = {
  name: "Ada's Garden",
  tagline: "What grows behind the house",
  description: "Notes on a small garden.",
  language: "en",
  base_url: "https://garden.example",
  since: "2026-01-01",
  author: { name: "Ada" },
  license: { id: "CC-BY-4.0", name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
  permissions: { search: true, ai_input: true, ai_train: true },
  principles: [],
};

const built = (files: Record<string, string>) => buildSite({ input: folderOf(files) });
const withHome = { "index.md": "# Home\n" };

/** The paths of the navigation in site.json; those below an entry as a list after it. */
async function navigation(files: Record<string, string>): Promise<unknown[]> {
  const tree = (items: readonly Item[]): unknown[] =>
    items.flatMap(({ path, children }) => (children.length > 0 ? [path, tree(children)] : [path]));
  return tree((await built({ ...withHome, ...files })).json<{ navigation: Item[] }>("/api/site.json").navigation);
}

describe("without a setting the navigation is the author's own top folders and pages, then the guestbook", () => {
  test.each<[string, Record<string, string>, unknown[]]>([
    [
      "by order, then by name",
      { "b.md": page(2), "a.md": page(2), "d.md": page(null), "c.md": page(1) },
      ["c", "a", "b", "d"],
    ],
    ["negative and broken numbers", { "a.md": page(1.5), "b.md": page(-1), "c.md": page(1) }, ["b", "c", "a"]],
    [
      "at most five",
      Object.fromEntries(["f", "e", "d", "c", "b", "a"].map((name) => [`${name}.md`, page(null)])),
      ["a", "b", "c", "d", "e"],
    ],
    [
      "folders with and without a page of their own",
      { "a/b.md": page(null), "a/d.md": page(null), "c/index.md": page(null) },
      ["a", "c"],
    ],
    ["notes and rooms as their folders", { "one.md": page(null, "type: note\ndate: 2026-01-01\n") }, ["notes"]],
    [
      "nothing that the software brings along, even if the author wrote it",
      Object.fromEntries(["corpus", "search", "api/index", "about"].map((name) => [`${name}.md`, page(1)])),
      ["about"],
    ],
    [
      "not the pages of a blog at the top",
      {
        "x.md": page(null, "date: 2026-01-01\n"),
        "y.md": page(null, "date: 2026-02-01\n"),
        "z.md": page(null, "date: 2026-03-01\n"),
        "about.md": page(null),
      },
      ["about"],
    ],
    ["nothing in an empty folder", {}, []],
  ])("%s", async (_, files, expected) => {
    expect(await navigation(files)).toEqual([...expected.map((name) => `/${name}/`), "/guestbook/"]);
  });

  test("below an entry stand the folders in it", async () => {
    const files = { "a/x.md": page(null), "a/b/y.md": page(null), "a/b/c/z.md": page(null), "a/b/c/w.md": page(null) };
    expect(await navigation(files)).toEqual(["/a/", ["/a/b/", ["/a/b/c/"]], "/guestbook/"]);
  });
});

/** Addresses that an element of a page links to. */
const linksIn = (html: string, element: string): string[] => {
  const [found = ""] = new RegExp(`<${element}[^]*?</${element.split(" ")[0]}>`).exec(html) ?? [];
  return Array.from(found.matchAll(/href="([^"]*)"/g), ([, href]) => href as string);
};

describe("what the software brings along stands in the footer of every page", () => {
  const brought = ["/search/", "/manifesto/", "/greeting/", "/api/", "/corpus/"];
  test.each<[string, Record<string, string>]>([
    ["without a file", {}],
    ["with files", { "corpus.md": page(1), "search.md": page(2), "api/index.md": page(3) }],
  ])("%s", async (_, files) => {
    const html = (await built({ ...withHome, "about.md": page(1), ...files })).text("/about/index.html");
    expect(linksIn(html, 'footer class="sill"').slice(1, 6)).toEqual(brought);
    expect(linksIn(html, "nav")).toEqual(["/about/", "/guestbook/", "/search/"]);
  });

  test("but not what the facts put into the navigation, and the guestbook where they do not", async () => {
    const site = await built({ ...withHome, "facts.yaml": JSON.stringify({ ...facts, navigation: ["/corpus/"] }) });
    const links = linksIn(site.text("/index.html"), 'footer class="sill"');
    expect(links).toContain("/guestbook/");
    expect(links).not.toContain("/corpus/");
  });
});

describe("`navigation` in the facts sets it", () => {
  const withFacts = (navigation: string, files: Record<string, string> = {}) => ({
    ...withHome,
    "about.md": "# About us\n",
    "cv.txt": "Ada",
    "facts.yaml": `${JSON.stringify(facts).slice(0, -1)},\n"navigation": ${navigation}}`,
    ...files,
  });

  test("on every surface alike: paths, titles, documents and files", async () => {
    const site = await built(withFacts('[/feed.xml, {title: "Who?", path: /about/}, /cv.txt, /]'));
    const items = site.json<{ navigation: Item[] }>("/api/site.json").navigation;
    expect(items.map(({ title, path }) => [title, path])).toEqual([
      ["Feed.xml", "/feed.xml"],
      ["Who?", "/about/"],
      ["Cv.txt", "/cv.txt"],
      ["Home", "/"],
    ]);
    for (const file of ["/about/index.html", "/404.html"])
      expect(linksIn(site.text(file), "nav").slice(0, 4)).toEqual(items.map(({ path }) => path));
    expect(site.text("/about/index.html")).toContain('<a class="lit" href="/about/" aria-current="page">Who?</a>');
  });

  test("llms.txt has what it names first", async () => {
    const files = {
      "alpha.md": page(null),
      "zeta.md": page(null),
      "notes/n.md": page(null, "type: note\ndate: 2026-01-01\n"),
    };
    const text = (await built(withFacts("[/zeta/, /about/]", files))).text("/llms.txt");
    const [zeta, about, alpha] = ["zeta", "about", "alpha"].map((name) => text.indexOf(`/${name}.md)`));
    expect(zeta).toBeLessThan(about as number);
    expect(about).toBeLessThan(alpha as number);
  });

  test.each<[string, string, object]>([
    [
      "an unknown path, with a suggestion",
      '["/abuot/"]',
      { line: 2, field: "navigation[1]", problem: "leads to `/abuot/`, which does not exist; did you mean `/about/`?" },
    ],
    ["a path without its last slash", "[/about]", { problem: expect.stringContaining("did you mean `/about/`?") }],
    [
      "each in its own line",
      "[\n/about/,\n{title: X, path: /nowhere/}]",
      { line: 4, field: "navigation[2]", problem: "leads to `/nowhere/`, which does not exist" },
    ],
    [
      "another address",
      "[https://x.example/]",
      { field: "navigation[1]", expected: expect.stringContaining("from the root") },
    ],
    [
      "an entry without a path",
      "[{title: X}]",
      { field: "navigation[1]", expected: expect.stringContaining("from the root") },
    ],
    ["no list", "/about/", { field: "navigation", expected: "a list" }],
  ])("%s is a fault", async (_, navigation, fault) => {
    const error = await built(withFacts(navigation)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Faults);
    expect((error as Faults).faults).toEqual([expect.objectContaining({ file: "facts.yaml", ...fault })]);
  });
});

describe("the home page", () => {
  const ownFacts = { "facts.yaml": JSON.stringify(facts) };
  const opening = (html: string): string[] =>
    /<h1[^>]*>([^<]*)<\/h1>\s*(?:<p class="standfirst">([^<]*)<\/p>)?/.exec(html)?.slice(1) ?? [];
  const home = async (files: Record<string, string>) => (await built({ ...ownFacts, ...files })).text("/index.html");

  test.each<[string, Record<string, string>, string[]]>([
    ["index.md without a title", { "index.md": "Come in.\n" }, ["Ada’s Garden", facts.tagline]],
    ["index.md with one", { "index.md": "# Welcome\n\nCome in.\n" }, ["Welcome", facts.tagline]],
    ["README.md where there is no index.md", { "README.md": "# Read me\n\nCome in.\n" }, ["Read me", facts.tagline]],
    ["the facts where there is neither", { "a.md": "# A\n" }, ["Ada’s Garden", facts.tagline]],
    [
      "its own description",
      { "index.md": "---\ndescription: Said here.\n---\nCome in.\n" },
      ["Ada’s Garden", "Said here."],
    ],
  ])("begins with %s", async (_, files, expected) => {
    expect(opening(await home(files)).map((text) => text.replace("&#39;", "’").replace("'", "’"))).toEqual(expected);
  });

  test("made from the facts, it lists the newest ten dated pages", async () => {
    const days = Array.from({ length: 12 }, (_, index) => String(index + 10));
    const notes = days.map((day) => [`notes/n${day}.md`, page(null, `type: note\ndate: 2026-01-${day}\n`)]);
    const html = await home({ ...Object.fromEntries(notes), "about.md": "# About\n" });
    const listed = Array.from(html.matchAll(/<li><a href="\/notes\/n(\d+)\//g), ([, day]) => day);
    expect(listed).toEqual(days.toReversed().slice(0, 10));
  });

  test("where nothing is dated, the author's folders and pages", async () => {
    const html = await home({ "trees/oak.md": "# Oak\n", "trees/elm.md": "# Elm\n", "about.md": "# About\n" });
    expect(html).toMatch(
      /<li><a href="\/about\/">About<\/a><\/li>\s*<li><a href="\/trees\/">Trees<\/a> \(2 pages\)<\/li>/,
    );
  });

  test("of an empty folder, what to do next", async () => {
    for (const folder of [{}, ownFacts]) {
      const html = (await built(folder)).text("/index.html");
      expect(html).toContain("Nothing is written here yet.");
      for (const step of ["facts.yaml", "index.md", "npm run new"]) expect(html).toContain(step);
    }
  });

  test("of the sample changes its first words with the facts", async () => {
    const site = await buildSite({ input: sampleWith({ name: "Ada's Garden", tagline: facts.tagline }) });
    expect(opening(site.text("/index.html"))).toEqual(opening(await home({ "a.md": "# A\n" })));
  });
});

test("realms stand in their order, notes by date", async () => {
  const site = await built({
    ...withHome,
    "z.md": page(1, "type: realm\nstatus: open\n"),
    "a.md": page(2, "type: realm\nstatus: quiet\n"),
    "m.md": page(null, "type: realm\nstatus: closed\n"),
    "old.md": page(null, "type: note\ndate: 2025-01-01\n"),
    "new.md": page(null, "type: note\ndate: 2026-01-01\n"),
  });
  expect(
    site
      .json<{ realms: { id: string; status: string }[] }>("/api/realms.json")
      .realms.map(({ id, status }) => [id, status]),
  ).toEqual([
    ["z", "open"],
    ["a", "quiet"],
    ["m", "closed"],
  ]);
  expect(site.model.notes.map(({ id }) => id)).toEqual(["new", "old"]);
  expect(site.json<{ latest: { url: string } }>("/api/state.json").latest.url).toContain("/new/");
});

/** A copy of the sample site with other facts. */
function sampleWith(change: { name: string; tagline: string }): string {
  const folder = folderOf();
  cpSync(sampleContent, folder, { recursive: true });
  const file = join(folder, "facts.yaml");
  const text = readFileSync(file, "utf8")
    .replace(/^name: .*$/m, `name: ${change.name}`)
    .replace(/^tagline: .*$/m, `tagline: ${change.tagline}`);
  writeFileSync(file, text);
  return folder;
}
