import { isJson, mediaTypeOf, textOf } from "../answer.ts";
import { contractVersion, requiredEndpoints, requiredFormats } from "../contract.ts";
import { type Check, each, type Findings } from "../finding.ts";
import { at, listAt, membersAt, textAt } from "../json.ts";
import { keptFromSample } from "../sample-facts.ts";
import { indexPath, type Site } from "../site.ts";
import { filesOf } from "./families.ts";

export const index: Check = {
  id: "index",
  title: "The index leads to everything the contract names",
  part: "contract",
  async run(site, found) {
    const { index, base_url, client, endpoints } = site;
    if (base_url !== client.origin)
      found.note(
        indexPath,
        `the documents name ${base_url} as the site's address; ` +
          `their addresses are looked up at ${client.origin} instead`,
      );
    if (textAt(index, "base_url") !== base_url || base_url.endsWith("/"))
      found.fault(indexPath, "names as `base_url` no address without a slash at the end");
    checkListed(index, "endpoints", requiredEndpoints, found);
    checkListed(index, "formats", requiredFormats, found);
    const ids = endpoints.map(({ id }) => id);
    for (const id of ids.filter((id, at) => ids.indexOf(id) !== at))
      found.fault(indexPath, `lists the id \`${id}\` twice`);
    for (const { id, url, path } of endpoints)
      if (url !== base_url + path) found.fault(indexPath, `gives \`${id}\` the address ${url}, but the path ${path}`);
    checkVersion(textAt(index, "api_version"), found);
    await keptFacts(site, found);
  },
};

/**
 * Notes the facts of the sample site that a site of another name still has. The license is noted only beside others,
 * because the documents do not say whether the owner chose the same one.
 */
async function keptFacts(site: Site, found: Findings): Promise<void> {
  const siteJson = await site.document("site");
  const name = textAt(siteJson, "name");
  const author = { name: textAt(siteJson, "author", "name"), email: textAt(siteJson, "author", "email") };
  const words = { tagline: textAt(siteJson, "tagline"), description: textAt(siteJson, "description") };
  const security = { contact: await securityContact(site) };
  const kept = keptFromSample({ name, ...words, author, security, base_url: site.base_url, license: site.license });
  if (kept.every(({ field }) => field === "license.id")) return;
  for (const { field, value } of kept) found.note("facts.yaml", `\`${field}\` is still the sample's: ${value}`);
}

/** The first contact in `security.txt` (RFC 9116, section 2.5.3); empty where there is no such file. */
async function securityContact(site: Site): Promise<string> {
  const listed = site.endpoints.find(({ id }) => id === "security");
  const text = listed ? await site.text(listed.path) : "";
  return /^Contact:[ \t]*(\S+)/im.exec(text)?.[1] ?? "";
}

type Required = Readonly<Record<string, string>>;

function checkListed(index: unknown, member: string, required: Required, found: Findings): void {
  const listed = listAt(index, member).map((entry) => `${textAt(entry, "id")} ${textAt(entry, "path")}`);
  for (const [id, path] of Object.entries(required))
    if (!listed.includes(`${id} ${path}`)) found.fault(indexPath, `\`${member}\` does not list \`${id}\` at ${path}`);
}

/** Within version 1 fields are only added, so a site of a later version has everything that is checked here. */
function checkVersion(version: string, found: Findings): void {
  const [major, minor] = version.split(".").map(Number);
  const [wantedMajor, wantedMinor] = contractVersion.split(".").map(Number) as [number, number];
  if (major !== wantedMajor || minor === undefined || !(minor >= wantedMinor))
    found.fault(indexPath, `\`api_version\` is ${version || "missing"}; what is checked is ${contractVersion}`);
}

/** Whether OpenAPI describes exactly the operations that the index lists, and each answers as it is described. */
export const openapi: Check = {
  id: "openapi",
  title: "OpenAPI describes what really answers",
  part: "contract",
  async run(site, found) {
    const description = await site.document("openapi");
    const where = site.endpoints.find(({ id }) => id === "openapi")?.path ?? "/api/openapi.json";
    const version = textAt(description, "openapi");
    if (!version.startsWith("3.1.")) found.fault(where, `is OpenAPI ${version || "of no version"}; 3.1 was expected`);
    if (textAt(description, "info", "version") !== textAt(site.index, "api_version"))
      found.fault(where, "has another `info.version` than the index's `api_version`");
    if (site.local(textAt(description, "servers", 0, "url")) === null)
      found.fault(where, "names a server that is not this site");
    const paths = membersAt(description, "paths");
    const described = new Set(
      paths.flatMap(([path, item]) => membersAt(item).map(([method]) => `${method.toUpperCase()} ${path}`)),
    );
    const listed = new Set(site.endpoints.map(({ method, path }) => `${method} ${path}`));
    for (const operation of listed)
      if (!described.has(operation)) found.fault(where, `does not describe ${operation}, which the index lists`);
    for (const operation of described)
      if (!listed.has(operation)) found.fault(where, `describes ${operation}, which the index does not list`);
    const look = ([path, item]: [string, unknown], found: Findings) =>
      answersAsDescribed(site, description, path, at(item, "get"), found);
    await each(found, paths, look, ([path]) => path);
  },
};

/** Requests one described address and compares the answer with its description. */
async function answersAsDescribed(
  site: Site,
  description: unknown,
  pattern: string,
  operation: unknown,
  found: Findings,
): Promise<void> {
  const path = operation === undefined ? null : await exampleOf(site, pattern);
  if (path === null) return;
  const answer = await site.get(path);
  const { status } = answer;
  if (status !== 200) return found.fault(path, `answers ${status}, and OpenAPI says it can be read`);
  const response = at(operation, "responses", String(status));
  if (response === undefined) return found.fault(path, `answers ${status}, which OpenAPI does not describe`);
  const type = mediaTypeOf(answer);
  const content = membersAt(response, "content");
  const [, media] = content.find(([name]) => name === type) ?? [];
  if (media === undefined) {
    const described = content.map(([name]) => name).join(" or ") || "nothing of a body";
    return found.fault(path, `answers ${type || "no media type"}; OpenAPI says ${described}`);
  }
  if (!isJson(type)) return;
  const schema = wholeSchema(at(media, "schema"), description);
  for (const what of site.examiner.validate(schema, textOf(answer)))
    found.fault(path, `${what} (as OpenAPI describes it)`);
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
  if (pattern === "/{page}.md") return (await site.sample()).at(-1)?.markdown_path ?? null;
  const files = await filesOf(site, pattern);
  return Array.isArray(files) ? (files[0] ?? null) : null;
}
