import { expect, test } from "vitest";
import { countWords, eachTerm, keepWords } from "../../build/documents/inverted-index.ts";
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

test("words that another thread counted give the same index as words that are counted here", () => {
  const [here, there, late] = [made(), made(), made()];
  // Two portions with words of their own numbers, received in another order than that of the pages.
  for (const some of [there.slice(2), there.slice(0, 2)]) keepWords(some, structuredClone(countWords(some)));
  keepWords(here);
  const searched = here.slice(0, 3);
  const expected = indexOf(searched);
  expect(expected.map(([term]) => term)).toContain("kettle");
  expect(indexOf(there.slice(0, 3))).toEqual(expected);
  expect(indexOf(late.slice(0, 3))).toEqual(expected);
});

test("the words of lists that the build generates are not counted", () => {
  const { terms, pages } = countWords(made().slice(3));
  expect({ terms, pages }).toEqual({ terms: "", pages: [] });
});
