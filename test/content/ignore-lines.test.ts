import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { readIgnoreLines } from "../../build/lib/ignore-lines.ts";
import { linearPattern } from "../../build/lib/linear-patterns.ts";
import { seeded } from "../authors/seeded.ts";
import { folderOf } from "../build/folder.ts";

const { below, pick } = seeded(1);
const many = <T>(most: number, make: () => T): T[] => Array.from({ length: 1 + below(most) }, make);

test("lines ignore what git ignores by them", () => {
  const names = [
    "a",
    "b",
    "ab",
    "abc",
    "a.md",
    "x.tmp.md",
    "#a",
    "!b",
    "a b",
    "a ",
    "[a]",
    "ba-c",
    "a*b",
    "A",
    "-",
    "]",
  ];
  const wild = [
    "*",
    "*",
    "**",
    "**/",
    "/**",
    "?",
    "***",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-c]",
    "[]a]",
    "[[:alpha:]]",
    "[a-]",
  ];
  const odd = [
    "/",
    "/",
    "\\*",
    "\\[",
    "[",
    "\\ ",
    " ",
    "-",
    "]",
    "\\a",
    "[+-9]",
    "[[:punct:]]",
    "#",
    "!",
    "\\#",
    "\\!",
  ];
  const parts = [...wild, ...odd, "a", "b", "ab", ".md"];
  const sets = Array.from({ length: 150 }, () => {
    const all = many(40, () => many(3, () => pick(names)).join("/"));
    return {
      lines: many(5, () => pick(["", "", "!", "/"]) + many(5, () => pick(parts)).join("") + pick(["", "", "/", "  "])),
      paths: [...new Set(all)].filter((path) => !all.some((other) => other.startsWith(`${path}/`))),
    };
  });
  const folder = folderOf(
    Object.fromEntries(
      sets.flatMap(({ lines, paths }, at) => [
        [`${at}/.gitignore`, `${lines.join("\n")}\n`],
        ...paths.map((path) => [`${at}/${path}`, ""]),
      ]),
    ),
  );
  const git = (args: string[], input = ""): string =>
    execFileSync("git", ["-C", folder, ...args], { input }).toString();
  git(["init", "-q"]);
  const all = sets.flatMap(({ paths }, at) => paths.map((path) => `${at}/${path}\0`)).join("");
  const options = ["-c", "core.excludesFile=/dev/null", "-c", "core.ignoreCase=false"];
  const byGit = git([...options, "check-ignore", "--no-index", "-z", "--stdin"], all)
    .split("\0")
    .slice(0, -1);
  const own = sets.flatMap(({ lines, paths }, at) => {
    const isIgnored = readIgnoreLines(lines.join("\n"));
    return paths.filter((path) => isIgnored?.(path)).map((path) => `${at}/${path}`);
  });
  expect(own).toEqual(byGit);
  expect(own.length).toBeGreaterThan(200);
});

describe("a pattern that could be tried in very many ways ends", () => {
  const name = "a".repeat(120);

  test.each<[line: string, path: string]>([
    ["*a*a*a*a*a*b", name],
    [`${"*a".repeat(500)}*b`, `${name}/${name}`],
    [`${"**/a/".repeat(500)}b`, `${"a/".repeat(1000)}a`],
    ["[".repeat(100_000), name],
    [`${" ".repeat(100_000)}b`, name],
  ])("line %.20s", (line, path) => {
    expect(readIgnoreLines(line)?.(path)).toBe(false);
  });

  test.each(["(a+)+$", "(a|aa)+$", "(.*a){900}$"])("expression %s", (expression) => {
    expect(linearPattern(expression)(`${name}!`)).toBe(false);
  });
});
