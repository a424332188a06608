import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missingIn, namedIn, scriptsMissingIn } from "./named-files.ts";

const project = join(import.meta.dirname, "../..");

describe.each(["README.md", "CONTRIBUTING.md"])("%s", (document) => {
  const text = readFileSync(join(project, document), "utf8");

  test("names only files that exist", () => {
    expect(namedIn(text).length).toBeGreaterThan(5);
    // Of the site's own pages its author may delete any.
    expect(missingIn(text).filter((name) => !name.startsWith("site/"))).toEqual([]);
  });

  test("names only npm scripts that exist", () => {
    expect(scriptsMissingIn(text)).toEqual([]);
  });
});

test("the pictures of README.md are there, and small", () => {
  const text = readFileSync(join(project, "README.md"), "utf8");
  const pictures = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file]) => join(project, file as string));
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) expect(statSync(picture).size).toBeLessThan(80_000);
});

test("the tree of CONTRIBUTING.md names every folder of the build", () => {
  const tree = namedIn(readFileSync(join(project, "CONTRIBUTING.md"), "utf8"));
  const layers = readdirSync(join(project, "build"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(layers.map(({ name }) => `build/${name}`).filter((folder) => !tree.includes(folder))).toEqual([]);
});
