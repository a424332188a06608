import { parsed, textOf } from "../answer.ts";
import { type Check, each, type Finding, fault, unless } from "../finding.ts";
import { listAt, textAt } from "../json.ts";
import { type Endpoint, evenly, type Site } from "../site.ts";
import { fixedDocuments, missingApi } from "./documents.ts";

/** Whether every JSON document follows the schema that the site publishes for it. */
export const schemas: Check = {
  id: "schemas",
  title: "Every JSON document follows its published schema",
  part: "contract",
  async run(site) {
    const described = site.endpoints.filter(({ method, schema }) => method === "GET" && schema !== null);
    const documents = await each(await withFiles(site, described), async ({ path, schema, id }) => {
      const answer = await site.get(path);
      const value = parsed(answer);
      const named = textAt(value, "$schema");
      return [
        ...(id === "guestbook"
          ? []
          : unless(named === schema, path, `names ${named || "no"} \`$schema\`; the index says ${schema}`)),
        ...(await follows(site, path, schema as string, textOf(answer.bytes))),
      ];
    });
    const required = fixedDocuments(site).filter(
      ({ path, schema, id }) => path.startsWith("/api/") && schema === null && id !== "openapi",
    );
    const [missing] = missingApi as [string];
    return [
      ...documents,
      ...required.map(({ path }) => fault(path, "has no schema in the index")),
      ...(await each(schemaPaths(site), (path) => identifies(site, path))),
      ...(await each([missing], async (path) =>
        follows(site, path, `${site.base_url}/api/schemas/problem.json`, textOf((await site.get(path)).bytes)),
      )),
    ];
  },
};

/** Endpoints with a few of its files in place of each family. */
async function withFiles(site: Site, endpoints: readonly Endpoint[]): Promise<Endpoint[]> {
  const lists = endpoints.map(async (endpoint) =>
    endpoint.path.includes("{")
      ? evenly(await searchFiles(site, endpoint.path), fewFiles).map((path) => ({ ...endpoint, path }))
      : [endpoint],
  );
  return (await Promise.all(lists)).flat();
}

/** Files of a family that are read. */
const fewFiles = 3;

/** The files of a family of the search index, which are the only JSON families with a schema; of others none. */
export async function searchFiles(site: Site, pattern: string): Promise<string[]> {
  const key = { "/search/words/{name}.json": "word_files", "/search/pages/{name}.json": "page_files" }[pattern];
  if (key === undefined) return [];
  return listAt(await site.document("search_index"), key).map((name) => pattern.replace("{name}", String(name)));
}

/** Validates JSON text against a schema of the site; one at another origin is a fault and is not requested. */
export async function follows(site: Site, where: string, schema: string, text: string): Promise<Finding[]> {
  const path = site.local(schema);
  if (path === null) return [fault(where, `has its schema at ${schema}, on another origin, which is not asked`)];
  const answer = await site.get(path);
  parsed(answer);
  const wrong = await site.sandbox.examine({ kind: "validate", schema: textOf(answer.bytes), document: text });
  return wrong.map((what) => fault(where, what));
}

/** The schemas the index lists, and those its endpoints name. */
export function schemaPaths({ index, endpoints, local }: Site): string[] {
  const listed = listAt(index, "schemas").filter((url) => typeof url === "string");
  const named = endpoints.flatMap(({ schema }) => (schema === null ? [] : [schema]));
  return [...new Set([...listed, ...named].flatMap((url) => local(url) ?? []))];
}

async function identifies(site: Site, path: string): Promise<Finding[]> {
  const schema = await site.json(path);
  return [
    ...unless(
      textAt(schema, "$id") === site.base_url + path,
      path,
      `has the \`$id\` ${textAt(schema, "$id") || "(none)"}, and stands at ${site.base_url}${path}`,
    ),
    ...unless(
      textAt(schema, "$schema") === "https://json-schema.org/draft/2020-12/schema",
      path,
      "does not say that it is JSON Schema 2020-12",
    ),
  ];
}
