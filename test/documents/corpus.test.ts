import { describe, expect, test } from "vitest";
import { CorpusRecord } from "../../build/content/twin.ts";
import { corpusLines } from "../../build/documents/corpus.ts";
import { pageTypes } from "../../build/schemas/fields.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite, sampleSite } from "../build/site.ts";

type Columns = Record<string, { description: string; anyOf?: { type: string }[] }>;
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
const schemaOf = (name: string, list: string) =>
  sample.json<{ properties: Record<string, { items: { properties: Columns } }> }>(
    `/api/schemas/${name}.json`,
  ).properties[list]?.items.properties as Columns;
const columns = schemaOf("corpus", "documents");

test("corpus and site.json name every type of page that there is", () => {
  const types = every
    .json<{ pages: { type: string }[] }>("/api/site.json")
    .pages.map(({ type }) => type);
  expect([...new Set(types)].sort()).toEqual([...pageTypes].sort());
  for (const type of types)
    expect(columns["type"]?.description).toMatch(new RegExp(`\\b${type}\\b`));
  expect(schemaOf("site", "pages")["type"]).toEqual(columns["type"]);
});

test("the JSON Lines file has one media type in those documents, too, that are not made from the catalogue", () => {
  const { media_type, id } = corpusLines;
  const manifest = sample.json<{ documents: { id: string; media_type: string }[] }>(
    "/ai-manifest.json",
  );
  expect(manifest.documents.find((document) => document.id === id)?.media_type).toBe(media_type);
  expect(sample.html.get("/corpus/")).toContain(`.jsonl","encodingFormat":"${media_type}"`);
});

test("a record is one line for every reader, whatever ends a line elsewhere, and means the same", async () => {
  const text = "next\u0085line\u2028and\u2029paragraph\u000b.";
  const site = await buildSite({
    input: folderOf({ "index.md": `# Home\n\n${text}\n\n\`\`\`\n${text}\n\`\`\`\n` }),
  });
  const path = [...site.files.keys()].find((path) => path.endsWith(".jsonl")) ?? "";
  const lines = site.text(path).split(/\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/);
  expect(lines).toHaveLength(2);
  const [record] = site.json<{ documents: { text: string }[] }>("/api/corpus.json").documents;
  expect(JSON.parse(lines[0] ?? "")).toEqual(record);
  expect(record?.text).toContain(text);
});

describe("a column may be null everywhere, as one is where no page ever changed", () => {
  const optional = Object.entries(columns).filter(([, { anyOf }]) =>
    anyOf?.some(({ type }) => type === "null"),
  );

  test.each(optional)(
    "%s has a type that loaders can be told, and is said to",
    (name, { anyOf, description }) => {
      expect(anyOf?.map(({ type }) => type)).toEqual(["string", "null"]);
      expect(description).toMatch(/may be/);
      expect(sample.text("/corpus.md")).toContain(`has \`null\` in \`${name}\``);
    },
  );

  test("and no other column ever is", () => {
    const always = Object.keys(columns).filter(
      (name) => !optional.some(([other]) => other === name),
    );
    for (const site of [every, sample])
      for (const record of site.json<{ documents: Record<string, unknown>[] }>("/api/corpus.json")
        .documents)
        expect(
          always.filter((name) => record[name] === null || record[name] === undefined),
        ).toEqual([]);
  });

  test("what the page about the corpus tells a loader names every column once", () => {
    const code = /text = \[([^\]]*)\][^]*?columns \|= \{([^}]*)\}/.exec(sample.text("/corpus.md"));
    const named = [...`${code?.[1]}`.matchAll(/"(\w+)"/g), ...`${code?.[2]}`.matchAll(/"(\w+)":/g)];
    expect(named.map(([, name]) => name).sort()).toEqual(
      Object.keys(CorpusRecord.properties).sort(),
    );
  });
});
