import { describe, expect, test } from "vitest";
import { search } from "../../build/search/engine.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";
import { searchIn } from "./folder-search.ts";

const site = await buildSite({
  input: folderOf({
    "index.md": "# Home\n\nHere are a [garden](garden.md) and a kitchen.\n",
    "garden.md":
      "---\nkeywords: potager, plot\n---\n\n# The garden\n\nBeans, peas and `base_url`.\n\n## Beans\n\nRunners.\n",
    "tools.md": "# Tools\n\nA spade for the garden. The base of a url is not its end.\n",
    "cafe.md": "# Café Müller\n\nL’homme y va. Ещё одна ёлка.\n",
    "ja.md": "---\nlanguage: ja\n---\n\n# 検索の結果\n\n静的サイトの全文検索です。猫\n",
    "de.md":
      "---\nlanguage: de\n---\n\n# Die Suche\n\nHohe Hecken, Gartenstühle, Kisten und Straßen.\n",
    "ar.md": "---\nlanguage: ar\n---\n\n# الحديقة\n\nتُزهر الورود كلَّ ربيع.\n",
    "keys.md":
      "# Keys\n\nSend `Idempotency-Key` with it; the gardener knows. constructor and __proto__ are words.\n",
    "hidden.md": "---\ndraft: true\n---\n\n# Draft\n\nunpublished\n",
  }),
});
const find = async (query: string) => (await searchIn(site, query)).paths;

describe("finds", () => {
  test.each([
    ["a word of the text", "spade", ["/tools/"]],
    ["a title first", "garden", ["/garden/"]],
    ["the beginning of a word, from three letters on", "idempot", ["/keys/"]],
    ["all words", "garden spade", ["/tools/"]],
    ["without accents", "cafe muller", ["/cafe/"]],
    ["with accents", "CAFÉ Müller", ["/cafe/"]],
    ["a word after an apostrophe", "homme", ["/cafe/"]],
    ["a word with its apostrophe", "l’homme", ["/cafe/"]],
    ["Cyrillic", "елка", ["/cafe/"]],
    ["a German word whole, though it ends like an English one", "Hecken", ["/de/"]],
    ["a German word whole, with an ending that English would lose", "Suche", ["/de/"]],
    ["a German word by its beginning", "Garten", ["/de/"]],
    ["a German word without its sign", "strassen", ["/de/"]],
    ["an Arabic word whole", "الحديقة", ["/ar/"]],
    ["an Arabic word by its beginning", "الحد", ["/ar/"]],
    ["an Arabic word without its vowels", "تزهر", ["/ar/"]],
    ["Japanese", "全文検索", ["/ja/"]],
    ["one character", "猫", ["/ja/"]],
    ["one character in the middle", "索", ["/ja/"]],
    ["an English word by another of its forms", "gardened", ["/garden/"]],
    ["a keyword that does not stand on the page", "potager", ["/garden/"]],
    [
      "a question by the words that tell something",
      "where is the spade of the author",
      ["/tools/"],
    ],
    ["a part of an identifier", "idempotency", ["/keys/"]],
    ["words that are properties of every object", "constructor __proto__", ["/keys/"]],
  ])("%s", async (_, query, paths) => {
    expect((await find(query)).slice(0, paths.length)).toEqual(paths);
  });

  test("each page once, and the number of all", async () => {
    const { count, paths, isMore, missing } = await searchIn(site, "garden");
    expect({ isMore, missing }).toEqual({ isMore: false, missing: [] });
    expect(new Set(paths)).toEqual(new Set(["/", "/garden/", "/tools/", "/keys/"]));
    expect(count).toBe(4);
  });

  test("nothing where there is nothing, and no drafts", async () => {
    for (const query of ["zzz", "unpublished", "", "  ", "!?"])
      expect(await find(query)).toEqual([]);
  });

  test("one letter and two letters as words only", async () => {
    expect(await find("ga")).toEqual([]);
    expect((await find("y"))[0]).toBe("/cafe/");
  });
});

test("where no page has all words, those with the most of them are found, and it is said", async () => {
  const { paths, missing } = await searchIn(site, "spade garden zzz");
  expect([paths[0], missing]).toEqual(["/tools/", ["zzz"]]);
});

test("a result has the headings of its parts, and knows which words were looked for in whatever form", async () => {
  const { pages, isWanted } = await searchIn(site, "bean");
  expect(pages[0]?.headings).toEqual([{ id: "beans", text: "Beans" }]);
  expect(["bean", "beans", "beanstalk", "pea"].map(isWanted)).toEqual([true, true, true, false]);
});

test("a word with a typing error is corrected, and the other words stay as they are", async () => {
  expect((await searchIn(site, "My Gardn")).suggestion).toBe("My garden");
  expect((await searchIn(site, "gardning")).suggestion).toBe("gardening");
  expect((await searchIn(site, "garden")).suggestion).toBeNull();
});

describe("questions to a site have the page that answers them first", async () => {
  const own = await sampleSite();
  test.each([
    ["manifesto", "/manifesto/"],
    ["guestbook", "/guestbook/"],
    ["how to sign the guestbook", "/realms/sign/"],
    ["privacy", "/privacy/"],
    ["rate limit", "/manifesto/"],
    ["feed reader", "/realms/subscribe/"],
    ["write a note", "/authors/"],
    ["permission to train", "/notes/permission-said-once/"],
  ])("%s", async (query, path) => {
    expect((await searchIn(own, query)).paths[0]).toBe(path);
  });

  /** Pages that are searched: not the search page itself, and no lists that the build generates. */
  const searched = own.model.pages.filter(({ type, list }) => type !== "search" && list === null);

  test("and every page is found by its title", async () => {
    const missed: string[] = [];
    for (const { title, path } of searched)
      if (!(await searchIn(own, title)).paths.slice(0, 3).includes(path)) missed.push(title);
    expect(missed).toEqual([]);
  });

  test("every word of every page is in the index", async () => {
    for (const page of searched) {
      const word = page.text.match(/\b[a-z]{9,30}\b/g)?.at(-1);
      if (word)
        expect((await searchIn(own, word, Number.POSITIVE_INFINITY)).paths).toContain(page.path);
    }
  });
});

describe("what a search loads", () => {
  /** An index of many files, of which each holds one word on one page. */
  const names = [
    ...Array.from({ length: 40 }, (_, n) => `common${String(n).padStart(2, "0")}`),
    "rarity",
  ];
  const index = {
    pages: 1,
    pages_per_file: 20,
    first_words: names,
    word_files: names,
    page_files: ["p"],
  };
  const loadedFor = async (query: string) => {
    const loaded: string[] = [];
    const result = await search(query, async (path) => {
      if (path === "/search/index.json") return index;
      loaded.push(path);
      if (path === "/search/pages/p.json") return { pages: [{}] };
      return { words: { [path.split("/")[3]?.replace(".json", "") as string]: "c" } };
    });
    return { ...result, loaded };
  };

  test("is only the files of its words and of the pages with them", async () => {
    const { loaded, isMore } = await loadedFor("rarity");
    expect(loaded).toEqual(["/search/words/rarity.json", "/search/pages/p.json"]);
    expect(isMore).toBe(false);
  });

  test.each([
    ["of many words, and it is said which are not looked for", names.slice(0, 9).join(" "), 3],
    ["of the beginning of many words, and it is said", "common", 0],
  ])("is bounded: files %s", async (_, query, missing) => {
    const answer = await loadedFor(query);
    expect(answer.loaded.length).toBe(7);
    expect([answer.count, answer.isMore, answer.missing.length]).toEqual([1, true, missing]);
  });
});

test("the index is read as its schema says", async () => {
  const words = { path: "b12az" }; // pages 0, 12 and 13
  const files: Record<string, object> = {
    "/search/index.json": {
      pages: 30,
      pages_per_file: 10,
      first_words: ["a"],
      word_files: ["w"],
      page_files: ["p", "q"],
    },
    "/search/words/w.json": { words },
    "/search/pages/p.json": { pages: [{ title: "0" }] },
    "/search/pages/q.json": { pages: [{}, {}, { title: "12" }, { title: "13" }] },
  };
  const { pages } = await search("path", async (path) => files[path]);
  expect(pages.map(({ title }) => title)).toEqual(["13", "0", "12"]);
});
