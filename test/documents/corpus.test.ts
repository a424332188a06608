import { describe, expect, test } from "vitest";
import { CorpusRecord } from "../../build/content/twin.ts";
import { corpusLines } from "../../build/documents/corpus.ts";
import { pageTypes } from "../../build/schemas/fields.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";

type Described = Record<string, { description: string; type?: string; anyOf?: { type: string }[] }>;
interface Schema {
  properties: { documents: { items: { properties: Described } } };
}
interface Croissant {
  distribution: { encodingFormat: string }[];
  recordSet: { field: { name: string; description: string; dataType: string }[] }[];
}

/** A page of each type, dated and undated. */
const every = await buildSite({
  input: folderOf({
    "index.md": "# Home\n",
    "plain.md": "# Plain\n",
    "notes/one.md": "---\ntype: note\ndate: 2026-01-01\n---\n\n# One\n",
    "realms/hall.md": "---\ntype: realm\nstatus: open\n---\n\n# Hall\n",
  }),
});
const sample = await sampleSite();
const fieldsOf = (site: typeof every) => site.json<Croissant>("/corpus/croissant.json").recordSet[0]?.field ?? [];
const columnsOf = (site: typeof every) =>
  site.json<Schema>("/api/schemas/corpus.json").properties.documents.items.properties;

describe("records, schema and Croissant name the same types of page", () => {
  const types = new Set(every.json<{ pages: { type: string }[] }>("/api/site.json").pages.map(({ type }) => type));
  const named = (text = "") => [...text.matchAll(/\b[a-z]+(?=,| or|\.)|(?<= or )[a-z]+/g)].map(([word]) => word);

  test("which are all there are", () => {
    expect([...types].sort()).toEqual([...pageTypes].sort());
    const croissant = fieldsOf(every).find(({ name }) => name === "type")?.description;
    expect(named(columnsOf(every)["type"]?.description).sort()).toEqual([...types].sort());
    expect(croissant).toBe(columnsOf(every)["type"]?.description);
  });

  test("and so does the list of pages in site.json", () => {
    const schema = every.json<{ properties: { pages: { items: { properties: Described } } } }>(
      "/api/schemas/site.json",
    );
    expect(schema.properties.pages.items.properties["type"]).toEqual(columnsOf(every)["type"]);
  });
});

test("the JSON Lines file has one media type wherever one is named", () => {
  const { media_type, path } = corpusLines;
  const index = sample.json<{ formats: { path: string; media_type: string }[] }>("/api/index.json");
  const openapi = sample.json<{
    paths: Record<string, { get: { responses: Record<string, { content: Record<string, unknown> }> } }>;
  }>("/api/openapi.json");
  const manifest = sample.json<{ documents: { id: string; media_type: string }[] }>("/ai-manifest.json");
  expect(index.formats.find((format) => format.path === path)?.media_type).toBe(media_type);
  expect(Object.keys(openapi.paths[path]?.get.responses["200"]?.content ?? {})).toEqual([media_type]);
  expect(manifest.documents.find(({ id }) => id === corpusLines.id)?.media_type).toBe(media_type);
  expect(sample.json<Croissant>("/corpus/croissant.json").distribution[0]?.encodingFormat).toBe(media_type);
  expect(sample.text("/_headers")).toContain(`/corpus/*.jsonl\n  Content-Type: ${media_type}\n`);
  expect(sample.html.get("/corpus/")).toContain(`.jsonl","encodingFormat":"${media_type}"`);
  const others = [...sample.files.keys()].filter((file) =>
    /application\/(x-)?(nd|ld)?jsonl?\b|x-ndjson/.test(sample.text(file).replaceAll("application/json", "")),
  );
  expect(others).toEqual([]);
});

describe("a column may be null everywhere", () => {
  const optional = Object.entries(columnsOf(sample)).filter(([, { anyOf }]) =>
    anyOf?.some(({ type }) => type === "null"),
  );
  const records = every.json<{ documents: Record<string, unknown>[] }>("/api/corpus.json").documents;

  test("as one is where no page ever changed", () => {
    expect(Object.keys(CorpusRecord.properties).some((name) => records.every((record) => record[name] === null))).toBe(
      true,
    );
  });

  test.each(optional)("%s has a type that loaders can be told, and is said to", (name, { anyOf, description }) => {
    expect(anyOf?.map(({ type }) => type)).toEqual(["string", "null"]);
    expect(description).toMatch(/may be/);
    expect(fieldsOf(sample).find((field) => field.name === name)).toMatchObject({
      dataType: "sc:DateTime",
      description,
    });
    expect(sample.text("/corpus.md")).toContain(`has \`null\` in \`${name}\``);
  });

  test("and no other column ever is", () => {
    const always = Object.keys(columnsOf(sample)).filter((name) => !optional.some(([other]) => other === name));
    for (const site of [every, sample])
      for (const record of site.json<{ documents: Record<string, unknown>[] }>("/api/corpus.json").documents)
        expect(always.filter((name) => record[name] === null || record[name] === undefined)).toEqual([]);
  });

  test("what the page about the corpus tells a loader names every column once", () => {
    const code = /text = \[([^\]]*)\][^]*?columns \|= \{([^}]*)\}/.exec(sample.text("/corpus.md"));
    const named = [...`${code?.[1]}`.matchAll(/"(\w+)"/g), ...`${code?.[2]}`.matchAll(/"(\w+)":/g)].map(
      ([, name]) => name,
    );
    expect(named.sort()).toEqual(Object.keys(CorpusRecord.properties).sort());
  });
});
