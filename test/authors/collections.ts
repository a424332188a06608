import { join } from "node:path";
import { fixtures } from "./faults-of.ts";

/**
 * A page as its author expects it: address, title, date (null where it has none), and words of it
 * for a search.
 */
type Expected = readonly [path: string, title: string, published: string | null, words: string];

/** A folder in the shape of one kind of collection, and what must come of it. */
export interface Collection {
  kind: string;
  /** The path of its folder. */
  content: string;
  pages: readonly Expected[];
  /** Words that may be in nothing that is published. */
  secret?: RegExp;
  tags?: readonly string[];
  /** What is counted and named; the warnings without that of the missing facts. */
  told: readonly (string | RegExp)[];
  /** Pieces of the HTML of pages, by their paths. */
  shows: Readonly<Record<string, readonly string[]>>;
}

/** One small folder for each kind of collection. Each builds with `lenient` as it is. */
export const collections: readonly Collection[] = [
  {
    kind: "flat notes without heads",
    content: join(fixtures, "collections/notes"),
    pages: [
      ["/", "Learned", null, "undo"],
      ["/git/undo-a-merge/", "Undo a merge", null, "reset"],
      ["/git/find_a_lost_commit/", "Find a lost commit", null, "reflog"],
      ["/bash/loops/", "Loops", null, "line by line"],
    ],
    told: [],
    shows: {
      "/": ['<a href="/git/undo-a-merge/">', '<a href="/bash/loops/">'],
      "/git/": ["Find a lost commit"],
    },
  },
  {
    kind: "a vault",
    content: join(fixtures, "collections/vault"),
    pages: [
      ["/", "My kitchen", null, "start"],
      ["/recipes/rye-bread/", "Rye bread", null, "patience"],
      ["/recipes/starter/", "Starter", null, "flour"],
      ["/daily/2024-05-01/", "2024-05-01", "2024-05-01T00:00:00Z", "fed"],
      ["/daily/2024-05-02/", "2024-05-02", "2024-05-02T00:00:00Z", "again"],
    ],
    tags: ["baking"],
    secret: /xyzzy/,
    told: [
      "1 file or folder is private by name and not published: `.obsidian/`.",
      /^3 pages with capitals or signs in the file's name and no `aliases`\./,
      "Files that begin with front matter and are neither pages nor templates are not published: `Plan.excalidraw.md`.",
      "Front matter keys that mean nothing here are left alone: `cssclasses` (Recipes/Rye bread.md).",
      "Pages are kept out because of `publish: false`: `Private/Diary.md`.",
      "Text between %% marks is left out of these pages: `Recipes/Rye bread.md`.",
      /^`\^id` is not read here and shown as it is written: `[\w/ .-]+:\d+`\.$/,
      /^1 tolerated \(--lenient\):\n[^]*Recipes\/Starter\.md:3 links to `\[\[Nowhere\]\]`, which does not exist/,
    ],
    shows: {
      "/": ['<a href="/recipes/rye-bread/#oven">the oven</a>', '<a href="/daily/">'],
      "/recipes/rye-bread/": [
        '<p class="alert-title">Patience</p>',
        '<img src="/Attachments/loaf.png" alt="A loaf"',
        '<a href="/recipes/starter/">Starter</a>',
      ],
      "/daily/2024-05-01/": ['<a href="/recipes/starter/">the starter</a>'],
    },
  },
  {
    kind: "a blog in `_posts` whose settings stayed behind",
    content: join(fixtures, "collections/blog"),
    pages: [
      ["/", "Walks", null, "begin"],
      ["/2020-01-02-first-walk/", "First walk", "2020-01-02T00:00:00Z", "cold"],
      ["/2020-02-03-second-walk/", "Second walk", "2020-02-03T00:00:00Z", "mild"],
      ["/who-walks/", "About", null, "walker"],
    ],
    tags: ["snow"],
    secret: /xyzzy/,
    told: [
      "1 file or folder is private by name and not published: `_includes/`.",
      /^1 page with a date in the file's name and no `aliases`\./,
      "Files that begin with front matter and are neither pages nor templates are not published: `feed.xml`.",
      "Front matter keys that mean nothing here are left alone: `layout` (_posts/2020-01-02-first-walk.md).",
      "Pages are kept out because of `published: false`: `_posts/2020-03-04-third.md`.",
      /^`\{%` is not read here and shown as it is written: `[\w/ .-]+:\d+`\.$/,
    ],
    shows: {
      "/": ['<a href="/2020-01-02-first-walk/">the first</a>'],
      "/2020-01-02-first-walk/": ['<a href="/2020-02-03-second-walk/">the second</a>'],
    },
  },
  {
    kind: "documentation on a git host that writes [!NOTE]",
    content: join(fixtures, "collections/documentation"),
    pages: [
      ["/", "Parser", null, "usage"],
      ["/docs/usage/", "Usage", null, "salt"],
      ["/docs/faq/", "FAQ", null, "gone"],
    ],
    told: [/^4 tolerated \(--lenient\):\n[^]*another origin[^]*gone\.md[^]*#nothing[^]*<iframe>/],
    shows: {
      "/": [
        '<a href="/docs/usage/#salt--pepper">usage</a>',
        '<a href="https://elsewhere.example/chat">',
      ],
      "/docs/usage/": [
        "alert-note",
        "alert-warning",
        '<a href="https://elsewhere.example/v.mp4">The film</a>',
        "<math",
      ],
    },
  },
];
