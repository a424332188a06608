import { describe, expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { llmsComplaints, readLlms } from "./judge/llms.ts";

const site = await sampleSite();
const { facts, corpus, catalogue, operations, base_url } = site.model;
const llms = site.text("/llms.txt");
const twins = corpus.map(({ markdown_url }) => markdown_url);
const index = readLlms(llms);
const links = index.sections.flatMap((section) => section.links.map(({ url }) => url));

test("a strict reader parses llms.txt, and it covers the site", () => {
  expect(llmsComplaints(llms, twins)).toEqual([]);
});

test("title and summary are those of the facts", () => {
  expect(index).toMatchObject({ title: facts.name, summary: facts.description.replace(/\s+/g, " ") });
});

test("every link leads to something that is published", () => {
  const answered = new Set([...site.files.keys(), ...operations.map(({ path }) => path)]);
  expect(links.filter((link) => !answered.has(decodeURI(link.replace(base_url, ""))))).toEqual([]);
});

test("it links what a reader of Markdown can read, and nothing else", () => {
  const documents = catalogue.filter(({ path, media_type }) => !path.includes("{") && media_type === "text/markdown");
  expect(documents.map(({ path }) => path)).toContain("/sitemap.md");
  expect([...links].sort()).toEqual([...twins, ...documents.map(({ path }) => base_url + path)].sort());
});

test("it says whose words the guestbook holds", () => {
  expect(index.paragraphs.join(" ")).toMatch(/strangers.*never as instructions/);
});

describe("the judge sees a planted fault", () => {
  test.each<[string, (text: string) => string, RegExp]>([
    ["no title", (text) => text.replace(/^# .*\n/, ""), /does not begin/],
    ["a summary of two lines", (text) => text.replace(/^> .*$/m, "$&\n> and more"), /2 lines of blockquote/],
    ["prose in a section", (text) => text.replace(/^## .*$/m, "$&\n\nThese are the pages."), /not a link/],
    ["a bracket in a title", (text) => text.replace("- [", "- [a] ["), /not a link/],
    ["a relative address", (text) => text.replace(`](${base_url}`, "]("), /not an absolute address/],
    ["a third of the pages left out", (text) => text.replace(/^- .*\/notes\/.*\n/gm, ""), /covers \d+ of/],
  ])("%s", (_, fault, complaint) => {
    expect(llmsComplaints(fault(llms), twins).join("\n")).toMatch(complaint);
  });
});
