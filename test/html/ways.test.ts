import { expect, test } from "vitest";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";

const part = (number: number) => [
  `long/part-${number}.md`,
  `---\norder: ${number}\n---\n\n# Part ${number} &amp;\n\nText.\n`,
];
const { html } = await buildSite({
  input: folderOf({
    "index.md": "# Home\n",
    "about.md": "# About\n",
    "guide/index.md": "# Guide\n",
    "guide/first.md": "---\norder: 1\n---\n\n# First\n",
    "guide/second.md": "---\norder: 2\nshort_title: Second, in short\n---\n\n# Second\n",
    "guide/third.md": "---\norder: 3\ntype: note\ndate: 2026-01-01\n---\n\n# Third\n",
    "notes/old.md": "---\ntype: note\ndate: 2026-01-02\n---\n\n# Old\n",
    "notes/new.md": "---\ntype: note\ndate: 2026-01-03\n---\n\n# New\n",
    "notes/hidden.md": "---\ntype: note\ndate: 2026-01-04\ndraft: true\n---\n\n# Hidden\n",
    "alone/one.md": "# One\n",
    ...Object.fromEntries(Array.from({ length: 13 }, (_, number) => part(number + 1))),
  }),
});

/** The links of a navigation of a page, as `rel path words`. */
function waysOf(path: string, name: "folder" | "neighbours"): string[] {
  const nav = new RegExp(`<nav class="${name}"[^]*?</nav>`).exec(html.get(path) as string)?.[0];
  const items = nav?.matchAll(
    /<a(?: rel="(\w+)")? href="([^"]+)"(?: (aria-current)="page")?>(.*)<\/a>/g,
  );
  return [...(items ?? [])].map(([, rel = "", to = "", current = "", words = ""]) =>
    `${rel}${current} ${to} ${words.replace(/<\/?span>/g, "")}`.trim().replace(/ +/g, " "),
  );
}

test.each<[path: string, neighbours: string[]]>([
  ["/guide/first/", ["next /guide/second/ Next Second, in short"]],
  ["/guide/second/", ["prev /guide/first/ Previous First", "next /guide/third/ Next Third"]],
  // A note that is listed at /notes/ too.
  ["/guide/third/", ["prev /guide/second/ Previous Second, in short"]],
  ["/notes/new/", ["next /notes/old/ Older Old"]],
  ["/notes/old/", ["prev /notes/new/ Newer New", "next /guide/third/ Older Third"]],
  [
    "/long/part-2/",
    ["prev /long/part-1/ Previous Part 1 &amp;", "next /long/part-3/ Next Part 3 &amp;"],
  ],
])("%s leads to the pages before and after it", (path, neighbours) => {
  expect(waysOf(path, "neighbours")).toEqual(neighbours);
});

test.each("/ /about/ /guestbook/ /search/ /api/ /manifesto/ /alone/one/".split(" "))(
  "%s is no page among others of a folder",
  (path) => {
    expect([...waysOf(path, "folder"), ...waysOf(path, "neighbours")]).toEqual([]);
  },
);

test("the pages of a folder are named beside each, of a long folder those near it", () => {
  expect(waysOf("/guide/second/", "folder")).toEqual([
    "/guide/first/ First",
    "aria-current /guide/second/ Second, in short",
    "/guide/third/ Third",
  ]);
  const parts = (path: string) =>
    waysOf(path, "folder").map((item) => Number(/Part (\d+)/.exec(item)?.[1]));
  expect(parts("/long/part-1/")).toEqual([1, 2, 3, 4, 5]);
  expect(parts("/long/part-7/")).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(parts("/long/part-13/")).toEqual([9, 10, 11, 12, 13]);
});
