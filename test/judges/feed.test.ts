import { parseAtomFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { feedComplaints, musts } from "./judge/feed.ts";
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
const withoutContent = (xml: string) => xml.replace(/<content[\s\S]*?<\/content>/g, "");

const planted: Record<string, (xml: string) => string> = {
  "2 the root is atom:feed, in Atom's namespace": inHead("http://www.w3.org/2005/Atom", "http://www.w3.org/2005/atom"),
  "2 xml:lang is a language tag": inHead('xml:lang="en"', 'xml:lang="en_GB"'),
  "2 xml:base is an IRI reference": inEntry(/xml:base="[^"]*"/, 'xml:base="http://a b/"'),
  "3.1.1 a text construct's type is text, html or xhtml": inEntry("<title>", '<title type="markdown">'),
  "3.1.1.1 text and html hold no elements": inEntry("<title>", "<title><b>bold</b>"),
  "3.1.1.3 xhtml is one div": inEntry("<summary>", '<summary type="xhtml">'),
  "3.2.1 a person has exactly one name": inHead(/<name>.*?<\/name>/, ""),
  "3.2.2 a person has at most one uri": inHead(
    "</author>",
    "<uri>https://a.example/</uri><uri>https://b.example/</uri></author>",
  ),
  "3.2.2 a person's uri is an IRI reference": inHead("</author>", "<uri>a b</uri></author>"),
  "3.2.3 a person has at most one email": inHead("</author>", "<email>a@b.example</email></author>"),
  "3.2.3 a person's email is an addr-spec": inHead(/<email>.*?<\/email>/, "<email>write to us</email>"),
  "3.3 a date is an RFC 3339 date-time, T and Z in upper case": inEntry(
    /<updated>.*?<\/updated>/,
    "<updated>2026-11-20</updated>",
  ),
  "4.1.1 the feed has an author, or every entry has": inHead(/<author>.*?<\/author>/, ""),
  "4.1.1 the feed has at most one generator, icon, logo, rights, subtitle": inHead(
    "<subtitle>",
    "<subtitle>again</subtitle><subtitle>",
  ),
  "4.1.1 the feed has exactly one id": inHead(/<id>.*?<\/id>/, ""),
  "4.1.1 the feed has exactly one title": inHead("<title>", "<title>again</title><title>"),
  "4.1.1 the feed has exactly one updated": inHead(/<updated>.*?<\/updated>/, ""),
  "4.1.1 the feed has no two alternate links of one type and language": inHead(
    '<link rel="alternate"',
    '<link rel="alternate" type="text/html" href="https://b.example/"/><link rel="alternate"',
  ),
  "4.1.2 an entry has at most one content, published, rights, source, summary": inEntry(
    "<published>",
    "<published>2026-11-20T00:00:00Z</published><published>",
  ),
  "4.1.2 an entry has exactly one id": inEntry(/<id>.*?<\/id>/, ""),
  "4.1.2 an entry has exactly one title": inEntry(/<title>.*?<\/title>/, ""),
  "4.1.2 an entry has exactly one updated": inEntry(/<updated>.*?<\/updated>/, ""),
  "4.1.2 an entry without content has an alternate link": (xml) =>
    withoutContent(inEntry(/<link rel="alternate".*?\/>\n<link rel="alternate".*?\/>/, "")(xml)),
  "4.1.2 an entry has no two alternate links of one type and language": inEntry("text/markdown", "text/html"),
  "4.1.2 an entry whose content is elsewhere or in Base64 has a summary": (xml) =>
    xml
      .replace(/<summary>.*?<\/summary>/g, "")
      .replace(/<content[\s\S]*?<\/content>/, '<content type="image/png">aGk=</content>'),
  "4.1.3.1 content's type is text, html, xhtml or a media type, not a composite one": inEntry(
    '<content type="html"',
    '<content type="multipart/mixed"',
  ),
  "4.1.3.2 content's src is an IRI reference, and the element is empty": inEntry(
    '<content type="html"',
    '<content src="https://a.example/x" type="text/html"',
  ),
  "4.1.3.3 content of type text or html holds no elements": inEntry("</content>", "<p>unescaped</p></content>"),
  "4.2.2 a category has a term": inEntry("<category term=", "<category label="),
  "4.2.2 a category's scheme is an IRI": inEntry("<category ", '<category scheme="tags" '),
  "4.2.4 a generator's uri is an IRI reference": inHead("<rights>", '<generator uri="a b">x</generator><rights>'),
  "4.2.5 icon and logo are IRI references": inHead("<rights>", "<icon>a b</icon><rights>"),
  "4.2.6 an id is an absolute IRI": inEntry(/<id>.*?<\/id>/, "<id>/notes/relative/</id>"),
  "4.2.6 an id is unique": inEntry(/<id>.*?<\/id>/, `<id>${site.model.base_url}/</id>`),
  "4.2.7.1 a link has an href that is an IRI reference": inHead(/href="[^"]*"/, 'link="x"'),
  "4.2.7.2 a link's rel is a name or an IRI": inHead('rel="self"', 'rel="self alternate"'),
  "4.2.7.3 a link's type is a media type": inHead('type="text/html"', 'type="html"'),
  "4.2.7.4 a link's hreflang is a language tag": inHead('rel="self"', 'rel="self" hreflang="english_uk"'),
};

describe("the judge sees a planted fault", () => {
  test.each(musts.map(({ section, must }) => `${section} ${must}`))("%s", (rule) => {
    const broken = planted[rule]?.(feed) ?? feed;
    expect(broken).not.toBe(feed);
    expect(feedComplaints(broken)).toContain(rule);
  });

  test("a feed that is not well-formed is refused", () => {
    expect(feedComplaints(feed.replace("</title>", ""))[0]).toMatch(/^1\.2/);
    expect(() => parseAtomFeed(feed.replace("<feed", "<channel"))).toThrow();
  });
});
