import { percentDecoded } from "../../lib/text.ts";
import { type Answer, attributeOf, elementsOf, mediaTypeOf, textOf } from "../answer.ts";
import type { Findings } from "../finding.ts";
import { evenly, type Site } from "../site.ts";
import { walk } from "../walk.ts";
import { missingPaths } from "./documents.ts";

/** Most addresses that are requested, and most redirects in a row. */
const most = { links: 600, hops: 5 };

/** Whether every address of the site that is named anywhere leads somewhere. */
export async function links(site: Site, found: Findings): Promise<void> {
  const { named, unread } = await walk(site);
  for (const [path, why] of unread) found.fault(path, why);
  const all = [...named].sort(([a], [b]) => (a < b ? -1 : 1));
  const followed = evenly(all, most.links).map(([link, from]) => [`${link} (named in ${from})`, link] as const);
  if (followed.length < all.length)
    found.note("/", `${all.length} addresses are named; ${followed.length} of them, spread evenly, were followed`);
  await found.each(followed, async ([, link]) => {
    const [path = "/", fragment] = link.split("#");
    const answer = await follow(site, path);
    if (typeof answer === "string") return [[true, answer]];
    // Documents name these because the published check of a promise finds nothing there.
    if (missingPaths.includes(path)) return [];
    const isChecked = fragment && mediaTypeOf(answer) === "text/html" && !path.startsWith("/guestbook/");
    if (answer.status !== 200 || !isChecked) return [[answer.status !== 200, `answers ${answer.status}`]];
    const ids = await site.once(`ids of ${path}`, async () => {
      const tags = elementsOf(textOf(answer));
      return new Set(tags.flatMap((tag) => [attributeOf(tag, "id"), attributeOf(tag, "name")]));
    });
    const isThere = ids.has(fragment) || ids.has(percentDecoded(fragment));
    return [[!isThere, "names a part that the page does not have"]];
  });
}

/** The answer at the end of redirects within the site, or why there is none. */
async function follow(site: Site, path: string): Promise<Answer | string> {
  let at = path;
  for (let hops = 0; hops <= most.hops; hops++) {
    const answer = await site.get(at);
    const location = answer.headers.get("location");
    if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
    const target = site.local(URL.parse(location, site.client.origin + at)?.href ?? "");
    if (target === null) return "is redirected to another origin";
    at = target.split("#")[0] as string;
  }
  return `is redirected more than ${most.hops} times`;
}
