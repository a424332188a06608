import { describe, expect, test } from "vitest";
import { createSearch } from "../../build/search/engine.ts";
import { postingsOf } from "../../build/search/postings.ts";
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
    "keys.md": "# Keys\n\nSend `Idempotency-Key` with it; the gardener knows. constructor and __proto__ are words.\n",
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
    ["Japanese", "全文検索", ["/ja/"]],
    ["one character", "猫", ["/ja/"]],
    ["one character in the middle", "索", ["/ja/"]],
    ["an English word by another of its forms", "gardened", ["/garden/"]],
    ["a keyword that does not stand on the page", "potager", ["/garden/"]],
    ["a question by the words that tell something", "where is the spade of the author", ["/tools/"]],
    ["a part of an identifier", "idempotency", ["/keys/"]],
    ["words that are properties of every object", "constructor __proto__", ["/keys/"]],
  ])("%s", async (_, query, paths) => {
    expect((await find(query)).slice(0, paths.length)).toEqual(paths);
  });

  test("each page once, and the number of all", async () => {
    const { pages, paths, isMore, missing } = await searchIn(site, "garden");
    // The API page has examples made of the first pages.
    expect({ isMore, missing }).toEqual({ isMore: false, missing: [] });
    expect(new Set(paths)).toEqual(new Set(["/", "/garden/", "/tools/", "/keys/", "/api/"]));
    expect(pages).toHaveLength(5);
  });

  test("nothing where there is nothing, and no drafts", async () => {
    for (const query of ["zzz", "unpublished", "", "  ", "!?"]) expect(await find(query)).toEqual([]);
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
  const { shown, wordFor } = await searchIn(site, "bean");
  expect(shown[0]?.headings).toEqual([{ id: "beans", text: "Beans" }]);
  expect(["bean", "beans", "beanstalk", "pea"].map(wordFor)).toEqual(["bean", "bean", "bean", undefined]);
});

test("a word with a typing error is corrected, and the other words stay as they are", async () => {
  expect((await searchIn(site, "My Gardn")).suggestion).toBe("My garden");
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
      if (word) expect((await searchIn(own, word, Number.POSITIVE_INFINITY)).paths).toContain(page.path);
    }
  });
});

describe("what a search loads", () => {
  /** An index of many files, of which each holds one word on one page, and files for words that are everywhere. */
  const count = 40;
  const names = [...Array.from({ length: count }, (_, n) => `common${String(n).padStart(2, "0")}`), "rarity"];
  const index = {
    pages: 3,
    pages_per_file: 20,
    first_words: names,
    word_bytes: names.map((name) => (name === "rarity" ? 1_000 : 50_000)),
    word_files: names,
    page_files: ["p"],
  };
  const loaded: string[] = [];
  const search = () => {
    loaded.length = 0;
    return createSearch(index, async (path) => {
      loaded.push(path);
      return { words: { [path.split("/")[3]?.replace(".json", "") as string]: "RR" } };
    });
  };

  test("is only the files of its words", async () => {
    await search().search("rarity");
    expect(loaded).toEqual(["/search/words/rarity.json"]);
  });

  test("is bounded: common words are left out before rare ones, and it is said", async () => {
    const { missing, pages } = await search().search("common01 common02 common03 common04 common05 rarity");
    expect(loaded.length).toBeLessThanOrEqual(4);
    expect(loaded).toContain("/search/words/rarity.json");
    expect(missing).toHaveLength(2);
    expect(pages).toHaveLength(2);
  });

  test("is bounded for the beginning of many words, and it is said", async () => {
    const { isMore } = await search().search("common");
    expect(isMore).toBe(true);
    expect(loaded.length).toBeLessThanOrEqual(4);
  });

  test("is loaded once, and again after a failure", async () => {
    let failures = 1;
    let loads = 0;
    const { search } = createSearch({ ...index, first_words: ["rarity"] }, async () => {
      loads++;
      if (failures-- > 0) throw new Error("offline");
      return { words: { rarity: "R" } };
    });
    await expect(search("rarity")).rejects.toThrow("offline");
    expect((await search("rarity")).pages).toEqual([0]);
    await search("rarity");
    expect(loads).toBe(2);
  });
});

test("postings are read as their schema says", () => {
  expect(postingsOf("RTf")).toEqual([
    [0, 1],
    [1, 3],
    [2, 15],
  ]);
  expect(postingsOf("xB")).toEqual([[2, 1]]); // 17 + 32, then 1: 49 = 3 * 16 + 1
});
