import { describe, expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { facts, factsFile } from "./facts.ts";

interface Item {
  title: string;
  path: string;
  children: Item[];
}

const page = (order: number | null, extra = "") =>
  `---\n${order === null ? "" : `order: ${order}\n`}${extra}---\n\n# Page\n`;
const dated = (date: string, extra = "") => page(null, `date: ${date}\n${extra}`);
const pages = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`${name}.md`, page(null)]));
const built = (files: Record<string, string>) => buildSite({ input: folderOf(files) });
const withHome = { "index.md": "# Home\n" };

/** The paths of the navigation in site.json; those below an entry as a list after it. */
async function navigation(files: Record<string, string>): Promise<unknown[]> {
  const tree = (items: readonly Item[]): unknown[] =>
    items.flatMap(({ path, children }) => (children.length > 0 ? [path, tree(children)] : [path]));
  return tree(
    (await built({ ...withHome, ...files })).json<{ navigation: Item[] }>("/api/site.json")
      .navigation,
  );
}

const blog = {
  "x.md": dated("2026-01-01"),
  "y.md": dated("2026-02-01"),
  "z.md": dated("2026-03-01"),
};

test.each<[string, Record<string, string>, unknown[]]>([
  [
    "by order, then by name",
    { "b.md": page(2), "a.md": page(2), "c.md": page(1) },
    ["/c/", "/a/", "/b/"],
  ],
  [
    "negative and broken numbers",
    { "a.md": page(1.5), "b.md": page(-1), "c.md": page(null) },
    ["/b/", "/a/", "/c/"],
  ],
  ["at most four", pages("e", "d", "c", "b", "a"), ["/a/", "/b/", "/c/", "/d/"]],
  ["folders with and without a page of their own", pages("a/b", "a/d", "c/index"), ["/a/", "/c/"]],
  [
    "below an entry the folders in it",
    pages("a/x", "a/b/y", "a/b/c/z", "a/b/c/w"),
    ["/a/", ["/a/b/", ["/a/b/c/"]]],
  ],
  [
    "notes and rooms as their folders",
    { "one.md": dated("2026-01-01", "type: note\n") },
    ["/notes/"],
  ],
  [
    "nothing that the software brings along",
    pages("corpus", "search", "api/index", "about"),
    ["/about/"],
  ],
  ["not the pages of a blog at the top", { ...blog, ...pages("about") }, ["/about/"]],
  ["nothing in an empty folder", {}, []],
])(
  "without a setting the navigation is the author's own, then the guestbook: %s",
  async (_, files, expected) => {
    expect(await navigation(files)).toEqual([...expected, "/guestbook/"]);
  },
);

/** Addresses that an element of a page links to. */
const linksIn = (html: string, element: string): string[] => {
  const [found = ""] = new RegExp(`<${element}[^]*?</${element.split(" ")[0]}>`).exec(html) ?? [];
  return Array.from(found.matchAll(/href="([^"]*)"/g), ([, href]) => href as string);
};
const footer = 'footer class="site-footer"';

test.each([
  ["without a file", {}],
  ["with files", pages("corpus", "search", "api/index")],
])("what the software brings along, %s, stands in the footer of every page", async (_, files) => {
  const html = (await built({ ...withHome, ...pages("about"), ...files })).text(
    "/about/index.html",
  );
  expect(linksIn(html, footer).slice(1, 6)).toEqual([
    "/search/",
    "/manifesto/",
    "/greeting/",
    "/api/",
    "/corpus/",
  ]);
  expect(linksIn(html, "nav")).toEqual(["/about/", "/guestbook/"]);
});

describe("`navigation` in the facts", () => {
  const others = { ...withHome, "about.md": "# About us\n", "cv.txt": "Ada" };
  const withFacts = (navigation: unknown, files: Record<string, string> = {}) =>
    built({ ...others, "facts.yaml": factsFile({ navigation }), ...files });

  test("sets it on every surface alike: paths, titles, documents and files", async () => {
    const site = await withFacts([
      "/feed.xml",
      { title: "Who?", path: "/about/" },
      "/cv.txt",
      "/",
      "/corpus/",
    ]);
    const items = site.json<{ navigation: Item[] }>("/api/site.json").navigation;
    expect(items.map(({ title }) => title)).toEqual([
      "Feed.xml",
      "Who?",
      "Cv.txt",
      "Home",
      "The corpus",
    ]);
    for (const file of ["/about/index.html", "/404.html"])
      expect(linksIn(site.text(file), "nav").slice(0, 5)).toEqual([
        "/feed.xml",
        "/about/",
        "/cv.txt",
        "/",
        "/corpus/",
      ]);
    expect(site.text("/about/index.html")).toContain(
      '<a href="/about/" aria-current="page">Who?</a>',
    );
    // What stands there is not in the footer, and the guestbook is, since it does not.
    expect(linksIn(site.text("/index.html"), footer)).toContain("/guestbook/");
    expect(linksIn(site.text("/index.html"), footer)).not.toContain("/corpus/");
  });

  test("says what llms.txt has first", async () => {
    const site = await withFacts(["/zeta/", "/about/"], {
      ...pages("alpha", "zeta"),
      "n.md": dated("2026-01-01"),
    });
    const places = ["zeta", "about", "alpha"].map((name) =>
      site.text("/llms.txt").indexOf(`/${name}.md)`),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  const fromRoot = {
    field: "navigation[1]",
    expected: expect.stringContaining("from the root") as string,
  };
  const unknown = "leads to `/abuot/`, which does not exist; did you mean `/about/`?";
  test.each<[string, unknown, object]>([
    [
      "an unknown path, with a suggestion",
      ["/abuot/"],
      { line: 11, field: "navigation[1]", problem: unknown },
    ],
    [
      "a path without its last slash",
      ["/about"],
      { problem: expect.stringContaining("did you mean `/about/`?") },
    ],
    ["another address", ["https://x.example/"], fromRoot],
    ["an entry without a path", [{ title: "X" }], fromRoot],
    ["no list", "/about/", { field: "navigation", expected: "a list" }],
  ])("is at fault with %s", async (_, value, fault) => {
    const error = await withFacts(value).catch((thrown: unknown) => thrown);
    expect((error as Faults).faults).toEqual([
      expect.objectContaining({ file: "facts.yaml", ...fault }),
    ]);
  });

  test("is at fault in the line of the entry", async () => {
    const text = `${factsFile()}navigation:\n  - /about/\n  - {title: X, path: /nowhere/}\n`;
    const error = await withFacts([], { "facts.yaml": text }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Faults);
    expect((error as Faults).faults).toMatchObject([{ line: 13, field: "navigation[2]" }]);
  });
});

describe("the home page", () => {
  const { name, tagline } = facts;
  const home = async (files: Record<string, string>) =>
    (await built({ "facts.yaml": factsFile(), ...files }))
      .text("/index.html")
      .replaceAll("&#39;", "'");

  test.each<[string, Record<string, string>, (string | undefined)[]]>([
    ["index.md without a title", { "index.md": "Come in.\n" }, [name, tagline]],
    ["index.md with one", { "index.md": "# Welcome\n\nCome in.\n" }, ["Welcome", tagline]],
    [
      "README.md where there is no index.md",
      { "README.md": "# Read me\n\nCome in.\n" },
      ["Read me", tagline],
    ],
    ["the facts where there is neither", pages("a"), [name, tagline]],
    [
      "its own description",
      { "index.md": "---\ndescription: Said here.\n---\nCome in.\n" },
      [name, "Said here."],
    ],
  ])("begins with %s", async (_, files, expected) => {
    const opening = /<h1[^>]*>([^<]*)<\/h1>\s*(?:<p class="standfirst">([^<]*)<\/p>)?/.exec(
      await home(files),
    );
    expect(opening?.slice(1)).toEqual(expected);
  });

  const days = Array.from({ length: 12 }, (_, index) => String(index + 10));
  const notes = days.map((day) => [`notes/n${day}.md`, dated(`2026-01-${day}`, "type: note\n")]);
  test.each<[string, Record<string, string>, string[]]>([
    [
      "the newest ten dated pages",
      { ...Object.fromEntries(notes), ...pages("about") },
      days.toReversed().slice(0, 10),
    ],
    [
      "where nothing is dated, folders and pages",
      pages("trees/oak", "trees/elm", "about"),
      ["about", "trees"],
    ],
  ])("made from the facts lists %s", async (_, files, expected) => {
    const [, main = ""] = /<main[^>]*>([^]*)<\/main>/.exec(await home(files)) ?? [];
    const listed = Array.from(
      main.matchAll(/<li><a href="\/(?:notes\/n)?(\w+)\//g),
      ([, listed]) => listed,
    );
    expect(listed).toEqual(expected);
  });

  test("of an empty folder says what to do next", async () => {
    for (const html of [await home({}), (await built({})).text("/index.html")])
      for (const step of ["Nothing is written here yet.", "facts.yaml", "index.md", "npm run new"])
        expect(html).toContain(step);
  });
});

test("realms stand in their order, notes by date", async () => {
  const site = await built({
    ...withHome,
    "z.md": page(1, "type: realm\nstatus: open\n"),
    "a.md": page(2, "type: realm\nstatus: quiet\n"),
    "m.md": page(null, "type: realm\nstatus: closed\n"),
    "old.md": dated("2025-01-01", "type: note\n"),
    "new.md": dated("2026-01-01", "type: note\n"),
  });
  const { realms } = site.json<{ realms: { id: string; status: string }[] }>("/api/realms.json");
  expect(realms.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "z open",
    "a quiet",
    "m closed",
  ]);
  expect(site.model.notes.map(({ id }) => id)).toEqual(["new", "old"]);
  expect(site.json<{ latest: { url: string } }>("/api/state.json").latest.url).toContain("/new/");
});
