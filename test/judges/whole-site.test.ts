import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Schema, Validator } from "@cfworker/json-schema";
import createParser from "markdown-it";
import { beforeAll, expect, test } from "vitest";
import { markdownOf } from "../../build/content/twin.ts";
import { publishedSchemas } from "../../build/documents/schemas.ts";
import { schemaPath } from "../../build/schemas/fields.ts";
import { buildSite, sampleContent, sampleSite } from "../build/site.ts";
import { sampleServer, type TestServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { htmlComplaints } from "./judge/html.ts";
import { elementsOf } from "./judge/markup.ts";
import { sitemapComplaints } from "./judge/sitemap.ts";
import { textsIn } from "./judge/xml.ts";

// What the standards, and programs of others, say of the sample site, besides the checks of verify.

const site = await sampleSite();
const { pages, base_url, catalogue } = site.model;
let server: TestServer;
beforeAll(async () => void (server = await sampleServer()));

/**
 * Rules for the host are read by it and never served; the function answers in place of the
 * guestbook's shell.
 */
const unserved = ["/_headers", "/_redirects", "/guestbook/index.html"];

test("what the judges read is what is served, byte for byte", async () => {
  const { files } = await buildSite({ input: sampleContent, base_url: server.origin });
  for (const [path, content] of files) {
    if (unserved.includes(path)) continue;
    const answer = await fetch(server.origin + encodeURI(path.replace(/(?<=\/)index\.html$/, "")));
    const isSame = Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(content));
    expect([path, answer.status, isSame]).toEqual([path, 200, true]);
  }
});

test.each([...site.files.keys()].filter((path) => path.endsWith(".html")))(
  "%s is valid HTML",
  async (path) => {
    expect(await htmlComplaints(site.text(path))).toEqual([]);
  },
);

test("the sitemap follows the official schema, and has the date of each page's last change", () => {
  const sitemap = site.text("/sitemap.xml");
  expect(sitemapComplaints(sitemap, base_url)).toEqual([]);
  expect(textsIn(sitemap, "//s:url/s:loc")).toEqual(pages.map(({ url }) => url));
  const dates = pages.flatMap(({ updated, published }) => updated ?? published ?? []);
  expect(textsIn(sitemap, "//s:url/s:lastmod")).toEqual(dates);
});

/**
 * A linkset of RFC 9264, section 4.2: contexts with an anchor, and arrays of targets by their
 * relation.
 */
const address = { type: "string", format: "uri" };
const target = {
  required: ["href"],
  properties: { href: address, type: { type: "string" } },
  additionalProperties: false,
};
const context = {
  required: ["anchor"],
  properties: { anchor: address },
  additionalProperties: { type: "array", minItems: 1, items: target },
};
const linkset = {
  required: ["linkset"],
  properties: { linkset: { items: context } },
  additionalProperties: false,
};

test("the API catalog is a linkset, and lists each API with its descriptions and state, as RFC 9727 wants it", () => {
  const catalog = site.json<{ linkset: { anchor: string }[] }>("/.well-known/api-catalog");
  expect(new Validator(linkset as Schema, "2020-12", false).validate(catalog).errors).toEqual([]);
  expect(catalog.linkset).toMatchObject([
    {
      anchor: `${base_url}/.well-known/api-catalog`,
      item: [{ href: `${base_url}/api/index.json` }, {}],
    },
    {
      anchor: `${base_url}/api/index.json`,
      "service-desc": [
        { href: `${base_url}/api/openapi.json`, type: "application/vnd.oai.openapi+json" },
      ],
      "service-doc": [{ href: `${base_url}/api/`, type: "text/html" }],
      status: [{ href: `${base_url}/api/state.json` }],
    },
  ]);
});

/** As much of OpenAPI as is looked at here. */
interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, { content?: Record<string, { example?: unknown }> }> }
    >
  >;
}

test("Redocly's linter has nothing to say of the OpenAPI description, not even a warning", async () => {
  const [folder, require] = [temporaryFolder(), createRequire(import.meta.url)];
  writeFileSync(join(folder, "openapi.json"), site.text("/api/openapi.json"));
  const linter = join(dirname(require.resolve("@redocly/cli/package.json")), "bin/cli.js");
  // Nothing is sent to or fetched from anywhere: no telemetry, no look for a newer version.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const words = ["lint", "--extends=recommended", "--format=json", "openapi.json"];
  // It ends with 1 when it finds something; what it found is on standard output in either case.
  const { stdout } = await promisify(execFile)(process.execPath, [linter, ...words], {
    cwd: folder,
    env,
  }).catch((error: { stdout: string }) => error);
  expect((JSON.parse(stdout) as { problems: unknown[] }).problems).toEqual([]);
  const versions = { openapi: "3.1.0", info: { version: "1.2.0" }, servers: [{ url: base_url }] };
  expect(site.json("/api/openapi.json")).toMatchObject(versions);
});

test.each([
  ["get", ["200", "304", "405", "503"]],
  ["post", ["201", "400", "405", "413", "415", "503"]],
])(
  "OpenAPI describes every answer of the guestbook to %s, with an example of each body",
  (method, statuses) => {
    const responses =
      site.json<OpenApi>("/api/openapi.json").paths["/api/guestbook"]?.[method]?.responses ?? {};
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses));
    const bodies = Object.values(responses).flatMap(({ content = {} }) => Object.values(content));
    expect(bodies.filter(({ example }) => example === undefined)).toEqual([]);
  },
);

/** Where links and images lead, without links of a page to its own parts. */
function addressesIn(html: string, url: string): Set<string> {
  const found = elementsOf(html).flatMap(
    ({ attributes }) => attributes["href"] ?? attributes["src"] ?? [],
  );
  const addresses = found.map((address) => new URL(address, url).href);
  return new Set(addresses.filter((address) => !address.startsWith(`${url}#`)));
}

test.each(pages.map((page) => [page.path, page] as const))(
  "%s leads where its Markdown leads",
  (_, page) => {
    const markdown = createParser({ html: true, linkify: true });
    markdown.linkify.set({ fuzzyLink: false });
    const twin = addressesIn(
      markdown.render(markdownOf(page).toString()),
      "https://elsewhere.example/copy.md",
    );
    expect(addressesIn(page.html, page.url)).toEqual(twin);
  },
);

test("llms-full.txt holds the Markdown of every page of the corpus, in order, before the others", () => {
  const [own = ""] = site
    .text("/llms-full.txt")
    .split("\n---\n\nThe pages below this line come with");
  const parts = own.split(/\n---\n\n(?=---\n)/);
  const { documents } = site.json<{ documents: { markdown: string }[] }>("/api/corpus.json");
  expect(parts.map((part) => part.replace(/^---\n[\s\S]*?\n---\n\n/, "").trimEnd())).toEqual(
    documents.map(({ markdown }) => markdown.trimEnd()),
  );
});

test.each(publishedSchemas({ catalogue }).map(([id]) => id))(
  "every field of the schema %s is described",
  (id) => {
    const { properties } = site.json<{ properties: Record<string, { description?: string }> }>(
      schemaPath(id),
    );
    expect(Object.keys(properties).filter((name) => !properties[name]?.description)).toEqual([]);
  },
);
