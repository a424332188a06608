import { jsonOfAny, textOf } from "../answer.ts";
import { type Check, each, type Findings } from "../finding.ts";
import { textAt } from "../json.ts";
import { type Endpoint, evenly, type Site } from "../site.ts";
import { fixedDocuments, missingApi } from "./documents.ts";
import { schemaPaths, searchFiles } from "./families.ts";

/** Whether every JSON document follows the schema that the site publishes for it. */
export const schemas: Check = {
  id: "schemas",
  title: "Every JSON document follows its published schema",
  part: "contract",
  async run(site, found) {
    const described = site.endpoints.filter(({ method, schema }) => method === "GET" && schema !== null);
    await each(found, await withFiles(site, described), async ({ path, schema, id }, found) => {
      const answer = await site.get(path);
      const named = textAt(jsonOfAny(answer), "$schema");
      if (id !== "guestbook" && named !== schema)
        found.fault(path, `names ${named || "no"} \`$schema\`; the index says ${schema}`);
      await checkSchema(site, path, schema as string, textOf(answer), found);
    });
    for (const { path, schema, id } of fixedDocuments(site))
      if (path.startsWith("/api/") && schema === null && id !== "openapi")
        found.fault(path, "has no schema in the index");
    await each(found, schemaPaths(site), (path, found) => identifies(site, path, found));
    await each(found, missingApi.slice(0, 1), async (path, found) =>
      checkSchema(site, path, `${site.base_url}/api/schemas/problem.json`, await site.text(path), found),
    );
  },
};

/** The endpoints, with a few of its files in place of each family. */
async function withFiles(site: Site, endpoints: readonly Endpoint[]): Promise<Endpoint[]> {
  const lists = endpoints.map(async (endpoint) =>
    endpoint.path.includes("{")
      ? evenly((await searchFiles(site, endpoint.path)) ?? [], fewFiles).map((path) => ({ ...endpoint, path }))
      : [endpoint],
  );
  return (await Promise.all(lists)).flat();
}

/** Files of a family that are read. */
const fewFiles = 3;

/**
 * Validates JSON text against a schema of the site; one at another origin is a fault and is not requested.
 * @param where What to report of it.
 */
export async function checkSchema(
  site: Site,
  where: string,
  schema: string,
  document: string,
  found: Findings,
): Promise<void> {
  const path = site.local(schema);
  if (path === null) return found.fault(where, `has its schema at ${schema}, on another origin, which is not asked`);
  const answer = await site.get(path);
  jsonOfAny(answer); // what is not JSON is reported as such
  for (const what of site.examiner.validate(textOf(answer), document)) found.fault(where, what);
}

async function identifies(site: Site, path: string, found: Findings): Promise<void> {
  const schema = await site.json(path);
  const id = textAt(schema, "$id");
  const address = site.base_url + path;
  if (id !== address) found.fault(path, `has the \`$id\` ${id || "(none)"}, and stands at ${address}`);
  if (textAt(schema, "$schema") !== "https://json-schema.org/draft/2020-12/schema")
    found.fault(path, "does not say that it is JSON Schema 2020-12");
}
