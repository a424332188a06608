import { type Schema, Validator } from "@cfworker/json-schema";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { publishedSchemas } from "../../build/documents/schemas.ts";
import { schemaPath } from "../../build/schemas/fields.ts";
import { sampleSite } from "../build/site.ts";

interface Media {
  name?: string;
  schema?: Schema;
  example?: unknown;
}
interface Operation {
  parameters?: Media[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const site = await sampleSite();
const openapi = site.json<OpenApi>("/api/openapi.json");

/** Every regular expression in a schema, or in any JSON that holds schemas. */
function patternsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { pattern, patternProperties = {} } = value as {
    pattern?: unknown;
    patternProperties?: object;
  };
  const own = [
    ...(typeof pattern === "string" ? [pattern] : []),
    ...Object.keys(patternProperties),
  ];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

/**
 * What all engines read alike, Python's `re` and Java's too, and is held so strictly that none has
 * to be at hand: plain characters, classes of them, groups that only group, quantifiers, `^`, `$`,
 * `.`, and of the escapes `\S`, `\s` and those of punctuation. Others differ: `\d` and `\w` are
 * wider in Python, `\u` is unknown to RE2, `\p` to Python, and look-around to RE2.
 */
const plain = /^(?:[^\\()[\]]|\\[Ss.\-/+*?$^|]|\((?:\?:)?(?!\?)|\)|\[\^?(?:[^\\\][]|\\[Ss-])+\])*$/;

/**
 * Whether ECMAScript in its three modes and RE2, which is Go's, can read a pattern, and all engines
 * read it alike.
 */
function isPortable(pattern: string): boolean {
  try {
    for (const flags of ["", "u", "v"]) new RegExp(pattern, flags);
    RE2JS.compile(pattern);
    return plain.test(pattern);
  } catch {
    return false;
  }
}

test.each([...publishedSchemas({ catalogue }).map(([id]) => schemaPath(id)), "/api/openapi.json"])(
  "every pattern of %s means the same in every engine",
  (path) => {
    const patterns = patternsIn(site.json(path));
    if (path === "/api/openapi.json") expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter((pattern) => !isPortable(pattern))).toEqual([]);
  },
);

test.each([
  String.raw`^\u{1f3f4}$`,
  String.raw`[^\p{White_Space}]`,
  String.raw`^\d{4}$`,
  String.raw`^(?!x)`,
  String.raw`^[\u0000-\u001f]*$`,
  "(?<name>x)",
  "a{1",
])("the pattern %s is known not to", (pattern) => {
  expect(patternsIn({ properties: { x: { pattern } } }).map(isPortable)).toEqual([false]);
});

/** What a validator that shares no code with ajv says of a value. */
function complaints(schema: Schema, value: unknown): string[] {
  const { errors } = new Validator(schema, "2020-12", false).validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

describe("a validator that is not ajv reads the schemas as ajv does", () => {
  const documents = catalogue.filter((document) => "data" in document && document.schema);

  test.each(documents)("$path follows its published schema", ({ id, path }) => {
    const [schema, value] = [
      site.json<Schema>(schemaPath(id)),
      site.json<Record<string, unknown>>(path),
    ];
    expect(complaints(schema, value)).toEqual([]);
    expect(complaints(schema, { ...value, $schema: 7 })).not.toEqual([]);
  });

  const examples = Object.entries(openapi.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody, responses }]) => {
      const bodies = Object.values(responses).flatMap(({ content = {} }) => Object.values(content));
      const media = [...parameters, ...Object.values(requestBody?.content ?? {}), ...bodies];
      return media.map(({ schema, example }) => ({ what: `${method} ${path}`, schema, example }));
    }),
  );
  test.each(
    examples.filter(({ example, schema }) => example !== undefined && schema !== undefined),
  )("an example of $what follows its schema", ({ schema, example }) => {
    expect(complaints({ ...schema, components: openapi.components }, example)).toEqual([]);
  });

  const letters =
    "Grüße aus 東京 👩‍👩‍👧‍👦 \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\n\tund أهلا";
  test.each([
    [{ message: letters }, true],
    [{ message: "m", name: "", url: "" }, true],
    [{ message: "" }, false],
    [{ message: " \n\t" }, false],
    [{ name: "Nobody" }, false],
    [{ message: "m", name: 7 }, false],
    [{ message: "m", name: "x".repeat(81) }, false],
  ])("%j", (sent, accepted) => {
    expect(complaints(site.json<Schema>("/api/schemas/signature.json"), sent).length === 0).toBe(
      accepted,
    );
  });
});
