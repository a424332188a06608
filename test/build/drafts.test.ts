import { expect, test } from "vitest";
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
