import { expect, test } from "vitest";
import { isOneSlip, meant } from "../../build/lib/did-you-mean.ts";

test.each<[string, string, boolean]>([
  ["title", "title", false],
  ["titel", "title", true],
  ["titl", "title", true],
  ["titlee", "title", true],
  ["tytle", "title", true],
  ["ttile", "title", true],
  ["itlet", "title", false],
  ["tiltes", "title", false],
  ["", "a", true],
  ["", "ab", false],
])("%s and %s are one slip apart: %s", (a, b, expected) => {
  expect([isOneSlip(a, b), isOneSlip(b, a)]).toEqual([expected, expected]);
});

test.each<[string, string | undefined]>([
  ["titel", "title"],
  ["TITLE", "title"],
  ["Title", "title"],
  ["dat", undefined],
  ["datee", "date"],
  ["layout", undefined],
])("who writes %s meant %s", (word, known) => {
  expect(meant(word, ["title", "date", "updated"])).toBe(known);
});
