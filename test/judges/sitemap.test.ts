import { describe, expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { sitemapComplaints } from "./judge/sitemap.ts";
import { childrenOf, readXml } from "./judge/xml.ts";

const site = await sampleSite();
const sitemap = site.text("/sitemap.xml");
const { base_url, pages } = site.model;

test("the sitemap follows the official schema", () => {
  expect(sitemapComplaints(sitemap, base_url)).toEqual([]);
});

test("it names every page with the date of its last change, and nothing else", () => {
  const entries = childrenOf(readXml(sitemap), "url").map((entry) => [
    childrenOf(entry, "loc")[0]?.text,
    childrenOf(entry, "lastmod")[0]?.text ?? null,
  ]);
  expect(entries).toEqual(pages.map(({ url, updated, published }) => [url, updated ?? published]));
});

describe("the judge sees a planted fault", () => {
  test.each<[string, (xml: string) => string, RegExp]>([
    ["no addresses", (xml) => xml.replace(/<url>[\s\S]*<\/url>/, ""), /Missing child element/],
    [
      "a relative address",
      (xml) => xml.replace(/<loc>.*?<\/loc>/, "<loc>/</loc>"),
      /minLength|not a valid value|shorter/,
    ],
    [
      "a date that is none",
      (xml) => xml.replace(/<lastmod>.*?<\/lastmod>/, "<lastmod>20 November</lastmod>"),
      /not a valid value/,
    ],
    ["somebody else's address", (xml) => xml.replace(base_url, "https://elsewhere.example"), /not on this site/],
    ["an address twice", (xml) => xml.replace(/<url>[\s\S]*?<\/url>/, "$&$&"), /stands twice/],
  ])("%s", (_, fault, complaint) => {
    expect(sitemapComplaints(fault(sitemap), base_url).join("\n")).toMatch(complaint);
  });
});
