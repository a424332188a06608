import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import { beforeAll, expect, test } from "vitest";
import { baseUrlFrom } from "../../build/pipeline/project.ts";
import { createHeaderRules } from "../../build/server/rules.ts";
import { securityHeaders } from "../../functions/guestbook/http.ts";
import { sampleServer, type TestServer } from "../support/server.ts";

const configuration = resolve(import.meta.dirname, "../../netlify.toml");

let server: TestServer;
let files: string[];
beforeAll(async () => {
  server = await sampleServer();
  const entries = await readdir(server.output, { recursive: true, withFileTypes: true });
  files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(server.output.length).replaceAll("\\", "/"),
    );
});

interface Rule {
  where: string;
  pattern: string;
  headers: string[];
}

/** Every single rule of netlify.toml and of the built `_headers`. */
async function headerRules(): Promise<Rule[]> {
  const { headers } = parse(await readFile(configuration, "utf8")) as {
    headers: { for: string; values: Record<string, string> }[];
  };
  const built = (await readFile(join(server.output, "_headers"), "utf8"))
    .split(/\n(?=\/)/)
    .map((text): Rule => {
      const [pattern = "", ...lines] = text.trimEnd().split("\n");
      return {
        where: "_headers",
        pattern,
        headers: lines.map((line) => line.trim().split(":")[0] as string),
      };
    });
  return [
    ...headers.map((rule) => ({
      where: "netlify.toml",
      pattern: rule.for,
      headers: Object.keys(rule.values),
    })),
    ...built,
  ].map((rule) => ({ ...rule, headers: rule.headers.map((name) => name.toLowerCase()) }));
}

/** `*` stands for anything, slashes too. */
function fits(pattern: string, path: string): boolean {
  return new RegExp(
    `^${pattern
      .split("*")
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
  ).test(path);
}

test("no header of one path is set by two rules", async () => {
  const rules = await headerRules();
  const effective = createHeaderRules(server.output, configuration, (message) => {
    throw new Error(message);
  });
  const pages = files
    .filter((path) => path.endsWith("/index.html"))
    .map((path) => path.slice(0, -"index.html".length));
  const paths = [
    ...files,
    ...pages,
    ...pages.map((path) => path.slice(0, -1)).filter((path) => path !== ""),
  ];
  expect(paths.length).toBeGreaterThan(150);
  const doubled: string[] = [];
  for (const path of paths) {
    const names = rules
      .filter(({ pattern }) => fits(pattern, path))
      .flatMap(({ headers }) => headers);
    doubled.push(
      ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} of ${path}`),
    );
    // The rules found here are the ones that count.
    expect([path, [...(await effective(path)).keys()].sort()]).toEqual([
      path,
      [...new Set(names)].sort(),
    ]);
  }
  expect(doubled).toEqual([]);
});

test("a table has its media type, which local tools do not know", async () => {
  const rules = createHeaderRules(server.output, configuration, () => undefined);
  for (const path of ["/table.csv", "/realms/jupiters-moons.csv"])
    expect((await rules(path)).get("content-type")).toBe("text/csv; charset=utf-8");
});

test("one place says which Node builds, and the packages that bring it agree", async () => {
  const read = (name: string) => readFile(resolve(import.meta.dirname, "../..", name), "utf8");
  const { engines, optionalDependencies } = JSON.parse(await read("package.json")) as {
    engines: { node: string };
    optionalDependencies: Record<string, string>;
  };
  const version = (await read(".nvmrc")).trim();
  const brought = Object.entries(optionalDependencies).filter(([name]) => /^node-/.test(name));
  expect(brought.map(([, pinned]) => pinned)).toEqual(brought.map(() => version));
  // Since 24.2 a module can tell whether it is the program that runs (`import.meta.main`); commands
  // need that.
  expect(engines.node).toBe(`>=${version.split(".")[0]}.2`);
  // A second version there would be ignored: the host reads .nvmrc first.
  expect(await read("netlify.toml")).not.toContain("NODE_VERSION");
});

test.each([
  "/",
  "/index.md",
  "/api/site.json",
  "/nowhere/",
  "/api/nowhere",
  "/guestbook/",
  "/api/guestbook",
])(
  "%s has the headers that protect every page, and is open to programs of any origin",
  async (path) => {
    const { headers } = await fetch(server.origin + path);
    const wanted = { "access-control-allow-origin": "*", ...securityHeaders };
    const given = Object.keys(wanted).map((name) => [name, headers.get(name)]);
    expect(Object.fromEntries(given)).toEqual(wanted);
  },
);

test.each(["/", "/index.md", "/api/site.json", "/nowhere/"])(
  "%s says which methods and headers any origin may ask with, although OPTIONS is refused for files",
  async (path) => {
    for (const [method, status] of [
      ["GET", path === "/nowhere/" ? 404 : 200],
      ["OPTIONS", 405],
    ] as const) {
      const answer = await fetch(server.origin + path, { method });
      const names = ["allow-methods", "allow-headers", "max-age"];
      expect([
        answer.status,
        ...names.map((name) => answer.headers.get(`access-control-${name}`)),
      ]).toEqual([status, "GET, HEAD", "*, Authorization", "86400"]);
    }
  },
);

test("only what carries a digest in its name is kept without asking", async () => {
  const caching = async (path: string) =>
    (await fetch(server.origin + path)).headers.get("cache-control");
  for (const path of files.filter((file) => file.startsWith("/assets/"))) {
    expect([path, await caching(path)]).toEqual([path, "public, max-age=31536000, immutable"]);
    expect(path).toMatch(/[0-9a-f]{8,}/);
  }
  const headersOf = createHeaderRules(server.output, configuration, expect.fail);
  expect((await headersOf("/assets/of-the-author.png")).get("cache-control")).toBeNull();
  for (const path of ["/", "/index.md", "/api/state.json"])
    expect(await caching(path)).toMatch(/max-age=0.*must-revalidate/);
});

const netlify = {
  NETLIFY: "true",
  URL: "https://example.org",
  DEPLOY_PRIME_URL: "https://preview-1.netlify.app",
};

// What was named, else what the host says where it builds, else left to the facts.
test.each<[base: string | undefined, environment: Record<string, string>]>([
  ["https://example.org", { ...netlify, CONTEXT: "production" }],
  ["https://preview-1.netlify.app", { ...netlify, CONTEXT: "deploy-preview" }],
  ["https://preview-1.netlify.app", { ...netlify, CONTEXT: "branch-deploy" }],
  ["https://example.org", { NETLIFY: "true", URL: "https://example.org/", CONTEXT: "dev" }],
  [
    "http://localhost:1",
    { ...netlify, CONTEXT: "production", OPEN_HOUSE_BASE_URL: "http://localhost:1/" },
  ],
  [undefined, { ...netlify, CONTEXT: "production", NETLIFY: "" }],
])("the base URL is %s for %o", (base, environment) => expect(baseUrlFrom(environment)).toBe(base));
