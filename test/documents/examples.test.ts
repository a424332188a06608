import { expect, test } from "vitest";
import { assertValid } from "../../build/lib/json-schema.ts";
import { ownSchema } from "../../build/model/site-model.ts";
import { schemaPath } from "../../build/schemas/fields.ts";
import { sampleSite } from "../build/site.ts";

const sample = await sampleSite();

/** Whether an address of the site, seen from its base URL, is answered. */
function isThere(path: string): boolean {
  const { files, model } = sample;
  const all = [...files.keys(), ...[...model.pages, ...model.operations].map(({ path }) => path)];
  return path === "" || all.includes(path);
}

function termsOf({ license, permissions }: typeof sample.model.facts) {
  return { license, permissions };
}

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
  expect(page.indexOf(sampleOfEntry)).toBeGreaterThan(
    page.indexOf("The entry in the examples below is a sample."),
  );
});

test("OpenAPI has an example of every document with a schema of its own, with what all sites have", () => {
  type Content = Record<string, { example?: { $schema: string; base_url?: string } }>;
  const { paths } = sample.json<{
    paths: Record<string, { get?: { responses: { 200?: { content: Content } } } }>;
  }>("/api/openapi.json");
  const { catalogue, base_url, facts } = sample.model;
  const described = catalogue.filter(({ path }) => paths[path]?.get);
  expect(described.filter(ownSchema).length).toBeGreaterThan(8);
  for (const document of described) {
    const [body] = Object.values(paths[document.path]?.get?.responses[200]?.content ?? {});
    const schema = ownSchema(document);
    expect(body?.example?.$schema).toBe(schema && base_url + schemaPath(document.id));
    if (!schema) continue;
    expect(() => assertValid(document.path, schema, body?.example)).not.toThrow();
    const text = JSON.stringify(body);
    for (const [, path = ""] of text.matchAll(
      new RegExp(`"${RegExp.escape(base_url)}([^"]*)"`, "g"),
    ))
      expect([path, isThere(path)]).toEqual([path, true]);
    if (text.includes('"permissions"')) expect(body?.example).toMatchObject(termsOf(facts));
  }
});

test("the API page shows whole answers, and of documents their address", () => {
  const page = sample.text("/api.md");
  const blocks = [...page.matchAll(/```json\n([^]*?)\n```/g)].map(([, json = ""]) => json);
  expect(blocks.length).toBeGreaterThan(3);
  for (const json of blocks) expect(() => JSON.parse(json)).not.toThrow();
  const answers = sample.model.operations.flatMap(({ responses }) => responses.slice(0, 1));
  const examples = answers.map(({ example }) => example).filter((example) => example !== undefined);
  expect(examples.length).toBeGreaterThan(1);
  const values = blocks.flatMap((text) => (/^[[{]/.test(text) ? [JSON.parse(text)] : []));
  for (const example of examples) expect(values).toContainEqual(example);
  const { catalogue, base_url } = sample.model;
  for (const document of catalogue) {
    const { path, group, id } = document;
    if (group !== "api" || path.includes("{")) continue;
    expect(page).toContain(`[Open the answer](${base_url}${path})`);
    const start = `{\n  "$schema": "${base_url}${schemaPath(id)}",\n`;
    expect(blocks.some((block) => block.startsWith(start))).toBe(ownSchema(document) !== undefined);
  }
});
