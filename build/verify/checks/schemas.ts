import { jsonOfAny, textOf } from "../answer.ts";
import { each, type Findings } from "../finding.ts";
import { listAt, textAt } from "../json.ts";
import { evenly, type Site } from "../site.ts";
import { filesOf } from "../walk.ts";
import { missingPaths } from "./documents.ts";

/** Files of a family that are read. */
const fewFiles = 3;

/** Whether every JSON document follows the schema that the site publishes for it. */
export async function schemas(site: Site, found: Findings): Promise<void> {
  const { endpoints, index, local, base_url } = site;
  const described = endpoints.filter(({ method, schema }) => method === "GET" && schema !== null);
  for (const { id, path, schema } of described) {
    const paths = path.includes("{") ? evenly((await filesOf(site, path)).files, fewFiles) : [path];
    await each(found, paths, async (path, found) => {
      const answer = await site.get(path);
      const named = textAt(jsonOfAny(answer), "$schema");
      if (id !== "guestbook" && named !== schema)
        found.fault(path, `names ${named || "no"} \`$schema\`; the index says ${schema}`);
      await checkSchema(site, path, schema as string, textOf(answer), found);
    });
  }
  for (const { path, schema, id } of site.documents)
    if (path.startsWith("/api/") && schema === null && id !== "openapi")
      found.fault(path, "has no schema in the index");
  const published = [...listAt(index, "schemas"), ...described.map(({ schema }) => schema)];
  const paths = new Set(published.flatMap((url) => (typeof url === "string" ? (local(url) ?? []) : [])));
  await each(found, [...paths], async (path, found) => {
    const schema = await site.json(path);
    const id = textAt(schema, "$id");
    const isNamed = textAt(schema, "$schema") === "https://json-schema.org/draft/2020-12/schema";
    found.faults(path, [
      [id !== base_url + path, `has the \`$id\` ${id || "(none)"}, and stands at ${base_url}${path}`],
      [!isNamed, "does not say that it is JSON Schema 2020-12"],
    ]);
  });
  await each(found, missingPaths.slice(0, 1), async (path, found) =>
    checkSchema(site, path, problemSchema(site), await site.text(path), found),
  );
}

/** The address of the schema of errors. */
export function problemSchema({ base_url }: Site): string {
  return `${base_url}/api/schemas/problem.json`;
}

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
