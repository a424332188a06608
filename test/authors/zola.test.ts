import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const head = (lines: string, body = "Text.\n") => `+++\n${lines}\n+++\n${body}`;
const pages = {
  "content/_index.md": head('title = "Kettle"'),
  "content/about.md": head('title = "About"\naliases = ["old/about.html", "/who/", "people"]'),
  "content/posts/_index.md": head('title = "Posts"'),
  "content/posts/first.md": head(
    'title = "First"\ntags = ["here"]\n[taxonomies]\ntags = ["rust", "web dev"]\ncategories = ["code"]',
    "[a](@/about.md) [p](@/posts/_index.md) [f](@/posts/first.md#part)\n\n## Part\n\n![A dot](@/dot.svg)\n",
  ),
  "static/dot.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
};

test("tags, links and aliases of Zola mean what they mean there", async () => {
  const settings = { "config.toml": "base_url = 'https://tea.example'\n" };
  const site = await buildSite({ input: folderOf({ ...pages, ...settings }) });
  const first = site.model.pages.find(({ path }) => path === "/posts/first/");
  expect(first?.tags).toEqual(["here", "rust", "web dev", "code"]);
  const links = [...(site.html.get("/posts/first/") ?? "").matchAll(/href="([^"]+)"[^>]*>[apf]</g)].map(([, to]) => to);
  expect(links).toEqual(["/about/", "/posts/", "/posts/first/#part"]);
  expect(site.html.get("/posts/first/")).toContain('src="/dot.svg"');
  expect(site.model.pages.find(({ path }) => path === "/about/")?.aliases).toEqual([
    "/old/about.html",
    "/who/",
    "/people",
  ]);
  expect(site.warnings).toContain(
    "Of this Zola site `content` and `static` are published, and nothing else: `config.toml`.",
  );
  expect(site.warnings.join()).not.toMatch(/Hugo|taxonomies|Aliases/);
});
