import { watchingIn } from "../../layouts/page-policy.ts";
import { elementsOf } from "../answer.ts";
import { each, type Findings } from "../finding.ts";
import type { Site } from "../site.ts";

/** Types of pages that have a script of their own. */
const withScript = new Set(["api", "guestbook", "search"]);

/** Whether no page loads anything from another origin, and only the pages that need a script run one. */
export async function noWatching(site: Site, found: Findings): Promise<void> {
  const sheets = new Set<string>();
  await each(found, await site.sample(), async ({ path, type }, found) => {
    const policy = (await site.get(path)).headers.get("content-security-policy") ?? "";
    if (!policy.includes("default-src 'none'"))
      found.fault(path, "has no Content-Security-Policy that forbids what it does not name");
    const html = await site.text(path);
    for (const problem of watchingIn(html, withScript.has(type), (address) => isForeign(address, site, path)))
      found.fault(path, problem);
    for (const address of sheetsOf(html)) sheets.add(address);
  });
  const local = [...sheets].flatMap((address) => site.local(address) ?? []);
  await each(found, local, async (path, found) => {
    const loads = /(?:url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"')\s]+)/gi;
    for (const [, address = ""] of (await site.text(path)).matchAll(loads))
      if (site.local(address) === null) found.fault(path, `loads ${address} from another origin`);
  });
}

function isForeign(address: string, { client, local }: Site, path: string): boolean {
  if (address === "" || /^(data|about):/i.test(address)) return false;
  const absolute = URL.canParse(address, client.origin + path) ? new URL(address, client.origin + path).href : address;
  return local(absolute) === null;
}

/** Addresses of the stylesheets of a page. */
function sheetsOf(html: string): string[] {
  return elementsOf(html).flatMap(({ name, attributes }) =>
    name === "link" && /\bstylesheet\b/i.test(attributes.get("rel") ?? "") ? (attributes.get("href") ?? []) : [],
  );
}
