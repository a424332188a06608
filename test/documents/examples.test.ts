import { describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { abridge, exampleOf, sketch } from "../../build/documents/examples.ts";
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

/** The examples of documents on a page that shows them. */
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
    return { id, printed, value: JSON.parse(printed) as unknown };
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
  if (example === "…") return [];
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
  corpus: { "/version": "version", "/jsonl": "address" },
  state: {
    "/version": "version",
    "/digest": "digest",
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

  test.each(examples)("of $id show where something was left out", ({ id, value }) => {
    expect([id, silentlyShort(value, site.json(publishedAt(id)))]).toEqual([id, silentShortcuts[id] ?? []]);
  });

  test.each(examples)("of $id have at most 45 lines, and no line is very long", ({ printed }) => {
    expect(printed.split("\n").length).toBeLessThanOrEqual(45);
    expect(Math.max(...printed.split("\n").map((line) => line.length))).toBeLessThan(125);
  });

  test("are said to be shortened, and the placeholders to be placeholders", () => {
    expect(site.text(twin)).toMatch(/The examples are made from the documents themselves, and shortened: `…`/);
    expect(site.text(twin)).toContain("Zeros are placeholders, ");
  });
});

/** Where an example is short without an ellipsis: of the schema of an entry one field is shown. */
const silentShortcuts: Record<string, string[]> = { schemas: ["/required"] };

/** Where an example's lists have fewer items than the document's, and no ellipsis says so. */
function silentlyShort(example: unknown, real: unknown, at = ""): string[] {
  if (typeof example !== "object" || example === null || typeof real !== "object" || real === null) return [];
  if (Array.isArray(example) && Array.isArray(real) && !example.includes("…") && example.length < real.length)
    return [at];
  return Object.entries(example).flatMap(([key, item]) =>
    silentlyShort(item, (real as Record<string, unknown>)[key], `${at}/${key}`),
  );
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

test("a list keeps its first item, an object in an object is an ellipsis, and a text is cut between words", () => {
  const item = { id: "first", tags: ["a", "b"], parts: [{ a: 1 }], text: "word ".repeat(40) };
  expect(sketch({ name: "x", license: { id: "CC0-1.0" }, items: [item, item, item], none: [] })).toEqual({
    name: "x",
    license: "…",
    items: [
      { id: "first", tags: ["a", "…"], parts: ["…"], text: "word word word word word word word word word …" },
      "…",
    ],
    none: [],
  });
});

test("a long address is not cut, a long text is cut between words", () => {
  const address = `https://openhouse.example/${"x".repeat(200)}`;
  expect(abridge(address, undefined)).toBe(address);
  expect(abridge(`${"word ".repeat(30)}${address}`, undefined)).toBe(`${"word ".repeat(30).trim()} …`);
});
