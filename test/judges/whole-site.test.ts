import createParser from "markdown-it";
import { expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { publishedSchemas } from "../../build/documents/schemas.ts";
import { dateInWords } from "../../build/lib/dates.ts";
import { schemaPath } from "../../build/schemas/fields.ts";
import { sampleSite } from "../build/site.ts";
import { elementsOf } from "./judge/markup.ts";

// What is said of all pages or documents together, besides the checks of verify.

const site = await sampleSite();
const { pages, corpus, base_url, catalogue } = site.model;

test("every page can be reached from the home page by links alone", () => {
  const seen = new Set(["/"]);
  for (const path of seen) {
    for (const [, address = ""] of (site.html.get(path) ?? "").matchAll(/<a [^>]*href="([^"#]*)/g)) {
      const target = new URL(address, base_url + path).pathname;
      if (site.html.has(target)) seen.add(target);
    }
  }
  expect(pages.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([]);
});

/** Where links and images lead, in their order, without links of a page to its own parts. */
function addressesIn(html: string, url: string): string[] {
  return elementsOf(html)
    .flatMap(({ attributes }) => attributes["href"] ?? attributes["src"] ?? [])
    .map((address) => new URL(address, url).href)
    .filter((address) => !address.startsWith(`${url}#`));
}

test.each(pages.map((page) => [page.path, page] as const))("%s leads where its Markdown leads", (_, page) => {
  const markdown = createParser({ html: true, linkify: true });
  markdown.linkify.set({ fuzzyLink: false });
  const twin = addressesIn(markdown.render(markdownOf(page).toString()), "https://elsewhere.example/copy.md");
  expect(new Set(addressesIn(page.html, page.url))).toEqual(new Set(twin));
});

test("llms-full.txt holds the Markdown of every page that was written, in order", () => {
  const parts = site.text("/llms-full.txt").split(/\n---\n\n(?=---\n)/);
  expect(parts.map((part) => part.replace(/^---\n[\s\S]*?\n---\n\n/, "").trimEnd())).toEqual(
    corpus.map((page) => markdownOf(page).toString().trimEnd()),
  );
});

test.each(publishedSchemas({ catalogue }).map(([id]) => id))("every field of the schema %s is described", (id) => {
  const { properties } = site.json<{ properties: Record<string, { description?: string }> }>(schemaPath(id));
  expect(Object.keys(properties).filter((name) => !properties[name]?.description)).toEqual([]);
});

test.each(pages.map(({ path }) => path))("dates on %s have one form", (path) => {
  const elements = elementsOf(site.html.get(path) ?? "");
  const code = ["script", "pre", "code"];
  const shown = elements
    .find(({ name }) => name === "body")
    ?.text(({ name }) => (code.includes(name) ? "" : undefined));
  expect(/\d{4}-\d{2}-\d{2}|\d+[./]\d+[./]\d{2,4}/.exec(shown ?? "")).toBeNull();
  for (const time of elements.filter(({ name }) => name === "time")) {
    const date = time.attributes["datetime"] ?? "";
    const clock = date.length > 10 ? `, ${date.slice(11, 16)} UTC${date.slice(19).replace("Z", "")}` : "";
    expect(time.text()).toBe(dateInWords(date) + clock);
  }
});
