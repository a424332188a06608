import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const nouns =
  "house door window room table letter key garden path lamp shelf book stair roof wall hearth floor gate bench well".split(
    " ",
  );
const verbs = "opens keeps holds shows lends carries answers finds reads leaves".split(" ");
const adjectives = "open quiet small clear warm plain old bright narrow steady".split(" ");

/**
 * A sequence that is the same in every run: a linear congruential generator (the constants of
 * Numerical Recipes).
 */
function sequence(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A sentence made of the words above. */
function sentence(next: (below: number) => number): string {
  const pick = (words: readonly string[]) => words[next(words.length)] as string;
  return `The ${pick(adjectives)} ${pick(nouns)} ${pick(verbs)} a ${pick(nouns)} beside the ${pick(adjectives)} ${pick(nouns)}.`;
}

/** The path of one page in the content folder: a hundred to a folder, a third of them notes. */
export function benchPath(index: number): string {
  return `${index % 3 === 0 ? "notes" : "pages"}/part-${Math.floor(index / 100)}/page-${index}.md`;
}

/**
 * One page of about 1.5 KB: headings, a list, code, a table, links to other pages, emphasis. The
 * same index gives the same bytes.
 */
function benchPage(index: number, count: number): string {
  const next = sequence(index + 1);
  const paragraph = () => Array.from({ length: 3 }, () => sentence(next)).join(" ");
  const other = (index * 7 + 3) % count;
  const link = `/${benchPath(other).replace(/\.md$/, "")}/`;
  const date = new Date(Date.UTC(2020, 0, 1 + (index % 1500))).toISOString().slice(0, 10);
  return `---
title: Page ${index} about a ${nouns[index % nouns.length]}
description: ${sentence(next)}
date: ${date}
${index % 3 === 0 ? "type: note\n" : ""}tags: [${nouns[next(nouns.length)]}, ${adjectives[next(adjectives.length)]}]
---

${paragraph()} See [page ${other}](${link}) for *more*.

## What the ${nouns[next(nouns.length)]} is for

${paragraph()}

- ${sentence(next)}
- ${sentence(next)} It is **important**.
- ${sentence(next)}

## An example in code

\`\`\`js
const ${nouns[index % nouns.length]} = ${index};
console.log("number", ${nouns[index % nouns.length]} + 1);
\`\`\`

| name | state |
|---|---|
| ${nouns[next(nouns.length)]} | ${adjectives[next(adjectives.length)]} |
| ${nouns[next(nouns.length)]} | ${adjectives[next(adjectives.length)]} |

### And at last

${paragraph()} It ends with \`page-${index}\`.
`;
}

/** Writes `count` pages below a folder that should be fresh. */
export function generate(folder: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const file = join(folder, benchPath(index));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, benchPage(index, count));
  }
}
