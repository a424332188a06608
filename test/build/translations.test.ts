import { expect, test } from "vitest";
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
  ["/b.pt-br/", "pt-BR"],
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
  ["nothing", of(""), known.map(([path = ""]) => [path, "en"])],
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
