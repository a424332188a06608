import { describe, expect, test } from "vitest";
import { type Block, bestPassage, type Piece } from "../../build/layouts/assets/passages.ts";
import { createSearch } from "../../build/layouts/assets/search-engine.ts";
import { eachPosting } from "../../build/layouts/assets/search-ranking.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";
import { searchIn } from "./folder-search.ts";

const site = await buildSite({
  input: folderOf({
    "index.md": "# Home\n\nHere are a garden and a kitchen.\n",
    "garden.md": "# The garden\n\nBeans, peas and `base_url`.\n",
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
    ["the beginning of a word, from three letters on", "gardene", ["/keys/"]],
    ["all words", "garden spade", ["/tools/"]],
    ["without accents", "cafe muller", ["/cafe/"]],
    ["with accents", "CAFÉ Müller", ["/cafe/"]],
    ["a word after an apostrophe", "homme", ["/cafe/"]],
    ["a word with its apostrophe", "l’homme", ["/cafe/"]],
    ["Cyrillic", "елка", ["/cafe/"]],
    ["Japanese", "全文検索", ["/ja/"]],
    ["one character", "猫", ["/ja/"]],
    ["one character in the middle", "索", ["/ja/"]],
    ["an identifier, and its page before one with its parts", "base_url", ["/garden/"]],
    ["a part of an identifier", "idempotency", ["/keys/"]],
    ["words that are properties of every object", "constructor __proto__", ["/keys/"]],
  ])("%s", async (_, query, paths) => {
    expect((await find(query)).slice(0, paths.length)).toEqual(paths);
  });

  test("each page once, and the number of all", async () => {
    const { pages, paths, hasAll, isMore, leftOut } = await searchIn(site, "garden");
    // The API page has examples made of the first pages.
    expect({ hasAll, isMore, leftOut }).toEqual({ hasAll: true, isMore: false, leftOut: [] });
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
  const { paths, hasAll } = await searchIn(site, "spade garden zzz");
  expect([paths[0], hasAll]).toEqual(["/tools/", false]);
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
    ["base_url", "/api/"],
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
  const names = [...Array.from({ length: count }, (_, n) => `common${String(n).padStart(2, "0")}`), "rare"];
  const index = {
    pages: 3,
    pages_per_file: 20,
    first_words: names,
    word_bytes: names.map((name) => (name === "rare" ? 1_000 : 50_000)),
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
    await search().search("rare");
    expect(loaded).toEqual(["/search/words/rare.json"]);
  });

  test("is bounded: common words are left out before rare ones, and it is said", async () => {
    const { leftOut, pages } = await search().search("common01 common02 common03 common04 common05 rare");
    expect(loaded).toHaveLength(4);
    expect(loaded).toContain("/search/words/rare.json");
    expect(leftOut).toHaveLength(2);
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
    const { search } = createSearch(index, async () => {
      loads++;
      if (failures-- > 0) throw new Error("offline");
      return { words: { rare: "R" } };
    });
    await expect(search("rare")).rejects.toThrow("offline");
    expect((await search("rare")).pages).toEqual([0]);
    await search("rare");
    expect(loads).toBe(2);
  });
});

test("postings are read as their schema says", () => {
  const read = (text: string) => {
    const found: [number, number][] = [];
    eachPosting(text, (page, weight) => found.push([page, weight]));
    return found;
  };
  expect(read("RTf")).toEqual([
    [0, 1],
    [1, 3],
    [2, 15],
  ]);
  expect(read("xB")).toEqual([[2, 1]]); // 17 + 32, then 1: 49 = 3 * 16 + 1
});

describe("a passage", () => {
  const block = (text: string, heading = "", id = "", kind: Block["kind"] = "text") => ({ text, heading, id, kind });
  const is =
    (...words: string[]) =>
    (term: string) =>
      words.find((word) => term === word);
  const inText = (pieces: Piece[] = []) => pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join("");
  const show = (passage: ReturnType<typeof bestPassage>) => inText(passage?.pieces);

  test("is the first with the most words, marked as they are written", () => {
    const blocks = [block("A garden."), block("The Gárden has a spade.", "Tools", "tools"), block("Garden, spade.")];
    const passage = bestPassage(blocks, is("garden", "spade"));
    expect(show(passage)).toBe("The [Gárden] has a [spade].");
    expect(passage?.parts).toMatchObject([{ id: "tools", heading: [{ text: "Tools", marked: false }] }]);
  });

  test("is text rather than code or a heading with as many words, however often and in whatever forms", () => {
    const blocks = [
      block("The spade", "The spade", "spade", "heading"),
      block("spade spades spade_case", "The spade", "spade", "code"),
      block("It is a spade.", "The spade", "spade"),
    ];
    const words = (term: string) => (term.startsWith("spade") ? "spade" : is("case")(term));
    expect(show(bestPassage(blocks, (term) => (term === "case" ? undefined : words(term))))).toBe("It is a [spade].");
    expect(show(bestPassage(blocks, words))).toBe("[spade] [spades] [spade_case] · It is a [spade].");
  });

  test("is what stands below a heading that has the most words, which are marked in it", () => {
    const blocks = [
      block("A spade.", "", ""),
      block("Spade and rake", "Spade and rake", "tools", "heading"),
      block("They hang by the door. The rake is new.", "Spade and rake", "tools"),
    ];
    const passage = bestPassage(blocks, is("rake", "spade"));
    expect(show(passage)).toBe("They hang by the door. The [rake] is new.");
    expect(passage?.parts.map(({ id, heading }) => [id, inText(heading)])).toEqual([["tools", "[Spade] and [rake]"]]);
    expect(show(bestPassage(blocks.slice(0, 2), is("rake", "spade")))).toBe("[Spade] and [rake]");
  });

  test("comes with the other parts of the page that have as many of the words, three in all", () => {
    const parts = ["a", "b", "c", "d"].map((id) => block(`The spade and the rake of ${id}.`, `Part ${id}`, id));
    const passage = bestPassage([block("A spade.", "Alone", "one"), ...parts], is("rake", "spade"));
    expect(passage?.parts.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(bestPassage([block("A spade."), parts[0] as Block], is("spade"))?.parts.map(({ id }) => id)).toEqual(["a"]);
  });

  test("goes on where it is short, within its part", () => {
    const blocks = [
      block("A spade", "Tools", "tools"),
      block("A rake.", "Tools", "tools"),
      block("A hoe.", "Tools", "tools"),
      block("A bean.", "Seeds", "seeds"),
    ];
    expect(show(bestPassage(blocks, is("spade")))).toBe("A [spade] · A rake. A hoe.");
    const long = "A rake hangs by the door for whoever needs it next, and must be brought back in the evening, clean.";
    expect(show(bestPassage([block(long), block("More.")], is("rake")))).toBe(long.replace("rake", "[rake]"));
  });

  test("is cut between words around what was found", () => {
    const text = `${"many words stand before it and ".repeat(20)}spade ${"and many more come after it ".repeat(20)}`;
    const cut = show(bestPassage([block(text)], is("spade")));
    expect(cut).toMatch(/^… \w+ .*\[spade\].* \w+ …$/);
    expect(cut.length).toBeLessThan(240);
  });

  test("begins with a sentence that is near, and never within a word", () => {
    const long = "It goes on about other things after that, ".repeat(8);
    expect(show(bestPassage([block(`The house has a spade. ${long}`)], is("spade")))).toMatch(
      /^The house has a \[spade\]/,
    );
    const near = show(bestPassage([block(`${long}and ends. The spade is here. ${long}`)], is("spade")));
    expect(near).toMatch(/^… The \[spade\] is here\. It goes/);
    const none = show(
      bestPassage([block(`The file that has, for each page ${long.slice(0, 20)}, a spade ${long}`)], is("spade")),
    );
    expect(none).toMatch(/^(… )?(The|file|that|has,) /);
  });

  test("marks overlapping pairs as one, and text of a page stays text", () => {
    expect(show(bestPassage([block("全文検索です")], is("全文", "文検", "検索")))).toBe("[全文検索]です");
    expect(show(bestPassage([block("<b>spade</b>")], is("spade")))).toBe("<b>[spade]</b>");
  });

  test("comes with a directive by which a browser marks the words: as written, whole, with what is beside them", () => {
    const directive = (blocks: Block[], ...words: string[]) => {
      const passage = bestPassage(blocks, (term) => words.find((word) => term.startsWith(word)));
      return [passage?.directive, ...(passage?.parts.map((part) => part.directive) ?? [])].map((each) =>
        decodeURIComponent(each ?? ""),
      );
    };
    const shed = block("Here the Spádes hang by the door.", "Shed", "shed");
    expect(directive([shed], "spade")).toEqual(Array(2).fill(":~:text=Here the-,Spádes,-hang by the door"));
    // Closest together, of equal words.
    expect(directive([block("A spade, a spade and a rake. A spade.")], "spade", "rake")).toEqual([
      ":~:text=A spade, a-,spade and a rake,-. A spade.",
    ]);
    const far = block(`A spade ${"and more ".repeat(9)}and a rake.`);
    expect(directive([far], "spade", "rake")).toEqual([":~:text=A-,spade,rake,-."]);
    const cells = [block("Tool"), block("spade"), block("1")];
    expect(directive(cells, "spade")).toEqual([":~:text=Tool-,spade,-1"]);
    expect(bestPassage([block("sub-spade, & so")], is("spade"))?.directive).toBe(
      ":~:text=sub%2D-,spade,-%2C%20%26%20so",
    );
    // Each part has its own; the words of a heading stand in lists of contents too, which come first.
    const heading = block("A spade", "A spade", "spade", "heading");
    expect(directive([heading, block("It digs.", "A spade", "spade"), shed], "spade")).toEqual([
      ":~:text=Here the-,Spádes,-hang by the door",
      ":~:text=Here the-,Spádes,-hang by the door",
      "",
    ]);
  });

  test("comes without a directive where the same words, with what is beside them, stand before", () => {
    const row = (id: string) => [block("Unchanged:", id, id), block("State.json", id, id), block("1", id, id)];
    const passage = bestPassage([...row("small"), ...row("large")], is("state.json"));
    expect(passage?.parts.map(({ directive }) => directive)).toEqual([":~:text=Unchanged%3A-,State.json,-1", ""]);
    // Browsers compare letters without accents and capitals.
    const folded = [block("Ünchanged: STATE.JSON 1"), ...row("small")];
    expect(bestPassage(folded, is("state.json"))?.parts.map(({ directive }) => directive)).toEqual([""]);
  });

  test("has a directive that stays within a line of code, and does not go on below the code", () => {
    const directiveOf = (...blocks: Block[]) => decodeURIComponent(bestPassage(blocks, is("spade"))?.directive ?? "");
    const code = (text: string) => block(text, "", "", "code");
    expect(directiveOf(code("dig it\nwith a spade"), block("Below."))).toBe(":~:text=with a-,spade");
    expect(directiveOf(code("dig\nspade\nrake"))).toBe(":~:text=dig-,spade,-rake");
    expect(directiveOf(code("dig"), block("Spade it is."))).toBe(":~:text=Spade,-it is.");
    const lines = bestPassage([code("a spade\nand a rake")], is("spade", "rake"));
    expect(decodeURIComponent(lines?.directive ?? "")).toBe(":~:text=a-,spade,rake");
  });

  test("is none where no word stands", () => {
    expect(bestPassage([block("Nothing here.")], is("spade"))).toBeNull();
  });
});
