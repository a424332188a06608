import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildSite, sampleContent } from "./site.ts";

const project = join(import.meta.dirname, "../..");

/** The folders of the project whose files the documentation names by their paths. */
const topLevel = ["build", "functions", "site", "test", ".ci", ".github"];

const names = new Set(
  globSync(["*", "{build,functions,test}/**/*.ts"], { cwd: project, exclude: (path) => /node_modules/.test(path) }).map(
    (file) => basename(file),
  ),
);

/** What the documentation tells an author to make. */
const forTheAuthor = ["site/style.css", "site/notes/hello.md"];

/** What a text names of the project: paths below its top-level folders, and files of code by their bare names. */
function namedIn(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/\]\(([^)\s#]+)\)/g)];
  const tree = text.matchAll(/^([\w.-]+(?:\/[\w.-]*)*) {2,}\S/gm);
  return [...code, ...tree]
    .flatMap(([, found]) => (found as string).split(/\s+/))
    .map((name) => name.replace(/[.,;:]$/, "").replace(/\/$/, ""))
    .filter((name) => /^[\w./-]+$/.test(name))
    .filter((name) =>
      name.includes("/") ? topLevel.includes(name.split("/")[0] as string) : /\.(?:ts|jsonc|toml)$/.test(name),
    )
    .filter((name) => !forTheAuthor.includes(name));
}

const missingIn = (text: string): string[] =>
  namedIn(text).filter((name) => !existsSync(join(project, name)) && !names.has(name));

describe.each(["README.md", "CONTRIBUTING.md"])("%s", (document) => {
  const text = readFileSync(join(project, document), "utf8");

  test("names only files that exist", () => {
    expect(namedIn(text).length).toBeGreaterThan(10);
    expect(missingIn(text)).toEqual([]);
  });

  test("names only npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { scripts: object };
    const used = [...text.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, name]) => name as string);
    expect(used.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test.each(["site/deploy.md", "site/speed.md"])("%s names only files and npm scripts that exist", (page) => {
  const text = readFileSync(join(project, page), "utf8");
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { scripts: object };
  expect(missingIn(text)).toEqual([]);
  const used = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name as string);
  expect(used.length).toBeGreaterThan(2);
  expect(used.filter((name) => !(name in scripts))).toEqual([]);
});

describe("what README.md shows", () => {
  const text = readFileSync(join(project, "README.md"), "utf8");

  test("its pictures are there, and small", () => {
    const pictures = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file]) => join(project, file as string));
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) expect(statSync(picture).size).toBeLessThan(80_000);
  });

  test("its answer of the API is a record as the corpus has it", async () => {
    const shown = JSON.parse(/```json\n([^]*?)\n```/.exec(text)?.[1] ?? "") as Record<string, string | number>;
    const local = await buildSite({ input: sampleContent, base_url: "http://localhost:8080" });
    const { documents } = local.json<{ documents: (typeof shown)[] }>("/api/corpus.json");
    const record = documents.find(({ id }) => id === shown["id"]) ?? {};
    // `…` stands for more.
    const begun = (real: string | number | undefined, value: string | number) =>
      typeof value === "string" && value.endsWith("…") ? `${String(real).slice(0, value.length - 1)}…` : real;
    expect(Object.keys(shown).length).toBeGreaterThan(5);
    expect(
      Object.fromEntries(Object.entries(shown).map(([field, value]) => [field, begun(record[field], value)])),
    ).toEqual(shown);
  });
});

test("the tree of CONTRIBUTING.md names every folder of the build", () => {
  const tree = namedIn(readFileSync(join(project, "CONTRIBUTING.md"), "utf8"));
  const layers = readdirSync(join(project, "build"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(layers.map(({ name }) => `build/${name}`).filter((folder) => !tree.includes(folder))).toEqual([]);
});

test.each([
  ["a file in code", "See `build/lib/nowhere.ts`.", ["build/lib/nowhere.ts"]],
  ["a folder in code", "All of `test/nowhere/`.", ["test/nowhere"]],
  ["a link", "[the list](build/nowhere.ts)", ["build/nowhere.ts"]],
  ["a line of a tree", "build/nowhere/   something", ["build/nowhere"]],
  ["a bare name", "`nowhere.ts` does it", ["nowhere.ts"]],
  ["what is there", "`build/lib/bytes.ts`, `netlify.toml`, `_site/x.html` and `npm run build`", []],
])("it sees %s", (_, text, missing) => {
  expect(missingIn(text)).toEqual(missing);
});
