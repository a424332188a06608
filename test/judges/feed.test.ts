import { parseAtomFeed } from "feedsmith";
import { expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { feedComplaints } from "./judge/feed.ts";

const site = await sampleSite();
const feed = site.text("/feed.xml");
const newest = site.model.feed;

test("the feed keeps every MUST of RFC 4287", () => {
  expect(feedComplaints(feed)).toEqual([]);
});

test("a feed reader finds every entry, in order, with its words", () => {
  const { title, entries = [] } = parseAtomFeed(feed);
  expect(title).toMatchObject({ value: site.model.facts.name });
  expect(entries).toMatchObject(
    newest.map(({ url, title, published }) => ({
      id: url,
      title: { value: title },
      published,
      links: [{ href: url }, {}],
    })),
  );
  const words = (html = "") => html.replace(/<[^>]*>/g, "").match(/\S+/g);
  expect(entries.map(({ content }) => words(content?.value))).toEqual(
    newest.map(({ html }) => words(html)),
  );
});

/** Faults, each planted in the first entry, or in what stands before it. */
const inEntry = /(?<=<entry>[^]*)/.source;
test.each<[must: string, find: RegExp, replace: string]>([
  ["1.2 not well-formed", /<\/title>/, ""],
  ["2 the root is atom:feed, in Atom's namespace", /2005\/Atom/, "2005/atom"],
  ["2 every element is one that the rules know", /<author>/, "<logo/><author>"],
  [
    "3.1.1 a text or a content is text or html, and holds no elements",
    /<title>/,
    "<title><b>bold</b>",
  ],
  [
    "3.3 a date is an RFC 3339 date-time, T and Z in upper case",
    /<updated>.*?</,
    "<updated>2026-11-20<",
  ],
  ["4.1.1 the feed has exactly one id", /<id>.*?<\/id>/, ""],
  ["4.1.2 an entry has exactly one updated", new RegExp(`${inEntry}<updated>.*?</updated>`), ""],
  ["4.1.2 an entry has an alternate link", new RegExp(`${inEntry}alternate`, "g"), "related"],
  [
    "4.1.2 no two alternate links are of one type",
    new RegExp(`${inEntry}text/markdown`),
    "text/html",
  ],
  ["4.2.6 an id is unique", /<id>.*?<\/id>([^]*?)<id>.*?<\/id>/, "<id>x:y</id>$1<id>x:y</id>"],
  ["4.2.7.1 a link has an href", /href="[^"]*"/, 'link="x"'],
])("a feed that breaks this is told: %s", (must, find, replace) => {
  const broken = feed.replace(find, replace);
  expect(broken).not.toBe(feed);
  expect(feedComplaints(broken)).toContainEqual(expect.stringContaining(must));
});
