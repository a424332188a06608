import { describe, expect, test } from "vitest";
import { folderOf } from "./folder.ts";
import { buildSite } from "./site.ts";

const pages = {
  "index.md": "# Home\n",
  "en/a.md": "# A\n",
  "fr/a.md": "# A\n",
  "b.pt-BR.md": "# B\n",
  "no/c.md": "# C\n",
};
const of = (folder: string) =>
  Object.fromEntries(Object.entries(pages).map(([path, text]) => [`${folder}${path}`, text]));
const known = [
  ["/pt-br/b/", "pt-BR"],
  ["/en/a/", "en"],
  ["/fr/a/", "fr"],
  ["/no/c/", "en"],
];

test.each<[tool: string, files: Record<string, string>, expected: string[][]]>([
  [
    "Hugo",
    { ...of("content/"), "hugo.toml": "[languages.fr]\ntitle = 'T'\n[languages.pt-BR]\n[languages.en]\n" },
    known,
  ],
  [
    "MkDocs",
    {
      ...of(""),
      "mkdocs.yml":
        "plugins:\n  - search\n  - i18n:\n      languages:\n        - locale: fr\n        - locale: pt-BR\n",
    },
    known,
  ],
  [
    "Material",
    {
      ...of(""),
      "mkdocs.yml": "extra:\n  alternate:\n    - { name: F, link: /fr/, lang: fr }\n    - { lang: pt-BR }\n",
    },
    known,
  ],
  ["Jekyll", { ...of(""), "_config.yml": "languages: [en, fr, pt-BR]\n" }, known],
  ["nothing", of(""), ["/b.pt-br/", "/en/a/", "/fr/a/", "/no/c/"].map((path) => [path, "en"])],
  [
    "Docusaurus",
    { "index.md": "# Home\n", "i18n/fr/docusaurus-plugin-content-docs/current/a.md": "# A\n" },
    [["/i18n/fr/docusaurus-plugin-content-docs/current/a/", "fr"]],
  ],
])("a page has the language of its place, as the settings of %s say", async (_, files, expected) => {
  const { html } = await buildSite({ input: folderOf(files) });
  const written = expected.map(([path = ""]) => [path, /<html lang="([^"]+)"/.exec(html.get(path) ?? "")?.[1]]);
  expect(written).toEqual(expected);
});

test("but the language in its head stands before that of its place", async () => {
  const files = { ...of(""), "fr/a.md": "---\nlang: de\n---\n# A\n", "_config.yml": "languages: [fr]\n" };
  const { html } = await buildSite({ input: folderOf(files) });
  expect(html.get("/fr/a/")).toContain('<html lang="de"');
});

describe("translations by the names of files, as of Hugo", async () => {
  const files = {
    "content/_index.md": "# Home\n",
    "content/posts/_index.fr.md": "# Les billets\n",
    "content/posts/2.fr.md": "---\ntitle: Deux\n---\n[un](1.md) [un](1) [trois](3/) [seul](4.md)\n",
    "content/posts/2.md": "---\ntitle: Two\n---\n[one](1.md)\n",
    "content/posts/1.fr.md": "---\ntitle: Un\n---\nTexte.\n",
    "content/posts/1.en.md": "---\ntitle: One\n---\nText.\n",
    "content/posts/3/index.fr.md": "Texte. ![](a.svg)\n",
    "content/posts/3/a.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "content/posts/4.md": "# Four\n",
    "content/guide/a.fr.md": "# A\n",
    "content/guide/deep/b.fr.md": "# B\n",
    "content/docs/c.fr.md": "# C\n",
    "content/both.fr.md": "# Par le nom\n",
    "content/fr/both.md": "# Par le dossier\n",
    "hugo.toml": "[permalinks]\nposts = '/p/:slug/'\n[languages.fr]\n[languages.en]\n",
  };
  const site = await buildSite({ input: folderOf(files), lenient: true });
  const html = (path: string) => site.html.get(path) ?? "";

  test("pages are in the folder of their language, and so are their former addresses", () => {
    const paths = site.model.pages.filter(({ source }) => source !== null).map(({ path }) => path);
    expect(paths).toEqual([
      "/",
      "/both.fr/",
      "/fr/both/",
      "/fr/docs/c/",
      "/fr/guide/a/",
      "/fr/guide/deep/b/",
      "/fr/posts/",
      "/fr/posts/1/",
      "/fr/posts/2/",
      "/fr/posts/3/",
      "/posts/1/",
      "/posts/2/",
      "/posts/4/",
    ]);
    expect(site.text("/_redirects")).toMatch(/^\/fr\/p\/un\/ \/fr\/posts\/1\/ 301$/m);
    expect(html("/fr/posts/3/")).toMatch(/<h1[^>]*>3</);
  });

  test("links lead to pages of the same language, where there are any", () => {
    const linked = [...html("/fr/posts/2/").matchAll(/<a href="([^"]+)">(?:un|trois|seul)</g)].map(([, href]) => href);
    expect(linked).toEqual(["/fr/posts/1/", "/fr/posts/1/", "/fr/posts/3/", "/posts/4/"]);
    expect(html("/posts/2/")).toContain('<a href="/posts/1/">one</a>');
    expect(html("/fr/posts/3/")).toContain('src="/posts/3/a.svg"');
  });

  test("a generated list of pages of one language is in that language", () => {
    expect(html("/fr/guide/")).toMatch(/^<!doctype html>\n<html lang="fr"/i);
    expect(html("/fr/guide/")).toMatch(/<h1[^>]*>Guide</);
    expect(html("/fr/guide/")).toContain('<p><span lang="en" dir="ltr">2 pages in “Guide”.</span></p>');
    expect(html("/posts/")).toContain('<html lang="en"');
  });
});

test("before and after a page stand pages of its language", async () => {
  const head = (language: string) => `---\nlanguage: ${language}\n---\nText.\n`;
  const files = { "a/1.md": head("en"), "a/2.md": head("fr"), "a/3.md": head("en"), "a/4.md": head("fr") };
  const { html } = await buildSite({ input: folderOf({ "index.md": "# Home\n", ...files }) });
  const beside = (path: string) =>
    [...(html.get(path) ?? "").matchAll(/rel="(prev|next)" href="([^"]+)"/g)].map(([, ...parts]) => parts.join(" "));
  expect(beside("/a/1/")).toEqual(["next /a/3/"]);
  expect(beside("/a/4/")).toEqual(["prev /a/2/"]);
  expect(html.get("/a/")).toContain('<html lang="en"');
});

test("the folder of the main language is no part of addresses where its settings say that it has one", async () => {
  const files = {
    "content/en/_index.md": "# The home page\n\n[a](/posts/a/) [b](posts/a.md) [c](/fr/posts/a/)\n",
    "content/en/posts/a.md": "# A\n",
    "content/fr/posts/a.md": "# A\n",
    "content/en/hidden/b.md": "# B\n",
    "hugo.toml":
      "[[cascade]]\ndraft = true\ntarget = { path = '/hidden/**' }\n" +
      "[languages.en]\ncontentDir = 'content/en'\n[languages.fr]\ncontentDir = 'content/fr'\n",
  };
  const { html } = await buildSite({ input: folderOf(files) });
  expect(html.get("/")).toMatch(/"\/posts\/a\/">a<.*"\/posts\/a\/">b<.*"\/fr\/posts\/a\/">c</);
  expect([...html.keys()].filter((path) => /\/(en|hidden)\//.test(path))).toEqual([]);
});
