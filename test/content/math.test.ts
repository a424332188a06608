import { describe, expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { watchingIn } from "../../build/lib/page-policy.ts";
import { mathml } from "../../build/markdown/math.ts";
import { compareForms } from "../../build/verify/parity.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { htmlComplaints } from "../judges/judge/html.ts";
import { read } from "./sample-page.ts";

describe("formulas in TeX become MathML, and their TeX is the text", () => {
  test.each<[source: string, tex: string, display: boolean]>([
    ["So $x^2$.", "x^2", false],
    ["So $`a_1 * b_2`$.", "a_1 * b_2", false],
    ["($a < b$)", "a < b", false],
    ["So $$\\frac{a}{b}$$ it is.", "\\frac{a}{b}", true],
    [
      "$$\n\\begin{aligned}\na &= b \\\\\n- c &= d\n\\end{aligned}\n$$",
      "\\begin{aligned}\na &= b \\\\\n- c &= d\n\\end{aligned}",
      true,
    ],
    ["Text\n$$x\n= y$$\nmore", "x\n= y", true],
    ["> $$\n> x\n> $$", "x", true],
    ["- a\n\n  $$\n  x\n  $$", "x", true],
    ["```math\nx_1\n```", "x_1", true],
    ["| a |\n|---|\n| $x$ |", "x", false],
  ])("%j", (source, tex, display) => {
    const { html, text, markdown, faults } = read(source);
    expect(html).toContain(`<math xmlns="http://www.w3.org/1998/Math/MathML"${display ? ' display="block"' : ""}>`);
    expect(text).toContain(tex);
    expect(text).not.toContain("$");
    expect([markdown, faults]).toEqual([source, []]);
  });

  test.each([
    "It costs $5 or $10, and US$20.",
    "Between $a and $b, $HOME:$PATH and $ x $.",
    "`$x$` and \\$x\\$",
    "    $x$",
    "$$ lots of text\n\nand more $$",
    "$\\nosuchcommand{x}$",
    "$\n$$\n$$$$",
  ])("but not %j", (source) => {
    expect(read(source).html).not.toContain("<math");
  });
});

test("a letter is shown as itself in italics, a name of several letters is not", () => {
  expect(mathml("x + \\sin y", false)).toMatch(/<mi class="variable">x<.*<mi>sin<.*<mi class="variable">y</);
});

test("no formula loads, runs or is styled", () => {
  const doneBy = (tex: string) => {
    const html = mathml(tex, true) ?? "";
    return [...watchingIn(html, true, () => true), ...(html.match(/<[^>]*\sstyle\b/g) ?? [])];
  };
  const hostile = [
    "\\href{javascript:alert(1)}{x}",
    "\\includegraphics{https://a.example/x.png}",
    "\\htmlStyle{color: red}{x}",
    '\\text{<img src="x" onerror="ran()">}',
    "\\url{javascript:alert(1)}",
    "\\htmlData{a=b}{x} \\color{red} y",
  ];
  for (const tex of hostile) expect(doneBy(tex)).toEqual([]);
  const usual =
    "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix} \\begin{cases}a&x>0\\\\b\\end{cases} \\boxed{x} \\textcolor{red}{y} \\cancel{z} \\tag{1}";
  expect(mathml(usual, true)).toMatch(/^<math/);
  expect(doneBy(usual)).toEqual([]);
});

test("a page with formulas is valid, and its published forms agree", async () => {
  const body = "# Home\n\nSo $a_1 * b_2 < c$ *is*.\n\n$$\n\\frac{a}{b}\n$$\n\n```math\nx\n```\n\n$$\n\\nosuch\n$$\n";
  const { html, model, warnings } = await buildSite({
    input: folderOf({ "index.md": body }),
    base_url: "https://house.example",
  });
  const { title, text, twin } = model.home;
  const markdown = markdownOf(model.home).toString();
  const forms = { title, html: html.get("/") ?? "", twin: String(twin), markdown, text, has_entries: false };
  expect(compareForms(forms)).toEqual([]);
  expect(await htmlComplaints(forms.html)).toEqual([]);
  expect(warnings).toEqual([]);
});

test.each([
  ["dollars", "$".repeat(50_000)],
  ["signs that open", "$a ".repeat(30_000)],
  ["blocks that open", "$$a\n".repeat(20_000)],
  ["braces", `$${"{".repeat(1_900)}$ `.repeat(20)],
  ["definitions", `$${"\\def\\a{\\a\\a}".repeat(50)}\\a$`],
])("is bounded in time: %s", (_, source) => expect(read(source).text.length).toBeGreaterThan(0), 10_000);
