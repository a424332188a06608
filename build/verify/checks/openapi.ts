import { isJson, textOf } from "../client.ts";
import { type Check, each, type Finding, fault, unless } from "../finding.ts";
import type { House } from "../house.ts";
import { at, membersAt, textAt } from "../json.ts";
import { schemaPaths } from "./schemas.ts";

/** What OpenAPI describes is what answers, and what answers is described. */
export const openapi: Check = {
  id: "openapi",
  title: "OpenAPI describes what really answers",
  part: "contract",
  async run(house) {
    const description = await house.document("openapi");
    const where = house.endpoints.find(({ id }) => id === "openapi")?.path ?? "/api/openapi.json";
    const described = membersAt(description, "paths");
    const operations = new Set(
      described.flatMap(([path, item]) => membersAt(item).map(([method]) => `${method.toUpperCase()} ${path}`)),
    );
    const listed = new Set(house.endpoints.map(({ method, path }) => `${method} ${path}`));
    return [
      ...unless(
        textAt(description, "openapi").startsWith("3.1."),
        where,
        `is OpenAPI ${textAt(description, "openapi") || "of no version"}; 3.1 was expected`,
      ),
      ...unless(
        textAt(description, "info", "version") === textAt(house.index, "api_version"),
        where,
        "has another `info.version` than the index's `api_version`",
      ),
      ...unless(
        house.local(textAt(description, "servers", 0, "url")) !== null,
        where,
        "names a server that is not this house",
      ),
      ...[...listed]
        .filter((operation) => !operations.has(operation))
        .map((operation) => fault(where, `does not describe ${operation}, which the index lists`)),
      ...[...operations]
        .filter((operation) => !listed.has(operation))
        .map((operation) => fault(where, `describes ${operation}, which the index does not list`)),
      ...(await each(
        described,
        ([path]) => path,
        async ([path, item]) => answers(house, description, path, at(item, "get")),
      )),
    ];
  },
};

/** Asks one described address, and holds the answer against its description. */
async function answers(house: House, description: unknown, pattern: string, operation: unknown): Promise<Finding[]> {
  const path = operation === undefined ? null : await exampleOf(house, pattern);
  if (path === null) return [];
  const answer = await house.get(path);
  const response = at(operation, "responses", String(answer.status));
  if (answer.status !== 200) return [fault(path, `answers ${answer.status}, and OpenAPI says it can be read`)];
  if (response === undefined) return [fault(path, `answers ${answer.status}, which OpenAPI does not describe`)];
  const type = answer.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  const content = membersAt(response, "content");
  const [, media] = content.find(([name]) => name === type) ?? [];
  if (media === undefined)
    return [
      fault(
        path,
        `answers ${type || "no media type"}; OpenAPI says ${content.map(([name]) => name).join(" or ") || "nothing of a body"}`,
      ),
    ];
  if (!isJson(type)) return [];
  const wrong = await house.laboratory.examine({
    kind: "validate",
    schema: wholeSchema(at(media, "schema"), description),
    document: textOf(answer.bytes),
  });
  return wrong.map((what) => fault(path, `${what} (as OpenAPI describes it)`));
}

/** A schema inside OpenAPI as one that stands alone: the components it refers to, directly or not, become its definitions. */
function wholeSchema(schema: unknown, description: unknown): string {
  const definitions: Record<string, unknown> = {};
  const waiting = [JSON.stringify(schema ?? {})];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      const component = at(description, "components", "schemas", name as string);
      if (component === undefined || Object.hasOwn(definitions, name as string)) continue;
      definitions[name as string] = component;
      waiting.push(JSON.stringify(component));
    }
  }
  const whole = { ...(typeof schema === "object" ? schema : {}), $defs: definitions };
  return JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/');
}

/** A real address for a path with parameters, found in the documents; null where there is none, such as a part of a sitemap that is whole. */
async function exampleOf(house: House, pattern: string): Promise<string | null> {
  if (!pattern.includes("{")) return pattern;
  if (pattern === "/api/schemas/{name}.json") return schemaPaths(house)[0] ?? null;
  if (pattern === "/{page}.md") return (await house.sample()).at(-1)?.markdown_path ?? null;
  if (pattern === "/corpus/{sha256}.jsonl") return house.local(textAt(await house.document("corpus"), "jsonl"));
  return null;
}
