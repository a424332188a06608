/** What a line of the generator gives: a file of a folder that was never meant for this pipeline, and what must come of it. */
export interface Foreign {
  file: string;
  content: string | Uint8Array;
  path: string;
  title: string;
  /** A piece of the page's text that must survive. */
  says?: string;
}

const deep = Array.from({ length: 10 }, (_, level) => `level ${level + 1}`).join("/");
const bom = "\uFEFF";

/** Every kind of Markdown file that is found in the wild, once. */
export const foreignKinds: readonly Foreign[] = [
  {
    file: "README.md",
    content: "# A project\n\nWhat it is. See [the guide](docs/guide.md) and [deep](<docs/level 1/note.md>).\n",
    path: "/",
    title: "A project",
    says: "What it is.",
  },
  { file: "docs/README.md", content: "# Documentation\n\nStart here.\n", path: "/docs/", title: "Documentation" },
  {
    file: "docs/guide.md",
    content: "Guide\n=====\n\nUnderlined headings are old and good.\n",
    path: "/docs/guide/",
    title: "Guide",
  },
  { file: "docs/level 1/note.md", content: "# Deep\n", path: "/docs/level-1/note/", title: "Deep" },
  {
    file: `${deep}/bottom.md`,
    content: "# Ten levels down\n\nStill here.\n",
    path: `/${deep.replaceAll(" ", "-")}/bottom/`,
    title: "Ten levels down",
  },
  {
    file: "Mein Überblick.md",
    content: "# Überblick\n\nUmlaute: äöü ß.\n",
    path: "/mein-%C3%BCberblick/",
    title: "Überblick",
    says: "äöü ß",
  },
  {
    file: "日本語.md",
    content: "# 日本語のページ\n\n本文です。\n",
    path: "/%E6%97%A5%E6%9C%AC%E8%AA%9E/",
    title: "日本語のページ",
    says: "本文です。",
  },
  { file: "emoji 🏠.md", content: "# House 🏠\n\nWith a picture in its name.\n", path: "/emoji/", title: "House 🏠" },
  { file: "bom.md", content: `${bom}# After a mark\n\nText.\n`, path: "/bom/", title: "After a mark" },
  {
    file: "bom-and-matter.md",
    content: `${bom}---\ntitle: Marked and titled\n---\n\nText.\n`,
    path: "/bom-and-matter/",
    title: "Marked and titled",
  },
  {
    file: "crlf.md",
    content: "---\r\ntitle: Windows\r\n---\r\n\r\n# Other heading\r\n\r\nLine one\r\nline two.\r\n",
    path: "/crlf/",
    title: "Windows",
    says: "Line one line two.",
  },
  { file: "cr.md", content: "# Old Mac\r\rText on its own line.\r", path: "/cr/", title: "Old Mac" },
  {
    file: "unknown-keys.md",
    content:
      "---\nlayout: post\npermalink: /elsewhere/\ncategories: [a, b]\nnested:\n  deep: true\n---\n\n# Keys of another tool\n",
    path: "/unknown-keys/",
    title: "Keys of another tool",
  },
  { file: "unknown-type.md", content: "---\ntype: recipe\n---\n\n# Soup\n", path: "/unknown-type/", title: "Soup" },
  {
    file: "templates.md",
    content:
      "# Templates\n\nWrite `{{ page.title }}` or {{ site.title }} and {% include nav %}{% raw %}.\n\n```\n{{ code }}\n```\n",
    path: "/templates/",
    title: "Templates",
    says: "{{ site.title }} and {% include nav %}{% raw %}",
  },
  {
    file: "html.md",
    content:
      '# Raw HTML\n\n<details><summary>More</summary>\n\nInside **Markdown**.\n\n</details>\n\n<p align="center">old &amp; fine</p>\n\nA <kbd>key</kbd> and <br> a break.\n',
    path: "/html/",
    title: "Raw HTML",
    says: "old & fine",
  },
  {
    file: "odd-html.md",
    content: "# Unclosed\n\n<div><p>never closed\n\n<b>bold\n\nText & more &copy; <notatag> x < y > z\n",
    path: "/odd-html/",
    title: "Unclosed",
  },
  {
    file: "long-line.md",
    content: `# Long\n\n${"word ".repeat(60_000)}end.\n`,
    path: "/long-line/",
    title: "Long",
    says: "end.",
  },
  {
    file: "long-title.md",
    content: `# ${"Very ".repeat(200)}long\n`,
    path: "/long-title/",
    title: `${"Very ".repeat(200)}long`,
  },
  { file: "empty.md", content: "", path: "/empty/", title: "Empty" },
  { file: "blank.md", content: "\n\n  \n", path: "/blank/", title: "Blank" },
  {
    file: "only-matter.md",
    content: "---\ntitle: Nothing below\n---\n",
    path: "/only-matter/",
    title: "Nothing below",
  },
  { file: "only-rule.md", content: "---\n", path: "/only-rule/", title: "Only rule" },
  {
    file: "rules.md",
    content: "---\n\nProse between rules.\n\n---\n\nAnd after.\n",
    path: "/rules/",
    title: "Rules",
    says: "Prose between rules.",
  },
  { file: "empty-matter.md", content: "---\n---\n\n# Nothing above\n", path: "/empty-matter/", title: "Nothing above" },
  { file: "number-title.md", content: "---\ntitle: 2048\n---\n\nA game.\n", path: "/number-title/", title: "2048" },
  {
    file: "marked-title.md",
    content: "# A *title* with `code` and [a link](README.md)\n",
    path: "/marked-title/",
    title: "A title with code and a link",
  },
  {
    file: "awkward title.md",
    content: '# [x] <b> & "quotes" (and more) ]]> <!-- -->\n',
    path: "/awkward-title/",
    title: '[x]  & "quotes" (and more) ]]>',
  },
  {
    file: "stars.md",
    content: '---\ntitle: "*Not* `code`, <b> & _plain_ \\\\ text"\n---\n\nText.\n',
    path: "/stars/",
    title: "Not code, <b> & plain \\ text",
  },
  {
    file: "no-heading.md",
    content: "Just a paragraph. And another sentence.\n",
    path: "/no-heading/",
    title: "No heading",
    says: "Just a paragraph.",
  },
  {
    file: "late-heading.md",
    content: "A word before.\n\n## The real title\n\nText.\n",
    path: "/late-heading/",
    title: "Late heading",
    says: "The real title",
  },
  { file: "same.md", content: "# Same\n\n# Same\n\n## Same\n", path: "/same/", title: "Same" },
  { file: "same_.markdown", content: "# Nearly the same\n", path: "/same_/", title: "Nearly the same" },
  {
    file: "footnotes.md",
    content: "# Notes\n\nText[^1] and more[^x].\n\n[^1]: One.\n[^x]: Two, with [a link](README.md).\n",
    path: "/footnotes/",
    title: "Notes",
  },
  {
    file: "tasks.md",
    content: "# Tasks\n\n- [x] done\n- [ ] to do\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n",
    path: "/tasks/",
    title: "Tasks",
    says: "to do",
  },
  {
    file: "references.md",
    content: '# References\n\nTo [the guide][g] and [docs].\n\n[g]: docs/guide.md "Guide"\n[docs]: docs/\n',
    path: "/references/",
    title: "References",
  },
  {
    file: "nul.md",
    content: "# Odd characters\n\nA\u0000B \u200B\u202Etxet\u202C \uFFFE end\n",
    path: "/nul/",
    title: "Odd characters",
  },
  {
    file: "control.md",
    content: "# Bell\u0007 and escape\u001b\n\nWith \u0001 in it.\n",
    path: "/control/",
    title: "Bell and escape", // no HTML and XML may have such signs
  },
];

/** A folder of many files: every kind, and `more` (a multiple of seven) ordinary notes in folders. */
export function foreignFolder(kinds: readonly Foreign[], more = 0): Record<string, string | Uint8Array> {
  const ordinary = Array.from({ length: more }, (_, number): [string, string] => [
    `notes ${number % 7}/Note number ${number}.md`,
    `# Note ${number}\n\nIt follows [another](<Note number ${(number + 7) % more}.md>).\n\n${"A sentence of ordinary length stands here. ".repeat(8)}\n`,
  ]);
  return Object.fromEntries([
    ...kinds.map(({ file, content }): [string, string | Uint8Array] => [file, content]),
    ...ordinary,
  ]);
}
