import { expect, test } from "vitest";
import { faultsOf } from "../authors/faults-of.ts";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

const head = (lines: string) => `---\n${lines}\n---\n\n`;
const published = {
  "index.md": "# Home\n\n<!-- insert: list newest -->\n",
  // A date of the future is like any other: the clock is never asked.
  "notes/open.md": `${head("type: note\ndate: 2199-01-01\ntags: [shared]")}# An open note\n`,
};
const drafts = {
  "notes/index.md": `${head("draft: true")}# Xyzzy notes\n`,
  "notes/plans.md": `${head("type: note\ndate: 2199-12-24\ntags: [xyzzy]\naliases: [/xyzzy/]\ndraft: true")}# P\n`,
  "realms/xyzzy.md": `${head("type: realm\nstatus: growing\norder: 1\ndraft: true")}# Xyzzy realm\n`,
};

test("a draft leaves no trace in any file of a build, and does not even move the version", async () => {
  const [one, other] = [
    await buildSite({ input: folderOf({ ...published, ...drafts }) }),
    await buildSite({ input: folderOf(published) }),
  ];
  expect([...one.files]).toEqual([...other.files]);
  expect(one.model.version).toMatch(/^2199-01-01-/);
});

test("a draft is shown where drafts are wanted, and marked, dated or not", async () => {
  const site = await buildSite({ input: folderOf({ ...published, ...drafts }), drafts: true });
  for (const path of ["/notes/plans/", "/notes/", "/realms/xyzzy/"])
    expect(site.html.get(path)).toContain("Draft, seen only here");
  expect(site.html.get("/notes/open/")).not.toContain("Draft, seen only here");
});

test.each([
  ["draft: true", "is a draft"],
  ["Published: false", "is kept out because of `Published: false`"],
  ["visibility: private", 'is kept out because of `visibility: "private"`'],
  ["password: secret", "is kept out because of `password`"],
  ["gone: true", "is gone"],
])("a link to a page with %s says why it leads nowhere", async (line, why) => {
  const faults = await faultsOf({
    "index.md": "# Home\n\n[x](a.md)\n",
    "a.md": `${head(line)}# A\n`,
  });
  expect(faults.map(({ problem }) => problem)).toEqual([
    expect.stringContaining(`for readers: a.md ${why}`),
  ]);
});

test.each([
  ["title: From the head", "From the head"],
  ["", "From a heading"],
])("a site without facts has the name of its home page's title: %j", async (line, name) => {
  const input = folderOf({ "index.md": `${head(line)}From a\nheading\n===\n\nWords.\n` });
  const { model } = await buildSite({ input });
  expect([model.facts.name, model.home.title]).toEqual([name, name]);
});
