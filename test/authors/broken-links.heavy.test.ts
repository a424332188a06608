import { describe, expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { childrenOf, readXml } from "../judges/judge/xml.ts";
import { searchIn } from "../search/folder-search.ts";

const count = 10_000;

/** What is wrong on a page: one of four kinds on the first 6,500 pages, each with a name that is like many others. */
const faults = [
  (n: number) => `[gone](topic-${n + 1}x.md)`,
  (n: number) => `[elsewhere](/wiki/Topic:${n})`,
  (n: number) => `[a part](topic-${n}.md#none)`,
  (n: number) => `![A picture](picture-${n}.png)`,
];
const faulty = 6_500;

const files = Object.fromEntries([
  ["index.md", "# Manual\n"],
  ...Array.from({ length: count - 1 }, (_, n) => {
    const fault = n < faulty ? ` ${faults[n % faults.length]?.(n)}` : "";
    return [`part-${n % 50}/topic-${n}.md`, `# Topic ${n}\n\nSubject${n}. See [this](topic-${n}.md).${fault}\n`];
  }),
]) as Record<string, string>;

describe("ten thousand pages with 6,500 broken links", async () => {
  const site = await buildSite({ input: folderOf(files), lenient: true });
  const own = site.model.pages.filter(({ source }) => source !== null);

  test("are all published, and in the documents that list pages", () => {
    expect(own).toHaveLength(count);
    expect(own.filter(({ path }) => !site.html.get(path)?.endsWith("</html>\n"))).toEqual([]);
    const addresses = childrenOf(readXml(site.text("/sitemap.xml")), "url");
    expect(addresses.length).toBeGreaterThanOrEqual(count);
  });

  test("have each fault counted, with its file and line, and summed up by kind", () => {
    expect(site.tolerated).toHaveLength(faulty);
    const places = new Set(site.tolerated.map(({ file, line }) => `${file}:${line}`));
    expect(places).toEqual(new Set(Array.from({ length: faulty }, (_, n) => `part-${n % 50}/topic-${n}.md:3`)));
    const summary = site.warnings.find((warning) => warning.startsWith("6500 tolerated (--lenient):")) ?? "";
    const counts = [...summary.matchAll(/^ {2}✗ (\d+) in (\d+) files?:/gm)].map(([, faults, files]) => [faults, files]);
    expect(counts).toEqual([
      ["3250", "3250"],
      ["1625", "1625"],
      ["1625", "1625"],
    ]);
    expect(summary).toContain("--faults=FILE");
  });

  test.each([0, 6_499, 9_998])("are found by their words: topic %i", async (n) => {
    expect((await searchIn(site, `subject${n}`)).paths).toEqual([`/part-${n % 50}/topic-${n}/`]);
  });
});
