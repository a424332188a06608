import { dayValues } from "../../lib/dates.ts";
import { inThousands, say, type Words } from "../../lib/phrases.ts";
import { oneLine, shortened } from "../../lib/text.ts";
import { type Answer, jsonOf, mediaTypeOf, textOf } from "../answer.ts";
import { factRows, type StatedFacts } from "../facts.ts";
import { differs, type Findings, headerLacks, listDiffers, type Row } from "../finding.ts";
import { frameRows } from "../frames.ts";
import { elementsIn, linksOf, plainWords, textIn, wordsIn } from "../html.ts";
import { at, listAt, readExpected, textAt, textsAt } from "../json.ts";
import type { Site } from "../site.ts";
import { atomIn } from "./feeds.ts";

// The entries of the guestbook wherever they are shown.

/** Where the guestbook is read and signed. */
export const path = "/api/guestbook";

/** The most entries on a page of the guestbook, and in its feed. */
const most = 24;

type Entry = Record<(typeof members)[number], string>;
const members = ["id", "name", "message", "url", "user_agent", "ts"] as const;

/**
 * Whether the guestbook's pages, parts of its list and its feed have the entries of the whole list,
 * in order, and lead on to the others.
 */
export async function entriesElsewhere(site: Site, found: Findings): Promise<void> {
  const before = await site.json(path);
  const listed = listAt(before, "entries");
  // Of a long list the last part is not known.
  const last = at(before, "next") ? 0 : listed.length - 1;
  const starts = listed.filter((_, place) => place === listed.length >> 1 || place === last);
  const froms = starts.map((entry) => `?from=${positionOf(entry)}&limit=`);
  const limit = 1 + (listed.length >> 2);
  const askAll = (paths: string[]) => Promise.all(paths.map((each) => site.ask(each)));
  const parts = await askAll(froms.map((from) => path + from + limit));
  // A page has one size.
  const older = froms.flatMap((from) => [`${from}1`, `${from}1&signed=1`]);
  const pages = await askAll(["", ...older].map((query) => `/guestbook/${query}`));
  const feed = await site.ask("/api/guestbook.xml");
  // Requested last, so it has all entries of the others, of which a cache may have older copies.
  const list = jsonOf(await site.ask(path));
  const entries: Entry[] = listAt(list, "entries").map((entry) => textsAt(entry, ...members));
  const { origin } = site.client;
  const words = await site.wordsOn("/guestbook/");
  for (const page of pages) {
    const [shown = ""] = /<section class="entries"[^]*?<\/section>/.exec(textOf(page)) ?? [];
    found.faults(page.path, pageRows(page, entries, list, words));
    found.faults(page.path, frameRows(shown, "entries", site, words));
  }
  for (const part of parts) found.faults(part.path, partRows(part, entries, limit, origin));
  found.faults(feed.path, feedRows(feed, entries, words, origin));
}

/** The place of the entry that a query names, or else of the first that is shown. */
function startIn(entries: readonly Entry[], { path }: Answer, first = ""): number {
  const asked = /from=\w+-(\w+)/.exec(path)?.[1] ?? first;
  return Math.max(0, entries.map(({ id }) => id).indexOf(asked));
}

/** Whether a page shows the entries that follow the first one, and leads to others and to years. */
function pageRows(page: Answer, entries: readonly Entry[], list: unknown, words: Words): Row[] {
  const html = textOf(page);
  const shown = html.split('<article class="entry"').slice(1).map(readEntry);
  const start = startIn(entries, page, shown[0]?.[0]);
  const linkTo = (entry?: Entry) => (entry ? `/guestbook/?from=${positionOf(entry)}#entries` : []);
  const home = page.path.includes("?") && start > 0 ? ["/guestbook/#entries"] : [];
  const newer = home.length > 0 && start > most ? linkTo(entries[start - most]) : home;
  const years = Map.groupBy(entries, ({ ts }) => ts.slice(0, 4)).values();
  const ofYears = [...years].flatMap(([first]) => linkTo(first));
  const older = linkTo(entries[start + most]);
  const ways = entries.length > most ? [newer, older, ofYears].flat() : [];
  const linksIn = (name: string) => elementsIn(html, name).flatMap(linksOf);
  // Of a long list the years at its end are not known.
  const isWhole = !at(list, "next");
  const given = linksIn(".ways-on").slice(0, isWhole ? Infinity : ways.length);
  const text = plainWords(textIn(html, ".entries", "entry-list"));
  const count = Number(at(list, "count"));
  const number = inThousands(count, words);
  // A cache may have a copy from before the newest entry.
  const isCurrent = (shown[0]?.[0] ?? "") === (entries[0]?.id ?? "");
  const isOpen = html.includes('id="message"');
  const toForm = count > 0 && isOpen ? ["#sign"] : [];
  const said = (name: string, isThere: unknown) =>
    isThere ? say(words, `guestbook.${name}`, { count, number }) : "";
  const around = [
    isCurrent ? said("entries_counted", true) : textIn(html, ".entries h2"),
    said("strangers", true),
    said("follow", true),
    said("add", toForm[0]),
    said("back_to_newest", home[0]),
    said("empty", !count),
    said("first", !count && isOpen),
    said("newer", ways[0] && newer[0]),
    said("older", ways[0] && older[0]),
    ...(ways[0] ? [said("by_year", true), ...ofYears.map((link) => link.slice(17, 21))] : []),
  ];
  const thanks = elementsIn(html, ".thanks").map(wordsIn);
  const onPage = entries.slice(start, start + most).map((entry) => asShown(entry, words));
  return [
    listDiffers("entry", shown, onPage),
    listDiffers("the way to other entries", given, ways),
    listDiffers("the link of its notice", linksIn(".notice"), ["/api/guestbook.xml", ...toForm]),
    listDiffers("the way back", linksIn(".newer"), home),
    differs("thanks with", thanks.join(", "), plainWords(said("thanks", /signed/.test(page.path)))),
    differs("says", text, isWhole ? plainWords(around.join(" ")) : text),
  ];
}

/** Whether a part of the list has the entries that follow its first, and leads to the next part. */
function partRows(part: Answer, entries: readonly Entry[], limit: number, origin: string): Row[] {
  const book = jsonOf(part);
  const start = startIn(entries, part);
  const after = entries[start + limit];
  const next = after ? `${origin}${path}?from=${positionOf(after)}&limit=${limit}` : "";
  const given = listAt(book, "entries");
  const count = Number(at(book, "count"));
  return [
    [count < start + given.length, `counts ${count} entries, although more come before its last`],
    listDiffers("entry", given, entries.slice(start, start + limit)),
    differs("`next` is", textAt(book, "next"), next),
    headerLacks(part, "Link", next && `<${next}>; rel="next"`),
  ];
}

/** Whether the feed has the newest entries, whole, and their dates. */
function feedRows(answer: Answer, entries: readonly Entry[], words: Words, origin: string): Row[] {
  const { feed, entries: fed } = atomIn(textOf(answer));
  const phraseOf = (name: string) => say(words, `guestbook.${name}`);
  const start = startIn(entries, answer, fed[0]?.["id"]?.replace(/.*#/, ""));
  const expected = entries.slice(start, start + most).map((entry) => {
    const text = entry.message.replace(/[\uFFFE\uFFFF]/g, "\uFFFD");
    return {
      ts: entry.ts,
      text,
      signer: entry.name || phraseOf("someone"),
      link: linkIn(entry)?.href,
      address: origin + entryAddress(entry),
      beginning: shortened(text.replace(/\s+/g, " "), 80),
    };
  });
  const { host } = new URL(origin);
  const said = { origin, host, title: phraseOf("title"), notice: say(words, "fault.notice") };
  const { guestbook } = readExpected<Record<"guestbook", StatedFacts>>("feeds", said);
  const newest = expected[0] ?? { ts: feed["updated"] };
  return [
    differs("is", mediaTypeOf(answer), "application/atom+xml"),
    ...factRows({ ...feed, entries: fed }, guestbook, { newest, entries: expected }),
  ];
}

/** An entry on a page: values of its attributes, its paragraphs and line breaks, and its text. */
function readEntry(rest: string): string[] {
  const html = `<article${rest.split("</article>")[0]}`;
  const tags = elementsIn(html);
  const said = ["id", "datetime", "href"].map((name) =>
    tags.flatMap(({ attribs }) => attribs[name] ?? []).join(" "),
  );
  const breaks = tags.map(({ name }) => name).filter((name) => /^(p|br)$/.test(name));
  return [...said, breaks.join(" "), oneLine(textIn(html, "article") ?? "")];
}

/** The web address of an entry, which alone is a link. */
function linkIn({ url }: Entry): URL | undefined {
  const link = URL.parse(url);
  return link && /^https?:$/.test(link.protocol) ? link : undefined;
}

/** The expected result. */
function asShown(entry: Entry, words: Words): string[] {
  const { id, ts, name, message, url, user_agent } = entry;
  const link = linkIn(entry);
  const rest = link && (link.pathname + link.search + link.hash).replace(/^\/$/, "");
  const shown = link ? link.host + shortened(rest ?? "", 24) : url;
  const agent = user_agent && `${say(words, "guestbook.sent_by")} ${user_agent}`;
  const day = say(words, "date.day", dayValues(ts, words));
  const text = [name.trim() || say(words, "guestbook.someone"), message, day, shown, agent];
  const paragraphs = message.split(/\n\s*\n/).map((part) => part.replace(/[^\n]/g, ""));
  const breaks = paragraphs.map((ends) => `p${ends.replaceAll("\n", " br")}`);
  const links = link ? `${entryAddress(entry)} ${link.href}` : entryAddress(entry);
  const tags = agent ? [...breaks, "p"] : breaks;
  return [id, ts, links, tags.join(" "), oneLine(text.join(" "))];
}

/** The place of an entry, as `next` names it. */
function positionOf(entry: unknown): string {
  const { id, ts } = textsAt(entry, "id", "ts");
  return `${ts.replace(/[-:.]/g, "")}-${id}`;
}

/** The address of an entry. */
export const entryAddress = (entry: unknown): string =>
  `/guestbook/?from=${positionOf(entry)}#${textAt(entry, "id")}`;
