import { seeded } from "./seeded.ts";

/** A folder of several hundred Markdown files as they come from other tools, with everything that is odd about such folders. */
export type Folder = Record<string, string | Uint8Array>;

const prose = "A sentence of ordinary length stands here, with a comma and an *emphasis*. ";

/** Front matter of other tools; none of it may stop a build. */
const matters: readonly string[] = [
  "layout: post\ntitle: Jekyll\ncategories: [a, b]\npermalink: /:year/:title/\ncomments: true\n",
  "title: Hugo\nweight: 10\ndraft: false\nslug: elsewhere\ntoc: true\nparams:\n  a: { b: [c] }\n",
  'id: intro\ntitle: "Docusaurus"\nsidebar_label: Intro\nsidebar_position: 1\nhide_table_of_contents: true\n',
  "aliases: []\ncssclass: wide\nup: '[[Index]]'\n",
  "title: MkDocs\nsummary: A page.\nauthors:\n  - One\nhide:\n  - navigation\n",
  "title: >-\n  Folded\n  title\nempty:\nnumber: 12\nwhen: 2024-01-01 10:00:00 +0000\n? complex\n: value\n",
  "",
];

const bodies: readonly ((n: number) => string)[] = [
  (n) => `# Page ${n}\n\n${prose.repeat(5)}\n\n## Part\n\n${prose}\n`,
  (n) =>
    `Page ${n}\n=======\n\n{% include head.html %} {{ page.title | upcase }} {%- raw -%} {{< figure src="x" >}} {{% note %}}\n\n${prose}\n`,
  (n) =>
    `# Page ${n}\n\nSee [[House-notes/index|Wiki link]], [[two#Part]] and ![[logo.svg|A logo]], #tag and ^block-id.\n\n> [!NOTE] Callout\n> With text.\n\n%% comment %%\n`,
  (n) =>
    `# Page ${n}\n\n:::note Title\n\nInside **bold**.\n\n:::\n\n!!! warning "MkDocs"\n    Indented text.\n\n=== "Tab"\n\n    Text.\n`,
  (n) =>
    `# Page ${n}\n\n<details>\n<summary>More</summary>\n\n- [x] done\n- [ ] open\n\n</details>\n\n<center><font color="red">old</font></center>\n\n<br/>\n`,
  (n) =>
    `# Page ${n}\n\n| a | b |\n|---|---|\n${Array.from({ length: 30 }, (_, row) => `| ${row} | \`x\\|y\` |\n`).join("")}\nText[^1].\n\n[^1]: Note.\n[^unused]: Never asked for.\n`,
  (n) =>
    `# Page ${n}\n\n\`\`\`{.python .numberLines startFrom="3"}\nprint("[x](y.md)")\n\`\`\`\n\n~~~ruby title="a.rb"\nputs 1\n~~~\n\n\`\`\`\nnever closed\n`,
  (n) => `Just words on page ${n}, no heading.\n\n$$\\int_0^1 x$$ and \\(y\\) and &nbsp; &copy; &notanentity;\n`,
];

const names: readonly ((n: number) => string)[] = [
  (n) => `posts/2020-01-${String((n % 28) + 1).padStart(2, "0")}-post-${n}.md`,
  (n) => `docs/Guide ${n} (draft), really?.md`,
  (n) => `docs/ümläut-${n}-日本語.md`,
  (n) => `wiki/C# & F# 100% ${n}.md`,
  (n) => `${Array.from({ length: 10 }, (_, level) => `level ${level}`).join("/")}/page ${n}.markdown`,
  (n) => `long/${"a very long name ".repeat(12)}${n}.md`,
  (n) => `assets/notes-${n}.md`,
  (n) => `corpus/${n}/README.md`,
  (n) => `llms/chapter ${n}.MD`,
  (n) => `e\u0301motions/${n}/index.md`,
  (n) => `quotes/it's "${n}" <b> [x] {y} $z \`w\` #${n}.md`,
];

/** Everything that is special once, beside the many. */
const special: Folder = {
  "README.md":
    "# Everything\n\nStart [here](docs/README.md), [there](<docs/Guide 1 (draft), really?.md>) and [in code](<wiki/C# & F# 100% 3.md>).\n",
  "docs/README.md":
    "# Docs\n\n[Back](../README.md) [deep](<../level 0/level 1/level 2/level 3/level 4/level 5/level 6/level 7/level 8/level 9/page 4.markdown>)\n",
  "wiki/C# notes/one.md": "# One\n\n[two](two.md) and [two again](two.md#part)\n",
  "wiki/C# notes/two.md": "# Two\n\n## Part\n",
  "404.md": "# Not found\n",
  "410.md": "# Gone\n",
  "api/index.md": "# My API\n\nOur own words.\n",
  "guestbook.md": "# Sign here\n",
  "manifesto.md": "# Party manifesto\n\nNothing to do with this house.\n",
  "greeting.md": "# Hello\n",
  "search.md": "# Search tips\n",
  "house-notes/index.md": "# House notes\n",
  "notes/index.md": "# My notes\n",
  "realms/README.md": "# Kingdoms\n",
  "assets/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>',
  "intro.mdx": "import X from './x'\n\n<X/>\n",
  "_config.yml": "title: Jekyll\n",
  "hugo/_index.md": "---\ntitle: Hugo section\n---\n",
  "mkdocs.yml": "site_name: x\n",
  Makefile: "all:\n",
  "package.json": "{}",
  "bom.md": "\uFEFF---\r\ntitle: Windows\r\n---\r\n\r\n# H\r\n\r\nText\r\n",
  "one-megabyte.md": `# Large\n\n${Array.from({ length: 3000 }, (_, n) => `## Same\n\n${prose.repeat(3)} [up](README.md) \`code\` <b>${n}</b>\n\n| a |\n|---|\n| ${n} |\n`).join("\n")}`,
  "one-line.md": `# Line\n\n${`${prose} [x](README.md) `.repeat(4000)}\n`,
  "quotes.md": `# Deep quotes\n\n${">".repeat(3000)} bottom\n`,
  "lists.md": `# Deep lists\n\n${Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth)}- item ${depth}`).join("\n")}\n`,
  "brackets.md": `# Brackets\n\n${"[".repeat(5000)}\n\n${"![".repeat(3000)}\n\n${"*a _b ".repeat(3000)}\n\n${"<".repeat(5000)}\n\n${"<a ".repeat(5000)}\n\n${"`".repeat(999)}\n`,
  "html.md":
    "# HTML\n\n<div>\n\n</div></div></section>\n\n<p unclosed\n\n<table><tr><td>x</table>\n\n<!DOCTYPE html><html><body>\n\n<?php echo 1 ?>\n\n<![CDATA[ x ]]>\n",
  "hr.md": "---\n\nText under a rule.\n\n---\n\nMore.\n",
  [`${"x".repeat(249)}.md`]: "# The longest name there can be\n",
  headers: "not Markdown\n",
};

/** `many` files of every combination of name, front matter and body, and every special one. */
export function foreignSystems(many: number, seed = 7): Folder {
  const { pick } = seeded(seed);
  const files: Folder = { ...special };
  for (let n = 0; n < many; n++) {
    const matter = pick(matters);
    const name = names[n % names.length] as (typeof names)[number];
    const text = `${matter === "" ? "" : `---\n${matter}---\n\n`}${pick(bodies)(n)}`;
    files[name(n)] = pick([text, text, text.replaceAll("\n", "\r\n"), `\uFEFF${text}`]);
  }
  return files;
}
