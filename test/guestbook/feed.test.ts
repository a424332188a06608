import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseAtomFeed } from "feedsmith";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findEntries, removeEntries } from "../../build/cli/guestbook/moderation.ts";
import { escape } from "../../build/lib/html.ts";
import { wordsOf } from "../../build/words/words.ts";
import { type Entry, entriesPerPage, notice } from "../../functions/guestbook/entry.ts";
import { sampleSite } from "../build/site.ts";
import { openGuestbook, origin, shellOf, type TestGuestbook } from "./test-guestbook.ts";

let book: TestGuestbook;
beforeAll(async () => {
  book = await openGuestbook();
});
afterAll(() => book.close());

const path = "/api/guestbook.xml";
const feedText = async () => (await book.ask(path)).text();

test("an empty guestbook is a valid feed", async () => {
  const feed = parseAtomFeed(await feedText());
  expect(feed).toMatchObject({ id: origin + path, updated: "1970-01-01T00:00:00.000Z" });
  expect(feed.entries ?? []).toEqual([]);
});

test("the newest entries are in the feed as the list has them, their texts as text", async () => {
  const fields = [
    { message: '<b>not bold</b> & "quoted"\n\nnext ]]> line', name: "<i>Ада</i>" },
    { message: "a mail address", name: "M", url: "mailto:m@example.org" },
    {
      message: `noncharacters \uffff \ufffe ${"long ".repeat(60)}`,
      url: "https://example.org/?a&b",
    },
  ];
  for (const each of fields) await book.post(each);
  for (let number = 0; number < entriesPerPage; number++)
    if (number % 3 === 0) await book.post({ message: `entry ${number}` });
  const { entries } = await book.list(`?limit=${entriesPerPage}`);
  const text = await feedText();
  const shown = (value: string) => value.replace(/[\ufffe\uffff]/g, "\ufffd");
  const pageAt = ({ id, ts }: Entry) =>
    `${origin}/guestbook/?from=${ts.replace(/[-:.]/g, "")}-${id}#${id}`;
  const feed = parseAtomFeed(text);
  expect(feed.updated).toBe(entries[0]?.ts);
  expect(feed.entries).toMatchObject(
    entries.map((entry) => ({
      id: pageAt(entry),
      published: entry.ts,
      updated: entry.ts,
      authors: [
        {
          name: entry.name || "Someone",
          ...(entry.url.startsWith("https:") && { uri: entry.url }),
        },
      ],
      links: [{ rel: "alternate", type: "text/html", href: pageAt(entry) }],
      content: { type: "text", value: shown(entry.message) },
    })),
  );
  expect(text).not.toContain("mailto:");
  expect(text).not.toMatch(/[\ufffe\uffff]/);
  expect(text).toContain("&lt;b&gt;not bold&lt;/b&gt; &amp; &quot;quoted&quot;");
  // Each entry's address shows it.
  const at = pageAt(entries.at(-1) as Entry)
    .slice(origin.length)
    .replace(/#.*/, "");
  expect(await (await book.ask(at)).text()).toContain(`id="${entries.at(-1)?.id}"`);
});

test("it has as many entries as a page, whatever the query, and not what the owner removed", async () => {
  const posts = Array.from({ length: entriesPerPage }, (_, number) =>
    book.post({ message: `entry ${number}` }),
  );
  await Promise.all(posts);
  for (const query of ["", "?limit=1", "?from=x", "?utm_source=reader"]) {
    const answer = await book.ask(path + query);
    expect([answer.status, parseAtomFeed(await answer.text()).entries?.length]).toEqual([
      200,
      entriesPerPage,
    ]);
  }
  const [newest] = (await book.list()).entries as [Entry];
  const found = await findEntries(book.store, [newest.id]);
  await removeEntries(book.store, found, { reason: "r", ts: "" });
  expect(await feedText()).not.toContain(newest.id);
});

test("it is cached, purged and revalidated like the list, and only read", async () => {
  const [feed, list] = [await book.ask(path), await book.ask("/api/guestbook")];
  const headersOf = ({ headers }: Response) => {
    const { etag: _, "content-type": __, link: ___, ...others } = Object.fromEntries(headers);
    return others;
  };
  expect(headersOf(feed)).toEqual(headersOf(list));
  expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  const etag = feed.headers.get("etag") as string;
  const again = () => book.ask(path, { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  expect((await book.ask("/api/guestbook", { headers: { "if-none-match": etag } })).status).toBe(
    200,
  );
  await book.post({ message: "news" });
  expect((await again()).status).toBe(200);
  const head = await book.ask(path, { method: "HEAD" });
  expect([head.status, head.body]).toEqual([200, null]);
  for (const method of ["POST", "PUT", "DELETE"]) {
    const refused = await book.ask(path, { method });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  }
  const options = await book.ask(path, { method: "OPTIONS" });
  expect(options.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
  await book.withStore(null, async () => expect((await book.ask(path)).status).toBe(503));
});

test("the page leads to it, for people and for feed readers, and so does what describes the API", async () => {
  const site = await sampleSite();
  const link = '<link rel="alternate" href="/api/guestbook.xml" type="application/atom+xml"';
  expect(site.text("/guestbook/index.html")).toContain(link);
  expect(await (await book.ask("/guestbook/")).text()).toContain('<a href="/api/guestbook.xml"');
  const described = [
    "/api/index.json",
    "/api/openapi.json",
    "/api.md",
    "/guestbook.md",
    "/.well-known/tdmrep.json",
  ];
  for (const document of described) expect(site.text(document)).toContain(path);
});

test("people read it in the language of the page, and only what its words lack in English", async () => {
  const shell = join(book.directory, "site/guestbook/index.html");
  const text = readFileSync(shell, "utf8");
  const etag = (await book.ask(path)).headers.get("etag") as string;
  const arabic = wordsOf({})("ar");
  writeFileSync(shell, shellOf(arabic));
  await book.post({ message: "Ohne Namen" });
  const shown = await book.ask(path, { headers: { "if-none-match": etag } });
  expect(shown.status).toBe(200);
  const feed = await shown.text();
  expect(feed).toContain('<title xml:lang="ar">سجل الزوار · house.example</title>');
  expect(feed).toContain(`<subtitle xml:lang="ar">${arabic.phrases["fault.notice"]}</subtitle>`);
  expect(feed).toContain('<author xml:lang="ar"><name>زائر</name></author>');
  writeFileSync(shell, shellOf(wordsOf({ own_words: { ja: { "guestbook.title": "帳" } } })("ja")));
  const half = await feedText();
  expect(half).toContain('<title xml:lang="ja">帳 · house.example</title>');
  expect(half).toContain(`<subtitle xml:lang="en">${escape(notice)}</subtitle>`);
  await rm(shell);
  const unbuilt = await book.ask(path);
  expect([unbuilt.status, unbuilt.headers.get("content-type")]).toEqual([
    500,
    "application/problem+json",
  ]);
  writeFileSync(shell, text);
});
