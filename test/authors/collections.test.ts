import { describe, expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { compareForms } from "../../build/verify/parity.ts";
import { buildSite } from "../build/site.ts";
import { searchIn } from "../search/folder-search.ts";
import { collections } from "./collections.ts";

describe.each(collections)(
  "$kind",
  async ({ content, pages: expected, tags = [], secret, told, shows }) => {
    const site = await buildSite({ input: content, lenient: true });
    const { pages } = site.model;
    const own = pages.filter(({ source }) => source !== null);

    test("every page is there, with its address, title and date", () => {
      const sorted = (list: readonly unknown[][]) =>
        list.map((item) => JSON.stringify(item)).sort();
      expect(sorted(own.map(({ path, title, published }) => [path, title, published]))).toEqual(
        sorted(expected.map(([path, title, published]) => [path, title, published])),
      );
      expect([...site.model.tags.values()].map(({ name }) => name).sort()).toEqual(
        [...tags].sort(),
      );
    });

    test("every page is found by its words", async () => {
      for (const [path, , , words] of expected.filter(([, , , words]) => words !== "").slice(0, 20))
        expect((await searchIn(site, words)).paths).toContain(path);
    });

    test("every page is reached from the home page by links", () => {
      const reached = new Set(["/"]);
      for (const path of reached) {
        // The search page lists everything, so what only it leads to does not count.
        if (path === "/search/") continue;
        for (const [, href = ""] of (site.html.get(path) ?? "").matchAll(
          /<a[^>]* href="(\/[^"#?]*)/g,
        ))
          reached.add(href);
      }
      expect(own.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
    });

    test("every form of a page says the same", () => {
      const unlike = own.flatMap((page) => {
        const { path, title, twin, text } = page;
        const [html, markdown] = [site.html.get(path) ?? "", markdownOf(page).toString()];
        return compareForms({
          title,
          html,
          twin: String(twin),
          markdown,
          text,
          has_entries: false,
        });
      });
      expect(unlike).toEqual([]);
    });

    test("pages look as their author expects", () => {
      for (const [path, pieces] of Object.entries(shows))
        for (const piece of pieces) expect(site.html.get(path)).toContain(piece);
    });

    test("what is not understood is counted and named", () => {
      expect(
        site.warnings.filter((warning) => !warning.startsWith("There is no facts.yaml")),
      ).toEqual(
        told.map((line) =>
          typeof line === "string" ? line : (expect.stringMatching(line) as string),
        ),
      );
    });

    test("nothing private is published", () => {
      const traces = [...site.files.keys()].filter((path) => secret?.test(site.text(path)));
      expect(traces).toEqual([]);
    });
  },
);
