import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CORE_SCHEMA, load } from "js-yaml";
import { expect, test } from "vitest";
import type { Facts } from "../../build/schemas/facts.ts";
import type { FrontMatter } from "../../build/schemas/front-matter.ts";
import { folderOf } from "./folder.ts";
import { buildSite, sampleContent } from "./site.ts";

type Files = Record<string, string | Uint8Array>;

/** The part of `state.json` that these tests compare. */
interface State {
  version: string;
  digest: string;
}

interface Built extends State {
  /**
   * All that is published, in which version and digest are a word that is the same for every site.
   */
  published: Map<string, string>;
}

/** Builds and takes out of every file what the version itself brings about. */
async function built(files: Files): Promise<Built> {
  const site = await buildSite({ input: folderOf(files), lenient: true });
  const { version, digest } = site.json<State>("/api/state.json");
  const published = new Map<string, string>();
  for (const [path, content] of site.files) {
    const text = Buffer.from(content).toString("latin1");
    published.set(path, text.replaceAll(digest, "DIGEST").replaceAll(version.slice(11), "VERSION"));
  }
  // It lists the digests of documents that tell the version.
  const { documents: _, ...rest } = JSON.parse(published.get("/api/state.json") ?? "") as {
    documents: unknown;
  };
  return { version, digest, published: published.set("/api/state.json", JSON.stringify(rest)) };
}

const facts = load(readFileSync(`${sampleContent}/facts.yaml`, "utf8"), {
  schema: CORE_SCHEMA,
}) as Facts;

/** A site with a page of each kind; two of each where their order matters. */
const plainSite: Files = {
  "facts.yaml": JSON.stringify(facts),
  "index.md": "# Home\n\n<!-- insert: list newest -->\n",
  "about.md": "---\norder: 5\ndate: 2026-02-01\n---\n\n# About this house\n\nWords.\n",
  "notes/one.md": "---\ntype: note\ndate: 2026-01-01\n---\n\n# One\n\nA note.\n",
  "notes/two.md": "---\ntype: note\ndate: 2026-01-01\n---\n\n# Two\n\nAnother note.\n",
  "realms/hall.md": "---\ntype: realm\nstatus: open\n---\n\n# Hall\n\nA room.\n",
  "realms/attic.md": "---\ntype: realm\nstatus: open\n---\n\n# Attic\n\nA room above.\n",
  "style.css": "/* nothing yet */\n",
  "files/table.csv": "a,b\n1,2\n",
};

/** A site without notes, whose feed and latest item are pages. */
const notesless: Files = {
  "index.md": "# Home\n",
  "a/x.md": "---\norder: 1\ndate: 2026-02-01\n---\n\n# X\n\nWords.\n",
  "b/y.md": "---\ndate: 2026-02-01\n---\n\n# Y\n\nWords.\n",
};

const sites = new Map<string, Promise<Built>>();

/** The site of these files, built once. */
function siteOf(files: Files): Promise<Built> {
  const key = JSON.stringify(
    Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString("hex")]),
  );
  const site = sites.get(key) ?? built(files);
  sites.set(key, site);
  return site;
}

/** Holds the rule for one change. @returns whether it changed what is published. */
async function heldFor(what: string, before: Files, after: Files): Promise<boolean> {
  const [one, other] = [await siteOf(before), await siteOf(after)];
  const changed = [...new Set([...one.published.keys(), ...other.published.keys()])].filter(
    (path) => one.published.get(path) !== other.published.get(path),
  );
  expect([what, changed, one.version !== other.version, one.digest !== other.digest]).toEqual([
    what,
    changed,
    changed.length > 0,
    changed.length > 0,
  ]);
  return changed.length > 0;
}

/** Values of a key among which an author may change; `undefined` stands for leaving it out. */
const values: { [Key in keyof FrontMatter]-?: readonly FrontMatter[Key][] } = {
  title: [undefined, "Another title", "Another *title*"],
  short_title: [undefined, "Short", "Shorter"],
  description: [undefined, "Said otherwise.", "Said  otherwise."],
  keywords: [undefined, ["alpha"], ["alpha", "beta"]],
  permalink: [undefined, "/elsewhere/", "/else/where/"],
  feed_id: [undefined, "/former/", "tag:house.example,2020:1"],
  type: [undefined, "note", "realm", "essay", "poem"],
  date: [undefined, "2026-01-01", "2026-01-01T00:00:00Z", "2025-01-01"],
  updated: [undefined, "2026-03-01", "2026-03-01T00:00:00+00:00"],
  language: [undefined, "en", "de"],
  translation_of: [undefined],
  tags: [undefined, [], ["a"], ["a", "b"], ["b", "a"]],
  order: [undefined, 1, 2, 9],
  draft: [undefined, false, true],
  gone: [undefined, false, true],
  aliases: [undefined, [], ["/old/"], ["/old"], ["/older/", "/old/"], ["/old.html"]],
  status: [undefined, "open", "quiet"],
  since: [undefined, "2026-01-01", "2026-01-02"],
  affordances: [
    undefined,
    [],
    [{ action: "read", label: "Read", method: "GET", href: "/about/", media_type: "text/html" }],
    [{ action: "look", label: "Read", method: "GET", href: "/about/", media_type: "text/html" }],
  ],
  promises: [undefined],
};

const kinds = ["index.md", "about.md", "notes/one.md", "realms/hall.md"];

/** The site with a key of a page set, or left out. */
function withKey(files: Files, file: string, key: string, value: unknown): Files {
  const [, head = "", body] = /^(?:---\n([^]*?)---\n)?([^]*)$/.exec(String(files[file])) ?? [];
  const others = head.split("\n").filter((line) => line !== "" && !line.startsWith(`${key}:`));
  const lines = [...others, ...(value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`])];
  return { ...files, [file]: `---\n${lines.map((line) => `${line}\n`).join("")}---\n${body}` };
}

const changing = Object.entries(values).filter(([, list]) => list.length > 1);

test.each(changing)(
  "a change of `%s` changes the version exactly if it changes what is published",
  async (key, list) => {
    let [effective, idle] = [0, 0];
    for (const file of kinds) {
      // What a kind of page cannot do without is not left out.
      const needed =
        (file.startsWith("notes") && key === "date") ||
        (file.startsWith("realms") && key === "status");
      const given = list.filter((value) => !(value === undefined && needed));
      // What notes and realms need, a page has that becomes one.
      const start =
        key === "type"
          ? withKey(withKey(plainSite, file, "date", "2026-01-05"), file, "status", "open")
          : plainSite;
      for (const [at, value] of given.entries()) {
        const before = withKey(start, file, key, given[at === 0 ? given.length - 1 : at - 1]);
        const did = await heldFor(
          `${key} of ${file}: ${JSON.stringify(value)}`,
          before,
          withKey(start, file, key, value),
        );
        if (did) effective++;
        else idle++;
      }
    }
    expect([key, effective > 0]).toEqual([key, true]);
    // These have no effect on some pages, or in some places.
    if (["short_title", "order", "status", "since", "affordances", "aliases"].includes(key))
      expect(idle).toBeGreaterThan(0);
  },
);

/** Other values of each fact. */
const otherFacts: { [Key in Exclude<keyof Facts, "own_words">]-?: readonly Facts[Key][] } = {
  name: ["Another house"],
  tagline: ["Another line"],
  description: ["Said otherwise."],
  language: ["de"],
  base_url: ["https://another.example"],
  since: ["2020-01-01"],
  author: [{ name: "Somebody" }, { ...facts.author, url: "https://somebody.example/" }],
  repository: ["https://code.example/house"],
  edit_url: ["https://code.example/house/edit/main/site"],
  license: [{ ...facts.license, name: "CC0" }],
  permissions: [{ ...facts.permissions, search: false }],
  lists: [["folders"], []],
  navigation: [["/about/"], [{ title: "Us", path: "/about/" }], []],
  principles: [[], ["One."]],
};

const withFacts = (change: object): Files => ({
  ...plainSite,
  "trees/oak.md": "---\ntags: [trees]\n---\n\n# Oak\n",
  "facts.yaml": JSON.stringify({ ...facts, ...change }),
});
const tried = Object.entries(otherFacts).flatMap(([key, list]) =>
  list.map((value) => [key, value] as const),
);

test.each(tried)("another value of a fact changes the version: %s: %j", async (key, value) => {
  // Permissions and license may not contradict each other.
  const license = { id: "LicenseRef-own", name: "Own", url: "https://own.example/" };
  const change = { [key]: value, ...(key === "permissions" && { license }) };
  expect(await heldFor(key, withFacts({}), withFacts(change))).toBe(true);
});

/** A manifesto, with another text in it. */
function manifesto(find: string, replacement: string): Files {
  const head =
    /^---\n[^]*?\n---\n/.exec(readFileSync(`${sampleContent}/manifesto.md`, "utf8"))?.[0] ?? "";
  const text = `${head.replaceAll("../", "")}\n# The manifesto\n\n<!-- insert: promises -->\n`;
  expect(text).toContain(find);
  return { ...plainSite, "manifesto.md": text.replace(find, replacement) };
}

const search = readFileSync(join(import.meta.dirname, "../../build/content/defaults/search.md"));
const { "files/table.csv": table = "", ...withoutTable } = plainSite;
const ordered = withKey(notesless, "b/y.md", "order", 2);

test.each<[what: string, before: Files, after: Files, effective: boolean]>([
  ["the title of a promise", manifesto("", ""), manifesto("title: Nobody", "title: No one"), true],
  [
    "a comment in the manifesto",
    manifesto("", ""),
    manifesto("promises:", "promises: # seven"),
    false,
  ],
  [
    "order on a page that decides the feed",
    notesless,
    withKey(notesless, "b/y.md", "order", 0),
    true,
  ],
  [
    "order in the feed alone, not in the navigation",
    ordered,
    withKey(ordered, "a/x.md", "order", 3),
    true,
  ],
  [
    "a note that is only moved",
    { ...plainSite, "notes/one.md": "" },
    { ...plainSite, "notes/one.md": "\n" },
    false,
  ],
  ["a fact that means nothing here", withFacts({}), withFacts({ motto: "Come in" }), false],
  [
    "a slash after the site's address",
    withFacts({}),
    withFacts({ base_url: `${facts.base_url}/` }),
    false,
  ],
  ["a file more", plainSite, { ...plainSite, "files/more.txt": "more" }, true],
  [
    "a file of the same bytes under another name",
    plainSite,
    { ...withoutTable, "files/tables.csv": table },
    true,
  ],
  [
    "a declaration in the author's stylesheet",
    plainSite,
    { ...plainSite, "style.css": "p { color: red }\n" },
    true,
  ],
  [
    "a comment in the author's stylesheet",
    plainSite,
    { ...plainSite, "style.css": "/* still nothing */\n" },
    false,
  ],
  [
    "a page that is gone",
    plainSite,
    { ...plainSite, "was.md": "---\ngone: true\n---\n\n# It was\n" },
    true,
  ],
  [
    "a shipped page as the author's own, which shows its description",
    plainSite,
    { ...plainSite, "search.md": search },
    true,
  ],
])(
  "the version changes exactly if what is published does: %s",
  async (what, before, after, effective) => {
    expect(await heldFor(what, before, after)).toBe(effective);
  },
);
