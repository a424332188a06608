import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHeaderRules } from "../../build/serve/header-rules.ts";
import { startServer, type TestServer } from "../support/server.ts";

const configuration = resolve(import.meta.dirname, "../../netlify.toml");

let server: TestServer;
let files: string[];
beforeAll(async () => {
  server = await startServer();
  const entries = await readdir(server.output, { recursive: true, withFileTypes: true });
  files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(server.output.length).replaceAll("\\", "/"));
});
afterAll(() => server?.stop());

test("netlify.toml and the built _headers never give one path two values for a header", async () => {
  const fail = (message: string) => {
    throw new Error(message);
  };
  const fromToml = createHeaderRules(join(server.output, "no-folder"), configuration, fail);
  const fromBuild = createHeaderRules(server.output, join(server.output, "no.toml"), fail);
  expect(files.length).toBeGreaterThan(50);
  let compared = 0;
  for (const path of files) {
    const [toml, built] = [await fromToml(path), await fromBuild(path)];
    expect(Object.keys(built)).toContain("content-usage");
    for (const [name, value] of Object.entries(toml)) {
      if (built[name] === undefined) continue;
      compared++;
      expect([path, name, built[name]]).toEqual([path, name, value]);
    }
  }
  expect(compared).toBeGreaterThan(0);
});

test("pages of files and of the function are protected alike, and open to programs of any origin", async () => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  for (const path of [
    "/",
    "/index.md",
    "/api/site.json",
    "/nowhere/",
    "/api/nowhere",
    "/guestbook/",
    "/api/guestbook",
  ]) {
    const { headers } = await fetch(server.origin + path);
    expect([
      path,
      headers.get("access-control-allow-origin"),
      headers.get("x-content-type-options"),
      headers.get("referrer-policy"),
    ]).toEqual([path, "*", "nosniff", "no-referrer"]);
    if (headers.get("content-type")?.startsWith("text/html"))
      expect([path, headers.get("content-security-policy")]).toEqual([path, policy]);
  }
});

test("unknown addresses are 404, under /api/ in JSON that points at the index", async () => {
  const api = await fetch(`${server.origin}/api/nowhere.json`);
  expect([api.status, api.headers.get("content-type")?.split(";")[0]]).toEqual([
    404,
    expect.stringMatching(/^application\/(problem\+)?json$/),
  ]);
  expect(JSON.stringify(await api.json())).toContain("/api/index.json");
  const page = await fetch(`${server.origin}/nowhere/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, expect.stringMatching(/^text\/html\b/)]);
});

test("only what carries a digest in its name is kept without asking", async () => {
  for (const path of files.filter((file) => file.startsWith("/assets/"))) {
    expect((await fetch(server.origin + path)).headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    expect(path).toMatch(/[0-9a-f]{8,}/);
  }
  for (const path of ["/", "/index.md", "/api/state.json"]) {
    expect((await fetch(server.origin + path)).headers.get("cache-control")).toMatch(/max-age=0.*must-revalidate/);
  }
});
