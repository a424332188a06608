import { describe, expect, test } from "vitest";
import { renderTemplatePage } from "../../build/layouts/error-and-template-pages.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { factsFile } from "../documents/facts.ts";

const siteOf = (files: Record<string, string>, language = "en") =>
  buildSite({
    input: folderOf({ "facts.yaml": factsFile({ language, navigation: ["/about/"] }), ...files }),
  });
const faultsOf = (files: Record<string, string>) =>
  siteOf(files).then(
    () => "",
    (error: Error) => error.message,
  );

describe("pages in several languages", async () => {
  const site = await siteOf({
    "about.md": "# About\n\nText.\n",
    "ueber.md": "---\nlanguage: de\ntranslation_of: /about/\n---\n\n# Über uns\n\nText.\n",
    "an.md": "---\nlanguage: ar\ntranslation_of: /about/\n---\n\n# عنا\n\nنص.\n",
    "notes/eins.md": "---\nlanguage: de-AT\ntype: note\ndate: 2026-03-01\n---\n\n# Eins\n\nText.\n",
    "notes/two.md": "---\ntype: note\ndate: 2026-03-02\n---\n\n# Two\n\nText.\n",
    "ja.md": "---\nlanguage: ja\n---\n\n# 日本\n\n## 一\n\n> [!TIP]\n> 二\n",
    "achtung.md": "---\nlanguage: de\n---\n\n# A\n\n> [!Note]\n> B.\n\n> [!CAUTION] Heiß\n> C.\n",
  });
  const at = (path: string) => site.html.get(path) ?? expect.unreachable(path);

  test("have the frame of their own language, and what differs from it is marked", () => {
    const german = at("/notes/eins/");
    expect(german).toContain('<html lang="de-AT">');
    expect(german).toContain(">Zum Inhalt springen</a>");
    expect(german).toContain('<a href="/about/"><span lang="en" dir="ltr">About</span></a>');
    expect(german).toContain('<a class="name" href="/"><span lang="en" dir="ltr">');
    expect(german).toContain('<time datetime="2026-03-01">1. März 2026</time>');
    expect(german).toContain('<span>Neuer</span> <span lang="en" dir="ltr">Two</span>');
    expect(at("/an/")).toContain('<html lang="ar" dir="rtl">');
    expect(at("/an/")).toMatch(/<footer class="site-footer">[^]*الرخصة: <a/);
    expect(at("/about/")).not.toMatch(/<(?:a|li)[^>]* lang="en"/);
  });

  test("stand in lists as what they are", () => {
    expect(at("/notes/")).toContain(
      '<li><a href="/notes/eins/"><span lang="de-AT" dir="ltr">Eins</span></a> ' +
        '<div class="when"><time datetime="2026-03-01">1 March 2026</time></div> ' +
        '<p class="about"><span lang="de-AT" dir="ltr">Text.</span></p>',
    );
    expect(at("/search/")).toContain('<li><a href="/an/"><span lang="ar" dir="rtl">عنا</span></a>');
    expect(site.text("/notes.md")).toContain(
      "- [Eins](https://garden.example/notes/eins/) (1 March",
    ); // no tags
  });

  test("have English, marked as such, where a language has no words", () => {
    const japanese = at("/ja/");
    expect(japanese).toContain('href="#main"><span lang="en" dir="ltr">Skip to content</span></a>');
    expect(japanese).toMatch(
      /<a class="search-link"[^>]* aria-label="Search" lang="en" dir="ltr">/,
    );
    expect(japanese).toContain('<summary><span lang="en" dir="ltr">Menu</span></summary>');
  });

  test("name the kinds of alerts in it, and keep in the Markdown and its text what was written", () => {
    expect(at("/achtung/")).toContain('<p class="alert-title">Hinweis</p>\n<p>B.</p>');
    expect(at("/achtung/")).toContain('<p class="alert-title">Heiß</p>');
    const tip = '<p class="alert-title"><span lang="en" dir="ltr">Tip</span></p>';
    expect(at("/ja/")).toContain(tip);
    expect(site.text("/achtung.md")).toContain("> [!Note]\n> B.\n\n> [!CAUTION] Heiß\n");
    const page = site.model.pages.find(({ id }) => id === "achtung");
    expect(page?.text).toBe("Note\n\nB.\n\nHeiß\n\nC.");
  });

  test("that say the same lead to each other", () => {
    const group = [
      ["en", "/about/"],
      ["ar", "/an/"],
      ["de", "/ueber/"],
    ] as const;
    for (const [, path] of group)
      for (const [language, other] of group) {
        const url = `https://garden.example${other}`;
        expect(at(path)).toContain(`<link rel="alternate" hreflang="${language}" href="${url}">`);
        expect(at(path).includes(`<a href="${other}" hreflang=`)).toBe(path !== other);
      }
    expect(at("/about/")).toContain('lang="de" dir="ltr">Diese Seite auf Deutsch</a>');
    expect(at("/an/")).toContain('lang="en" dir="ltr">This page in English</a>');
    expect(at("/ja/")).not.toContain("hreflang");
    const sitemap = site.text("/sitemap.xml");
    expect(sitemap.match(/<xhtml:link /g)).toHaveLength(9);
    expect(sitemap).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
    const { pages } = site.json<{ pages: Record<string, string>[] }>("/api/site.json");
    const named = pages.flatMap(({ id, translation_of }) =>
      translation_of ? [[id, translation_of]] : [],
    );
    expect(named).toEqual([
      ["an", "https://garden.example/about/"],
      ["ueber", "https://garden.example/about/"],
    ]);
  });
});

test("a site in another language has its pages, lists and errors in it, and the contract in English", async () => {
  const site = await siteOf(
    {
      "about.md": "# Über\n\nText.\n",
      "notes/1.md": "---\ntype: note\ndate: 2026-01-01\n---\n\n# Eins\n\nText.\n",
    },
    "de",
  );
  const title = (path: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(site.html.get(path) ?? "")?.[1];
  expect(["/guestbook/", "/search/", "/notes/", "/corpus/"].map(title)).toEqual([
    "Gästebuch",
    "Suche",
    "Notizen",
    "Das Korpus",
  ]);
  expect(site.text("/404.html")).toContain("<h1>Diese Seite gibt es nicht</h1>");
  for (const path of ["/api/", "/manifesto/", "/greeting/"]) {
    expect(site.html.get(path)).toContain('<html lang="en">');
    expect(site.html.get(path)).toContain(">Skip to content</a>");
  }
  expect(site.text("/llms.txt")).toContain("Anyone, person or program, may read this content");
});

test("facts of a site are marked on its pages in another language", async () => {
  const facts = factsFile({
    name: "بيت",
    tagline: "صغير",
    description: "حديقة.",
    language: "ar",
    author: { name: "آدا", email: "ada@ada.example" },
    license: { id: "CC-BY-4.0", name: "رخصة المشاع", url: "https://license.example/" },
  });
  const page = (language: string, name: string) =>
    `---\nlanguage: ${language}\n---\n\n# By\n\nText\n<!-- insert: ${name} -->\n\n<!-- insert: ${name} -->\n`;
  const files = { "by.md": page("en", "contact"), "ja.md": page("ja", "permissions") };
  const site = await buildSite({ input: folderOf({ "facts.yaml": facts, ...files }) });
  const marked = (text: string) => `<span lang="ar" dir="rtl">${text}</span>`;
  for (const path of ["/manifesto/", "/greeting/"])
    expect(site.html.get(path)).toContain(
      `<a href="https://license.example/">${marked("رخصة المشاع")}</a> (CC-BY-4.0)`,
    );
  const address = '<a href="mailto:ada@ada.example">ada@ada.example</a>';
  expect(site.html.get("/by/")).toContain(`<p>${marked("آدا")}, ${address}</p>`);
  expect(site.html.get("/guestbook/")).toContain(`<p>آدا، ${address}</p>`);
  // A line that begins with a mark is text.
  expect(site.html.get("/ja/")).toMatch(
    /<p>Text\n<span lang="en" dir="ltr">Anyone.*<a href="https:\/\/license.example\/">.*<\/p>\n<p><span lang="en" dir="ltr">Anyone.*<a href/,
  );
  const template = { path: "/t/", content: "", data: { language: "en" } };
  expect(renderTemplatePage(template, site.model)).toContain(`<h1>${marked("بيت")}</h1>`);
});

test("a site whose words lack some of a shipped page has that page in English", async () => {
  const words = { pt: { search: { title: "Procura", description: "Tudo." } } };
  const site = await siteOf({ "words.yaml": JSON.stringify(words), "about.md": "# Sobre\n" }, "pt");
  expect(site.html.get("/search/")).toContain('<html lang="pt">');
  expect(site.html.get("/guestbook/")).toContain('<html lang="en">');
});

test.each([
  ["a page that is not there", "/nowhere/"],
  ["itself", "/de/"],
  ["a translation", "/fr/"],
  ["a page in the same language", "/auch/"],
])("a translation of %s is a fault", async (_, original) => {
  const page = (language: string, more = "") =>
    `---\nlanguage: ${language}\n${more}---\n\n# X\n\nText.\n`;
  const message = await faultsOf({
    "about.md": page("en"),
    "auch.md": page("de"),
    "fr.md": page("fr", "translation_of: /about/\n"),
    "de.md": page("de", `translation_of: ${original}\n`),
  });
  expect(message).toContain(`de.md:3 translation_of: is \`${original}\`, which is not a page that`);
});

test.each([
  [
    "an unknown name",
    "en:\n  frame:\n    meun: X\n",
    /words\.yaml:3 en\.frame\.meun: is not known; did you mean `frame\.menu`\?/,
  ],
  ["no text", "en:\n  frame:\n    menu: 3\n", /words\.yaml:3 en\.frame\.menu: is not text/],
  [
    "a form that no language has",
    "en:\n  list:\n    pages: { single: x }\n",
    /words\.yaml:3 en\.list\.pages: is not text/,
  ],
  ["another shape", "menu: X\n", /words\.yaml:1 menu: is in no language/],
  ["no place", "en:\n  menu: X\n", /words\.yaml:2 en\.menu: is not known/],
  [
    "the name of a language",
    "deutsch:\n  frame: { menu: X }\n",
    /words\.yaml:2 deutsch\.frame\.menu: is in no/,
  ],
  ["no letters", 'en:\n  frame:\n    menu: ""\n', /words\.yaml:3 en\.frame\.menu: is empty/],
  [
    "a value that they do not have",
    'en:\n  date:\n    day: "{day} {month} {year} {tag}"\n',
    /words\.yaml:3 en\.date\.day: does not have the values of the English words: `\{tag\}`/,
  ],
  [
    "a value left out",
    "en:\n  page:\n    published: Out\n",
    /words\.yaml:3 en\.page\.published: does not have the values of the English words: `\{date\}`/,
  ],
  ["no YAML", "en: [\n", /words\.yaml:\d+ is not valid YAML/],
])("words with %s are a fault", async (_, words, fault) => {
  expect(await faultsOf({ "about.md": "# A\n", "words.yaml": words })).toMatch(fault);
});
