import { contentUsage, tdmReservation } from "../../model/permissions.ts";
import { textOf } from "../answer.ts";
import { each, type Finding, unless } from "../finding.ts";
import { isTooDeep } from "../json.ts";
import { elementsOf, structuredDataOf } from "../page-html.ts";
import type { Site } from "../site.ts";
import { fixedDocuments } from "./documents.ts";

/**
 * Headers, HTML, structured data and front matter of pages, and headers of documents, state the permissions of the
 * index.
 */
export async function pagesPermit(site: Site): Promise<Finding[]> {
  const sample = await site.sample();
  const documents = fixedDocuments(site).map(({ path }) => path);
  const content = sample
    .filter(({ type }) => type !== "guestbook")
    .flatMap(({ path, markdown_path }) => [path, markdown_path]);
  return [
    ...(await each([...documents, ...content], (path) => headers(site, path))),
    ...(await each(sample, ({ path, markdown_path, type }) => markup(site, path, markdown_path, type))),
  ];
}

async function headers({ get, permissions, license }: Site, path: string): Promise<Finding[]> {
  const { headers } = await get(path);
  const expected: Record<string, string> = {
    "content-usage": contentUsage(permissions),
    "tdm-reservation": String(tdmReservation(permissions)),
  };
  const noindex = /noindex/.test(headers.get("x-robots-tag") ?? "");
  return [
    ...Object.entries(expected).flatMap(([name, value]) =>
      unless(
        headers.get(name) === value,
        path,
        `has ${name}: ${headers.get(name) ?? "(none)"}; the index says ${value}`,
      ),
    ),
    ...unless(
      (headers.get("link") ?? "").includes(`<${license.url}>; rel="license"`),
      path,
      "names another license in its Link header, or none",
    ),
    ...unless(
      noindex === !permissions.search,
      path,
      noindex ? "asks not to be indexed, although that is permitted" : "lacks X-Robots-Tag: noindex",
    ),
  ];
}

/** What a page says of its license in HTML and JSON-LD, and its twin in front matter. */
async function markup({ get, license }: Site, path: string, markdown_path: string, type: string): Promise<Finding[]> {
  const html = textOf((await get(path)).bytes);
  const elements = elementsOf(html);
  const links = elements.flatMap(({ attributes }) =>
    /\blicense\b/.test(attributes.get("rel") ?? "") ? [attributes.get("href") ?? ""] : [],
  );
  const scripts = structuredDataOf(html);
  const stated = scripts.flatMap((text) => licensesIn(parsedOrNull(text)));
  // The guestbook's page shows what visitors wrote, which the license does not cover; it need not name it.
  const needed = type !== "guestbook";
  const twin = textOf((await get(markdown_path)).bytes).split("\n---\n")[0] ?? "";
  return [
    ...unless(
      (links.length > 0 || !needed) && links.every((href) => href === license.url),
      path,
      `links to the license ${links.join(", ") || "nowhere"}; the index says ${license.url}`,
    ),
    ...unless(
      (stated.length > 0 || !needed) && stated.every((url) => url === license.url),
      path,
      `states the license ${[...new Set(stated)].join(", ") || "nowhere"} in its structured data; ` +
        `the index says ${license.url}`,
    ),
    ...unless(
      scripts.every((text) => text.includes('"isAccessibleForFree":true')),
      path,
      "does not say in its structured data that it is free to read",
    ),
    ...unless(
      !needed || twin.includes(`\nlicense: ${JSON.stringify(license.id)}\n`),
      markdown_path,
      `does not state the license ${license.id} in its front matter`,
    ),
    ...unless(
      !elements.some(
        ({ name, attributes }) => name === "meta" && /noindex|noai/i.test(attributes.get("content") ?? ""),
      ),
      path,
      "takes back in a <meta> what it permits elsewhere",
    ),
  ];
}

/** Every `license` in JSON-LD, however deep. */
function licensesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === "license" && typeof item === "string" ? [item] : licensesIn(item),
  );
}

function parsedOrNull(text: string): unknown {
  try {
    return isTooDeep(text) ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
