import { expect, test } from "vitest";
import { didYouMean } from "../../build/lib/did-you-mean.ts";

test.each<[string, string | undefined]>([
  ["titel", "title"],
  ["updatd", "updated"],
  ["titlee", "title"],
  ["tytle", "title"],
  ["ttile", "title"],
  ["TITLE", "title"],
  ["itlet", undefined],
  ["tiltes", undefined],
  ["dat", undefined],
  ["dtae", undefined],
  ["datee", "date"],
  ["layout", undefined],
])("who writes %s meant %s", (word, known) => {
  expect(didYouMean(word, ["title", "date", "updated"])).toBe(known);
});
