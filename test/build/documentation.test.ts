import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { isSample } from "../support/sample.ts";

const project = join(import.meta.dirname, "../..");
const text = (path: string) => readFileSync(join(project, path), "utf8");
const exists = (path: string) => existsSync(join(project, path));

const topLevel = ["build", "functions", "site", "test", ".ci", ".github"];
const code = globSync(["*", "{build,functions,test}/**/*.ts"], {
  cwd: project,
  exclude: ["**/node_modules"],
});
const names = new Set(code.map((file) => basename(file)));
/** What the documentation tells an author to make. */
const forTheAuthor = ["site/style.css", "site/notes/hello.md"];

/**
 * What a page names of the project: paths below its top-level folders, and files of code by their
 * bare names.
 */
function namedIn(page: string): string[] {
  const found = text(page).matchAll(
    /`([^`\n]+)`|\]\(([^)\s#]+)\)|^([\w.-]+(?:\/[\w.-]*)*) {2,}\S/gm,
  );
  return [...found]
    .flatMap(([, quoted, link, inTree]) => (quoted ?? link ?? inTree ?? "").split(/\s+/))
    .map((name) => name.replace(/[.,;:]$/, "").replace(/\/$/, ""))
    .filter((name) => /^[\w./-]+$/.test(name) && !forTheAuthor.includes(name))
    .filter((name) =>
      name.includes("/")
        ? topLevel.includes(name.split("/")[0] as string)
        : /\.(?:ts|jsonc|toml)$/.test(name),
    );
}

test.each([
  "CONTRIBUTING.md",
  ...(isSample ? ["README.md", "site/guide/deploy.md", "site/guide/speed.md"] : []),
])("%s names only files and npm scripts that exist", (page) => {
  const named = namedIn(page);
  if (!page.startsWith("site/")) expect(named.length).toBeGreaterThan(5);
  const missing = named.filter((name) => !exists(name) && !names.has(name));
  expect(missing.filter((name) => isSample || !name.startsWith("site/"))).toEqual([]);
  const { scripts } = JSON.parse(text("package.json")) as { scripts: object };
  const used = [...text(page).matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(
    ([, name]) => name as string,
  );
  expect(used.filter((name) => !(name in scripts))).toEqual([]);
});

test.each([
  ["18.20.8", false],
  ["20.20.2", false],
  ["24.1.0", false],
  ["24.2.0", true],
  ["25.0.0", true],
])("Node %s is told in one sentence if it is too old", (version, isEnough) => {
  const { engines } = JSON.parse(text("package.json")) as { engines: { node: string } };
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const preloads = [`data:text/javascript,${encodeURIComponent(pretend)}`].concat(
    "./build/cli/compile-cache.js",
  );
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...preloads.flatMap((file) => ["--import", file]), "--print", "'started'"],
    { cwd: project, encoding: "utf8" },
  );
  const least = engines.node.replace(">=", "");
  const told = `This needs Node ${least} or newer, and runs on Node ${version}.\n`;
  expect([stdout, stderr]).toEqual(isEnough ? ["started\n", ""] : ["", told]);
});

test.runIf(isSample)("the pictures of README.md are there, and small", () => {
  const pictures = [...text("README.md").matchAll(/(?:src|srcset)="([^"]+)"/g)].map(
    ([, file]) => file as string,
  );
  expect(pictures).toHaveLength(2);
  for (const picture of pictures)
    expect(statSync(join(project, picture)).size).toBeLessThan(80_000);
});

test("the tree of CONTRIBUTING.md names every folder of the build", () => {
  const layers = readdirSync(join(project, "build"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const tree = namedIn("CONTRIBUTING.md");
  expect(
    layers.map(({ name }) => `build/${name}`).filter((folder) => !tree.includes(folder)),
  ).toEqual([]);
});
