import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path/posix";
import { describe, expect, test } from "vitest";

const project = resolve(import.meta.dirname, "../..");

/**
 * The layers of the source, lowest first. A file imports, types included, only from its own layer
 * and from those before it.
 */
const layers = [
  "build/lib",
  "functions/guestbook",
  "build/schemas",
  "build/words",
  "build/markdown",
  "build/content",
  "build/search",
  "build/model",
  "build/layouts",
  "build/documents",
  "build/insertions",
  "build/pipeline",
  "build/server",
  "build/verify",
  "build/compare",
  "build/cli",
];

const files = globSync(["build/**/*.ts", "functions/**/*.ts"], { cwd: project }).map((file) =>
  file.replaceAll("\\", "/"),
);

const imports = new Map(
  files.map((file) => {
    const text = readFileSync(join(project, file), "utf8");
    const found = [...text.matchAll(/(?:from|import\(|new URL\()\s*"(\.[^"]+\.ts)"/g)].map(
      ([, path]) => normalize(join(dirname(file), path as string)),
    );
    return [file, [...new Set(found)]];
  }),
);

const layerOf = (file: string): number => layers.findIndex((layer) => file.startsWith(`${layer}/`));

test("every file is in a layer", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => layerOf(file) === -1 && !file.endsWith(".d.ts"))).toEqual([]);
});

test("a file imports only from its own layer and from those before it", () => {
  const upward = [...imports].flatMap(([file, found]) =>
    found
      .filter((other) => layerOf(other) > layerOf(file))
      .map((other) => `${file} imports ${other}`),
  );
  expect(upward).toEqual([]);
});

test("no files import each other in a circle", () => {
  expect(circlesIn(imports)).toEqual([]);
});

describe("the search for circles", () => {
  test.each<[string, Record<string, string[]>, string[]]>([
    ["none", { a: ["b", "c"], b: ["c"], c: [] }, []],
    ["two files", { a: ["b"], b: ["a"] }, ["a → b → a"]],
    ["three files, and a way in", { x: ["a"], a: ["b"], b: ["c"], c: ["a"] }, ["a → b → c → a"]],
    ["a file that imports itself", { a: ["a"] }, ["a → a"]],
  ])("finds %s", (_, graph, circles) => {
    expect(circlesIn(new Map(Object.entries(graph)))).toEqual(circles);
  });
});

/** Ways along imports that end where they began, one for each place at which one closes. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    const before = way.indexOf(file);
    if (before !== -1) circles.push([...way.slice(before), file].join(" → "));
    if (before !== -1 || done.has(file)) return;
    for (const other of graph.get(file) ?? []) visit(other, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}
