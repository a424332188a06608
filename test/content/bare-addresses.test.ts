import { describe, expect, test } from "vitest";
import { read } from "./sample-page.ts";

const link = (words: string, href = words) => `<a href="${href}">${words}</a>`;
const p = (...lines: string[]) => lines.map((line) => `<p>${line}</p>\n`).join("");
const search = "www.google.com/search?q=Markup+(business)";

/** Examples of GitHub Flavored Markdown 0.29, section 6.9: those that linkify-it reads in the same way. */
const specified: [source: string, html: string][] = [
  ["www.commonmark.org", p(link("www.commonmark.org", "http://www.commonmark.org"))],
  [
    "Visit www.commonmark.org/help for more information.",
    p(`Visit ${link("www.commonmark.org/help", "http://www.commonmark.org/help")} for more information.`),
  ],
  [
    "Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.",
    p(
      `Visit ${link("www.commonmark.org", "http://www.commonmark.org")}.`,
      `Visit ${link("www.commonmark.org/a.b", "http://www.commonmark.org/a.b")}.`,
    ),
  ],
  [
    `${search}\n\n${search}))\n\n(${search})\n\n(${search}`,
    p(
      link(search, `http://${search}`),
      `${link(search, `http://${search}`)}))`,
      `(${link(search, `http://${search}`)})`,
      `(${link(search, `http://${search}`)}`,
    ),
  ],
  ["www.commonmark.org/he<lp", p(`${link("www.commonmark.org/he", "http://www.commonmark.org/he")}&lt;lp`)],
  ["http://commonmark.org", p(link("http://commonmark.org"))],
  [
    "(Visit https://encrypted.google.com/search?q=Markup+(business))",
    p(`(Visit ${link("https://encrypted.google.com/search?q=Markup+(business)")})`),
  ],
  ["foo@bar.org", p(link("foo@bar.org", "mailto:foo@bar.org"))],
  ["hello+xyz@mail.org is.", p(`${link("hello+xyz@mail.org", "mailto:hello+xyz@mail.org")} is.`)],
  [
    "mailto:foo@bar.baz\n\nmailto:a.b-c_d@a.b.\n\nmailto:a.b-c_d@a.b/\n\nmailto:a.b-c_d@a.b-",
    p(
      link("mailto:foo@bar.baz"),
      `${link("mailto:a.b-c_d@a.b")}.`,
      `${link("mailto:a.b-c_d@a.b")}/`,
      "mailto:a.b-c_d@a.b-",
    ),
  ],
];

describe("bare addresses are links by GitHub's rule", () => {
  test.each(specified)("%j", (source, html) => {
    expect(read(source).html.replaceAll("&#39;", "'")).toBe(html);
  });

  test.each([
    "`https://a.example/`",
    "    www.a.example",
    "http://a_b.example/",
    "xhttps://a.example",
    "awww.a.example",
    "javascript://a.example/%0aalert(1)",
    "data:text/html,a@b.example@c",
    "https://<b>",
    "a\\@b.example",
    "x@y",
  ])("%j has no link", (source) => {
    expect(read(source).html).not.toContain("<a ");
  });

  test("the words stay as they are in text and twin", () => {
    const source = "See www.a.example/x_y_z, https://b.example/?q=1&r=2 and me@c.org.";
    const { text, markdown, faults } = read(source);
    expect([text, markdown, faults]).toEqual([source, source, []]);
  });

  test.each([
    ["hosts that are none", "www._".repeat(40_000)],
    ["one long host", `https://${"a.".repeat(100_000)}`],
    ["parentheses", `https://a.example/${"(".repeat(50_000)}${")".repeat(100_000)}`],
    ["entities", `https://a.example/${"&a;".repeat(50_000)}`],
    ["schemes", "https://".repeat(30_000)],
    ["at signs", "a@".repeat(50_000)],
    ["long mail addresses", `${"a.".repeat(100_000)}@b.example`],
    ["long mail hosts", "a@b".repeat(50_000)],
  ])(
    "is bounded in time: %s",
    (_, source) => {
      expect(read(source).text.length).toBeGreaterThan(0);
    },
    5_000,
  );
});
