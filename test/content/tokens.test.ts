import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import createParser from "markdown-it";
import footnotes from "markdown-it-footnote";
import taskLists from "markdown-it-task-lists";
import { expect, test } from "vitest";
import { plainTokens } from "../../build/markdown/tokens.ts";
import { sampleContent } from "../build/site.ts";

const parser = () => new createParser({ html: true }).use(footnotes).use(taskLists, { label: true });

const odd = `# *a* **b** ***c*** ~~d~~ \`e\` [f](g "h") ![i *j*](k) <l@m.example> <b>n</b> &amp; \\* o  \np

> quote
> - list
>   1. nested *un**even* marks**
>
>      para[^1] and [ref][]

- [x] done
- [ ] not

| a | b |
|:--|--:|
| \`c\` | *d* |

\`\`\`js x=1
code
\`\`\`

    indented

<div>
raw
</div>

***

Setext
===

[ref]: /x 'title'
[^1]: Note with *marks*.
`;

test("tokens are what the parser itself makes: same classes' methods, same fields, same HTML", () => {
  const [ours, theirs] = [parser().use(plainTokens), parser()];
  const sources = readdirSync(sampleContent, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(sampleContent, name), "utf8"));
  for (const source of [odd, ...sources]) {
    const [mine, original] = [ours.parse(source, {}), theirs.parse(source, {})];
    expect(JSON.stringify(mine, fieldsInOrder)).toEqual(JSON.stringify(original, fieldsInOrder));
    expect(ours.render(source)).toBe(theirs.render(source));
    expect(mine.map(Object.getPrototypeOf)).toEqual(original.map(Object.getPrototypeOf));
  }
});

test("the state of inline text has the fields and values that the parser's own begins with", () => {
  const state = (md: ReturnType<typeof parser>) => {
    const { md: _, Token: __, ...rest } = new md.inline.State("some *text*", md, {}, []);
    return rest;
  };
  const [ours, theirs] = [parser().use(plainTokens), parser()];
  expect(state(ours)).toEqual(state(theirs));
});

function fieldsInOrder(_key: string, value: unknown): unknown {
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
