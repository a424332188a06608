import { expect, test } from "vitest";
import { didYouMean, isOneTypo } from "../../build/lib/did-you-mean.ts";

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
])("%s and %s are one typing error apart: %s", (a, b, expected) => {
  expect([isOneTypo(a, b), isOneTypo(b, a)]).toEqual([expected, expected]);
});

test.each<[string, string | undefined]>([
  ["titel", "title"],
  ["TITLE", "title"],
  ["Title", "title"],
  ["dat", undefined],
  ["dtae", undefined],
  ["daet", undefined],
  ["daze", undefined],
  ["datee", "date"],
  ["layout", undefined],
])("who writes %s meant %s", (word, known) => {
  expect(didYouMean(word, ["title", "date", "updated"])).toBe(known);
});
