import { isDeepStrictEqual } from "node:util";
import { elementsOf, jsonOf, mediaTypeOf, textOf } from "../answer.ts";
import { differs, type Findings, listDiffers } from "../finding.ts";
import { at, listAt, textAt, textsAt } from "../json.ts";
import { plainWords, textIn } from "../parity.ts";
import { meetsExpectations, probesFor } from "../requests.ts";
import type { Site } from "../site.ts";
import { atomIn } from "./feeds.ts";
import { inWords } from "./page-facts.ts";

/** Where the guestbook is read and signed. */
export const path = "/api/guestbook";

/** How long the fields of a signature may be, in code points: the bounds of the specification. */
export const fieldBounds = { message: 500, name: 80, url: 200 } as const;

/** Whether reading the guestbook follows the contract. */
export async function guestbook(site: Site, found: Findings): Promise<void> {
  const entries = listAt(await site.json(path), "entries");
  const times = entries.map((entry) => Date.parse(textAt(entry, "ts")));
  found.faults(path, [
    [times.some((time, place) => time > (times[place - 1] ?? time)), "has a newer entry below"],
    [new Set(entries.map(idOf)).size < entries.length, "shows an entry twice"],
  ]);
  await meetsExpectations(site, probesFor(site).guestbook, found);
  await newestEntries(site, found);
}

/** The most entries on the guestbook's page and in its feed. */
const most = 24;

/** Whether the guestbook's page and its feed show the newest entries of its list, in order. */
async function newestEntries(site: Site, found: Findings): Promise<void> {
  const [page, feed] = [await site.ask("/guestbook/"), await site.ask("/api/guestbook.xml")];
  // Requested last, so it has all entries of the others, of which a cache may have older copies.
  const answer = jsonOf(await site.ask(path));
  const [list, count] = [listAt(answer, "entries"), at(answer, "count")];
  const newest = (first = "") => {
    const start = Math.max(0, list.map(idOf).indexOf(first));
    const shown = list.slice(start, start + most);
    return shown.map((entry) => textsAt(entry, "id", "name", "message", "url", "user_agent", "ts"));
  };
  const onPage = textOf(page).split('<article class="entry"').slice(1).map(readEntry);
  const [, ...fed] = atomIn(textOf(feed));
  const inFeed = fed.map(({ id, published, name, content }) => {
    return [id?.replace(/.*#/, ""), published, name, content];
  });
  const expected = newest(inFeed[0]?.[0]).map(({ id, ts, name, message }) => {
    return [id, ts, name || "Someone", message.replace(/[\uFFFE\uFFFF]/g, "\uFFFD")];
  });
  const counted = plainWords(textIn(textOf(page), ".count")).replaceAll(" ", "");
  const isCurrent = (onPage[0]?.[0] ?? "") === idOf(list[0]);
  found.faults(page.path, [
    listDiffers("entry", onPage, newest(onPage[0]?.[0]).map(asShown)),
    ...(isCurrent ? [differs("counts", counted, String(count))] : []),
  ]);
  found.faults(feed.path, [
    differs("is", mediaTypeOf(feed), "application/atom+xml"),
    listDiffers("entry", inFeed, expected),
  ]);
}

const oneSpace = (text = "") => text.replace(/\s+/gu, " ").trim();

/** The entry as the page shows it: id, time, addresses of links, and text. */
function readEntry(rest: string): string[] {
  const html = `<article${rest.split("</article>")[0]}`;
  const tags = elementsOf(html);
  const said = ["id", "datetime", "href"].map((name) =>
    tags.flatMap(({ attributes }) => attributes.get(name)?.value ?? []).join(" "),
  );
  return [...said, oneSpace(textIn(html, "article", "entry-url"))];
}

/** The expected result. Only web addresses are links. */
function asShown(entry: Record<string, string>): string[] {
  const { id = "", ts = "", name, message, url = "", user_agent } = entry;
  const link = URL.parse(url);
  const links = [addressOf(entry), /^https?:$/.test(link?.protocol ?? "") ? link?.href : ""];
  const agent = user_agent && `Sent by ${user_agent}`;
  const text = [name?.trim() || "Someone", message, inWords(ts.slice(0, 10)), agent].join(" ");
  return [id, ts, links.join(" ").trim(), oneSpace(text)];
}

/** The address of an entry. */
export const addressOf = (entry: unknown): string => {
  const { id, ts } = textsAt(entry, "id", "ts");
  return `/guestbook/?from=${ts.replace(/[-:.]/g, "")}-${id}#${id}`;
};

/** Whether the guestbook's count is right, and a second reading gives the same entries. */
export async function keptWords(site: Site, found: Findings): Promise<void> {
  const [{ count, entries, isWhole }, again] = [await readAll(site), await readAll(site)];
  if (!isWhole) return found.note(path, `is long; its first ${entries.length} entries were read`);
  const later = new Map(again.entries.map((entry) => [idOf(entry), entry]));
  const lost = entries.find((entry) => !isDeepStrictEqual(later.get(idOf(entry)), entry));
  found.faults(path, [
    [count !== entries.length, `counts ${count} entries, and has ${entries.length}`],
    // The owner may remove an entry between two readings; then the count is lower.
    [lost !== undefined && again.count >= count, `lost or altered ${idOf(lost)} when read again`],
  ]);
}

function idOf(entry: unknown): string {
  return textAt(entry, "id");
}

/** Reads the guestbook to its end, by `next`, within the site. */
async function readAll(site: Site) {
  const answers: unknown[] = [];
  let address: string | null = path;
  while (address !== null && answers.length < site.client.limits.sample) {
    answers.push(jsonOf(await site.ask(address)));
    address = site.local(textAt(answers.at(-1), "next"));
  }
  const entries = answers.flatMap((answer) => listAt(answer, "entries"));
  return { count: Number(at(answers[0], "count")), entries, isWhole: address === null };
}
