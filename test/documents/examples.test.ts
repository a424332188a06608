import { expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";

const sample = await sampleSite();

test("every address on the API page is answered, or is another host's that is known not to be asked", () => {
  const { base_url, facts, pages, operations } = sample.model;
  const page = sample.text("/api.md");
  // Commands with variables of a shell, and templates, are no addresses; an ellipsis or a full stop
  // may follow one.
  const all = new Set(
    [...page.matchAll(/https?:\/\/[^\s"'`)\\<>,;]+/g)].map(([found]) => found.replace(/\.$/, "")),
  );
  const addresses = [...all].filter((address) => !/[${]/.test(address));
  const paths = new Set([
    ...sample.files.keys(),
    ...[...pages, ...operations].map(({ path }) => path),
  ]);
  const isAnswered = (address: string) => {
    const { pathname, hash } = new URL(address);
    // The guestbook's function adds ids to its page.
    const hasPart =
      hash === "" ||
      pathname === "/guestbook/" ||
      sample.html.get(pathname)?.includes(` id="${hash.slice(1)}"`);
    return address.startsWith(base_url) && paths.has(pathname) && hasPart;
  };
  const sampleOfEntry = "https://example.org/";
  const elsewhere = [facts.license.url, sampleOfEntry];
  expect(addresses.filter((address) => !isAnswered(address)).sort()).toEqual(elsewhere.sort());
  expect(page).toContain("The entry in the examples below is a sample.");
  expect(page.indexOf(sampleOfEntry)).toBeGreaterThan(
    page.indexOf("Put your own words into the last one"),
  );
});

test("OpenAPI leads to every JSON document as its own example", () => {
  type Content = Record<string, { examples?: { current: { externalValue: string } } }>;
  const { paths } = sample.json<{
    paths: Record<string, { get?: { responses: { 200?: { content: Content } } } }>;
  }>("/api/openapi.json");
  const { catalogue, base_url } = sample.model;
  const described = catalogue.filter(({ group }) => group !== "internal");
  for (const { kind, path } of described) {
    const content = paths[path]?.get?.responses[200]?.content ?? {};
    const examples = Object.values(content).map((body) => body.examples?.current.externalValue);
    if (kind !== "json") expect(examples.filter(Boolean)).toEqual([]);
    else expect(examples).toEqual([base_url + path]);
    if (kind === "json") expect(sample.files.has(path)).toBe(true);
  }
});

test("the API page shows whole answers of the guestbook, and of documents their fields and address", () => {
  const page = sample.text("/api.md");
  const blocks = [...page.matchAll(/```json\n([^]*?)\n```/g)].map(([, json = ""]) => json);
  expect(blocks.length).toBeGreaterThan(3);
  for (const json of blocks) expect(() => JSON.parse(json)).not.toThrow();
  const answers = sample.model.operations.flatMap(({ responses }) => responses.slice(0, 1));
  const examples = answers.map(({ example }) => example).filter((example) => example !== undefined);
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) expect(blocks).toContain(JSON.stringify(example, null, 2));
  const { catalogue, base_url } = sample.model;
  for (const { path, group } of catalogue)
    if (group === "api" && !path.includes("{"))
      expect(page).toContain(`[Open the answer](${base_url}${path})`);
});
