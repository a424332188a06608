import { describe, expect, test } from "vitest";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

const files = {
  "index.md": "# Home\n\n<!-- insert: list newest -->\n",
  "notes/open.md": "---\ntype: note\ndate: 2026-11-01\ntags: [shared]\n---\n\n# An open note\n",
  "notes/plans.md":
    "---\ntype: note\ndate: 2026-12-24\ntags: [shared, xyzzy-tag]\naliases: [/xyzzy-alias/]\ndraft: true\n---\n\n# Xyzzy plans\n\nNobody may know of xyzzy.\n",
  "realms/xyzzy.md": "---\ntype: realm\nstatus: growing\norder: 1\ndraft: true\n---\n\n# Xyzzy realm\n",
};

describe("a draft", () => {
  test("leaves no trace in any file of a build", async () => {
    const site = await buildSite({ input: folderOf(files) });
    const traces = [...site.files.keys()].filter(
      (path) => /xyzzy/i.test(path) || /xyzzy|2026-12-24/i.test(site.text(path)),
    );
    expect(traces).toEqual([]);
  });

  test("does not even move the version", async () => {
    const without = { "index.md": files["index.md"], "notes/open.md": files["notes/open.md"] };
    const [one, other] = [await buildSite({ input: folderOf(files) }), await buildSite({ input: folderOf(without) })];
    expect([...one.files]).toEqual([...other.files]);
  });

  test("is shown where drafts are wanted, and marked", async () => {
    const site = await buildSite({ input: folderOf(files), drafts: true });
    expect(site.html.get("/notes/plans/")).toContain("Draft, seen only here");
    expect(site.html.get("/notes/open/")).not.toContain("Draft, seen only here");
  });

  test("cannot be linked to from a page that is published", async () => {
    const linked = { ...files, "a.md": "See [plans](notes/plans.md).\n" };
    await expect(buildSite({ input: folderOf(linked) })).rejects.toThrow(
      /links to `notes\/plans\.md`, which does not exist/,
    );
  });
});

describe("dates of the future are like any other: the clock is never asked", () => {
  test("a note dated far ahead is published", async () => {
    const site = await buildSite({
      input: folderOf({ "index.md": "# Home\n", "n.md": "---\ntype: note\ndate: 2199-01-01\n---\n\n# Ahead\n" }),
    });
    expect(site.json<{ version: string }>("/api/state.json").version).toMatch(/^2199-01-01-/);
  });
});
