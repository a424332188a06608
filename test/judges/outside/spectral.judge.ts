import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../support/server.ts";
import { runJudge, say, verdictOf } from "./judge.ts";

interface Complaint {
  code: string;
  path: (string | number)[];
  message: string;
  /** 0 is an error, 1 a warning. */
  severity: number;
}

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), "open-house-spectral-"));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function lint(document: string): Promise<Complaint[]> {
  const ruleset = join(folder, "ruleset.json");
  await writeFile(ruleset, JSON.stringify({ extends: ["spectral:oas"] }));
  const args = ["lint", document, "--ruleset", ruleset, "--format", "json", "--quiet"];
  return verdictOf<Complaint[]>(await runJudge("@stoplight/spectral-cli", "spectral", args));
}

test("spectral:oas finds no error in the OpenAPI description", async () => {
  const complaints = await lint(`${server.origin}/api/openapi.json`);
  const errors = complaints.filter(({ severity }) => severity === 0);
  say("spectral:oas", `${errors.length} errors, ${complaints.length - errors.length} warnings`);
  expect(errors.map(({ code, path, message }) => `${code} ${path.join(".")}: ${message}`)).toEqual([]);
});

interface Description {
  components: { schemas: Record<string, { properties: Record<string, object> }> };
  paths: Record<string, { post: { requestBody: { content: Record<string, object> } } }>;
}

test.each<[string, (description: Description) => object | undefined, object, RegExp]>([
  [
    "an example that breaks its schema",
    ({ paths }) => paths["/api/guestbook"]?.post.requestBody.content["application/json"],
    { example: { message: 7 } },
    /oas3-valid-media-example .*guestbook.*message/,
  ],
  [
    "a pattern that only some engines read",
    ({ components }) => components.schemas["Signature"]?.properties["name"],
    { pattern: "[^\\u{e0000}-\\u{e007f}" },
    /oas3-schema .*Signature/,
  ],
])("it sees %s", async (_, find, change, complaint) => {
  const description = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as Description;
  Object.assign(find(description) ?? {}, change);
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(description));
  const errors = (await lint(file)).filter(({ severity }) => severity === 0);
  expect(errors.map(({ code, path }) => `${code} ${path.join(".")}`).join("\n")).toMatch(complaint);
});
