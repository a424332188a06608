import { beforeAll, describe, expect, test } from "vitest";
import { catalogue } from "../../build/documents/catalogue.ts";
import { publishedSchemas } from "../../build/documents/schemas.ts";
import { schemaPath } from "../../build/schemas/fields.ts";
import { sampleServer, type TestServer } from "../support/server.ts";
import { schemaComplaints } from "./judge/schemas.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sampleServer();
});

const load = async (url: string): Promise<unknown> => {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  return answer.json();
};

const documents = catalogue.filter((document) => document.kind === "json" && document.schema);

test.each(documents)("$path follows the schema it names, fetched from where it says", async ({ path }) => {
  expect(await schemaComplaints(await load(server.origin + path), load)).toEqual([]);
});

test.each(publishedSchemas({ catalogue }).map(([id]) => id))(
  "the schema %s is served at its own address, with a description of every field",
  async (id) => {
    const url = server.origin + schemaPath(id);
    const schema = (await load(url)) as {
      $id: string;
      title?: string;
      properties: Record<string, { description?: string; $ref?: string }>;
    };
    expect(schema.$id).toBe(url);
    const undescribed = Object.entries(schema.properties).filter(([, { description }]) => !description);
    expect(undescribed.map(([name]) => name)).toEqual([]);
  },
);

test("the guestbook's answers follow their published schemas", async () => {
  const sign = (body: unknown) =>
    fetch(`${server.origin}/api/guestbook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const withSchema = async (id: string, answer: Response) => ({
    $schema: server.origin + schemaPath(id),
    ...((await answer.json()) as object),
  });
  for (const [id, answer, status] of [
    ["entry", await sign({ message: "Here to judge.", name: "A judge" }), 201],
    ["problem", await sign({ name: 7 }), 400],
    ["guestbook", await fetch(`${server.origin}/api/guestbook`), 200],
    ["problem", await fetch(`${server.origin}/api/no-such-document`), 404],
  ] as const) {
    expect([id, answer.status, await schemaComplaints(await withSchema(id, answer), load)]).toEqual([id, status, []]);
  }
});

describe("the judge sees a planted fault", () => {
  const changes: [string, (state: Record<string, unknown>) => unknown, RegExp][] = [
    ["a field missing", ({ updated: _, ...rest }) => rest, /must have required property 'updated'/],
    ["a wrong type", (state) => ({ ...state, counts: 3 }), /counts must be object/],
    ["a date that is none", (state) => ({ ...state, updated: "yesterday" }), /must match format/],
    ["a short digest", (state) => ({ ...state, digest: "abc" }), /must match pattern/],
    ["no $schema in front", ({ $schema, ...rest }) => ({ ...rest, $schema }), /does not begin/],
  ];
  test.each(changes)("%s", async (_, change, complaint) => {
    const state = (await load(`${server.origin}/api/state.json`)) as Record<string, unknown>;
    expect((await schemaComplaints(change(state), load)).join("\n")).toMatch(complaint);
  });

  test("a schema that is somebody else's", async () => {
    const elsewhere = async () => ({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://elsewhere.example/schema.json",
    });
    expect((await schemaComplaints({ $schema: `${server.origin}/api/schemas/state.json` }, elsewhere)).join()).toMatch(
      /calls itself/,
    );
  });
});
