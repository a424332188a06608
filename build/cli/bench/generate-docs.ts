import { join } from "node:path";
import { adjectives, nouns, sentence, sequence, write } from "./generate.ts";

// A collection as people have them: the translated documentation of another site, written for another tool. Its faults
// are of the kinds and in the numbers that were found in such collections of some 10,000 pages.

const areas = ["web/api", "web/css/reference", "web/elements", "web/http/headers", "learn/forms", "guide", "glossary"];

// An area has groups of 21 pages.
const groupSize = 21;

/**
 * The folder of a page in the content folder, one page to a folder. An area is a page; below it each group has its own
 * page and, one or two folders deeper, its members, as an interface has its methods. One group in ten has no page of
 * its own, as happens where only part of a documentation is translated.
 */
function folderOf(index: number): string {
  const area = areas[index % areas.length] as string;
  const inArea = Math.floor(index / areas.length);
  if (inArea === 0) return area;
  const group = Math.floor((inArea - 1) / groupSize);
  const inGroup = (inArea - 1) % groupSize;
  const nameOf = (number: number) => `${nouns[number % nouns.length]}-${number}`;
  const folder = `${area}/${nouns[group % nouns.length]}-group-${group}`;
  if (inGroup === 0 && group % 10 !== 9) return folder;
  // Every fifth member belongs to the one before it.
  const parent = inGroup % 5 === 4 ? `/${nameOf(index - areas.length)}` : "";
  return `${folder}${parent}/${nameOf(index)}`;
}

/** A few lines that each of the four languages of the examples can be taken for. */
function code(name: string, number: number): string {
  return `const ${name} = make("${name}", ${number}); // ${name}
if (${name}.ready) {
  ${name}.open(${number} * 2);
}
.${name} { color: #123; margin: 0 ${number}px }
<p class="${name}">${number}</p>`;
}

/**
 * One page of 3 to 9 KB: front matter of another tool, macros in braces, alerts, definitions, code, a table, and links
 * of which some lead nowhere. The same index gives the same bytes.
 */
function docsPage(index: number, count: number): string {
  const next = sequence(index + 1);
  const one = (words: readonly string[]) => words[next(words.length)] as string;
  const paragraph = (sentences = 3) => Array.from({ length: sentences }, () => sentence(next)).join(" ");
  const address = () => `/${folderOf(next(count))}/`;
  const link = () => `[the ${one(adjectives)} ${one(nouns)}](${address()})`;
  // Where the other site has its pages, which is not where this folder has them.
  const elsewhere = () => `[\`${one(nouns)}()\`](/en/docs/${one(areas)}/${one(nouns)}-${next(count)})`;
  const macro = () => `{{ref("${one(nouns)}.${one(nouns)}")}}`;
  const faulty = index % 3 === 0;
  const name = nouns[index % nouns.length] as string;
  const section = (number: number) => `
## Using the ${one(nouns)} ${number}

${paragraph(4)} Read ${link()} and \`${one(nouns)}.${one(nouns)}\`, or ${macro()}.

- ${link()}
  - : ${paragraph(2)}
- \`${one(nouns)}\` {{optional}}
  - : ${paragraph(2)} Its default is \`${next(100)}\`.

\`\`\`${one(["js", "css", "html", "sh"])}
${code(one(nouns), number)}
\`\`\`

${paragraph(3)} See ${link()}${number === 1 && faulty ? ` and ${elsewhere()}` : ""}.
`;
  const sections = Array.from({ length: 2 + next(6) }, (_, number) => section(number + 1));
  const faults = faulty
    ? `
${paragraph(1)} It differs from [what it was](${address()}#not-a-heading-${next(50)}).

![The ${name} in a ${one(nouns)}](${one(nouns)}-${next(1000)}.png)

Compare ${elsewhere()}${index % 6 === 0 ? ` with [the first part](../${one(nouns)}/index.md)` : ""}.
`
    : "";
  return `---
title: '${name}: the ${one(adjectives)} ${one(nouns)} ${index}'
short-title: ${name}
slug: Docs/${folderOf(index)}
page-type: ${one(["reference", "guide", "landing-page"])}
status:
  - experimental
browser-compat: api.${name}.${one(nouns)}
l10n:
  sourceCommit: ${(index * 2_654_435_761).toString(16).padStart(12, "0")}
---

{{sidebar("${name}")}}{{since_header}}

The **\`${name}\`** ${paragraph(2)} It belongs to ${link()}; ${macro()} tells more.

> [!NOTE]
> ${paragraph(2)}

## Syntax

\`\`\`js-nolint
${name}(${one(nouns)})
${name}(${one(nouns)}, ${one(nouns)})
\`\`\`
${sections.join("")}
## Values of the ${one(nouns)}

| name | state | since |
|---|---|---|
| \`${one(nouns)}\` | ${sentence(next)} | ${next(30)} |
| \`${one(nouns)}\` | ${macro()} | ${next(30)} |
${faults}
## Specifications

{{specifications}}

## See also

- ${link()}
- ${link()} and ${link()}
- ${macro()}
- [Elsewhere](https://example.org/${name}/${index})
`;
}

/** Writes `count` pages of documentation, home page included, below a folder that should be fresh. */
export function generateDocs(folder: string, count: number): void {
  write(join(folder, "index.md"), `---\ntitle: Documentation\n---\n\n[First](/${folderOf(0)}/).\n`);
  for (let index = 0; index < count - 1; index++)
    write(join(folder, folderOf(index), "index.md"), docsPage(index, count - 1));
}
