import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { putFiles } from "./folder.ts";
import { projectWith } from "./project.ts";

const facts = `name: Ada's Garden
tagline: What grows behind the house
description: Notes on a small garden.
language: en
base_url: https://garden.example
since: 2026-01-01
author: { name: Ada }
license: { id: CC-BY-4.0, name: CC BY 4.0, url: "https://creativecommons.org/licenses/by/4.0/" }
permissions: { search: true, ai_input: true, ai_train: true }
principles: []
`;
const note = (title: string, day: string) =>
  `---\ntype: note\ndate: ${day}\n---\n\n# ${title}\n\nIt was cold.\n`;

/** The sample is deleted, and a first site of one's own takes its place. */
const own = {
  "site/facts.yaml": facts,
  "site/index.md": "I write down what I see.\n",
  "site/notes/snow.md": note("Snow", "2026-01-03"),
  "site/notes/thaw.md": note("Thaw", "2026-02-10"),
  "site/notes/leaves.md": note("Leaves", "2026-03-21"),
  "site/plants.njk": "---\ntitle: Plants\nlayout: page\n---\n<p>Roses.</p>\n",
};

test("three notes, facts and a template show their own name, tagline and section first", async () => {
  const project = projectWith({});
  rmSync(join(project.folder, "site"), { recursive: true });
  putFiles(project.folder, own);
  const navigation = (path: string) =>
    Array.from(
      /<nav class="site-nav"[^]*?<\/nav>/
        .exec(project.text(path))?.[0]
        .matchAll(/href="([^"]*)"[^>]*>([^<]*)/g) ?? [],
      ([, href, title]) => `${title} ${href}`,
    );

  expect(await project.build()).toMatchObject({ code: 0 });
  const html = project.text("index.html");
  const words = html.slice(html.indexOf('<header class="site-header">')).replace(/<[^>]*>/g, " ");
  expect(words.replaceAll("&#39;", "'")).toMatch(
    /Ada's Garden\s+Menu\s+Notes\s+Guestbook\s[^]*Ada's Garden\s+What grows behind the house\s[^]*I write down what I see\./,
  );
  expect(navigation("index.html")).toEqual(["Notes /notes/", "Guestbook /guestbook/"]);

  putFiles(project.folder, {
    "site/facts.yaml": `${facts}navigation: [/plants/, { title: Diary, path: /notes/ }]\n`,
  });
  expect(await project.build()).toMatchObject({ code: 0 });
  for (const path of ["index.html", "plants/index.html", "404.html"])
    expect(navigation(path)).toEqual(["Plants /plants/", "Diary /notes/"]);

  putFiles(project.folder, {
    "site/facts.yaml": `${facts}navigation:\n  - /plants/\n  - /notse/\n`,
  });
  const { code, printed } = await project.build();
  expect(code).not.toBe(0);
  expect(printed).toContain(
    "facts.yaml:13 navigation[2]: leads to `/notse/`, which does not exist",
  );
  expect(printed).toContain("did you mean `/notes/`?");
});
