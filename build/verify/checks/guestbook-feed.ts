import { jsonOf, mediaTypeOf, textOf, textsInXml } from "../answer.ts";
import { differs, type Findings } from "../finding.ts";
import { listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";

const path = "/api/guestbook.xml";

/** Most entries that the feed has. */
const most = 24;

/** Whether the guestbook's feed has the newest entries of its list, whole, in order, as text. */
export async function guestbookFeed(site: Site, found: Findings): Promise<void> {
  const feed = await site.ask(path);
  // Asked for later, so it has all that the feed has; a cache may have a feed that is older.
  const list = listAt(jsonOf(await site.ask("/api/guestbook")), "entries");
  const xml = textOf(feed);
  const texts = (element: string) => textsInXml(xml, "entry", element);
  const ids = texts("id").map((id) => id.replace(/.*#/, ""));
  const start = list.findIndex((entry) => textAt(entry, "id") === ids[0]);
  const newest = list.slice(Math.max(0, start)).slice(0, most);
  const shown = newest.map((entry) => ({
    id: textAt(entry, "id"),
    published: textAt(entry, "ts"),
    name: textAt(entry, "name") || "Someone",
    content: textAt(entry, "message").replace(/[\uFFFE\uFFFF]/g, "\uFFFD"),
  }));
  const [times, names] = [texts("published"), texts("name")];
  const contents = textsInXml(
    xml.replaceAll('<content type="text">', "<content>"),
    "entry",
    "content",
  );
  found.faults(path, [
    differs("is", mediaTypeOf(feed), "application/atom+xml"),
    differs("has as many entries as the list, up to 24:", ids.length, newest.length),
    ...shown.map((entry, index) => {
      const given = { id: ids[index], published: times[index] };
      const words = { name: names[index], content: contents[index] };
      return differs("has the entry", { ...given, ...words }, entry);
    }),
  ]);
}
