import { isDeepStrictEqual } from "node:util";
import { attributeOf, elementsOf, jsonOf, linkOf, mediaTypeOf, textOf } from "../answer.ts";
import { differs, type Findings, listDiffers } from "../finding.ts";
import { at, listAt, textAt, textsAt } from "../json.ts";
import { split, textIn } from "../parity.ts";
import { meetsExpectations, probesFor } from "../requests.ts";
import type { Site } from "../site.ts";
import { atomIn } from "./feeds.ts";
import { inWords } from "./page-facts.ts";

/** Where the guestbook is read and signed. */
export const path = "/api/guestbook";

/** How long the fields of a signature may be, in code points: the bounds of the specification. */
export const fieldBounds = { message: 500, name: 80, url: 200 } as const;

/** Whether the guestbook is read as the contract says. */
export async function guestbook(site: Site, found: Findings): Promise<void> {
  const [answer, entries] = [await site.get(path), listAt(await site.json(path), "entries")];
  const times = entries.map((entry) => Date.parse(textAt(entry, "ts")));
  found.faults(path, [
    listDiffers(
      "the time of entry",
      times,
      times.toSorted((a, b) => b - a),
    ),
    [new Set(entries.map(idOf)).size < entries.length, "shows an entry twice"],
    differs("names as the license of the entries", linkOf(answer, "license"), ""),
  ]);
  await meetsExpectations(site, probesFor(site).guestbook, found);
  await newestEntries(site, found);
}

/** Most entries that the guestbook's page and its feed show. */
const most = 24;

/** Whether the guestbook's page and its feed show the newest entries of its list, in order. */
async function newestEntries(site: Site, found: Findings): Promise<void> {
  const [page, feed] = [await site.ask("/guestbook/"), await site.ask("/api/guestbook.xml")];
  // Asked for later, so it has all that the others have; a cache may have older copies of these.
  const answer = jsonOf(await site.ask(path));
  const [list, count] = [listAt(answer, "entries"), at(answer, "count")];
  const newest = (first: string | undefined) => {
    const start = Math.max(
      0,
      list.findIndex((entry) => idOf(entry) === first),
    );
    const shown = list.slice(start, start + most);
    return shown.map((entry) => textsAt(entry, "id", "name", "message", "url", "user_agent", "ts"));
  };
  const onPage = textOf(page).split('<article class="entry"').slice(1).map(readEntry);
  const inFeed = atomIn(textOf(feed))
    .slice(1)
    .map((entry) => {
      return [entry["id"]?.replace(/.*#/, ""), entry["published"], entry["name"], entry["content"]];
    });
  const expected = newest(inFeed[0]?.[0]).map(({ id, ts, name, message }) => {
    return [id, ts, name || "Someone", message.replace(/[\uFFFE\uFFFF]/g, "\uFFFD")];
  });
  const counted = split(textIn(textOf(page), ".count") ?? "").join("");
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

/** What the page shows of an entry: id, address, time, name, message, link and sender. */
function readEntry(rest: string): (string | undefined)[] {
  const html = `<article${rest.split("</article>")[0]}`;
  const tags = elementsOf(html);
  const link = tags.find((tag) => attributeOf(tag, "rel") === "nofollow ugc noopener");
  const texts = ["time", ".entry-name", ".entry-text", ".entry-agent"];
  const [words, name, message, agent] = texts.map((part) => oneSpace(textIn(html, part)));
  const time = tags.map((tag) => attributeOf(tag, "datetime")).join("");
  const address = tags.find((tag) => attributeOf(tag, "class") === "entry-address");
  const [id, place] = [attributeOf(tags[0], "id"), attributeOf(address, "href")];
  return [
    id,
    place,
    time,
    split(words ?? "").join(" "),
    name,
    message,
    attributeOf(link, "href"),
    agent,
  ];
}

/** What it has to show. Only addresses of the web are links. */
function asShown(entry: Record<string, string>) {
  const { id, ts = "", name, message, url, user_agent } = entry;
  const link = /^https?:$/.test(URL.parse(url ?? "")?.protocol ?? "")
    ? URL.parse(url ?? "")?.href
    : "";
  const agent = user_agent && oneSpace(`Sent by ${user_agent}`);
  const shown = [id, addressOf(entry), ts, inWords(ts.slice(0, 10))];
  return [...shown, oneSpace(name) || "Someone", oneSpace(message), link, agent];
}

/** Where an entry stands. */
export const addressOf = (entry: unknown): string => {
  const { id, ts } = textsAt(entry, "id", "ts");
  return `/guestbook/?from=${ts.replace(/[-:.]/g, "")}-${id}#${id}`;
};

/**
 * Whether the guestbook has as many entries as it counts, and the same ones when it is read again.
 */
export async function keptWords(site: Site, found: Findings): Promise<void> {
  const [{ count, entries, isWhole }, again] = [await readAll(site), await readAll(site)];
  if (!isWhole) return found.note(path, `is long; its first ${entries.length} entries were read`);
  const later = new Map(again.entries.map((entry) => [idOf(entry), entry]));
  const changed = entries
    .filter((entry) => !isDeepStrictEqual(later.get(idOf(entry)), entry))
    .map(idOf);
  found.faults(path, [
    [count !== entries.length, `counts ${count} entries, and has ${entries.length}`],
    // The owner may take an entry out between two readings; then the count is lower.
    [
      changed.length > 0 && again.count >= count,
      `lost or altered ${changed[0]} between two readings`,
    ],
  ]);
}

function idOf(entry: unknown): string {
  return textAt(entry, "id");
}

/** Reads the guestbook to its end, as `next` leads on within the site. */
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
