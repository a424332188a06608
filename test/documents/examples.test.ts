import { describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { abridge, exampleOf, fitted, printExample } from "../../build/documents/examples.ts";
import { guestbookOperations } from "../../build/model/operations.ts";
import { folderOf } from "../build/folder.ts";
import { type BuiltSite, buildSite, sampleSite } from "../build/site.ts";

const sample = await sampleSite();
/** A site of two pages, of which one shows the examples as well. */
const small = await buildSite({
  input: folderOf({ "index.md": "# Home\n\nWords.\n", "more.md": "# More\n\n<!-- insert: api -->\n" }),
});

interface Shown {
  id: string;
  /** The JSON block as it is on the page. */
  printed: string;
  value: unknown;
}

/** An ellipsis where something was left out, with the comma before it. */
const ellipsis = /,?\s*…(?=\s*[\]}])/g;

/** The examples of documents on a page that shows them. An ellipsis is no JSON, nor is the comma before it. */
function shownOn(site: BuiltSite, twin: string): Shown[] {
  const sections =
    site
      .text(twin)
      .split("\n## Guestbook")[0]
      ?.split("\n## Documents")[1]
      ?.split(/\n(?=### )/)
      .slice(1) ?? [];
  return sections.map((section) => {
    const path = /`GET` \[?`([^`]+)`/.exec(section)?.[1];
    const printed = /```json\n([^]*?)\n```/.exec(section)?.[1] ?? "";
    const id = catalogue.find((document) => document.path === path)?.id ?? `none at ${path}`;
    return { id, printed, value: JSON.parse(printed.replace(ellipsis, "")) as unknown };
  });
}

/** Where each document's example is taken from: the published file. */
const publishedAt = (id: string) =>
  id === "schemas" ? "/api/schemas/entry.json" : (catalogue.find((document) => document.id === id)?.path ?? "");

interface Difference {
  at: string;
  example: unknown;
}

/** Where an example is not simply a part of the document, texts that are visibly cut being parts. */
function differences(example: unknown, real: unknown, at = ""): Difference[] {
  if (typeof example === "object" && example !== null && typeof real === "object" && real !== null)
    return Object.entries(example).flatMap(([key, item]) =>
      differences(item, (real as Record<string, unknown>)[key], `${at}/${/^\d+$/.test(key) ? "*" : key}`),
    );
  if (example === real) return [];
  const isCut = typeof example === "string" && example.endsWith(" …") && String(real).startsWith(example.slice(0, -2));
  return isCut ? [] : [{ at, example }];
}

/** What follows from the page that shows the examples, and only that, by document. */
const placeholders: Record<string, Record<string, unknown>> = {
  index: { "/version": "version" },
  corpus: { "/version": "version", "/jsonl": "address", "/counts/words": "number" },
  state: {
    "/version": "version",
    "/digest": "digest",
    "/counts/words": "number",
    "/documents/*/bytes": "number",
    "/documents/*/sha256": "digest",
  },
  digests: { "/version": "version" },
};

/** Each kind of placeholder, which nobody could take for something real. */
function kindOf(value: unknown): string {
  if (value === 0) return "number";
  if (/^0{64}$/.test(String(value))) return "digest";
  if (/^\d{4}-\d\d-\d\d-0{12}$/.test(String(value))) return "version";
  return /^urn:example:corpus\/0{64}\.jsonl$/.test(String(value))
    ? "address"
    : `a wrong value: ${JSON.stringify(value)}`;
}

describe.each([
  ["the API page", sample, "/api.md"],
  ["the API page of a small house", small, "/api.md"],
  ["another page with examples", small, "/more.md"],
] as const)("the examples on %s", (_, site, twin) => {
  const examples = shownOn(site, twin);

  test("are of every JSON document of the API", () => {
    expect(examples.map(({ id }) => id)).toEqual(catalogue.filter(({ group }) => group === "api").map(({ id }) => id));
  });

  test.each(examples)("of $id are the document itself, but for what follows from the page", ({ id, value }) => {
    const found = differences(value, site.json(publishedAt(id)));
    expect(Object.fromEntries(found.map(({ at, example }) => [at, kindOf(example)]))).toEqual(placeholders[id] ?? {});
  });

  test.each(examples)("of $id show where something was left out", ({ id, printed, value }) => {
    const real = site.json(publishedAt(id));
    expect([id, printed.match(ellipsis)?.length ?? 0]).toEqual([id, leftOutOf(value, real)]);
  });

  test.each(examples)("of $id have at most 24 lines, and no line is very long", ({ printed }) => {
    expect(printed.split("\n").length).toBeLessThanOrEqual(24);
    expect(Math.max(...printed.split("\n").map((line) => line.length))).toBeLessThan(120);
  });

  test("are said to be shortened, and the placeholders to be placeholders", () => {
    expect(site.text(twin)).toMatch(/The examples are made from the documents themselves, and shortened: `…`/);
    expect(site.text(twin)).toContain("Zeros are placeholders, ");
  });
});

/** In how many places an example has fewer items or members than the document. */
function leftOutOf(example: unknown, real: unknown): number {
  if (typeof example !== "object" || example === null || typeof real !== "object" || real === null) return 0;
  const deeper = Object.entries(example).map(([key, item]) => leftOutOf(item, (real as Record<string, unknown>)[key]));
  const here = Object.keys(real).length > Object.keys(example).length ? 1 : 0;
  return here + deeper.reduce((sum, count) => sum + count, 0);
}

describe("every address on the API page", () => {
  const { base_url, facts, pages } = sample.model;
  const page = sample.text("/api.md");
  // Commands with variables of a shell, and templates, are no addresses; an ellipsis or a full stop may follow one.
  const addresses = [
    ...new Set([...page.matchAll(/https?:\/\/[^\s"'`)\\<>,;]+/g)].map(([found]) => found.replace(/\.$/, ""))),
  ].filter((address) => !/[${]/.test(address));
  const own = addresses.filter((address) => address.startsWith(base_url));
  const paths = new Set([
    ...sample.files.keys(),
    ...pages.map(({ path }) => path),
    ...guestbookOperations(base_url).map(({ path }) => path),
  ]);
  /** Ids of a page that the guestbook's function adds. */
  const answered = "/guestbook/";

  test.each(own.map((address) => address.slice(base_url.length) || "/"))("%s works", (address) => {
    const { pathname, hash } = new URL(address, base_url);
    expect([pathname, paths.has(pathname)]).toEqual([pathname, true]);
    if (hash !== "" && pathname !== answered) expect(sample.html.get(pathname)).toContain(` id="${hash.slice(1)}"`);
  });

  test("of another host is the license's, the schemas' or of a domain reserved for examples, in a sample", () => {
    const others = addresses.filter((address) => !own.includes(address)).sort();
    expect(others).toEqual(
      [
        facts.license.url,
        "https://example.org/", // the sample of an entry
        "https://json-schema.org/draft/2020-12/schema",
      ].sort(),
    );
    expect(page).toContain("The entry in the examples below is a sample.");
    expect(page.indexOf("https://example.org/")).toBeGreaterThan(page.indexOf("Put your own words into the last one"));
  });
});

test("OpenAPI has the same examples, less shortened", () => {
  const { paths } = sample.json<{
    paths: Record<
      string,
      { get: { responses: Record<string, { description: string; content: Record<string, { example?: unknown }> }> } }
    >;
  }>("/api/openapi.json");
  for (const { id, value } of shownOn(sample, "/api.md")) {
    const document = catalogue.find((candidate) => candidate.id === id);
    if (document?.kind !== "json" || !document.schema) continue;
    const answer = paths[document.path]?.get.responses["200"];
    expect([id, differences(value, Object.values(answer?.content ?? {})[0]?.example)]).toEqual([id, []]);
    expect(answer?.description).toMatch(/The example is the document itself, shortened/);
  }
});

test("an example depends on nothing that the page with the examples says", () => {
  const { model } = sample;
  const other = {
    ...model,
    version: "2026-11-20-aaaaaaaaaaaa",
    digest: "a".repeat(64),
    counts: { ...model.counts, words: 1 },
    pages: model.pages.map((page) =>
      page.type === "api"
        ? { ...page, sha256: "b".repeat(64), words: 7, text: "x", record: Buffer.from("{}\n") }
        : page,
    ),
  };
  for (const document of catalogue)
    if (document.group === "api" && document.kind === "json")
      expect(exampleOf(document, other)).toEqual(exampleOf(document, model));
});

describe("fitting into few lines", () => {
  const item = { id: "first", title: "A title", url: "https://house.example/first/", text: "word ".repeat(40) };
  const many = {
    name: "x",
    license: { id: "CC0-1.0", name: "n".repeat(60) },
    tags: ["a".repeat(60)],
    items: [item, item],
  };

  test.each([3, 6, 9, 12, 16, 40])("%d lines are not exceeded", (lines) => {
    expect(printExample(fitted(many, lines)).split("\n").length).toBeLessThanOrEqual(lines);
  });

  test("the list with the richest items is filled first, and what was emptied says so", () => {
    expect(printExample(fitted(many, 14))).toBe(
      '{\n  "name": "x",\n  "license": { … },\n  "tags": [ … ],\n  "items": [\n    {\n      "id": "first",\n' +
        '      "title": "A title",\n      "url": "https://house.example/first/",\n' +
        '      "text": "word word word word word word word word word …"\n    },\n    …\n  ]\n}',
    );
  });

  test("what fits is whole, but for long texts", () => {
    expect(fitted(item, 24)).toEqual({ ...item, text: "word word word word word word word word word …" });
  });
});

describe("printing", () => {
  test.each<[unknown, string]>([
    [[1, 2], "[ 1, … ]"],
    [[1], "[ 1 ]"],
    [{ a: [], b: {}, c: undefined }, '{ "a": [], "b": {} }'],
    [["x".repeat(60), 2], `[\n  "${"x".repeat(60)}",\n  …\n]`],
    [
      { a: ["x".repeat(50), { b: null }], c: { d: 1 } },
      `{\n  "a": [\n    "${"x".repeat(50)}",\n    …\n  ],\n  "c": { "d": 1 }\n}`,
    ],
  ])("%j", (value, printed) => {
    expect(printExample(abridge(value, undefined))).toBe(printed);
  });

  test("a long address is not cut, a long text is cut between words", () => {
    const address = `https://openhouse.example/${"x".repeat(200)}`;
    expect(abridge(address, undefined)).toBe(address);
    expect(abridge(`${"word ".repeat(30)}${address}`, undefined)).toBe(`${"word ".repeat(30).trim()} …`);
  });
});
