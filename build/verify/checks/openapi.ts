import { isJson, mediaTypeOf, textOf } from "../answer.ts";
import { each, type Findings } from "../finding.ts";
import { at, membersAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { filesOf } from "../walk.ts";

/** Whether OpenAPI describes exactly the operations that the index lists, and each answers as it is described. */
export async function openapi(site: Site, found: Findings): Promise<void> {
  const description = await site.document("openapi");
  const where = site.endpoints.find(({ id }) => id === "openapi")?.path ?? "/api/openapi.json";
  const version = textAt(description, "openapi");
  const isSame = textAt(description, "info", "version") === textAt(site.index, "api_version");
  const isHere = site.local(textAt(description, "servers", 0, "url")) !== null;
  const paths = membersAt(description, "paths");
  const described = new Set(
    paths.flatMap(([path, item]) => membersAt(item).map(([method]) => `${method.toUpperCase()} ${path}`)),
  );
  const listed = new Set(site.endpoints.map(({ method, path }) => `${method} ${path}`));
  found.faults(where, [
    [!version.startsWith("3.1."), `is OpenAPI ${version || "of no version"}; 3.1 was expected`],
    [!isSame, "has another `info.version` than the index's `api_version`"],
    [!isHere, "names a server that is not this site"],
    ...[...listed].map((name) => [!described.has(name), `does not describe ${name}, which the index lists`] as const),
    ...[...described].map((name) => [!listed.has(name), `describes ${name}, which the index does not list`] as const),
  ]);
  const look = async ([pattern, item]: [string, unknown], found: Findings) => {
    const operation = at(item, "get");
    const path = operation === undefined ? undefined : await exampleOf(site, pattern);
    if (path !== undefined) await answersAsDescribed(site, description, path, operation, found);
  };
  await each(found, paths, look, ([path]) => path);
}

/**
 * An existing address for a path with parameters, found in the documents; undefined if there is none, such as a part of
 * a sitemap that has no parts.
 */
async function exampleOf(site: Site, pattern: string): Promise<string | undefined> {
  return pattern.includes("{") ? (await filesOf(site, pattern)).files.at(-1) : pattern;
}

/** Requests one described address and compares the answer with its description. */
async function answersAsDescribed(
  site: Site,
  description: unknown,
  path: string,
  operation: unknown,
  found: Findings,
): Promise<void> {
  const answer = await site.get(path);
  const { status } = answer;
  if (status !== 200) return found.fault(path, `answers ${status}, and OpenAPI says it can be read`);
  const response = at(operation, "responses", String(status));
  if (response === undefined) return found.fault(path, `answers ${status}, which OpenAPI does not describe`);
  const type = mediaTypeOf(answer);
  const content = membersAt(response, "content");
  const [, media] = content.find(([name]) => name === type) ?? [];
  const names = content.map(([name]) => name).join(" or ") || "nothing of a body";
  if (media === undefined) return found.fault(path, `answers ${type || "no media type"}; OpenAPI says ${names}`);
  if (!isJson(type)) return;
  const schema = wholeSchema(at(media, "schema"), description);
  for (const what of site.examiner.validate(schema, textOf(answer)))
    found.fault(path, `${what} (as OpenAPI describes it)`);
}

/** A schema of OpenAPI as one of its own: the components it refers to, directly or not, become its definitions. */
function wholeSchema(schema: unknown, description: unknown): string {
  const definitions: Record<string, unknown> = {};
  const waiting = [JSON.stringify(schema ?? {})];
  for (const text of waiting) {
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      const component = at(description, "components", "schemas", name);
      if (component === undefined || Object.hasOwn(definitions, name)) continue;
      definitions[name] = component;
      waiting.push(JSON.stringify(component));
    }
  }
  const whole = { ...(typeof schema === "object" ? schema : {}), $defs: definitions };
  return JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/');
}
