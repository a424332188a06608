import { type Answer, isJson, jsonOf, mediaTypeOf } from "../answer.ts";
import { differs, type Findings, type Row } from "../finding.ts";
import { schemaErrors } from "../foreign-schemas.ts";
import { at, listAt, membersAt, textAt } from "../json.ts";
import { evenly, type Site } from "../site.ts";
import { filesOf } from "./links.ts";

/** Whether every JSON document follows the schema that the site publishes for it. */
export async function schemas(site: Site, found: Findings): Promise<void> {
  const described = site.endpoints.filter(
    ({ method, schema }) => method === "GET" && schema !== "",
  );
  for (const { id, path, schema } of described) {
    const files = evenly(await filesOf(site, path), site.client.limits.sample);
    await found.each(files, async (path) => {
      const answer = await site.get(path);
      const named = differs(
        "names as its `$schema`",
        textAt(await site.json(path), "$schema"),
        schema,
      );
      return [...(id === "guestbook" ? [] : [named]), ...(await schemaRows(site, schema, answer))];
    });
  }
  const published = [...listAt(site.index, "schemas"), ...described.map(({ schema }) => schema)];
  const paths = new Set(
    published.flatMap((url) => (typeof url === "string" ? (site.local(url) ?? []) : [])),
  );
  await found.each([...paths], async (path) => {
    const schema = await site.json(path);
    return [
      differs("has the `$id`", textAt(schema, "$id"), site.base_url + path),
      differs(
        "has the `$schema`",
        textAt(schema, "$schema"),
        "https://json-schema.org/draft/2020-12/schema",
      ),
    ];
  });
}

/**
 * What in an answer breaks a schema of the site.
 * @param schema Its address, whole or root-relative; one at another origin is not requested.
 * @throws NoAnswer
 */
export async function schemaRows(site: Site, schema: string, answer: Answer): Promise<Row[]> {
  return schemaErrors(await site.json(site.local(schema) ?? schema), jsonOf(answer, answer.status));
}

/**
 * Whether OpenAPI describes exactly the operations that the index lists, and each answers as it is
 * described.
 */
export async function openapi(site: Site, found: Findings): Promise<void> {
  const description = await site.json("/api/openapi.json");
  const paths = membersAt(description, "paths");
  const described = paths.flatMap(([path, item]) =>
    membersAt(item).map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const listed = site.endpoints.map(({ method, path }) => `${method} ${path}`);
  found.faults("/api/openapi.json", [
    differs("is of the version", textAt(description, "openapi").replace(/\.\d+$/, ""), "3.1"),
    differs(
      "has the `info.version`",
      textAt(description, "info", "version"),
      textAt(site.index, "api_version"),
    ),
    differs("names the server", textAt(description, "servers", 0, "url"), site.base_url),
    ...listed.map(
      (name): Row => [
        !described.includes(name),
        `does not describe ${name}, which the index lists`,
      ],
    ),
    ...described.map(
      (name): Row => [!listed.includes(name), `describes ${name}, which the index does not list`],
    ),
  ]);
  // Each schema in it stands on its own, with the components that it refers to.
  const whole = (schema: unknown) => ({
    allOf: [schema],
    components: at(description, "components"),
  });
  await found.each(paths, async ([pattern, item]) => {
    // No file of a family may exist: a sitemap that is whole has no parts.
    const path = (await filesOf(site, pattern)).at(-1);
    if (path === undefined || at(item, "get") === undefined) return [];
    const answer = await site.get(path);
    const type = mediaTypeOf(answer);
    const media = at(item, "get", "responses", "200", "content", type);
    const errors =
      media && isJson(type)
        ? schemaErrors(whole(at(media, "schema") ?? {}), await site.json(path))
        : [];
    return [
      differs(`as ${path} answers`, answer.status, 200),
      [media === undefined, `answers ${type || "no media type"}, which OpenAPI does not describe`],
      ...errors,
    ];
  });
}
