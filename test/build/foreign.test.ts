import { describe, expect, test } from "vitest";
import { feedComplaints } from "../judges/judge/feed.ts";
import { htmlComplaints } from "../judges/judge/html.ts";
import { destinationsOf, linkComplaints } from "../judges/judge/links.ts";
import { llmsComplaints } from "../judges/judge/llms.ts";
import { parityComplaints } from "../judges/judge/parity.ts";
import { robotsComplaints } from "../judges/judge/robots.ts";
import { sitemapComplaints } from "../judges/judge/sitemap.ts";
import { folderOf } from "./folder.ts";
import { foreignFolder, foreignKinds } from "./foreign.ts";
import { buildSite } from "./site.ts";

const site = await buildSite({ input: folderOf(foreignFolder(foreignKinds, 301)) });
const { pages, base_url } = site.model;
const pageAt = (path: string) => pages.find((page) => page.path === path);

describe("a plain folder of somebody else's Markdown builds, without facts of its own", () => {
  test.each(foreignKinds.map((kind) => [kind.file.slice(-40), kind] as const))("%s", (_, { path, title, says }) => {
    const page = pageAt(path);
    expect([page?.title, page?.text.includes(says ?? "")]).toEqual([title, true]);
  });

  test("every file is a page, undated, and the pages about the service join them", () => {
    const theirs = pages.filter(({ source }) => source !== null);
    expect(theirs).toHaveLength(foreignKinds.length + 301);
    expect(
      theirs.filter(
        ({ published, updated, type }) =>
          published !== null || updated !== null || (type !== "page" && type !== "home"),
      ),
    ).toEqual([]);
    expect(pages.filter(({ source }) => source === null).map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/manifesto/", "/greeting/", "/guestbook/", "/api/"]),
    );
  });

  test("keys that mean nothing here are mentioned, once", () => {
    expect(site.warnings.filter((warning) => warning.includes("`nested`"))).toHaveLength(1);
  });
});

describe("and every document of it is valid", () => {
  test("the sitemap", () => expect(sitemapComplaints(site.text("/sitemap.xml"), base_url)).toEqual([]));
  test("the feed", () => expect(feedComplaints(site.text("/feed.xml"))).toEqual([]));
  test("robots.txt", () => expect(robotsComplaints(site.text("/robots.txt"))).toEqual([]));
  test("llms.txt", () =>
    expect(
      llmsComplaints(
        site.text("/llms.txt"),
        pages.map(({ markdown_url }) => markdown_url),
      ),
    ).toEqual([]));
  test("lists of what the folder does not have are empty", () => {
    expect(site.json("/api/realms.json")).toMatchObject({ count: 0, realms: [] });
    expect(site.json("/api/state.json")).toMatchObject({ latest: null, counts: { notes: 0, realms: 0 } });
  });
  test("no template syntax was read as anything but text", () => {
    expect(site.html.get("/templates/")).toContain("{{ site.title }} and {% include nav %}{% raw %}");
  });
  test("links between files lead to their pages", () => {
    const to = destinationsOf(site);
    const complaints = [...site.html].flatMap(([path, html]) => linkComplaints(html, base_url + path, to));
    expect(complaints).toEqual([]);
    expect(site.html.get("/references/")).toContain('<a href="/docs/guide/" title="Guide">');
  });

  /** Markup that the author wrote by hand is taken as it is. */
  const ours = foreignKinds.map(({ path }) => path).filter((path) => path !== "/html/" && path !== "/odd-html/");
  test.each(ours)("%s says the same as Markdown", (path) => {
    const page = pageAt(path);
    expect(parityComplaints(site.html.get(path) ?? "", String(page?.twin ?? ""), page?.url ?? "")).toEqual([]);
  });

  test.each(ours)("the page %s is valid HTML", async (path) => {
    const complaints = await htmlComplaints(site.html.get(path) ?? "");
    // Which headings a text has is its author's affair.
    expect(complaints.filter((complaint) => !complaint.startsWith("heading-level"))).toEqual([]);
  });
});
