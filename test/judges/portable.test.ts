import { type Schema, Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { publishedSchemas } from "../../build/documents/schemas.ts";
import { schemaPath } from "../../build/schemas/fields.ts";
import { sampleSite } from "../build/site.ts";
import { patternsIn, portabilityComplaints } from "./judge/portable.ts";

interface Media {
  schema?: { $ref?: string };
  example?: unknown;
}
interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; schema: Schema; example?: unknown }[];
        requestBody?: { content: Record<string, Media> };
        responses: Record<string, { content?: Record<string, Media> }>;
      }
    >
  >;
  components: { schemas: Record<string, Schema> };
}

const site = await sampleSite();
const openapi = site.json<OpenApi>("/api/openapi.json");
const paths = publishedSchemas({ catalogue }).map(([id]) => schemaPath(id));

/** What a validator that shares no code with ajv says of a value. */
function complaints(schema: Schema, value: unknown): string[] {
  const { errors } = new Validator(schema, "2020-12", false).validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

describe("every pattern means the same in every engine", () => {
  test.each([...paths, "/api/openapi.json"])("%s", (path) => {
    expect(portabilityComplaints(site.json(path))).toEqual([]);
  });

  test("and there are patterns to look at", () => {
    expect(patternsIn(openapi).length).toBeGreaterThan(20);
  });

  test.each([
    String.raw`^\u{1f3f4}$`,
    String.raw`[^\p{White_Space}]`,
    String.raw`^\d{4}$`,
    String.raw`^(?!x)`,
    String.raw`\w+`,
    String.raw`^[\u0000-\u001f]*$`,
    "(?<name>x)",
    "a{1",
    "[a",
  ])("the judge sees a planted %s", (pattern) => {
    expect(portabilityComplaints({ properties: { x: { pattern } } })).not.toEqual([]);
  });
});

describe("a validator that is not ajv reads the schemas as ajv does", () => {
  const documents = catalogue.flatMap((document) => (document.kind === "json" && document.schema ? [document] : []));

  test.each(documents)("$path follows its published schema", ({ id, path }) => {
    const [schema, value] = [site.json<Schema>(schemaPath(id)), site.json<Record<string, unknown>>(path)];
    expect(complaints(schema, value)).toEqual([]);
    expect(complaints(schema, { ...value, $schema: 7 })).not.toEqual([]);
  });

  const examples = Object.entries(openapi.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody, responses }]) => [
      ...parameters.map(({ name, schema, example }) => ({ what: `${method} ${path} ${name}`, schema, example })),
      ...Object.values(requestBody?.content ?? {}).map((media) => ({ what: `${method} ${path} body`, ...media })),
      ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).map((media) => ({ what: `${method} ${path} ${status}`, ...media })),
      ),
    ]),
  );

  test.each(examples.filter(({ example, schema }) => example !== undefined && schema !== undefined))(
    "the example of $what follows its schema",
    ({ schema, example }) => {
      expect(complaints({ ...schema, components: openapi.components }, example)).toEqual([]);
    },
  );

  const signature = site.json<Schema>("/api/schemas/signature.json");
  test.each([
    [
      {
        message: "Grüße aus 東京 👩‍👩‍👧‍👦 \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\n\tund أهلا",
      },
      true,
    ],
    [{ message: "m", name: "", url: "" }, true],
    [{ message: "" }, false],
    [{ message: " \n\t" }, false],
    [{ name: "Nobody" }, false],
    [{ message: "m", name: 7 }, false],
    [{ message: "m", name: "x".repeat(81) }, false],
  ])("%j", (sent, accepted) => {
    expect(complaints(signature, sent).length === 0).toBe(accepted);
  });
});
