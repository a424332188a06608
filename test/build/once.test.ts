import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const project = join(import.meta.dirname, "../..");

/** A new kind of kept texts, and a process that asks for some of them and tells what it made. */
function newKind() {
  const kind = `test-${randomUUID()}`;
  const file = join(project, "node_modules/.cache/texts", kind);
  onTestFinished(() => rmSync(file, { force: true }));
  const ask = (keys: readonly string[]): string[] => {
    const script = `
      import { cachedText } from ${JSON.stringify(join(project, "build/lib/once.ts"))};
      const made = [];
      for (const key of ${JSON.stringify(keys)}) {
        const text = cachedText(${JSON.stringify(kind)}, key, () => (made.push(key), "text of " + key));
        if (text !== "text of " + key) throw new Error(text);
      }
      console.log(JSON.stringify(made));`;
    const options = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script];
    return JSON.parse(execFileSync(process.execPath, options, { encoding: "utf8" })) as string[];
  };
  return { file, ask };
}

test("a text is made once for each key, by this process or an earlier one", () => {
  const { ask } = newKind();
  expect(ask(["a", "b\n", "a"])).toEqual(["a", "b\n"]);
  expect(ask(["b\n", "c"])).toEqual(["c"]);
  expect(ask(["a", "b\n", "c"])).toEqual([]);
});

test("texts that are cut off on disk are made again", () => {
  const { file, ask } = newKind();
  ask(["a"]);
  const { size } = statSync(file);
  for (const length of [0, 70]) {
    truncateSync(file, length);
    expect(ask(["a"])).toEqual(["a"]);
    expect(statSync(file).size).toBe(size);
  }
});

test("texts that are no longer used do not pile up", () => {
  const { file, ask } = newKind();
  ask(Array.from({ length: 300 }, (_, index) => `old ${index}`));
  expect(ask(["new"])).toEqual(["new"]);
  expect(readFileSync(file, "utf8")).not.toContain("old");
  expect(ask(["new"])).toEqual([]);
});
