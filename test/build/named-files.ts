import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

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
export function namedIn(text: string): string[] {
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

/** Those of them that do not exist. */
export function missingIn(text: string): string[] {
  return namedIn(text).filter((name) => !existsSync(join(project, name)) && !names.has(name));
}

/** The npm scripts that a text names and that do not exist. */
export function scriptsMissingIn(text: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { scripts: object };
  const used = [...text.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, name]) => name as string);
  return used.filter((name) => !(name in scripts));
}
