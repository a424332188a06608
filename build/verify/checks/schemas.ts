import { isJson, jsonOfAny, mediaTypeOf, textOf } from "../answer.ts";
import type { Findings, Row } from "../finding.ts";
import { at, listAt, membersAt, textAt } from "../json.ts";
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
    const files = path.includes("{") ? evenly(await filesOf(site, path), fewFiles) : [path];
    await found.each(files, async (path) => {
      const answer = await site.get(path);
      const named = textAt(jsonOfAny(answer), "$schema");
      const isOther = id !== "guestbook" && named !== schema;
      return [
        [isOther, `names ${named || "no"} \`$schema\`; the index says ${schema}`],
        ...(await schemaRows(site, schema as string, textOf(answer))),
      ];
    });
  }
  for (const { path, schema, id } of site.documents)
    found.faults(path, [
      [path.startsWith("/api/") && schema === null && id !== "openapi", "has no schema in the index"],
    ]);
  const published = [...listAt(index, "schemas"), ...described.map(({ schema }) => schema)];
  const paths = new Set(published.flatMap((url) => (typeof url === "string" ? (local(url) ?? []) : [])));
  await found.each([...paths], async (path) => {
    const schema = await site.json(path);
    const id = textAt(schema, "$id");
    const isNamed = textAt(schema, "$schema") === "https://json-schema.org/draft/2020-12/schema";
    return [
      [id !== base_url + path, `has the \`$id\` ${id || "(none)"}, and stands at ${base_url}${path}`],
      [!isNamed, "does not say that it is JSON Schema 2020-12"],
    ];
  });
  const schemaOfErrors = problemSchema(site);
  await found.each(missingPaths.slice(0, 1), async (path) => {
    jsonOfAny(await site.get(path)); // what is not JSON is reported as such
    return schemaRows(site, schemaOfErrors, await site.text(path));
  });
}

/** The address of the schema of errors. */
export function problemSchema({ base_url }: Site): string {
  return `${base_url}/api/schemas/problem.json`;
}

/** What in JSON text breaks a schema of the site; one at another origin is a fault and is not requested. */
export async function schemaRows(site: Site, schema: string, document: string): Promise<Row[]> {
  const path = site.local(schema);
  if (path === null) return [[true, `has its schema at ${schema}, on another origin, which is not asked`]];
  const answer = await site.get(path);
  jsonOfAny(answer); // what is not JSON is reported as such
  return site.validate(textOf(answer), document).map((what) => [true, what]);
}

/** Whether OpenAPI describes exactly the operations that the index lists, and each answers as it is described. */
export async function openapi(site: Site, found: Findings): Promise<void> {
  const description = await site.document("openapi");
  const version = textAt(description, "openapi");
  const isSame = textAt(description, "info", "version") === textAt(site.index, "api_version");
  const isHere = site.local(textAt(description, "servers", 0, "url")) !== null;
  const paths = membersAt(description, "paths");
  const described = paths.flatMap(([path, item]) =>
    membersAt(item).map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const listed = site.endpoints.map(({ method, path }) => `${method} ${path}`);
  found.faults("/api/openapi.json", [
    [!version.startsWith("3.1."), `is OpenAPI ${version || "of no version"}; 3.1 was expected`],
    [!isSame, "has another `info.version` than the index's `api_version`"],
    [!isHere, "names a server that is not this site"],
    ...listed.map((name): Row => [!described.includes(name), `does not describe ${name}, which the index lists`]),
    ...described.map((name): Row => [!listed.includes(name), `describes ${name}, which the index does not list`]),
  ]);
  const components = JSON.stringify(at(description, "components", "schemas")) ?? "{}";
  await found.each(paths, async ([pattern, item]) => {
    // No file of a family may exist: a sitemap that is whole has no parts.
    const path = pattern.includes("{") ? (await filesOf(site, pattern)).at(-1) : pattern;
    const operation = at(item, "get");
    if (path !== undefined && operation !== undefined)
      found.faults(path, await describedRows(site, path, operation, components));
    return [];
  });
}

/** How the answer at an address differs from an operation of OpenAPI, whose components are given as JSON text. */
async function describedRows(site: Site, path: string, operation: unknown, components: string): Promise<Row[]> {
  const answer = await site.get(path);
  if (answer.status !== 200) return [[true, `answers ${answer.status}, and OpenAPI says it can be read`]];
  const type = mediaTypeOf(answer);
  const content = membersAt(operation, "responses", "200", "content");
  const [, media] = content.find(([name]) => name === type) ?? [];
  const names = content.map(([name]) => name).join(" or ") || "nothing of a body";
  if (media === undefined) return [[true, `answers ${type || "no media type"}; OpenAPI says ${names}`]];
  if (!isJson(type)) return [];
  // Its schema as one of its own, with the components as its definitions.
  const schema = `{"allOf":[${JSON.stringify(at(media, "schema") ?? {})}],"$defs":${components}}`;
  const whole = schema.replaceAll('"#/components/schemas/', '"#/$defs/');
  return site.validate(whole, textOf(answer)).map((what) => [true, `${what} (as OpenAPI describes it)`]);
}
