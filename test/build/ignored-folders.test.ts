import { relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { ignoredBelow } from "../../build/pipeline/author-templates.ts";
import { project } from "../../build/pipeline/project.ts";
import { folderOf } from "./folder.ts";

test("Eleventy looks into no other folder than the project's own, and there not into private ones", () => {
  const foreign = folderOf({ "a.md": "# A\n" });
  expect(ignoredBelow(foreign)).toEqual([`${relative(project, foreign)}/**`]);
  for (const own of ["site", resolve(project, "site")]) {
    expect(ignoredBelow(own)).toContain("site/**/_!(includes|data|posts)/**");
    expect(ignoredBelow(own)).not.toContain("site/**");
  }
});
