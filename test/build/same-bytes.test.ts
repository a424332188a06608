import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf } from "./folder.ts";
import { type BuiltSite, buildSite, sampleContent, sampleSite } from "./site.ts";

interface State {
  version: string;
  digest: string;
  documents: { path: string; sha256: string }[];
}
interface Digests {
  version: string;
  digests: Record<string, string>;
}

const bytes = (site: BuiltSite) =>
  new Map(
    [...site.files].map(([path, content]) => [path, Buffer.from(content).toString("base64")]),
  );
const digestsOf = (site: BuiltSite) => site.json<Digests>("/api/digests.json").digests;
const versionOf = (site: BuiltSite) => site.json<State>("/api/state.json").version;
/** Keys whose values differ, or that only one of the two has. */
const differing = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => a[key] !== b[key]).sort();

function copyOfSample(): string {
  const folder = folderOf();
  cpSync(sampleContent, folder, { recursive: true });
  return folder;
}

function edit(folder: string, file: string, find: string | RegExp, replace: string): void {
  const before = readFileSync(join(folder, file), "utf8");
  const after = before.replace(find, replace);
  expect(after).not.toBe(before);
  writeFileSync(join(folder, file), after);
}

test("two builds of the same content are the same bytes, wherever the folder is and whatever the hour", async () => {
  const [first, second] = [await sampleSite(), await buildSite({ input: copyOfSample() })];
  expect(bytes(second)).toEqual(bytes(first));
});

test("nothing depends on the locale or the time zone of the machine", async () => {
  const before = process.env["TZ"];
  process.env["TZ"] = "Pacific/Kiritimati";
  try {
    expect(bytes(await buildSite({ input: sampleContent }))).toEqual(bytes(await sampleSite()));
  } finally {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  }
});

describe("one changed word", () => {
  test.each([
    ["in a note", "notes/permission-said-once.md", "/notes/permission-said-once/"],
    ["in a realm", "realms/download.md", "/realms/download/"],
    ["on the manifesto", "manifesto.md", "/manifesto/"],
    ["on the home page", "index.md", "/"],
  ])("%s changes the version, that page's digest and no other page's", async (_, file, path) => {
    const folder = copyOfSample();
    edit(folder, file, /\n([A-Z][a-z]+) (?=[^\n]*\n\n)/, "\nIndeed $1 ");
    const [before, after] = [await sampleSite(), await buildSite({ input: folder })];
    expect(versionOf(after)).not.toBe(versionOf(before));
    expect(differing(digestsOf(before), digestsOf(after))).toEqual([path]);
    // The corpus page's HTML tells programs where the current file of the corpus is, which its
    // name says; its words stay.
    const pages = [...before.html.keys()].filter(
      (page) => page !== "/corpus/" && after.html.get(page) !== before.html.get(page),
    );
    expect(pages).toEqual([path]);
  });

  test("and nothing else among the documents but those that hold the words or their digest", async () => {
    const folder = copyOfSample();
    edit(folder, "notes/permission-said-once.md", /\n([A-Z][a-z]+) (?=[^\n]*\n\n)/, "\nIndeed $1 ");
    const [before, after] = [await sampleSite(), await buildSite({ input: folder })];
    const changed = [...after.files.keys()].filter(
      (path) =>
        before.files.has(path) &&
        !Buffer.from(before.files.get(path) ?? "").equals(Buffer.from(after.files.get(path) ?? "")),
    );
    const constant = [
      "/sitemap.xml",
      "/robots.txt",
      "/llms.txt",
      "/api/realms.json",
      "/api/manifest.json",
      "/api/greeting.json",
      "/api/openapi.json",
      "/api.md",
      "/api/index.html",
      "/_headers",
      "/_redirects",
    ];
    expect(changed.filter((path) => constant.includes(path))).toEqual([]);
    expect(changed).toEqual(
      expect.arrayContaining([
        "/notes/permission-said-once.md",
        "/api/corpus.json",
        "/api/digests.json",
        "/api/state.json",
        "/feed.xml",
        "/llms-full.txt",
      ]),
    );
  });
});

test.each([
  [
    "the license",
    /id: CC0-1.0\n.*\n.*zero\/1.0\//,
    "id: CC-BY-4.0\n  name: Creative Commons Attribution 4.0\n  url: https://creativecommons.org/licenses/by/4.0/",
  ],
  ["the site's name", /^name: .*/m, "name: Another House"],
  ["the tagline", /^tagline: .*/m, "tagline: Another line"],
])("a change of %s changes the version too", async (_, find, replace) => {
  const folder = copyOfSample();
  edit(folder, "facts.yaml", find, replace);
  expect(versionOf(await buildSite({ input: folder }))).not.toBe(versionOf(await sampleSite()));
});

test("a comment in the facts, a new file time and a front matter key that means nothing change nothing", async () => {
  const folder = copyOfSample();
  edit(folder, "facts.yaml", /^/, "# The house, said differently.\n");
  edit(folder, "about.md", /^---\n/, "---\nx-reviewed-by: somebody\n");
  expect(bytes(await buildSite({ input: folder }))).toEqual(bytes(await sampleSite()));
});

test("state.json tells the true digest of every other document", async () => {
  const site = await sampleSite();
  const { hash } = await import("node:crypto");
  for (const { path, sha256 } of site.json<State>("/api/state.json").documents) {
    if (path.includes("{")) continue;
    expect([path, sha256]).toEqual([path, hash("sha256", site.text(path))]);
  }
});

test("each page's digest is that of its twin's bytes", async () => {
  const site = await sampleSite();
  const { hash } = await import("node:crypto");
  const twins = Object.fromEntries(
    site.model.pages.map(({ path, markdown_path }) => [
      path,
      hash("sha256", site.text(decodeURI(markdown_path))),
    ]),
  );
  expect(digestsOf(site)).toEqual(twins);
});
