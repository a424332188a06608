import { percentDecoded } from "../../lib/text.ts";
import { type Answer, attributeOf, elementsOf, mediaTypeOf, NoAnswer, textOf } from "../answer.ts";
import { differs, type Findings } from "../finding.ts";
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
    // Documents name some addresses because the published check of a promise finds nothing there.
    const isChecked = fragment && mediaTypeOf(answer) === "text/html" && !path.startsWith("/guestbook/");
    if (answer.status !== 200 || !isChecked)
      return missingPaths.includes(path) ? [] : [differs("answers", answer.status, 200)];
    const ids = await site.once(`ids of ${path}`, async () => {
      const tags = elementsOf(textOf(answer));
      return new Set(tags.flatMap((tag) => [attributeOf(tag, "id"), attributeOf(tag, "name")]));
    });
    const isThere = ids.has(fragment) || ids.has(percentDecoded(fragment));
    return [[!isThere, "names a part that the page does not have"]];
  });
}

/** The answer at the end of redirects. @throws NoAnswer, also where one leads out of the site */
async function follow(site: Site, path: string, hops = 0): Promise<Answer> {
  const answer = await site.get(path);
  const location = answer.headers.get("location");
  if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
  if (hops === most.hops) throw new NoAnswer(`is redirected more than ${most.hops} times`);
  const target = site.linked(location, path) ?? location;
  return follow(site, target.split("#")[0] as string, hops + 1);
}
