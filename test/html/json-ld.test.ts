import { expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { scriptJson } from "../../build/layouts/json-ld.ts";
import { renderPage } from "../../build/layouts/page.ts";
import { baseUrl, fixtureContext, fixturePage, fixturePages } from "./fixture.ts";

interface Graph {
  "@context": string;
  "@graph": Record<string, unknown>[];
}

const model = fixtureContext(fixturePages());

function graphOf(page: Page): Record<string, unknown>[] {
  const [, json] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(renderPage(page, model)) ?? [];
  const data = JSON.parse(json ?? "null") as Graph;
  expect(data["@context"]).toBe("https://schema.org");
  return data["@graph"];
}
const at = (path: string) => graphOf(model.pages.find((page) => page.path === path) as Page);

test("every page states that it is free, under which license, and on what terms", () => {
  for (const page of model.pages.filter(({ type }) => type !== "guestbook")) {
    expect(graphOf(page)[0]).toMatchObject({
      url: page.url,
      license: model.facts.license.url,
      isAccessibleForFree: true,
      usageInfo: `${baseUrl}/manifesto/`,
    });
  }
});

test("the guestbook's page, with strangers' words on it, is under no license of ours", () => {
  const [node] = at("/guestbook/");
  expect(node).toMatchObject({ isAccessibleForFree: true });
  expect(node).not.toHaveProperty("license");
  expect(node).not.toHaveProperty("usageInfo");
});

test("the home page is the web site, a note an article with its dates, anything else a web page of it", () => {
  expect(at("/")[0]).toMatchObject({ "@type": "WebSite", "@id": `${baseUrl}/#website`, name: "Fixture House" });
  expect(at("/notes/three/")[0]).toMatchObject({
    "@type": "Article",
    headline: "Third <note> & more",
    datePublished: "2026-01-02T00:00:00Z",
    dateModified: "2026-03-04T00:00:00Z",
    isPartOf: { "@id": `${baseUrl}/#website` },
  });
  expect(at("/about/")[0]).toMatchObject({ "@type": "WebPage" });
  expect(at("/about/")[0]).not.toHaveProperty("datePublished");
});

test("the trail leads from the house to the page", () => {
  const trail = at("/realms/hall/").find((node) => node["@type"] === "BreadcrumbList");
  expect(trail?.["itemListElement"]).toMatchObject([
    { position: 1, item: `${baseUrl}/` },
    { position: 2, item: `${baseUrl}/realms/` },
    { position: 3, item: `${baseUrl}/realms/hall/` },
  ]);
});

test("the corpus page is a dataset, as one JSON document and as JSON Lines named by their digest", () => {
  const dataset = at("/corpus/").find((node) => node["@type"] === "Dataset");
  expect(dataset).toMatchObject({ license: model.facts.license.url, dateModified: model.updated });
  const [whole, lines] = (dataset?.["distribution"] ?? []) as Record<string, string>[];
  expect(whole).toMatchObject({ contentUrl: `${baseUrl}/api/corpus.json`, encodingFormat: "application/json" });
  expect(lines).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  expect(lines?.["contentUrl"]).toContain(lines?.["sha256"]?.slice(0, 8));
});

test("nothing in it can end the script element", () => {
  const page = fixturePage("/x/", { title: "</script><script>alert(1)</script><!--", description: "]]>\u2028" });
  const document = renderPage(page, fixtureContext([...fixturePages(), page]));
  expect(document.match(/<script/g)).toHaveLength(1);
  expect(graphOf(page)[0]).toMatchObject({ name: page.title, description: page.description });
  expect(scriptJson(page.title)).not.toContain("<");
});
