import { isJson, mediaTypeOf } from "../answer.ts";
import { differs, type Findings, listDiffers } from "../finding.ts";
import { schemaErrors } from "../foreign-schemas.ts";
import { at, listAt, membersAt, textAt, textsAt } from "../json.ts";
import { schemaRows } from "../requests.ts";
import { type Site, sampleOf } from "../site.ts";
import { filesOf } from "./links.ts";

/** Whether every JSON document follows the schema that the site publishes for it. */
export async function schemas(site: Site, found: Findings): Promise<void> {
  const described = site.endpoints.filter((each) => each.method === "GET" && each.schema !== "");
  for (const { id, path, schema } of described) {
    const files = sampleOf(await filesOf(site, path), site.client.limits.sample);
    await found.each(files, async (path) => {
      const named = id === "guestbook" ? schema : textAt(await site.json(path), "$schema");
      const rows = await schemaRows(site, schema, await site.get(path));
      return [differs("names as its `$schema`", named, schema), ...rows];
    });
  }
  const [published, used] = [listAt(site.index, "schemas"), described.map(({ schema }) => schema)];
  const unnamed = used.filter((schema) => !published.includes(schema));
  found.faults("/api/index.json", [differs("lacks in `schemas`", unnamed, [])]);
  const paths = new Set([...published, ...used].flatMap((url) => site.local(String(url)) ?? []));
  await found.each([...paths], async (path) => {
    const { $id, $schema } = textsAt(await site.json(path), "$id", "$schema");
    return [
      differs("has the `$id`", $id, site.base_url + path),
      differs("has the `$schema`", $schema, "https://json-schema.org/draft/2020-12/schema"),
    ];
  });
}

/** Whether OpenAPI describes exactly the operations in the index, and each answers as described. */
export async function openapi(site: Site, found: Findings): Promise<void> {
  const description = await site.json("/api/openapi.json");
  const paths = membersAt(description, "paths");
  const described = paths.flatMap(([path, item]) =>
    membersAt(item).map(([method, operation]) => {
      return [`${method.toUpperCase()} ${path}`, at(operation, "description")];
    }),
  );
  const listed = site.endpoints.map(({ method, path, purpose }) => [`${method} ${path}`, purpose]);
  found.faults("/api/openapi.json", [
    differs("is of the version", textAt(description, "openapi").replace(/\.\d+$/, ""), "3.1"),
    listDiffers("operation", described.sort(), listed.sort()),
  ]);
  await found.each(paths, async ([pattern, item]) => {
    const get = at(item, "get");
    const example = exampleOf(pattern, listAt(get, "parameters"));
    // An example has zeros in place of a digest. A family may have no files: an undivided sitemap
    // has no parts.
    const path = /0{12}/.test(example) ? (await filesOf(site, pattern)).at(-1) : example;
    if (path === undefined || get === undefined) return [];
    const answer = await site.get(path);
    const type = mediaTypeOf(answer);
    const media = at(get, "responses", "200", "content", type);
    // Each schema in it is checked alone, with the components that it refers to.
    const [own, components] = [at(media, "schema") ?? {}, at(description, "components")];
    return [
      differs(`with its example, ${path}, answers`, answer.status, 200),
      [media === undefined, `answers ${type || "no media type"}, which OpenAPI does not describe`],
      ...(isJson(type) ? schemaErrors({ allOf: [own], components }, await site.json(path)) : []),
    ];
  });
}

/** A path with the examples of described parameters; other parameters are left out. */
function exampleOf(pattern: string, parameters: unknown[]): string {
  return pattern.replace(/\{(\w+)\}/g, (name) => {
    const parameter = parameters.find((each) => `{${textAt(each, "name")}}` === name);
    const isInPath = at(parameter, "in") === "path" && textAt(parameter, "description") !== "";
    return isInPath ? textAt(parameter, "example") : "";
  });
}
