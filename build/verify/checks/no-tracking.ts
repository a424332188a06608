import { watchingIn } from "../../layouts/page-policy.ts";
import { textOf } from "../answer.ts";
import { each, type Finding, fault, unless } from "../finding.ts";
import { elementsOf } from "../page-html.ts";
import type { Site, SitePage } from "../site.ts";

/** Types of pages that have a script of their own. */
const withScript = new Set(["api", "guestbook", "search"]);

/** Whether no page loads anything from another origin, and only the pages that need a script run one. */
export async function noWatching(site: Site): Promise<Finding[]> {
  const sheets = new Set<string>();
  const pages = await each(await site.sample(), async (page) => {
    const answer = await site.get(page.path);
    const html = textOf(answer.bytes);
    for (const address of sheetsOf(html)) sheets.add(address);
    const policy = answer.headers.get("content-security-policy") ?? "";
    return [
      ...unless(
        /default-src 'none'/.test(policy),
        page.path,
        "has no Content-Security-Policy that forbids what it does not name",
      ),
      ...watched(page, html, site),
    ];
  });
  const local = [...sheets].flatMap((address) => site.local(address) ?? []);
  const styles = await each(local, async (path) => {
    const foreign = [
      ...textOf((await site.get(path)).bytes).matchAll(/(?:url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"')\s]+)/gi),
    ].map(([, address]) => address as string);
    return foreign
      .filter((address) => site.local(address) === null)
      .map((address) => fault(path, `loads ${address} from another origin`));
  });
  return [...pages, ...styles];
}

function watched({ path, type }: SitePage, html: string, site: Site): Finding[] {
  const seen = watchingIn(html, withScript.has(type), (address) => isForeign(address, site, path));
  return seen.map((problem) => fault(path, problem));
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
