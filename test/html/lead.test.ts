import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const post = (day: string, text: string) => `---\ntype: note\ndate: ${day}\n---\n\n${text}\n`;
const svg = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="3"></svg>`;
const files = {
  "index.md": "# The mill\n\nWords of the author’s.\n",
  "posts/old.md": post("2026-01-02", "# Old\n\n![Old](wheel.svg)"),
  "posts/new.md": post("2026-01-03", '# New\n\nText.\n\n![A "wheel"](wheel.svg)\n\n![B](b.svg)'),
  "posts/wheel.svg": svg(4),
  "posts/b.svg": svg(5),
};
const homeOf = async (more: Record<string, string>) =>
  (await buildSite({ input: folderOf({ ...files, ...more }) })).html.get("/") as string;

test("a home page without rooms has the newest dated page as a lead, with its first picture", async () => {
  const home = await homeOf({});
  expect(home).toContain(
    '<ul class="listed columns lead">\n<li><a href="/posts/new/">' +
      '<img alt="" src="/posts/wheel.svg" width="4" height="3" data-markdown-ignore>New</a>',
  );
  expect(home.match(/<img/g)).toHaveLength(1);
});

test.each<[string, Record<string, string>]>([
  ["without a picture", { "posts/new.md": post("2026-01-03", "# New") }],
  ["with a film alone", { "posts/new.md": post("2026-01-03", "# New\n\n![Film](wheel.mp4)") }],
])("the lead is there %s", async (_, more) => {
  expect(await homeOf({ "posts/wheel.mp4": "film", ...more })).toContain(
    '<ul class="listed columns lead">\n<li><a href="/posts/new/">New</a>',
  );
});

test.each<[string, Record<string, string>]>([
  ["with rooms", { "rooms/one.md": "---\ntype: realm\nstatus: open\n---\n\n# One\n" }],
  ["without dated pages", { "posts/new.md": "# New\n", "posts/old.md": "# Old\n" }],
  ["that leads to them itself", { "index.md": "# The mill\n\nSee [new](posts/new.md).\n" }],
])("a home page %s has no lead", async (_, more) => {
  expect(await homeOf(more)).not.toContain('lead"');
});
