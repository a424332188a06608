import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBuildCache, createBuildSteps } from "../../build/pipeline/build-steps.ts";
import { createEleventy } from "../../build/pipeline/run-eleventy.ts";
import { folderOf } from "./folder.ts";

test("a running server writes a changed page before the documents", async () => {
  const input = folderOf({ "index.md": "# Home\n\nThe first words.\n", "a.md": "# A\n\nText.\n" });
  const output = folderOf();
  const read = (file: string) => readFileSync(join(output, file), "utf8");
  const seen: [page: boolean, corpus: boolean][] = [];
  const changed = (file: string) => read(file).includes("other words");
  let edited = false;
  const site = createBuildSteps(
    { input },
    {
      cache: createBuildCache(),
      async pagesWritten() {
        if (edited) seen.push([changed("index.html"), changed("api/corpus.json")]);
      },
    },
  );
  const eleventy = await createEleventy(site, { input, output, runMode: "serve" });
  await eleventy.write();
  edited = true;
  writeFileSync(join(input, "index.md"), "# Home\n\nThe other words.\n");
  await eleventy.restart();
  await eleventy.init();
  await eleventy.write();
  expect(seen).toEqual([[true, false]]);
  expect(changed("api/corpus.json")).toBe(true);
});
