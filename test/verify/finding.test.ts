import { expect, test } from "vitest";
import { differs, listDiffers } from "../../build/verify/finding.ts";

const [one, other] = ["3f".repeat(32), "9c".repeat(32)];

const table: [what: string, row: readonly [boolean, string], says: string][] = [
  ["a text", differs("is", "here", "there"), "is here; there was expected"],
  ["nothing", differs("is", "", undefined), "is (none); (none) was expected"],
  [
    "two digests by how they begin",
    differs("has in /api/state.json the SHA-256", one, other),
    "has in /api/state.json the SHA-256 3f3f3f3f3f3f…; 9c9c9c9c9c9c… was expected",
  ],
  [
    "digests in a list",
    listDiffers("page", [["a", one]], [["a", other]]),
    'page 1 is ["a","3f3f3f3f3f3f…"]; ["a","9c9c9c9c9c9c…"] was expected',
  ],
  [
    "of long texts the part that differs",
    differs("is", "a".repeat(200), `${"a".repeat(150)}b`),
    `is …${"a".repeat(90)}; …${"a".repeat(40)}b was expected`,
  ],
];

test.each(table)("a finding shows %s", (_, [isWrong, what], says) => {
  expect([isWrong, what]).toEqual([true, says]);
});
