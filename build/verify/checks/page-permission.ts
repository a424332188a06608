import { contentUsage, tdmReservation } from "../../model/permissions.ts";
import { elementsOf, structuredDataOf } from "../answer.ts";
import { each, type Findings } from "../finding.ts";
import { isTooDeep } from "../json.ts";
import type { Site, SitePage } from "../site.ts";
import { fixedDocuments } from "./documents.ts";

/**
 * Headers, HTML, structured data and front matter of pages, and headers of documents, state the permissions of the
 * index.
 */
export async function pagesPermit(site: Site, found: Findings): Promise<void> {
  const sample = await site.sample();
  const documents = fixedDocuments(site).map(({ path }) => path);
  const content = sample
    .filter(({ type }) => type !== "guestbook")
    .flatMap(({ path, markdown_path }) => [path, markdown_path]);
  await each(found, [...documents, ...content], (path, found) => headersPermit(site, path, found));
  await each(found, sample, (page, found) => markupPermits(site, page, found));
}

async function headersPermit({ get, permissions, license }: Site, path: string, found: Findings): Promise<void> {
  const { headers } = await get(path);
  const expected: Record<string, string> = {
    "content-usage": contentUsage(permissions),
    "tdm-reservation": String(tdmReservation(permissions)),
  };
  for (const [name, value] of Object.entries(expected)) {
    const stated = headers.get(name) ?? "(none)";
    if (stated !== value) found.fault(path, `has ${name}: ${stated}; the index says ${value}`);
  }
  if (!(headers.get("link") ?? "").includes(`<${license.url}>; rel="license"`))
    found.fault(path, "names another license in its Link header, or none");
  const isNoindex = /noindex/.test(headers.get("x-robots-tag") ?? "");
  if (isNoindex && permissions.search) found.fault(path, "asks not to be indexed, although that is permitted");
  if (!isNoindex && !permissions.search) found.fault(path, "lacks X-Robots-Tag: noindex");
}

/** What a page says of its license in HTML and JSON-LD, and its twin in front matter. */
async function markupPermits({ text, license }: Site, page: SitePage, found: Findings): Promise<void> {
  const { path, markdown_path, type } = page;
  const html = await text(path);
  const elements = elementsOf(html);
  const scripts = structuredDataOf(html);
  // The guestbook's page shows what visitors wrote, which the license does not cover; it need not name it.
  const isNeeded = type !== "guestbook";
  const isOther = (urls: readonly string[]) =>
    urls.some((url) => url !== license.url) || (isNeeded && urls.length === 0);
  const linked = elements.flatMap(({ attributes }) =>
    /\blicense\b/.test(attributes.get("rel")?.value ?? "") ? [attributes.get("href")?.value ?? ""] : [],
  );
  if (isOther(linked))
    found.fault(path, `links to the license ${linked.join(", ") || "nowhere"}; the index says ${license.url}`);
  const stated = [...new Set(scripts.flatMap((script) => licensesIn(parsedOrNull(script))))];
  if (isOther(stated))
    found.fault(
      path,
      `states the license ${stated.join(", ") || "nowhere"} in its structured data; the index says ${license.url}`,
    );
  if (!scripts.every((script) => script.includes('"isAccessibleForFree":true')))
    found.fault(path, "does not say in its structured data that it is free to read");
  const [head = ""] = (await text(markdown_path)).split("\n---\n");
  if (isNeeded && !head.includes(`\nlicense: ${JSON.stringify(license.id)}\n`))
    found.fault(markdown_path, `does not state the license ${license.id} in its front matter`);
  const metas = elements
    .filter(({ name }) => name === "meta")
    .map(({ attributes }) => attributes.get("content")?.value ?? "");
  if (metas.some((content) => /noindex|noai/i.test(content)))
    found.fault(path, "takes back in a <meta> what it permits elsewhere");
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
