import { expect, test } from "vitest";
import { piecesOf, unescaped } from "../../build/verify/markup.ts";

const table: [html: string, pieces: string][] = [
  ["<p>a</p>", "<p>|a|</p>"],
  ['<A HREF="/x?a=1&amp;b=2" hidden data-x=y>', "<a href=/x?a=1&b=2 hidden= data-x=y>"],
  ["<img src='a\"b' alt=x/>", '<img src=a"b alt=x/>'],
  ["<p =x onclick=y>", "<p =x= onclick=y>"],
  ["a < b <c>", "a |<| b |<c>"],
  ["<!-- <script> --><!doctype html><?x?>t", "t"],
  ["<script>if (a < b) '<p>';</script><p>", "<script>|if (a < b) '<p>';|</script>|<p>"],
  ["<textarea>&lt;b&gt; <i></textarea>", "<textarea>|<b> <i>|</textarea>"],
  ["<script>never closed <p>", "<script>|never closed <p>"],
  ['<a href="never closed>text', '<a href= ="never= closed=>|text'],
  ["<a", "<a>"],
  ["&eacute;&#233;&#xe9;&nosuch;", "ééé&nosuch;"],
];

test.each(table)("%s", (html, expected) => {
  const shown = piecesOf(html).map((piece) =>
    piece.kind === "text"
      ? piece.text
      : piece.kind === "close"
        ? `</${piece.name}>`
        : `<${[piece.name, ...[...piece.attributes].map(([name, value]) => `${name}=${value}`)].join(" ")}>`,
  );
  expect(shown.join("|")).toBe(expected);
});

test("HTML made to be slow is read all the same", () => {
  for (const html of [
    "<".repeat(300_000),
    "<a ".repeat(100_000),
    `<a ${" ".repeat(300_000)}`,
    '<a b="'.repeat(100_000),
    "<a b= ".repeat(100_000),
    "<!--".repeat(100_000),
    "<script>".repeat(50_000),
    "&".repeat(300_000),
  ]) {
    expect(piecesOf(html).length).toBeGreaterThan(-1);
  }
  expect(unescaped("&amp;lt;")).toBe("&lt;");
});
