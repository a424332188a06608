import { describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { abridge, exampleOf, sketch } from "../../build/documents/examples.ts";
import { folderOf } from "../build/folder.ts";
import { type BuiltSite, buildSite, sampleSite } from "../build/site.ts";

const sample = await sampleSite();
/** A site of two pages, of which one shows the examples as well. */
const small = await buildSite({
  input: folderOf({
    "index.md": "# Home\n\nWords.\n",
    "more.md": "# More\n\n<!-- insert: api -->\n",
  }),
});

/** The examples of documents on a page that shows them, with their JSON as it is printed. */
function shownOn(site: BuiltSite, twin: string): { id: string; printed: string; value: unknown }[] {
  const [, documents = ""] = site.text(twin).split(/\n## (?:Documents|Guestbook)\n/);
  const sections = documents.split(/\n(?=### )/).slice(1);
  return sections.map((section) => {
    const [, path = "", printed = ""] =
      /`GET` `([^`]+)`[^]*```json\n([^]*?)\n```/.exec(section) ?? [];
    const { id } = catalogue.find((document) => document.path === path) ?? {
      id: `none at ${path}`,
    };
    return { id, printed, value: JSON.parse(printed) as unknown };
  });
}

/** Where each document's example is taken from: the published file. */
const publishedAt = (id: string) =>
  id === "schemas"
    ? "/api/schemas/entry.json"
    : (catalogue.find((document) => document.id === id)?.path ?? "");

/**
 * Where an example is not simply a part of the document: texts and lists may be cut, if an ellipsis
 * says so.
 */
function differences(example: unknown, real: unknown, at = ""): [at: string, example: unknown][] {
  if (example === "…" || example === real) return [];
  if (
    typeof example === "object" &&
    example !== null &&
    typeof real === "object" &&
    real !== null
  ) {
    const isShort =
      Array.isArray(example) &&
      !example.includes("…") &&
      example.length < (real as unknown[]).length;
    const inside = Object.entries(example).flatMap(([key, item]) =>
      differences(
        item,
        (real as Record<string, unknown>)[key],
        `${at}/${/^\d+$/.test(key) ? "*" : key}`,
      ),
    );
    return isShort ? [[at, example], ...inside] : inside;
  }
  const isCut =
    typeof example === "string" &&
    example.endsWith(" …") &&
    String(real).startsWith(example.slice(0, -2));
  return isCut ? [] : [[at, example]];
}

// Each kind of placeholder, which nobody could take for something real.
const version = expect.stringMatching(/^\d{4}-\d\d-\d\d-0{12}$/) as string;
const digest = "0".repeat(64);

/**
 * What follows from the page that shows the examples, and only that, by document; of a schema one
 * field is shown.
 */
const placeholders: Record<string, Record<string, unknown>> = {
  index: { "/version": version },
  corpus: { "/version": version, "/jsonl": `urn:example:corpus/${digest}.jsonl` },
  state: {
    "/version": version,
    "/digest": digest,
    "/documents/*/bytes": 0,
    "/documents/*/sha256": digest,
  },
  digests: { "/version": version },
  schemas: { "/required": ["id"] },
};

describe.each([
  ["the API page", sample, "/api.md"],
  ["the API page of a small site", small, "/api.md"],
  ["another page with examples", small, "/more.md"],
] as const)("the examples on %s", (_, site, twin) => {
  const examples = shownOn(site, twin);

  test("are of every JSON document of the API, and said to be shortened and to have placeholders", () => {
    expect(examples.map(({ id }) => id)).toEqual(
      catalogue.filter(({ group }) => group === "api").map(({ id }) => id),
    );
    expect(site.text(twin)).toMatch(
      /from the documents themselves, and shortened: `…`[^]*Zeros are placeholders, /,
    );
  });

  test.each(examples)(
    "of $id are the document itself but for placeholders, and show what was left out",
    (example) => {
      const { id, value, printed } = example;
      const published = site.json(publishedAt(id));
      expect(Object.fromEntries(differences(value, published))).toEqual(placeholders[id] ?? {});
      expect(printed.split("\n").length).toBeLessThanOrEqual(45);
      expect(printed).not.toMatch(/.{125}/);
    },
  );
});

test("every address on the API page is answered, or is another host's that is known not to be asked", () => {
  const { base_url, facts, pages, operations } = sample.model;
  const page = sample.text("/api.md");
  // Commands with variables of a shell, and templates, are no addresses; an ellipsis or a full stop
  // may follow one.
  const all = new Set(
    [...page.matchAll(/https?:\/\/[^\s"'`)\\<>,;]+/g)].map(([found]) => found.replace(/\.$/, "")),
  );
  const addresses = [...all].filter((address) => !/[${]/.test(address));
  const paths = new Set([
    ...sample.files.keys(),
    ...[...pages, ...operations].map(({ path }) => path),
  ]);
  const isAnswered = (address: string) => {
    const { pathname, hash } = new URL(address);
    // The guestbook's function adds ids to its page.
    const hasPart =
      hash === "" ||
      pathname === "/guestbook/" ||
      sample.html.get(pathname)?.includes(` id="${hash.slice(1)}"`);
    return address.startsWith(base_url) && paths.has(pathname) && hasPart;
  };
  const sampleOfEntry = "https://example.org/";
  const elsewhere = [
    facts.license.url,
    sampleOfEntry,
    "https://json-schema.org/draft/2020-12/schema",
  ];
  expect(addresses.filter((address) => !isAnswered(address)).sort()).toEqual(elsewhere.sort());
  expect(page).toContain("The entry in the examples below is a sample.");
  expect(page.indexOf(sampleOfEntry)).toBeGreaterThan(
    page.indexOf("Put your own words into the last one"),
  );
});

test("OpenAPI has the same examples, less shortened", () => {
  type Answer = { description: string; content: Record<string, { example?: unknown }> };
  const { paths } = sample.json<{
    paths: Record<string, { get: { responses: Record<string, Answer> } }>;
  }>("/api/openapi.json");
  for (const { id, value } of shownOn(sample, "/api.md")) {
    const document = catalogue.find((candidate) => candidate.id === id);
    if (document?.kind !== "json" || !document.schema) continue;
    const answer = paths[document.path]?.get.responses["200"];
    expect([id, differences(value, Object.values(answer?.content ?? {})[0]?.example)]).toEqual([
      id,
      [],
    ]);
    expect(answer?.description).toMatch(/The example is the document itself, shortened/);
  }
});

test("an example depends on nothing that the page with the examples says", () => {
  const { model } = sample;
  const changed = { sha256: "b".repeat(64), words: 7, text: "x", record: Buffer.from("{}\n") };
  const other = {
    ...model,
    version: "2026-11-20-aaaaaaaaaaaa",
    digest: "a".repeat(64),
    counts: { ...model.counts, words: 1 },
    pages: model.pages.map((page) => (page.type === "api" ? { ...page, ...changed } : page)),
  };
  for (const document of catalogue)
    if (document.group === "api" && document.kind === "json")
      expect(exampleOf(document, other)).toEqual(exampleOf(document, model));
});

test.each<[what: string, cut: unknown, expected: unknown]>([
  [
    "objects in an object",
    sketch({ license: { id: "CC0-1.0" }, none: [] }),
    { license: "…", none: [] },
  ],
  [
    "all but the first item",
    sketch([{ tags: ["a", "b"], parts: { a: [1] } }, 2]),
    [{ tags: ["a", "…"], parts: "…" }, "…"],
  ],
  ["the end of a text, between words", sketch("word ".repeat(40)), `${"word ".repeat(9)}…`],
  [
    "in OpenAPI more of a text",
    abridge(`${"word ".repeat(30)}${"x".repeat(99)}`, undefined),
    `${"word ".repeat(30)}…`,
  ],
  [
    "no address",
    abridge(`https://a.example/${"x".repeat(200)}`, undefined),
    `https://a.example/${"x".repeat(200)}`,
  ],
])("what is cut off: %s", (_, cut, expected) => {
  expect(cut).toEqual(expected);
});
