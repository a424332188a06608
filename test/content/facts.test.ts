import { expect, test } from "vitest";
import { Faults } from "../../build/content/diagnostics.ts";
import { loadSite } from "../../build/pipeline/load-site.ts";
import { fixture } from "../support/fixture.ts";

const facts = (changes: Record<string, string> = {}) => {
  const lines: Record<string, string> = {
    name: "A house",
    tagline: "A house of one page",
    description: "One page.",
    language: "en",
    base_url: "https://house.example",
    since: "2026-11-20",
    author: "{ name: Somebody }",
    license: "{ id: CC-BY-4.0, name: CC BY, url: 'https://creativecommons.org/licenses/by/4.0/' }",
    permissions: "{ search: true, ai_input: true, ai_train: true }",
    principles: "[Be kind.]",
    ...changes,
  };
  return Object.entries(lines)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
};

const faultsOf = async (changes: Record<string, string>) => faultsIn(facts(changes));

async function faultsIn(text: string, home = "# Home\n\nHello.\n"): Promise<string[]> {
  const input = await fixture({ "facts.yaml": text, "index.md": home });
  try {
    await loadSite({ input });
    return [];
  } catch (error) {
    if (!(error instanceof Faults)) throw error;
    return error.faults.map(({ line, field, problem }) => `${line} ${field}: ${problem}`);
  }
}

test("good facts are no fault", async () => {
  expect(await faultsOf({})).toEqual([]);
  expect(await faultsOf({ base_url: "https://house.example/" })).toEqual([]);
});

test.each([
  ["base_url", "https://house.example/blog", /^5 base_url: .*more than an origin/],
  ["base_url", "https://house.example?x=1", /^5 base_url: .*more than an origin/],
  ["base_url", "ftp://house.example", /^5 base_url: .*more than an origin/],
  [
    "license",
    "{ id: Bogus License, name: Bogus, url: 'https://house.example/license' }",
    /^8 license\.id: is "Bogus License"/,
  ],
  ["author", "{ name: Somebody, email: nowhere }", /^7 author\.email: is "nowhere"/],
  ["permissions", "{ search: true, ai_input: true, ai_train: false }", /^9 permissions: says no to ai_train/],
])("%s: %s", async (key, value, complaint) => {
  expect((await faultsOf({ [key]: value })).join("\n")).toMatch(complaint);
});

test("an address from outside needs to be an origin too", async () => {
  const input = await fixture({ "index.md": "# Home\n\nHello.\n" });
  await expect(loadSite({ input, base_url: "https://house.example/blog" })).rejects.toThrow("it needs an origin");
});

test.each([
  ["name", "called", ["undefined name: is missing"]],
  ["tagline", "taglien", ["2 taglien: is not a fact; did you mean `tagline`?"]],
])("the fact %s that is written as %s is told once", async (fact, written, expected) => {
  expect((await faultsIn(facts().replace(`${fact}:`, `${written}:`))).sort()).toEqual(expected);
});
