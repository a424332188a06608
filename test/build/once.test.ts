import { randomUUID } from "node:crypto";
import { statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256 } from "../../build/lib/bytes.ts";
import { keptText } from "../../build/lib/once.ts";

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
