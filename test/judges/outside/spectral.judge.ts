import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSite, sampleContent } from "../../build/site.ts";
import { spectralComplaints } from "./spectral.ts";

/** The description of a running site where one is named, else that of the content that ships with the project. */
async function openapi(): Promise<string> {
  const url = process.env["JUDGED_URL"];
  if (url === undefined) return (await buildSite({ input: sampleContent })).text("/api/openapi.json");
  const answer = await fetch(new URL("/api/openapi.json", url));
  assert.equal(answer.status, 200);
  return answer.text();
}

const description = await openapi();

test("Spectral has nothing to say about the OpenAPI description", async () => {
  assert.deepEqual(await spectralComplaints(description), []);
});

test("Spectral sees a pattern that is not for everybody", async () => {
  const copy = JSON.parse(description) as {
    components: { schemas: Record<string, { properties: Record<string, { pattern?: string }> }> };
  };
  Object.assign(copy.components.schemas["Signature"]?.properties["name"] ?? {}, { pattern: "[^\\u{e0000}-\\u{e007f}" });
  assert.match((await spectralComplaints(JSON.stringify(copy))).join("\n"), /oas3-schema .*Signature/);
});

test("Spectral sees an example that breaks its schema", async () => {
  const copy = JSON.parse(description) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { example: unknown }> } } }>;
  };
  const body = copy.paths["/api/guestbook"]?.post.requestBody.content["application/json"];
  Object.assign(body ?? {}, { example: { message: 7 } });
  assert.match((await spectralComplaints(JSON.stringify(copy))).join("\n"), /oas3-valid-media-example .*guestbook/);
});
