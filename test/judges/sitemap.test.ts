import { expect, test } from "vitest";
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
