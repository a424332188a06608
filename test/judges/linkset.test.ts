import { expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { catalogComplaints, type Linkset } from "./judge/linkset.ts";

const site = await sampleSite();
const { base_url } = site.model;
const at = `${base_url}/.well-known/api-catalog`;
const catalog = site.json<Linkset>("/.well-known/api-catalog");

test("the API catalog is a linkset as RFC 9727 wants it", () => {
  expect(catalogComplaints(catalog, at)).toEqual([]);
});

test("it leads to the description for programs, the one for people, and the state", () => {
  const api = catalog.linkset.find(({ anchor }) => anchor === `${base_url}/api/index.json`);
  expect(api).toMatchObject({
    "service-desc": [{ href: `${base_url}/api/openapi.json`, type: "application/vnd.oai.openapi+json" }],
    "service-doc": [{ href: `${base_url}/api/`, type: "text/html" }],
    status: [{ href: `${base_url}/api/state.json` }],
  });
});

test("an API that is not listed, or without a description, is seen", () => {
  const [own = {}, { "service-desc": _, ...undescribed } = {}] = catalog.linkset;
  const unlisted = { linkset: [{ ...own, item: [{ href: `${base_url}/other` }] }, undescribed] };
  expect(catalogComplaints(unlisted, at).join("\n")).toMatch(/not listed[^]*no service-desc/);
});
