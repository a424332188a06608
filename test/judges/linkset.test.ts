import { describe, expect, test } from "vitest";
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

describe("the judge sees a planted fault", () => {
  const [own = {}, api = {}] = catalog.linkset;
  test.each<[string, unknown, RegExp]>([
    ["an array", catalog.linkset, /one member linkset/],
    ["another member", { ...catalog, version: 1 }, /one member linkset/],
    ["a relative anchor", { linkset: [own, { ...api, anchor: "/api/index.json" }] }, /absolute anchor/],
    [
      "a target that is no array",
      { linkset: [own, { ...api, status: { href: `${base_url}/x` } }] },
      /not an array of targets/,
    ],
    ["a relative href", { linkset: [own, { ...api, status: [{ href: "/api/state.json" }] }] }, /absolute href/],
    [
      "an extension that is no array",
      { linkset: [own, { ...api, status: [{ href: `${base_url}/x`, size: 3 }] }] },
      /extension attribute/,
    ],
    ["an API that is not listed", { linkset: [{ ...own, item: [{ href: `${base_url}/other` }] }, api] }, /not listed/],
    ["nothing listed", { linkset: [api] }, /lists no API/],
    [
      "no service-desc",
      {
        linkset: [own, { ...api, "service-desc": undefined }].map(
          (model) => JSON.parse(JSON.stringify(model)) as object,
        ),
      },
      /no service-desc/,
    ],
  ])("%s", (_, faulty, complaint) => {
    expect(catalogComplaints(faulty, at).join("\n")).toMatch(complaint);
  });
});
