import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { publishedSchemas } from "../../build/documents/schemas.ts";
import { type Document, ownSchema } from "../../build/model/site-model.ts";
import { schemaPath } from "../../build/schemas/fields.ts";
import { sampleContent, sampleSite } from "./site.ts";

interface Endpoint {
  id: string;
  method: string;
  path: string;
  url: string;
  media_type: string;
  purpose: string;
  schema: string | null;
}

const site = await sampleSite();
const { base_url, operations } = site.model;
const index = site.json<{ endpoints: Endpoint[]; formats: Endpoint[] }>("/api/index.json");
const openapi = site.json<{
  paths: Record<
    string,
    Record<
      string,
      {
        description: string;
        parameters?: { description: string; example: string }[];
        responses: Record<string, { content: Record<string, unknown> }>;
      }
    >
  >;
  components: { schemas: object };
}>("/api/openapi.json");
const aiManifest = site.json<{
  documents: { url: string }[];
  operations: { url: string; method: string }[];
}>("/ai-manifest.json");
const state = site
  .json<{ documents: { path: string }[] }>("/api/state.json")
  .documents.map(({ path }) => path);
const apiPage = site.text("/api.md");
const sitemap = site.text("/sitemap.xml");
const llms = site.text("/llms.txt");
const headers = site.text("/_headers");

const published = catalogue.filter(({ group }) => group !== "internal");
const named = (documents: readonly Document[]) =>
  documents.map((document): [string, Document] => [document.path, document]);

test("no media type has a charset, which the header rules add, and one of text no other parameter either", () => {
  expect(
    catalogue
      .map(({ media_type }) => media_type)
      .filter((type) => /^text\/.*;|charset/i.test(type)),
  ).toEqual([]);
});

test("ids and paths are each the only one of their name", () => {
  for (const key of ["id", "path"] as const) {
    const values = [
      ...catalogue.map((document) => document[key]),
      ...(key === "id" ? operations.map(({ id }) => id) : []),
    ];
    expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([]);
  }
});

describe.each(named(published))("%s", (path, document) => {
  /** What this site is too small for is described on the API page only. */
  const isEmpty = "exampleName" in document && document.exampleName?.(site.model) === undefined;

  test("is in index.json, once, as what it is", () => {
    const list = document.group === "api" ? index.endpoints : index.formats;
    const schema = ownSchema(document) ? base_url + schemaPath(document.id) : null;
    expect(list.filter((entry) => entry.path === path)).toEqual(
      isEmpty
        ? []
        : [
            {
              id: document.id,
              method: "GET",
              path,
              url: base_url + path,
              media_type: document.media_type,
              purpose: document.purpose,
              schema,
            },
          ],
    );
  });

  test("is in the OpenAPI description with its media type", () => {
    const get = openapi.paths[path]?.["get"];
    if (isEmpty) return expect(get).toBeUndefined();
    expect([get?.description, Object.keys(get?.responses["200"]?.content ?? {})]).toEqual([
      document.purpose,
      [document.media_type.split(";")[0]],
    ]);
  });

  test("is on the API page: an endpoint with its own section, any other in the table of formats", () => {
    const row = apiPage
      .split("\n")
      .filter((line) => /^\| \[?`\//.test(line) && line.includes(`\`${path}\``));
    expect(row).toHaveLength(document.group === "api" ? 0 : 1);
    if (document.group === "api")
      expect(apiPage).toContain(`\n\n\`GET\` \`${path}\`\n\n${document.purpose}\n\n`);
    else
      expect(row[0]).toContain(
        ` | ${document.purpose} | \`${document.media_type.split(";")[0]}\` |`,
      );
  });

  test("is in ai-manifest.json", () => {
    expect(aiManifest.documents.filter(({ url }) => url === base_url + path)).toHaveLength(
      isEmpty ? 0 : 1,
    );
  });

  test("is in llms.txt if it is Markdown and has one address", () => {
    const readable = document.media_type === "text/markdown" && !path.includes("{");
    expect(llms.includes(`](${base_url}${path})`)).toBe(readable);
  });

  test("has its digest in state.json, which alone cannot hold its own", () => {
    expect(state.filter((other) => other === path)).toHaveLength(
      path === "/api/state.json" ? 0 : 1,
    );
  });

  test("has a header rule, or a family's rule says the same", () => {
    const family = published.find(
      (other) =>
        other.path === "/{page}.md" &&
        path.endsWith(".md") &&
        other.media_type === document.media_type,
    );
    if (family && family !== document) return;
    expect(headers).toContain(`\n${path.replace(/\{[^}]*\}/g, "*")}\n  Content-Type: `);
  });

  test("is written", () => {
    const pattern = new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]*\}/g, ".+")}$`);
    const files = [...site.files.keys()].filter((file) => pattern.test(file));
    expect(files.length > 0).toBe(!isEmpty);
  });
});

test("llms.txt leads to the page that describes every document, and names the list of them and the full text", () => {
  expect(llms).toContain(`${base_url}/llms-full.txt`);
  expect(llms).toContain(`](${base_url}/api.md)`);
  expect(llms).toContain(`${base_url}/api/index.json`);
});

test("internal documents are described nowhere", () => {
  const described = JSON.stringify([index, openapi.paths, aiManifest, state]) + llms;
  expect(
    catalogue
      .filter(({ group }) => group === "internal")
      .map(({ path }) => path)
      .filter((path) => described.includes(`${path}"`) || described.includes(`${path})`)),
  ).toEqual([]);
});

test.each(
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)("%s is described everywhere too", (_, { id, method, path, title, purpose, media_type }) => {
  expect(index.endpoints.find((entry) => entry.id === id)).toMatchObject({
    method,
    path,
    purpose,
    media_type,
  });
  expect(openapi.paths[path]?.[method.toLowerCase()]?.description).toBe(purpose);
  expect(aiManifest.operations).toContainEqual(
    expect.objectContaining({ method, url: base_url + path }),
  );
  expect(llms).toContain(`\`${method} ${base_url}${path}\`: ${title}.`);
  expect(apiPage).toContain(`\n\n\`${method}\` \`${path}\`\n\n${purpose}\n\n`);
});

test("what index.json and OpenAPI list is what the catalogue has, and nothing else", () => {
  const known = [...published.map(({ path }) => path), ...operations.map(({ path }) => path)];
  expect(
    [...index.endpoints, ...index.formats]
      .map(({ path }) => path)
      .filter((path) => !known.includes(path)),
  ).toEqual([]);
  expect(Object.keys(openapi.paths).filter((path) => !known.includes(path))).toEqual([]);
});

test("each schema is published at its id, and nothing else is", () => {
  const wanted = publishedSchemas({ catalogue })
    .map(([id]) => schemaPath(id))
    .sort();
  expect([...site.files.keys()].filter((path) => path.startsWith("/api/schemas/")).sort()).toEqual(
    wanted,
  );
  for (const path of wanted) expect(site.json<{ $id: string }>(path).$id).toBe(base_url + path);
});

test("OpenAPI calls the guestbook's shapes as the specification does", () => {
  const { get, post } = (openapi.paths["/api/guestbook"] ?? {}) as Record<string, unknown>;
  const name = (shape: string) => ({ schema: { $ref: `#/components/schemas/${shape}` } });
  expect(Object.keys(openapi.components.schemas)).toEqual(
    expect.arrayContaining(["GuestbookEntryInput", "GuestbookList"]),
  );
  expect(post).toMatchObject({
    requestBody: { content: { "application/json": name("GuestbookEntryInput") } },
  });
  expect(get).toMatchObject({
    responses: { "200": { content: { "application/json": name("GuestbookList") } } },
  });
});

test("the sitemap names pages; documents are found through the index", () => {
  expect(
    published.filter(({ path }) => sitemap.includes(`${path}</loc>`)).map(({ path }) => path),
  ).toEqual([]);
  expect(site.model.pages.filter(({ url }) => !sitemap.includes(`<loc>${url}</loc>`))).toEqual([]);
});

test("nothing is written that neither the catalogue, a page nor the content folder accounts for", () => {
  const patterns = catalogue.map(
    ({ path }) => new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]*\}/g, ".+")}$`),
  );
  const strays = [...site.files.keys()].filter(
    (path) =>
      !path.endsWith("/index.html") &&
      !path.startsWith("/assets/") &&
      !existsSync(sampleContent + path) &&
      !patterns.some((pattern) => pattern.test(path)),
  );
  expect(strays).toEqual([]);
});

const families = published.filter((document) => "files" in document);

test.each(
  families
    .filter(({ path }) => path in openapi.paths)
    .map((document) => [document.path, document] as const),
)(
  "OpenAPI says of the name in %s where it is found, and gives one that there is, unless they are digests",
  (path, { named_in }) => {
    const [parameter] = openapi.paths[path]?.["get"]?.parameters ?? [];
    expect(parameter?.description).toContain(named_in);
    expect(parameter?.description).toMatch(/%2F.*404/);
    const [place = ""] = /\/[\w./-]+\w/.exec(named_in) ?? [];
    expect(site.files.has(place)).toBe(true);
    const example = parameter?.example;
    if (example === undefined) return expect(named_in).toMatch(/`jsonl`|_files`/);
    const file = path.replace(/\{[^}]+\}/, example);
    expect([...site.files.keys()]).toContain(file);
    expect(site.text(place)).toContain(file === "/index.md" ? file : example);
  },
);
