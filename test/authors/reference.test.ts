import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Page } from "../../build/content/page.ts";
import { markdownOf } from "../../build/content/twin.ts";
import { readYaml } from "../../build/lib/yaml.ts";
import { FrontMatter } from "../../build/schemas/front-matter.ts";
import { sampleContent, sampleSite } from "../build/site.ts";

const site = await sampleSite();
const authors = site.model.pages.find(({ path }) => path === "/authors/");
const keys = Object.entries(FrontMatter.properties) as [string, { description?: string }][];
// As an editor sees it: what is published, and a validator that knows nothing of this project.
const isValid = new Ajv2020({ allErrors: true }).compile(
  site.json<object>("/api/schemas/front-matter.json"),
);

test.each(keys)(
  "the authors' page tells what `%s` is for, in the schema's own words",
  (key, { description }) => {
    expect(description).toBeTruthy();
    expect(markdownOf(authors as Page).toString()).toContain(`- \`${key}\`: ${description}`);
  },
);

test.each(["affordances", "promises"] as const)(
  "the authors' page tells the fields of `%s` below it, in the schema's own words",
  (key) => {
    const { items } = FrontMatter.properties[key] as unknown as {
      items: { properties: Record<string, { description: string }> };
    };
    const fields = Object.entries(items.properties).map(
      ([name, { description }]) => `  - \`${name}\`: ${description}\n`,
    );
    expect(fields.length).toBe(key === "affordances" ? 5 : 3);
    const [, below = ""] = markdownOf(authors as Page)
      .toString()
      .split(`\n- \`${key}\`: `);
    expect(below.slice(below.indexOf("\n") + 1)).toMatch(
      new RegExp(`^${RegExp.escape(fields.join("").trimEnd())}`),
    );
  },
);

describe("the published schema, as an editor uses it", () => {
  const heads = site.model.pages.flatMap(({ source }) => {
    const head =
      source === null
        ? null
        : /^---\n([^]*?)\n---\n/.exec(readFileSync(join(sampleContent, source), "utf8"));
    return head ? [[source as string, readYaml(head[1] as string).value] as const] : [];
  });
  test("takes the head of every page that ships", () => {
    expect(heads.length).toBeGreaterThan(10);
    expect(heads.filter(([, head]) => !isValid(head)).map(([source]) => source)).toEqual([]);
  });
  test.each([
    { draft: "yes" },
    { order: "first" },
    { tags: "a" },
    { aliases: ["old name"] },
    { status: "opne" },
    { language: "english!" },
    { title: "" },
  ])("refuses %j", (head) => {
    expect(isValid(head)).toBe(false);
  });
});
