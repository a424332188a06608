import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSuggestions, didYouMean, isOneTypo } from "../../build/lib/did-you-mean.ts";

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
  ["dtae", "date"],
  ["daet", "date"],
  ["daze", undefined],
  ["datee", "date"],
  ["layout", undefined],
])("who writes %s meant %s", (word, known) => {
  expect(didYouMean(word, ["title", "date", "updated"])).toBe(known);
});

describe("an index of many words", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "A"), maxLength: 9 });

  test("gives the answer of a comparison with each", () => {
    fc.assert(
      fc.property(fc.uniqueArray(word), word, (known, asked) => {
        // A word that is known needs no suggestion, and which of its likes is named does not matter.
        fc.pre(!known.includes(asked));
        expect(createSuggestions(known)(asked)).toBe(didYouMean(asked, known));
      }),
      { numRuns: 2000 },
    );
  });

  test("does not compare a word with each: 5,000 words are asked for among 5,000", () => {
    const known = Array.from({ length: 5_000 }, (_, number) => new Watched(`page-number-${number}.md`));
    const suggest = createSuggestions(known as unknown as string[]);
    Watched.reads = 0;
    const asked = Array.from({ length: 5_000 }, (_, number) => `topic-elsewhere-${number}.md`);
    expect(asked.filter((name) => suggest(name) !== undefined)).toEqual([]);
    expect(suggest("page-numbr-4999.md")).toBe(known[4_999]);
    expect(Watched.reads).toBeLessThan(100);
  });
});

/** A known word that counts how often it is looked at. */
class Watched {
  static reads = 0;
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
  toLowerCase(): string {
    Watched.reads++;
    return this.word.toLowerCase();
  }
}
