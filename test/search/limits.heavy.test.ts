import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generate } from "../bench/generate.ts";
import { buildSite } from "../build/site.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { searchIn } from "./folder-search.ts";

// What a search loads on a site of ten thousand pages until the first ten results are shown:
// scripts, index and files, uncompressed, without the page with its styles, which is there before.

const limit = 300_000;
const assets = join(import.meta.dirname, "../../build");
const scripts = ["layouts/assets/search", "search/engine", "search/words", "lib/did-you-mean"];
const scriptBytes = scripts.reduce(
  (sum, file) => sum + statSync(join(assets, `${file}.ts`)).size,
  0,
);

describe("at ten thousand pages", async () => {
  const folder = temporaryFolder();
  generate(folder, 10_000);
  const site = await buildSite({ input: folder });
  const words = new Set(
    readFileSync(join(folder, "notes/part-0/page-0.md"), "utf8").match(/[a-z]+/g) ?? [],
  );
  const beginnings = [..."abcdefghijklmnopqrstuvwxyz0123456789"].flatMap((a) => [
    a,
    ...[..."aeio019"].map((b) => a + b),
  ]);

  test("every word, beginning, and query of many common words stays below the limit", async () => {
    const list = [...words];
    const queries = [
      ...list,
      ...beginnings,
      ...beginnings.map((text) => `${text}g`),
      ...list.map((word, index) => `${word} ${list[(index * 7 + 3) % list.length]}`),
      list.slice(0, 12).join(" "),
      list.join(" "),
      "page-7777 about a door",
      "number 9999",
    ];
    expect(queries.length).toBeGreaterThan(400);
    const over: [string, number][] = [];
    for (const query of queries) {
      const { bytes } = await searchIn(site, query);
      if (bytes + scriptBytes > limit) over.push([query, bytes]);
    }
    expect(over).toEqual([]);
  });

  test("the number of pages is true", async () => {
    const { pages } = site.model;
    for (const word of ["lantern", "hearth", "steady", "important"]) {
      const having = pages.filter(
        ({ type, list, title, description, tags, text }) =>
          type !== "search" &&
          list === null &&
          new RegExp(`\\b${word}`, "i").test([title, description, ...tags, text].join("\n")),
      );
      expect([word, (await searchIn(site, word)).count]).toEqual([word, having.length]);
    }
  });

  test("the one page with a number is found first", async () => {
    expect((await searchIn(site, "page-7777")).paths[0]).toBe("/pages/part-77/page-7777/");
  });
});
