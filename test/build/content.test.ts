import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { byteLengthOf, type Content, digestOf, sha256, writeContent } from "../../build/lib/bytes.ts";
import { folderOf } from "./folder.ts";
import { bytesOf } from "./site.ts";

const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });

test("pieces are the bytes they make together", () => {
  const file = join(folderOf(), "file");
  fc.assert(
    fc.property(fc.oneof(pieces, fc.uint8Array(), fc.string({ unit: "grapheme" })), (content: Content) => {
      const whole = bytesOf(content);
      writeContent(file, content);
      expect(readFileSync(file).equals(whole)).toBe(true);
      expect([byteLengthOf(content), digestOf(content)]).toEqual([whole.length, sha256(whole)]);
    }),
  );
});

test("what is large is written whole", () => {
  const file = join(folderOf(), "file");
  const content = Array.from({ length: 3_000 }, (_, index) => Buffer.alloc(4_000, index % 251));
  writeContent(file, content);
  expect(digestOf(readFileSync(file))).toBe(digestOf(content));
});
