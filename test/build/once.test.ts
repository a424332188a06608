import { randomUUID } from "node:crypto";
import { statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256 } from "../../build/lib/bytes.ts";
import { compileSchema, createAjv } from "../../build/lib/json-schema.ts";
import { keptText } from "../../build/lib/once.ts";
import { FrontMatter } from "../../build/schemas/front-matter.ts";

test("a text is made once for each key", () => {
  const key = randomUUID();
  let made = 0;
  const text = (its: string) => keptText(its, () => `text ${++made} of ${its}`);
  expect([text(key), text(key)]).toEqual([`text 1 of ${key}`, `text 1 of ${key}`]);
  expect(text(`${key} other`)).toBe(`text 2 of ${key} other`);
});

test("a text that is cut off on disk is made again", () => {
  const key = randomUUID();
  const file = join(import.meta.dirname, "../../node_modules/.cache/texts", sha256(key));
  const text = () => keptText(key, () => "module.exports = true;\n");
  text();
  for (const length of [0, 70]) {
    truncateSync(file, length);
    expect(text()).toBe("module.exports = true;\n");
    expect(statSync(file).size).toBeGreaterThan(80);
  }
});

test("a kept validator reports what ajv does", () => {
  const faulty = { title: "", date: "2026-02-30", tags: "a", license: 3, aliases: ["x", 1], realm: {} };
  const schema = { ...FrontMatter, title: randomUUID() }; // is not kept yet
  const inMemory = createAjv({ verbose: true }).compile(schema);
  inMemory(faulty);
  for (const isValid of [compileSchema(schema, true), compileSchema(schema, true)]) {
    expect(isValid(faulty)).toBe(false);
    expect(isValid.errors).toEqual(inMemory.errors);
    expect(isValid({ title: "A", date: "2026-02-28" })).toBe(true);
  }
});
