import { describe, expect, test } from "vitest";
import { renderGone, renderNotFound } from "../../build/layouts/error-and-template-pages.ts";
import { fixtureContext, fixturePages } from "./fixture.ts";

const model = fixtureContext(fixturePages());

describe.each([
  ["not found", renderNotFound(model), "There is no such page"],
  ["gone", renderGone(model), "This page was taken down"],
])("%s", (_, document, heading) => {
  test("says so and shows the ways on", () => {
    expect(document).toContain(`<h1>${heading}</h1>`);
    for (const path of ["/", "/llms.txt", "/sitemap.xml", "/api/index.json"])
      expect(document).toContain(`<a href="${path}">`);
  });
  test("is no page of its own: no canonical address, no twin, no current entry in the navigation", () => {
    expect(document).not.toMatch(/rel="canonical"|text\/markdown|aria-current/);
  });
  test("links from the root, since it is shown at any address", () => {
    for (const [, address] of document.matchAll(/(?:href|src)="([^"]*)"/g)) expect(address).toMatch(/^(\/|#|https:)/);
  });
});

test("search is offered where there is a search page", () => {
  const without = fixtureContext(model.pages.filter(({ type }) => type !== "search"));
  expect(renderNotFound(without)).not.toContain("search the site");
  expect(renderNotFound(model)).toContain('<a href="/search/">search the site</a>');
});
