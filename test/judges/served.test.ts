import { beforeAll, expect, test } from "vitest";
import { withTemplates } from "../../build/pipeline/author-templates.ts";
import { buildSite, sampleContent } from "../build/site.ts";
import { sampleServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sampleServer();
});

/** Rules for the host are read by it and never served; the function answers in place of the guestbook's shell. */
const unserved = new Set(["/_headers", "/_redirects", "/guestbook/index.html"]);

test("what the judges read is what is served, byte for byte", async () => {
  const site = await buildSite(withTemplates({ input: sampleContent, base_url: server.origin }));
  const different: string[] = [];
  for (const [path, content] of site.files) {
    if (unserved.has(path)) continue;
    const answer = await fetch(server.origin + encodeURI(path.replace(/(?<=\/)index\.html$/, "")));
    if (answer.status !== 200 || !Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(content)))
      different.push(`${answer.status} ${path}`);
  }
  expect(different).toEqual([]);
});

test("the host's rules are not served", async () => {
  for (const path of ["/_headers", "/_redirects"])
    expect([path, (await fetch(server.origin + path)).status]).toEqual([path, 404]);
});
