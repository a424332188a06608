import { parseAtomFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { feedComplaints } from "./judge/feed.ts";
import { elementsOf } from "./judge/markup.ts";

const site = await sampleSite();
const feed = site.text("/feed.xml");
const newest = site.model.notes.slice(0, 20);

test("the feed keeps every MUST of RFC 4287", () => {
  expect(feedComplaints(feed)).toEqual([]);
});

test("a feed reader finds every note, in order, with its words", () => {
  const read = parseAtomFeed(feed);
  expect(read.title).toMatchObject({ value: site.model.facts.name });
  expect(read.links?.find(({ rel }) => rel === "self")?.href).toBe(`${site.model.base_url}/feed.xml`);
  expect(
    read.entries?.map(({ id, title, published, links }) => ({
      id,
      title: title?.value,
      published,
      link: links?.[0]?.href,
    })),
  ).toEqual(newest.map(({ url, title, published }) => ({ id: url, title, published, link: url })));
  for (const [index, entry] of (read.entries ?? []).entries()) {
    const note = newest[index];
    const words = (html: string) => elementsOf(`<div>${html}</div>`)[0]?.text().replace(/\s+/g, " ").trim();
    expect(words(entry.content?.value ?? "")).toBe(words(note?.html ?? ""));
  }
});

test("addresses in an entry are absolute", () => {
  const read = parseAtomFeed(feed);
  const addresses = (read.entries ?? [])
    .flatMap(({ content }) => elementsOf(content?.value ?? ""))
    .flatMap(({ attributes }) => [attributes["href"], attributes["src"]]);
  expect(addresses.filter((address) => address !== undefined && !/^(https?:|mailto:|#)/.test(address))).toEqual([]);
});

/** Replaces in the feed's first entry only. */
const inEntry = (find: string | RegExp, replace: string) => (xml: string) => {
  const at = xml.indexOf("<entry>");
  return xml.slice(0, at) + xml.slice(at).replace(find, replace);
};
const inHead = (find: string | RegExp, replace: string) => (xml: string) => xml.replace(find, replace);

const planted: Record<string, (xml: string) => string> = {
  "2 the root is atom:feed, in Atom's namespace": inHead("http://www.w3.org/2005/Atom", "http://www.w3.org/2005/atom"),
  "3.1.1 a text or a content is text or html, and holds no elements": inEntry("<title>", "<title><b>bold</b>"),
  "3.3 a date is an RFC 3339 date-time, T and Z in upper case": inEntry(
    /<updated>.*?<\/updated>/,
    "<updated>2026-11-20</updated>",
  ),
  "2 every element is one that the rules know": inHead("<author>", "<logo/><author>"),
  "4.1.1 the feed has exactly one id": inHead(/<id>.*?<\/id>/, ""),
  "4.1.2 an entry has exactly one updated": inEntry(/<updated>.*?<\/updated>/, ""),
  "4.1.2 no two alternate links are of one type": inEntry("text/markdown", "text/html"),
  "4.2.6 an id is unique": inEntry(/<id>.*?<\/id>/, `<id>${site.model.base_url}/</id>`),
  "4.2.7.1 a link has an href that is an IRI reference": inHead(/href="[^"]*"/, 'link="x"'),
};

describe("the judge sees a planted fault", () => {
  test.each(Object.keys(planted))("%s", (rule) => {
    const broken = planted[rule]?.(feed) ?? feed;
    expect(broken).not.toBe(feed);
    expect(feedComplaints(broken)).toContain(rule);
  });

  test("a feed that is not well-formed is refused", () => {
    expect(feedComplaints(feed.replace("</title>", ""))[0]).toMatch(/^1\.2/);
    expect(() => parseAtomFeed(feed.replace("<feed", "<channel"))).toThrow();
  });
});
