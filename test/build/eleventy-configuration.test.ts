import { describe, expect, test } from "vitest";
import { projectWith } from "./project.ts";

describe("a configuration that fails says what and where, without Eleventy's stack", () => {
  const wrong: [what: string, lines: string, imports: string, says: RegExp][] = [
    [
      "a misspelt method",
      `  eleventy.addFilterr("x");`,
      "",
      /^\.eleventy\.ts:\d+ stopped the build: TypeError: eleventy\.addFilterr is not a function$/m,
    ],
    [
      "a missing package",
      "",
      `import x from "eleventy-nonsense";\n`,
      /^\.eleventy\.ts stopped the build: Cannot find package 'eleventy-nonsense'.*\nA package is added with `npm install NAME`\.$/m,
    ],
    ["what is no TypeScript", `  eleventy.addFilter("x";`, "", /^\.eleventy\.ts:\d+ stopped the build: SyntaxError: /m],
    [
      "a plugin",
      "  eleventy.addPlugin(mine);",
      `import mine from "./mine.js";\n`,
      /^mine\.js:2 stopped the build: Mine failed\. \(Error processing the `mine` plugin\)$/m,
    ],
  ];
  test.each(wrong)("%s", async (_, lines, imports, says) => {
    const project = projectWith({
      "mine.js": `export default function mine() {\n  throw new Error("Mine failed.");\n}\n`,
    });
    project.configure(lines, imports);
    const { code, printed } = await project.build();
    expect([code, printed]).toEqual([1, expect.stringMatching(says)]);
    expect(printed).not.toMatch(/^\s+at /m);
  });
});
