import { expect, test } from "vitest";
import { possibleTokens, tokenize } from "../../build/lib/html-tokens.ts";
import { policyViolations } from "../../build/model/page-policy.ts";

const table: [html: string, pieces: string][] = [
  ['<A HREF="/x?a=1&amp;b=2" hidden data-x=y>', "<a href=/x?a=1&b=2 hidden= data-x=y>"],
  ["<img src='a\"b' alt=x/>", '<img src=a"b alt=x/>'],
  ["<!-- <script> --><!doctype html><?x?>t", "t"],
  ["<script>if (a < b) '<p>';</script><p>", "<script>|if (a < b) '<p>';|</script>|<p>"],
  ["<textarea>&lt;b&gt; <i></textarea>", "<textarea>|<b> <i>|</textarea>"],
  ['text<a href="never closed>text', "text"],
  ["text<a", "text"],
  ["text<a b/", "text"],
  ["<!--><b>--><!---><i>-->", "<b>|-->|<i>|-->"],
  ["<!-- a --!><b> --><!-- <!-- --><i>", "<b>| -->|<i>"],
  ["<?php > <b> ?><![CDATA[ > <i> ]]>", " |<b>| ?>| |<i>| ]]>"],
  ["<p></p onclick=x/><i></i/ ><b></b c>d</b / ", "<p>|</p>|<i>|</i>|<b>|</b>|d"],
  ["<svg><path/></svg><style><b></style>", "<svg>|<path>|</svg>|<style>|<b>|</style>"],
  ["&eacute;&#233;&#xe9;&nosuch; a < b &amp;lt;", "ééé&nosuch; a < b &lt;"],
];

test.each(table)("%s", (html, expected) => {
  const shown = tokenize(html).tokens.map((token) =>
    "text" in token
      ? token.text
      : token.kind === "close"
        ? `</${token.name}>`
        : `<${[token.name, ...[...token.attributes].map(([name, { value }]) => `${name}=${value}`)].join(" ")}>`,
  );
  expect(shown.join("|")).toBe(expected);
});

test("HTML made to be slow is read all the same", () => {
  const pieces = [
    "<",
    "<a ",
    '<a b="',
    "<a b= ",
    "<!--",
    "<script>",
    "&",
    "<![CDATA[",
    "</b ",
    "</b a>",
  ];
  const slow = [...pieces, "<noscript><svg>", "<b>"].map(
    (piece) => piece.repeat(50_000) + "</i>".repeat(5_000),
  );
  for (const html of [...slow, `<a ${" ".repeat(300_000)}`])
    expect(possibleTokens(html).every(({ end }) => end <= html.length)).toBe(true);
});

test("what a browser may take for text or for markup is looked at both ways", () => {
  const names = (html: string) =>
    new Set(possibleTokens(html).map((token) => ("name" in token ? token.name : token.kind)));
  expect(names('<noscript><p title="</noscript><script>">')).toContain("script");
  expect(names("<textarea><script></textarea>")).toContain("script");
  expect(names('<p></p a="><!--"><img src=x>')).toContain("img");
  expect(names("<title></p a='</title><b>'></title c><i>")).toContain("b");
  expect(names("<svg><![CDATA[ > <script> ]]>")).toEqual(new Set(["svg", "script", "cdata"]));
  expect(names("<p>a</p><!-- <script> -->")).toEqual(new Set(["p"]));
});

test("an attribute that holds an address is not read as CSS, and an address is not taken for one", () => {
  const seen = (html: string) =>
    policyViolations(html, false, (address) => /^(https?:)?\/\//.test(address));
  for (const name of ["src", "poster", "background", "data"]) {
    expect(seen(`<p ${name}="url(https://elsewhere.example/x.png)">`)).toEqual([]);
    expect(seen(`<p ${name}="u\\72l(//elsewhere.example/x)">`)).toEqual([]);
  }
  expect(seen('<p background="//elsewhere.example/x">')).toEqual([
    "loads //elsewhere.example/x from another origin",
  ]);
  expect(seen('<rect mask="url(https://elsewhere.example/x.svg#y)">')).toEqual([
    "has a style that loads something (`mask`)",
  ]);
});
