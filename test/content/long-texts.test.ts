import { describe, expect, test } from "vitest";
import { splitFile } from "../../build/content/head.ts";
import { readMdx } from "../../build/content/mdx.ts";
import { readOtherMarkup } from "../../build/markdown/other-markup.ts";
import { read } from "./sample-page.ts";

/** So many that a pattern which is tried from each place to the end takes longer than a test may. */
const many = 300_000;
const spaces = " ".repeat(many);

describe("long texts are read once", () => {
  test.each<[what: string, text: string]>([
    ["spaces before an attribute list without an end", `# a${spaces}{:`],
    ["backticks before one", `${"`".repeat(many)}{:${"a".repeat(many)}`],
    ["letters after a caret", `a ^b\nc\n\nd ^${"e".repeat(many)}!`],
    ["spaces in a shortcode without an end", `{{< /note >}}\n{{<${spaces}`],
    ["spaces in a tag without an end", `{% highlight${spaces}\n`],
    ["spaces after a tag", `{% highlight a %}${spaces}x\n`],
    ["spaces before a line of code", `{% highlight a %}\n${spaces}x\n`],
    ["comments of MDX without an end", `${"{/* a ".repeat(many)} */`],
    ["comments of Liquid without an end", `${"{% comment %}".repeat(many / 10)} {% endcommen`],
    ["comments of kramdown without an end", "{::comment}".repeat(many / 10)],
    ["spaces in a comment without an end", `{%${spaces}comment${spaces} endcomment`],
    ["spaces in a title", `:::note x${spaces}y\n`],
  ])("%s", (_, text) => {
    expect(readOtherMarkup(text)).toEqual({ body: text, left: [] });
  });

  test("comments of Obsidian on one line", () => {
    expect(readOtherMarkup(`x ${"%% a ".repeat(many)}`).left).toHaveLength(many / 2);
  });

  test.each(["{", "{{", "{'", "<A ", "<a b={", 'import a from "b"\n\\"'])("MDX of %j", (unit) => {
    expect(readMdx(unit.repeat(many / 2)).body).toContain("\n".repeat(unit.split("\n").length - 1));
  });

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
    ["backslashes in a style", `<svg fill="${"\\".repeat(many)}"></svg>`, "<svg"],
    ["comments without an end", `<div>\n${"<!--".repeat(many / 10)}`, "<div>"],
  ])("%s", (_, text, shown) => {
    expect(read(text).html).toContain(shown);
  });
});
