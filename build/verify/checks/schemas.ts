import { parsed, textOf } from "../client.ts";
import { type Check, each, type Finding, fault, unless } from "../finding.ts";
import type { House } from "../house.ts";
import { listAt, textAt } from "../json.ts";
import { fixedDocuments, missingApi } from "./documents.ts";

/** Every JSON document follows the schema that the site publishes for it. */
export const schemas: Check = {
  id: "schemas",
  title: "Every JSON document follows its published schema",
  part: "contract",
  async run(house) {
    const described = house.endpoints.filter(({ method, schema }) => method === "GET" && schema !== null);
    const documents = await each(
      described,
      ({ path }) => path,
      async ({ path, schema, id }) => {
        const answer = await house.get(path);
        const value = parsed(answer);
        const named = textAt(value, "$schema");
        return [
          ...(id === "guestbook"
            ? []
            : unless(named === schema, path, `names ${named || "no"} \`$schema\`; the index says ${schema}`)),
          ...(await follows(house, path, schema as string, textOf(answer.bytes))),
        ];
      },
    );
    const required = fixedDocuments(house).filter(
      ({ path, schema, id }) => path.startsWith("/api/") && schema === null && id !== "openapi",
    );
    const [missing] = missingApi as [string];
    return [
      ...documents,
      ...required.map(({ path }) => fault(path, "has no schema in the index")),
      ...(await each(
        schemaPaths(house),
        (path) => path,
        (path) => identifies(house, path),
      )),
      ...(await each(
        [missing],
        (path) => path,
        async (path) =>
          follows(house, path, `${house.base_url}/api/schemas/problem.json`, textOf((await house.get(path)).bytes)),
      )),
    ];
  },
};

/** Validates JSON text against a schema of the site's own; one that stands elsewhere is not fetched. */
export async function follows(house: House, where: string, schema: string, text: string): Promise<Finding[]> {
  const path = house.local(schema);
  if (path === null) return [fault(where, `has its schema at ${schema}, on another origin, which is not asked`)];
  const answer = await house.get(path);
  parsed(answer);
  const wrong = await house.laboratory.examine({ kind: "validate", schema: textOf(answer.bytes), document: text });
  return wrong.map((what) => fault(where, what));
}

/** The schemas the index lists, and those its endpoints name. */
export function schemaPaths({ index, endpoints, local }: House): string[] {
  const listed = listAt(index, "schemas").filter((url) => typeof url === "string");
  const named = endpoints.flatMap(({ schema }) => (schema === null ? [] : [schema]));
  return [...new Set([...listed, ...named].flatMap((url) => local(url) ?? []))];
}

async function identifies(house: House, path: string): Promise<Finding[]> {
  const schema = await house.json(path);
  return [
    ...unless(
      textAt(schema, "$id") === house.base_url + path,
      path,
      `has the \`$id\` ${textAt(schema, "$id") || "(none)"}, and stands at ${house.base_url}${path}`,
    ),
    ...unless(
      textAt(schema, "$schema") === "https://json-schema.org/draft/2020-12/schema",
      path,
      "does not say that it is JSON Schema 2020-12",
    ),
  ];
}
