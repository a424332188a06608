import { expect, test } from "vitest";
import { eachTerm, isSearched } from "../../build/documents/inverted-index.ts";
import { fixturePage } from "../html/fixture.ts";

const bodies = ["Kettle and stove, kettle again.", "The stove is warm.", "カフェ, café, base_url and a stove."];
const made = () => [
  ...bodies.map((body, index) => fixturePage(`/p${index}/`, { body, title: `Page ${index} of kettles` })),
  fixturePage("/list/", { body: "Kettle.", type: "list", list: { kind: "tags", of: "/tags/", part: 0 } }),
];
const indexOf = (pages: ReturnType<typeof made>) => {
  const found: [string, string][] = [];
  eachTerm(pages, (term, postings) => found.push([term, postings]));
  return found;
};

test("the index does not depend on the order in which pages were counted before", () => {
  const [first, second] = [made().slice(0, 3), made().slice(0, 3)];
  indexOf([second[2], second[0]] as typeof second);
  const expected = indexOf(first);
  expect(expected.map(([term]) => term)).toContain("kettle");
  expect(indexOf(second)).toEqual(expected);
});

test("lists that the build generates are not searched", () => {
  expect(made().map(isSearched)).toEqual([true, true, true, false]);
});
