import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { say } from "../../build/lib/phrases.ts";
import { english, wordsOf } from "../../build/words/words.ts";
import { checkSignature, sentence } from "../../functions/guestbook/entry.ts";
import {
  renderEntries,
  renderForm,
  renderRefusal,
  wayToEntries,
} from "../../functions/guestbook/render.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { factsFile } from "../documents/facts.ts";

const project = join(import.meta.dirname, "../..");
const textOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: project })
    .map((file) => readFileSync(join(project, file), "utf8"))
    .join("\n");
const shippedPages = textOf("build/content/defaults/**/*.md");
const code = textOf("build/**/*.ts", "functions/**/*.ts") + shippedPages;
const names = Object.keys(english.phrases);

describe("the names of words", () => {
  test("that the code says are all known", () => {
    const said = [
      ...code.matchAll(/(?:say|sayHtml|sayMarkdown|patternOf)\(\s*\w+,\s*"([\w.]+)"/g),
      ...shippedPages.matchAll(/\{((?!site\.)[a-z]+\.[a-z_]+)\}/g),
    ].map(([, name]) => name);
    expect(said.length).toBeGreaterThan(60);
    expect(said.filter((name) => !names.includes(name ?? ""))).toEqual([]);
  });

  test("that are known are all said", () => {
    // Of months, alerts, statuses and parts of lists the code puts the name together.
    const isSaid = (name: string) => {
      const last = name.slice(name.indexOf(".") + 1);
      const parts = [last, last.replace(/_(heading|title|description|meaning)$/, "")];
      return (
        /^(month|alert)\./.test(name) ||
        parts.some((part) => new RegExp(`\\b${part}\\b`).test(code))
      );
    };
    expect(names.filter((name) => !isSaid(name))).toEqual([]);
  });
});

/** Words that say nothing: each word is a sign. Values, code and addresses stay. */
const marks = Object.entries(english.phrases).map(([name, phrase]) => {
  const [place = "", key = ""] = name.split(".");
  const text = typeof phrase === "string" ? phrase : (phrase["other"] ?? "");
  const mark = text.replace(/\{\w+\}|```\w*|`[^`]*`|\]\([^)]*\)|[a-z’]+/gi, (found) =>
    /^[a-z]/i.test(found) ? "Ω" : found,
  );
  return { place, key, mark: place === "month" ? `Ω${key}` : mark };
});
const places = Map.groupBy(marks, ({ place }) => place);
const marked = {
  qaa: Object.fromEntries(
    Array.from(places, ([place, names]) => [
      place,
      Object.fromEntries(names.map(({ key, mark }) => [key, mark])),
    ]),
  ),
};

/** What of a page is words to a reader: text, and names of elements. */
function wordsIn(html: string): string[] {
  const shown = html
    .replace(
      /<(script|style|pre|code)\b[^]*?<\/\1>|<!--[^]*?-->|<link rel="alternate"[^>]*feed[^>]*>/g,
      " ",
    )
    .replace(/<[^>]*?(?: (?:aria-label|title)="([^"]*)")?[^>]*>/g, " $1 ");
  return (
    shown
      .replace(/https?:\S+|llms\.txt|CC BY 4.0|CC-BY-4\.0|realm_0|&\w+;/g, " ")
      .match(/[a-z]{2,}/gi) ?? []
  );
}

describe("a site in a language whose words are marks", async () => {
  const ελ = (title: string, head = "") => `---\ntitle: ${title}\n${head}---\n\nΚείμενο.\n`;
  const note = (day: number) =>
    ελ(
      "Σημείωση",
      `type: note\ndate: 2026-01-0${day}\nupdated: 2026-02-03T10:00:00Z\ntags: [α, β]\n`,
    );
  const long = "\n## Ένα\n\n## Δύο\n\n## Τρία\n\n| α |\n|---|\n| β |\n\n" + "λόγος ".repeat(300);
  const site = await buildSite({
    input: folderOf({
      "facts.yaml": factsFile({
        name: "Οίκος",
        tagline: "Μικρός",
        description: "Κήπος.",
        language: "qaa",
        author: { name: "Άδα" },
        repository: "https://garden.example/source",
        edit_url: "https://garden.example/edit",
      }),
      "words.yaml": JSON.stringify(marked),
      "1/1.md": ελ("Ένα", "updated: 2026-02-03\n") + long,
      "1/2.md": ελ("Δύο", "date: 2026-02-03\n"),
      "notes/1.md": note(1),
      "notes/2.md": note(2),
      "realms/1.md": ελ(
        "Δωμάτιο",
        "type: realm\nstatus: growing\nsince: 2026-01-01\naffordances:\n  - { action: α, label: Άνοιξε, method: GET, href: /, media_type: text/html }\n",
      ),
    }),
  });
  const pages = site.model.pages.filter(({ language }) => language === "qaa");
  const files = [
    ...site.html,
    ...["/404.html", "/410.html"].map((path) => [path, site.text(path)] as const),
  ];
  const shown = files.filter(([, html]) => html.startsWith('<!doctype html>\n<html lang="qaa"'));

  test("has all pages but those of the contract in it", () => {
    const others = site.model.pages.filter((page) => !pages.includes(page));
    expect(others.map(({ path }) => path)).toEqual(["/api/", "/greeting/", "/manifesto/"]);
    expect(pages.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["home", "list", "guestbook", "search", "note", "realm", "page"]),
    );
  });

  test("has its own error pages", () => expect(shown).toHaveLength(pages.length + 2));

  test.each(shown)("has no English on %s", (_, html) => {
    // What the frame names of the pages of the contract are their titles.
    const titles = site.model.pages.filter(({ language }) => language === "en");
    const frame = titles.reduce(
      (html, { short_title, title, description }) =>
        html
          .replaceAll(description, "")
          .replaceAll(`>${short_title}<`, "><")
          .replaceAll(`>${title}<`, "><"),
      html,
    );
    expect(wordsIn(frame)).toEqual([]);
  });

  test("has no English in the guestbook", () => {
    const words = wordsOf(site.model.facts)("qaa");
    const faults =
      checkSignature({ message: "\u0007\u202a\ud800".repeat(300), url: "data:1" }).faults ?? [];
    const values = { message: "α", name: "", url: "", idempotency_key: "" };
    const entry = {
      id: "a",
      name: "",
      message: "β",
      url: "",
      user_agent: "Ω",
      ts: "2026-01-02T03:04:05.000Z",
    };
    const positions = Array.from({ length: 60 }, (_, at) => `2026010${at % 9}T030405000Z-a`);
    const page = { count: 60, start: 24, next: positions[48] ?? null, positions, entries: [entry] };
    const parts = [
      renderForm({ values, faults }, words),
      renderForm("closed", words),
      renderEntries(page as Parameters<typeof renderEntries>[0], words, true, true),
      renderEntries({ ...page, count: 0, start: 0, entries: [] } as never, words, true, false),
      renderRefusal([sentence("not_read")], words),
      wayToEntries(words),
    ];
    expect(
      parts.flatMap(({ value }) =>
        wordsIn(value.replaceAll("javascript, data, vbscript, blob", "")),
      ),
    ).toEqual([]);
    expect(faults.length).toBeGreaterThan(6);
  });

  test("has its own words in site.json", () => {
    expect(site.json("/api/site.json")).toHaveProperty("own_words.qaa");
  });
});

test("a language without words has English that says so, on every page and in lists", async () => {
  const page = (title: string, head: string) => `---\ntitle: ${title}\n${head}\n---\n\n文。\n`;
  const site = await buildSite({
    input: folderOf({
      "facts.yaml": factsFile({
        name: "家",
        tagline: "小さい",
        description: "庭。",
        language: "ja",
        author: { name: "愛" },
      }),
      "notes/1.md": page("一", "type: note\ndate: 2026-01-01\nupdated: 2026-02-01\ntags: [花]"),
      "notes/2.md": page("二", "type: note\ndate: 2026-01-02"),
      "realms/1.md": page("門", "type: realm\nstatus: quiet\nsince: 2026-01-01"),
      "本/1.md": page("本", "order: 1"),
      "本/2.md": page("紙", "order: 2"),
      "guestbook.md": "---\ntitle: 帳\n---\n\n文。\n",
    }),
  });
  const pages = site.model.pages.filter(({ language }) => language === "ja");
  expect(pages.map(({ path }) => decodeURI(path))).toEqual(
    expect.arrayContaining(["/", "/guestbook/", "/notes/1/", "/realms/1/", "/本/"]),
  );
  for (const { path, title } of pages) {
    const html = site.html.get(path) ?? "";
    const rest = html.slice(html.indexOf("<body")).replace(/ (?:aria-label|title)="[^"]*"/g, "");
    const english = /<(\w+)[^>]* lang="en" dir="ltr"[^>]*>(?:(?!<\1\b)[^])*?<\/\1>/g;
    const others = [1, 2, 3].reduce((left) => left.replace(english, ""), rest); // one in another
    expect([title, ...wordsIn(others)]).toEqual([title]);
  }
  // What the software says in paragraphs and code is marked as a whole.
  expect(site.html.get("/guestbook/")).toMatch(/<div lang="en" dir="ltr">\n?<pre[^]*<\/div>/);
  expect(site.text("/guestbook.md")).toContain("\n```bash\n# Read: ");
  expect(site.html.get("/tags/")).toContain('<html lang="en">');
  expect(site.html.get("/notes/")).toContain('<html lang="en">');
  expect(site.text("/404.html")).toContain('<html lang="en">');
});

test("languages without rules of their own for numbers have those of English", () => {
  const phrases = {
    "text.thousands": " ",
    "text.grouped_from": "1000",
    x: { one: "one", other: "{count}" },
  };
  const words = { language: "qaa", dir: "ltr", phrases, english: [] } as const;
  expect([1, 2, 1234].map((count) => say(words, "x", { count }))).toEqual(["one", "2", "1 234"]);
});

test("Spanish groups the digits of numbers from five digits on", () => {
  const said = (language: string) =>
    [999, 1234, 12345].map((count) => say(wordsOf({})(language), "page.table", { number: count }));
  expect(said("es")).toEqual(["Tabla 999", "Tabla 1234", "Tabla 12\u202f345"]);
  expect(said("de")).toEqual(["Tabelle 999", "Tabelle 1.234", "Tabelle 12.345"]);
});

test("French has its narrow spaces", () => {
  const french = textOf("build/words/fr.yaml").replace(/^#.*$/gm, "");
  expect(french).not.toMatch(/ [;:?!»]|« /);
  expect(french).not.toMatch(/[^\s\u202f][;?!](?=\s|$)/m);
});

describe.each(["de", "fr", "es", "ar"])("the words of %s", (language) => {
  const { phrases } = wordsOf({})(language);

  test("are all there, under no other name, and have the values of the English ones", () => {
    expect(Object.keys(phrases).sort()).toEqual(names.toSorted());
    const bracesOf = (phrase: unknown) => new Set(JSON.stringify(phrase).match(/\{\w+\}/g));
    for (const name of names) {
      const [given, wanted] = [bracesOf(phrases[name]), bracesOf(english.phrases[name])];
      expect([name, ...given.difference(wanted)]).toEqual([name]);
      expect([name, ...wanted.difference(given)]).toEqual([name]);
    }
  });

  test("differ from the English ones, but for names and signs", () => {
    const same = names.filter((name) => phrases[name] === english.phrases[name]);
    expect(same.length).toBeLessThan(25);
  });
});
