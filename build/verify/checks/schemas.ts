import { isJson, mediaTypeOf } from "../answer.ts";
import { valueAt } from "../facts.ts";
import { differs, type Findings, listDiffers, type Row } from "../finding.ts";
import { schemaErrors } from "../foreign-schemas.ts";
import { type Element, elementsIn, plainWords, wordsIn } from "../html.ts";
import { at, listAt, membersAt, readExpected, textAt, textsAt, valuesIn } from "../json.ts";
import { releaseRow } from "../release.ts";
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
  const published = listAt(site.index, "schemas");
  const used = described.map(({ schema }) => schema);
  const unnamed = used.filter((schema) => !published.includes(schema));
  found.faults("/api/index.json", [differs("lacks in `schemas`", unnamed, [])]);
  const paths = new Set([...published, ...used].flatMap((url) => site.local(String(url)) ?? []));
  await found.each([...paths], async (path) => {
    const { $id, $schema } = textsAt(await site.json(path), "$id", "$schema");
    return [
      differs("has the `$id`", $id, site.base_url + path),
      differs("has the `$schema`", $schema, "https://json-schema.org/draft/2020-12/schema"),
      releaseRow(path, await site.text(path), site.base_url),
    ];
  });
}

const operationFacts = readExpected<Record<string, object>>("operations");

/** Whether OpenAPI describes exactly the operations in the index, and each answers as described. */
export async function openapi(site: Site, found: Findings): Promise<void> {
  const { base_url } = site;
  const description = await site.json("/api/openapi.json");
  const paths = at(description, "paths");
  const components = at(description, "components");
  const operations = membersAt(paths).flatMap(([path, item]) =>
    Object.keys(Object(item)).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = site.endpoints.map(({ method, path }) => `${method} ${path}`);
  found.faults("/api/openapi.json", [listDiffers("operation", operations.sort(), listed.sort())]);
  const whole = await site.text("/api/openapi.json");
  found.faults("/api/openapi.json", [releaseRow("/api/openapi.json", whole, base_url)]);
  const shown = [...valuesIn(paths)].filter((each) => at(each, "schema") && at(each, "example"));
  const shapes = { prefixItems: valueAt(shown, "schema"), components };
  for (const [isWrong, what] of schemaErrors(shapes, valueAt(shown, "example")))
    found.faults("/api/openapi.json", [[isWrong, `of its examples ${what}`]]);
  const page = (await site.pages()).find(({ type }) => type === "api");
  const html = page && (await site.text(page.path));
  const formats = listAt(site.index, "formats").map((each) => textAt(each, "id"));
  await found.each(site.endpoints, async ({ id, method, path: pattern, purpose, ...endpoint }) => {
    const operation = at(paths, pattern, method.toLowerCase());
    const isFile = !id.startsWith("guestbook");
    const { parameters: given, requestBody, responses: statuses, ...facts } = Object(operation);
    const parameters = Array.isArray(given) ? given : [];
    const type = endpoint.media_type.split(";")[0] ?? "";
    const media = at(statuses, method === "GET" ? "200" : "201", "content", type);
    const name = textAt(media, "schema", "$ref").replace(/.*\//, "");
    const schema = endpoint.schema && (await site.json(endpoint.schema));
    const { $schema: _, $id: __, ...published } = Object(schema);
    const isFormat = isFile && formats.includes(id);
    const tags = [isFile ? (isFormat ? "formats" : "documents") : "guestbook"];
    const said = `${isFormat ? "" : method} ${pattern} ${purpose} ${isFormat ? type : ""}`;
    const used = [requestBody, media];
    const named = [...valuesIn(used)].map((each) => textAt(each, "$ref").replace(/.*\//, ""));
    const shapes = named.map((each) => at(components, "schemas", each));
    const fields = [...valuesIn([used, shapes])].flatMap((each) => membersAt(each, "properties"));
    const inputs = parameters.map((each): [string, unknown] => [textAt(each, "name"), each]);
    const meanings = [...fields, ...(isFile ? [] : [...inputs, ...membersAt(statuses)])];
    const required = parameters.filter((each) => at(each, "required") === true);
    // What is not in the path may be left out, as the checks of the guestbook do.
    const inPath = pattern.match(/(?<=\{)\w+/g) ?? [];
    const { summary, operationId } = facts;
    const described = { summary, operationId, ...operationFacts[id], description: purpose, tags };
    const item = JSON.stringify(at(paths, pattern) ?? {});
    const rows = [
      differs("is described with", facts, described),
      releaseRow(`/api/openapi.json#${pattern}`, item, base_url),
      ...(isFile ? [differs("answers", Object.keys(Object(statuses)).join(), "200,304,404")] : []),
      ...(html ? shownRows(html, id, plainWords(said), isFormat ? [] : meanings) : []),
      differs("requires a body", at(requestBody, "required") ?? false, method === "POST"),
      differs("requires of its parameters", valueAt(required, "name"), inPath),
      differs("has the schema", schema && at(components, "schemas", name), schema && published),
    ];
    const example = examplePath(pattern, parameters);
    // Only digests have no example. A family may be empty: an undivided sitemap has no parts.
    const path = example.includes("{") ? (await filesOf(site, pattern)).at(-1) : example;
    rows.push([path !== example && /(?<![\da-f]{12})\.\w+$/.test(path ?? ""), "has no example"]);
    if (path === undefined || method !== "GET") return rows;
    const answer = await site.get(path);
    // Each schema in it is checked alone, with the components that it refers to.
    const shape = { allOf: [at(media, "schema") ?? {}], components };
    return [
      ...rows,
      differs(`with its example, ${path}, answers`, answer.status, 200),
      differs("is described to answer", media && type, mediaTypeOf(answer)),
      ...(isJson(type) ? schemaErrors(shape, await site.json(path)) : []),
    ];
  });
}

/** Whether the page about the API has words of an operation, and beside names their meanings. */
function shownRows(html: string, id: string, said: string, meanings: [string, unknown][]): Row[] {
  const [part] = elementsIn(html, ".inside").filter(({ attribs }) => attribs["id"] === id);
  const rows = elementsIn(part ?? html, "tr");
  const above = part ? [part.parent as Element] : rows;
  const lines = rows.map((row) => {
    const cells = elementsIn(row, "td").map(wordsIn);
    return `${cells[0]} ${cells.at(-1)}`;
  });
  const expected = meanings.map(([name, of]) => plainWords(`${name} ${textAt(of, "description")}`));
  const lost = expected.find((each) => !lines.some((line) => line.endsWith(each)));
  return [
    [!above.some((each) => wordsIn(each).includes(said)), `is not on /api/ with ${said}`],
    [lost !== undefined, `is on /api/ without ${lost}`],
  ];
}

/** A path with the examples of described parameters; other parameters are left out. */
function examplePath(pattern: string, parameters: unknown[]): string {
  return pattern.replace(/\{(\w+)\}/g, (braces, name) => {
    const parameter = parameters.find((each) => at(each, "name") === name);
    const isInPath = at(parameter, "in") === "path" && textAt(parameter, "description") !== "";
    return isInPath ? String(at(parameter, "example") ?? braces) : "";
  });
}
