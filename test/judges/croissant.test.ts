import { describe, expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { type Croissant, croissantComplaints } from "./judge/croissant.ts";

const site = await sampleSite();
const { base_url, facts, corpus } = site.model;
const croissant = site.json<Croissant>("/corpus/croissant.json");
const read = (url: string) =>
  site.files.has(url.replace(base_url, "")) ? site.text(url.replace(base_url, "")) : undefined;
const file = croissant.distribution[0] ?? expect.unreachable();
const recordSet = croissant.recordSet[0] ?? expect.unreachable();

test("the dataset's description is Croissant 1.1, and true of the file it describes", () => {
  expect(croissantComplaints(croissant, read)).toEqual([]);
});

test("it names the license, and the file holds the corpus", () => {
  expect(croissant["license"]).toBe(facts.license.url);
  const lines = (read(file.contentUrl) ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toEqual(site.json<{ documents: unknown[] }>("/api/corpus.json").documents);
  expect(lines).toHaveLength(corpus.length);
});

describe("the judge sees a planted fault", () => {
  test.each<[string, Partial<Croissant>, RegExp]>([
    ["another version", { conformsTo: "http://mlcommons.org/croissant/1.0" }, /conforms to/],
    ["no license", { license: undefined }, /lacks license/],
    ["a digest of something else", { distribution: [{ ...file, sha256: "0".repeat(64) }] }, /another sha256/],
    [
      "a field that is not in the file",
      {
        recordSet: [
          {
            ...recordSet,
            field: recordSet.field.map((field) => ({
              ...field,
              source: { ...field.source, extract: { column: "author" } },
            })),
          },
        ],
      },
      /is not in the file/,
    ],
    ["a field left out", { recordSet: [{ ...recordSet, field: recordSet.field.slice(1) }] }, /is not described/],
  ])("%s", (_, change, complaint) => {
    expect(croissantComplaints({ ...croissant, ...change }, read).join("\n")).toMatch(complaint);
  });
});
