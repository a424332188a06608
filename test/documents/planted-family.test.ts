import { expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import type { Document, DocumentFamily } from "../../build/model/site-model.ts";
import { documentSchema, Type } from "../../build/schemas/fields.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { factsFile } from "./facts.ts";

const planted: DocumentFamily = {
  id: "doors",
  path: "/api/doors/{door}.json",
  media_type: "application/json",
  title: "Doors",
  purpose: "One file for each door.",
  group: "api",
  named_in: "in a test",
  exampleName: () => "front",
  files: () =>
    ["front", "back"].map((door) => ({ path: `/api/doors/${door}.json`, content: "{}" })),
};
const schema = documentSchema("doors", "Door", "A door.", {
  colour: Type.String({ description: "Its colour.", examples: ["red"] }),
});

/** The site of a folder, with one more document in the catalogue. */
async function siteWith(document: Document) {
  const documents = catalogue as Document[];
  documents.push(document);
  try {
    return await buildSite({ input: folderOf({ "facts.yaml": factsFile() }) });
  } finally {
    documents.pop();
  }
}

test("a family of the group `api` is written, and described with where its names are and one of them", async () => {
  const site = await siteWith(planted);
  expect(site.text("/api/doors/back.json")).toBe("{}");
  const [, section = ""] = site.text("/api.md").split("\n### Doors\n");
  expect(section).toMatch(
    /^\n`GET` `\/api\/doors\/\{door\}\.json`\n\nOne file for each door\.\n\nThe names are in a test\.\n\n```bash\ncurl \S+\/api\/doors\/front\.json\n```\n/,
  );
  expect(site.html.get("/api/")).toContain('<div class="inside" id="doors">');
  const { endpoints } = site.json<{ endpoints: { id: string }[] }>("/api/index.json");
  expect(endpoints.map(({ id }) => id)).toContain("doors");
});

test("one of which no file can be named shows no command, and its fields where it has a schema", async () => {
  const content = JSON.stringify({ $schema: "https://a.example/", colour: "blue" });
  const files = () => [{ path: "/api/doors/x.json", content }];
  const { exampleName: _, ...withoutExample } = planted;
  for (const family of [withoutExample, { ...planted, exampleName: () => undefined }]) {
    const site = await siteWith({ ...family, schema, files });
    const [, section = ""] = site.text("/api.md").split("\n### Doors\n");
    expect(section).toMatch(
      /\n\nThe names are in a test\.\n\n\[Its JSON Schema\]\(\S+\/api\/schemas\/doors\.json\)\n\n\| Field/,
    );
    expect(section).toContain('"colour": "red"');
  }
});
