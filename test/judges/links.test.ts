import createParser from "markdown-it";
import { describe, expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { sampleSite } from "../build/site.ts";
import { addressComplaint, addressesIn, destinationsOf, linkComplaints } from "./judge/links.ts";

const site = await sampleSite();
const { pages, base_url, catalogue } = site.model;
const to = destinationsOf(site);
const documents: [string, string][] = [
  ...site.html,
  ["/404.html", site.text("/404.html")],
  ["/410.html", site.text("/410.html")],
];

test.each(documents)("every link and fragment of %s leads somewhere", (path, html) => {
  expect(linkComplaints(html, base_url + path, to)).toEqual([]);
});

test.each(pages.map((page) => [page.markdown_path, page] as const))(
  "every link of %s is absolute and leads somewhere",
  (_, page) => {
    const html = new createParser({ html: true }).render(markdownOf(page).toString());
    expect(linkComplaints(html, "https://read-elsewhere.example/copy.md", to)).toEqual([]);
    const relative = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)]
      .map(([, address = ""]) => address)
      .filter((address) => !/^[a-z]+:/.test(address));
    expect(relative).toEqual([]);
  },
);

const json = [...site.files.keys()].filter((path) => path.endsWith(".json") || path === "/.well-known/api-catalog");
test.each(json)("every address of this site in %s is answered", (path) => {
  const addresses = addressesIn(site.json(path), base_url);
  expect(
    addresses.filter((address) => address !== base_url).flatMap((address) => addressComplaint(address, base_url, to)),
  ).toEqual([]);
});

test("every page can be reached from the home page by links alone", () => {
  const seen = new Set(["/"]);
  for (const path of seen) {
    for (const [, address = ""] of (site.html.get(path) ?? "").matchAll(/<a [^>]*href="([^"#]*)/g)) {
      const target = new URL(address, base_url + path).pathname;
      if (site.html.has(target)) seen.add(target);
    }
  }
  expect(pages.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([]);
});

test("the judge knows of every fixed document", () => {
  expect(catalogue.filter(({ kind, path }) => kind !== "family" && !to.answers(path))).toEqual([]);
});

describe("the judge sees a planted fault", () => {
  test.each([
    ["a page that is not there", '<a href="/no-such-room/">x</a>', "/no-such-room/ leads nowhere"],
    ["an absolute address of this site", `<a href="${base_url}/no-such-room/">x</a>`, "leads nowhere"],
    ["a page without its last slash", '<a href="/about">x</a>', "/about leads nowhere"],
    ["a relative link", '<a href="no-such-room/">x</a>', "leads nowhere"],
    ["a part that is not there", '<a href="/manifesto/#promise-eight">x</a>', "no such part"],
    ["a part of this page that is not there", '<a href="#nowhere">x</a>', "no such part"],
    ["an image", '<img src="/missing.png" alt="">', "leads nowhere"],
    ["a stylesheet", '<link rel="stylesheet" href="/assets/style.css">', "leads nowhere"],
    ["a form", '<form action="/sign"></form>', "leads nowhere"],
    ["something that is no address", '<a href="http://[">x</a>', "is no address"],
  ])("%s", (_, markup, complaint) => {
    expect(linkComplaints(markup, `${base_url}/about/`, to).join("\n")).toContain(complaint);
  });

  test("in JSON", () => {
    expect(
      addressesIn({ a: [{ href: `${base_url}/gone.json` }] }, base_url).flatMap((address) =>
        addressComplaint(address, base_url, to),
      ),
    ).toHaveLength(1);
  });
});
