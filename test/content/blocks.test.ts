import { describe, expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { mathml } from "../../build/markdown/math.ts";
import { policyViolations } from "../../build/model/page-policy.ts";
import { compareForms } from "../../build/verify/parity.ts";
import { folderOf } from "../build/folder.ts";
import { buildSite } from "../build/site.ts";
import { htmlComplaints } from "../judges/judge/html.ts";
import { base_url, read } from "./sample-page.ts";

/** The HTML of an alert. */
const alert = (kind: string, title: string, body: string) =>
  `<blockquote class="alert alert-${kind}">\n<p class="alert-title">${title}</p>\n${body}</blockquote>\n`;

describe("an alert is a quotation of its kind, whose first words name it", () => {
  test.each<[name: string, source: string, html: string]>([
    ...["Note", "Tip", "Important", "Warning", "Caution"].map((word): [string, string, string] => [
      `the kind ${word}`,
      `> [!${word.toUpperCase()}]\n> Some *text*.`,
      alert(word.toLowerCase(), word, "<p>Some <em>text</em>.</p>\n"),
    ]),
    [
      "small letters, and code in it",
      "> [!tip]  \n>\n> ```\n> b\n> ```",
      alert("tip", "Tip", '<pre tabindex="0"><code>b\n</code></pre>\n'),
    ],
    [
      "a title, and a sign that folds it",
      "> [!faq]- Are *titles* possible?\n> Yes.",
      alert("note", "Are <em>titles</em> possible?", "<p>Yes.</p>\n"),
    ],
    ["a kind that nobody knows", "> [!other]\n> Text.", alert("note", "other", "<p>Text.</p>\n")],
    [
      "inside of a list, and without a text of its own",
      "- a\n\n  > [!WARNING]",
      `<ul>\n<li>\n<p>a</p>\n${alert("warning", "Warning", "")}</li>\n</ul>\n`,
    ],
  ])("%s", (_, source, html) => {
    expect(read(source).html).toBe(html);
  });

  test("links in it are resolved, faults have their line, and its title is no description", () => {
    const { html, text, markdown, firstSentence, faults } = read(
      "> [!NOTE]\n> See [x](../about.md).\n> And [gone](gone.md).",
    );
    expect(html).toContain('<p>See <a href="/about/">x</a>.\nAnd');
    expect(text).toBe("NOTE\n\nSee x. And gone.");
    expect(markdown).toBe(
      `> [!NOTE]\n> See [x](${base_url}/about/).\n> And [gone](${base_url}/notes/one/gone.md).`,
    );
    expect([firstSentence(), faults.map(({ line }) => line)]).toEqual(["See x.", [3]]);
  });
});

test("a definition list has its terms and definitions in every form of the page", () => {
  const source = "*Door*\n: Leads [there](../about.md).\n: Opens.";
  const { html, text, markdown, faults } = read(source);
  expect(html).toBe(
    '<dl>\n<dt><em>Door</em></dt>\n<dd>Leads <a href="/about/">there</a>.</dd>\n<dd>Opens.</dd>\n</dl>\n',
  );
  expect(text.split(/\n+/)).toEqual(["Door", "Leads there.", "Opens."]);
  expect([markdown, faults]).toEqual([source.replace("../about.md", `${base_url}/about/`), []]);
});

describe("formulas in TeX become MathML, and their TeX is the text", () => {
  const aligned = "\\begin{aligned}\na &= b \\\\\n- c &= d\n\\end{aligned}";
  test.each<[source: string, tex: string, display: boolean]>([
    ["So $x^2$.", "x^2", false],
    ["So $`a_1 * b_2`$.", "a_1 * b_2", false],
    ["($a < b$)", "a < b", false],
    ["So $$\\frac{a}{b}$$ it is.", "\\frac{a}{b}", true],
    [`$$\n${aligned}\n$$`, aligned, true],
    ["Text\n$$x\n= y$$\nmore", "x\n= y", true],
    ["> $$\n> x\n> $$", "x", true],
    ["- a\n\n  $$\n  x\n  $$", "x", true],
    ["```math\nx_1\n```", "x_1", true],
    ["| a |\n|---|\n| $x$ |", "x", false],
  ])("%j", (source, tex, display) => {
    const { html, text, markdown, faults } = read(source);
    expect(html).toContain(
      `<math xmlns="http://www.w3.org/1998/Math/MathML"${display ? ' display="block"' : ""}>`,
    );
    expect(text).toContain(tex);
    expect(text).not.toContain("$");
    expect([markdown, faults]).toEqual([source, []]);
  });

  test("a letter is shown as itself in italics, a name of several letters is not", () => {
    expect(mathml("x + \\sin y", false)).toMatch(
      /<mi class="variable">x<.*<mi>sin<.*<mi class="variable">y</,
    );
  });

  test.each([
    "\\href{javascript:alert(1)}{x}",
    "\\includegraphics{https://a.example/x.png}",
    "\\htmlStyle{color: red}{x}",
    '\\text{<img src="x" onerror="ran()">}',
    "\\htmlData{a=b}{x} \\color{red} y",
    "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix} \\boxed{x} \\textcolor{red}{y} \\cancel{z} \\tag{1}",
  ])("which loads, runs and styles nothing: %s", (tex) => {
    const html = mathml(tex, true) ?? "";
    expect([
      ...policyViolations(html, true, () => true),
      ...(html.match(/<[^>]*\sstyle\b/g) ?? []),
    ]).toEqual([]);
  });
});

test.each<[what: string, source: string, not: string]>([
  ...["> Text\n> [!NOTE]", "> \\[!NOTE]\n> Text.", "> [!NOTE]Text", "[!NOTE]\nText."].map(
    (source): [string, string, string] => ["alert", source, "alert"],
  ),
  ...["A :b\n:c d", "::: tip\nText\n:::", "at\n:30"].map((source): [string, string, string] => [
    "definition list",
    source,
    "<dl>",
  ]),
  ...[
    "It costs $5 or $10, and US$20.",
    "Between $a and $b, $HOME:$PATH and $ x $.",
    "`$x$` and \\$x\\$",
    "    $x$",
    "$$ lots of text\n\nand more $$",
    "$\\nosuchcommand{x}$",
    "$\n$$\n$$$$",
  ].map((source): [string, string, string] => ["formula", source, "<math"]),
])("there is no %s in %j", (_, source, not) => {
  expect(read(source).html).not.toContain(not);
});

test("a page with all of them is valid, and its published forms agree", async () => {
  const body = `# Home\n\n> [!NOTE]\n> Text.\n\n> [!bug]+ A title\n\nTerm\n\n:   First.\n\n    Second, with \`code\`.
\nSo $a_1 * b_2 < c$ *is*.\n\n$$\n\\frac{a}{b}\n$$\n\n\`\`\`math\nx\n\`\`\`\n\n$$\n\\nosuch\n$$\n`;
  const { html, model, warnings } = await buildSite({
    input: folderOf({ "index.md": body }),
    base_url,
  });
  const { title, text, twin } = model.home;
  const markdown = markdownOf(model.home).toString();
  const forms = {
    title,
    html: html.get("/") ?? "",
    twin: String(twin),
    markdown,
    text,
    has_entries: false,
  };
  expect([compareForms(forms), await htmlComplaints(forms.html), warnings]).toEqual([[], [], []]);
});
