import { expect, test } from "vitest";
import { sampleSite } from "../build/site.ts";
import { openapiComplaints } from "./judge/openapi.ts";

/** As much of OpenAPI as is looked at here. */
interface OpenApi {
  openapi: string;
  info: { version: string; license?: unknown };
  servers: { url: string }[];
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        summary?: string;
        parameters?: unknown;
        security?: unknown;
        responses: Record<string, { content?: Record<string, { example?: unknown; schema?: unknown }> }>;
      }
    >
  >;
  components: { schemas: Record<string, unknown> };
}

const site = await sampleSite();
const openapi = site.json<OpenApi>("/api/openapi.json");

test("the linter has nothing to say, not even a warning", async () => {
  expect(await openapiComplaints([JSON.stringify(openapi)])).toEqual([[]]);
});

test("it is OpenAPI 3.1.0 of version 1.2.0, served here", () => {
  expect([openapi.openapi, openapi.info.version, openapi.servers.map(({ url }) => url)]).toEqual([
    "3.1.0",
    "1.2.0",
    [site.model.base_url],
  ]);
});

test("the guestbook's every answer is described, with an example for each that has a body", () => {
  const { get, post } = openapi.paths["/api/guestbook"] ?? {};
  expect(Object.keys(get?.responses ?? {})).toEqual(expect.arrayContaining(["200", "304", "405", "503"]));
  expect(Object.keys(post?.responses ?? {})).toEqual(
    expect.arrayContaining(["201", "400", "405", "413", "415", "503"]),
  );
  for (const operation of [get, post]) {
    for (const [status, { content }] of Object.entries(operation?.responses ?? {})) {
      expect([status, Object.values(content ?? {}).every(({ example }) => example !== undefined)]).toEqual([
        status,
        true,
      ]);
    }
  }
});
