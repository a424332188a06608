import { keptFromSample } from "../../content/sample-facts.ts";
import { isJson, textOf } from "../answer.ts";
import { contractVersion, requiredEndpoints, requiredFormats } from "../contract.ts";
import { type Check, each, type Finding, fault, note, unless } from "../finding.ts";
import { at, listAt, membersAt, textAt } from "../json.ts";
import { indexPath, type Site } from "../site.ts";
import { schemaPaths } from "./schemas.ts";

export const index: Check = {
  id: "index",
  title: "The index leads to everything the contract names",
  part: "contract",
  async run(site) {
    const { index, base_url, client, endpoints } = site;
    const ids = endpoints.map(({ id }) => id);
    return [
      ...(base_url === client.origin
        ? []
        : [
            note(
              indexPath,
              `the documents name ${base_url} as the site's address; ` +
                `their addresses are looked up at ${client.origin} instead`,
            ),
          ]),
      ...unless(
        textAt(index, "base_url") === base_url && !base_url.endsWith("/"),
        indexPath,
        "names as `base_url` no address without a slash at the end",
      ),
      ...unlisted(index, "endpoints", requiredEndpoints),
      ...unlisted(index, "formats", requiredFormats),
      ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => fault(indexPath, `lists the id \`${id}\` twice`)),
      ...endpoints.flatMap((endpoint) =>
        unless(
          endpoint.url === base_url + endpoint.path,
          indexPath,
          `gives \`${endpoint.id}\` the address ${endpoint.url}, but the path ${endpoint.path}`,
        ),
      ),
      ...olderVersion(site),
      ...(await keptFacts(site)),
    ];
  },
};

/**
 * Notes on words and addresses of the sample that a site of another name kept, and then on its license: documents do not
 * say whether a license like the sample's was chosen.
 */
async function keptFacts(site: Site): Promise<Finding[]> {
  const siteJson = await site.document("site");
  const name = textAt(siteJson, "name");
  const author = { name, email: textAt(siteJson, "author", "email") };
  const words = { tagline: textAt(siteJson, "tagline"), description: textAt(siteJson, "description") };
  const security = { contact: await securityContact(site) };
  const kept = keptFromSample({ name, ...words, author, security, base_url: site.base_url, license: site.license });
  if (!kept.some(({ field }) => field !== "license.id")) return [];
  return kept.map(({ field, value }) => note("facts.yaml", `\`${field}\` is still the sample's: ${value}`));
}

/** The first contact in `security.txt` (RFC 9116, section 2.5.3); empty where there is no such file. */
async function securityContact({ endpoints, get }: Site): Promise<string> {
  const listed = endpoints.find(({ id }) => id === "security");
  const text = listed ? textOf((await get(listed.path)).bytes) : "";
  return /^Contact:[ \t]*(\S+)/im.exec(text)?.[1] ?? "";
}

function unlisted(index: unknown, member: string, required: Readonly<Record<string, string>>): Finding[] {
  const listed = listAt(index, member);
  return Object.entries(required).flatMap(([id, path]) =>
    unless(
      listed.some((entry) => textAt(entry, "id") === id && textAt(entry, "path") === path),
      indexPath,
      `\`${member}\` does not list \`${id}\` at ${path}`,
    ),
  );
}

/** Within version 1 fields are only added, so a site of a later version has everything that is checked here. */
function olderVersion({ index }: Site): Finding[] {
  const version = textAt(index, "api_version");
  const [major, minor] = version.split(".").map(Number);
  const [wantedMajor, wantedMinor] = contractVersion.split(".").map(Number) as [number, number];
  const fits = major === wantedMajor && minor !== undefined && minor >= wantedMinor;
  return unless(fits, indexPath, `\`api_version\` is ${version || "missing"}; what is checked is ${contractVersion}`);
}

/** Whether OpenAPI describes exactly the operations that the index lists, and each answers as it is described. */
export const openapi: Check = {
  id: "openapi",
  title: "OpenAPI describes what really answers",
  part: "contract",
  async run(site) {
    const description = await site.document("openapi");
    const where = site.endpoints.find(({ id }) => id === "openapi")?.path ?? "/api/openapi.json";
    const described = membersAt(description, "paths");
    const operations = new Set(
      described.flatMap(([path, item]) => membersAt(item).map(([method]) => `${method.toUpperCase()} ${path}`)),
    );
    const listed = new Set(site.endpoints.map(({ method, path }) => `${method} ${path}`));
    return [
      ...unless(
        textAt(description, "openapi").startsWith("3.1."),
        where,
        `is OpenAPI ${textAt(description, "openapi") || "of no version"}; 3.1 was expected`,
      ),
      ...unless(
        textAt(description, "info", "version") === textAt(site.index, "api_version"),
        where,
        "has another `info.version` than the index's `api_version`",
      ),
      ...unless(
        site.local(textAt(description, "servers", 0, "url")) !== null,
        where,
        "names a server that is not this site",
      ),
      ...[...listed]
        .filter((operation) => !operations.has(operation))
        .map((operation) => fault(where, `does not describe ${operation}, which the index lists`)),
      ...[...operations]
        .filter((operation) => !listed.has(operation))
        .map((operation) => fault(where, `describes ${operation}, which the index does not list`)),
      ...(await each(
        described,
        async ([path, item]) => answers(site, description, path, at(item, "get")),
        ([path]) => path,
      )),
    ];
  },
};

/** Requests one described address and compares the answer with its description. */
async function answers(site: Site, description: unknown, pattern: string, operation: unknown): Promise<Finding[]> {
  const path = operation === undefined ? null : await exampleOf(site, pattern);
  if (path === null) return [];
  const answer = await site.get(path);
  const response = at(operation, "responses", String(answer.status));
  if (answer.status !== 200) return [fault(path, `answers ${answer.status}, and OpenAPI says it can be read`)];
  if (response === undefined) return [fault(path, `answers ${answer.status}, which OpenAPI does not describe`)];
  const type = answer.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  const content = membersAt(response, "content");
  const [, media] = content.find(([name]) => name === type) ?? [];
  if (media === undefined) {
    const described = content.map(([name]) => name).join(" or ") || "nothing of a body";
    return [fault(path, `answers ${type || "no media type"}; OpenAPI says ${described}`)];
  }
  if (!isJson(type)) return [];
  const wrong = await site.sandbox.examine({
    kind: "validate",
    schema: wholeSchema(at(media, "schema"), description),
    document: textOf(answer.bytes),
  });
  return wrong.map((what) => fault(path, `${what} (as OpenAPI describes it)`));
}

/** A schema of OpenAPI as one of its own: the components it refers to, directly or not, become its definitions. */
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

/**
 * An existing address for a path with parameters, found in the documents; null if there is none, such as a part of a
 * sitemap that has no parts.
 */
async function exampleOf(site: Site, pattern: string): Promise<string | null> {
  if (!pattern.includes("{")) return pattern;
  if (pattern === "/api/schemas/{name}.json") return schemaPaths(site)[0] ?? null;
  if (pattern === "/{page}.md") return (await site.sample()).at(-1)?.markdown_path ?? null;
  if (pattern === "/corpus/{sha256}.jsonl") return site.local(textAt(await site.document("corpus"), "jsonl"));
  return null;
}
