import { describe, expect, test } from "vitest";
import { splitFile } from "../../build/content/head.ts";
import { read } from "./sample-page.ts";

/** So many that a pattern which is tried from each place to the end takes longer than a test may. */
const many = 300_000;
const spaces = " ".repeat(many);

describe("long texts are read once", () => {
  test.each<[what: string, text: string]>([
    ["a string without an end", `{"${'\\"'.repeat(many)}`],
    ["spaces after the name of its language", `---json${spaces}\nx`],
    ["empty lines", `---\na: b${"\n ".repeat(many)}\nc: d\n---\n`],
  ])("a head with %s", (what, text) => {
    expect(splitFile(text).data).toEqual(what === "empty lines" ? { a: "b", c: "d" } : {});
  });

  test.each<[what: string, text: string, shown: string]>([
    ["spaces in the title of an alert", `> [!NOTE] a${spaces}b\n> c`, "b</p>"],
    ["spaces after an id", `Text.\n\n# a {#b}${spaces}x`, "{#b}"],
    ["braces", "{{".repeat(many), "{{"],
    ["marks of hidden text", `x ${"%% a ".repeat(many)}`, "x"],
    ["spaces in a comment of a template language", `{%${spaces}comment${spaces} endcomment`, "endcomment"],
    ["backslashes in a style", `<svg fill="${"\\".repeat(many)}"></svg>`, "<svg"],
    ["comments without an end", `<div>\n${"<!--".repeat(many / 10)}`, "<div>"],
  ])("%s", (_, text, shown) => {
    expect(read(text).html).toContain(shown);
  });
});
