import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, normalize } from "node:path";

/** Tools whose pages are in a folder of the project, by the file that marks its root. */
const tools: readonly {
  tool: string;
  mark: RegExp;
  /** The folder, unless the file says another after this key. */
  folder: string;
  key?: RegExp;
  /** What the folder holds then. */
  has?: RegExp;
}[] = [
  { tool: "MkDocs", mark: /^mkdocs\.ya?ml$/, folder: "docs", key: /^docs_dir:[ \t]*["']?([\w./-]+)/m },
  { tool: "mdBook", mark: /^book\.toml$/, folder: "src", key: /^src[ \t]*=[ \t]*["']([\w./-]+)/m },
  { tool: "Hexo", mark: /^_config\.ya?ml$/, folder: "source", has: /^_posts$/ },
  { tool: "Docusaurus", mark: /^docusaurus\.config\.[cm]?[jt]s$/, folder: "docs" },
  { tool: "VitePress", mark: /^docs$/, folder: "docs", has: /^\.vitepress$/ },
];

/** Where the root of another tool's project is given: whose it is, and the folder in it that has the pages. */
export function pagesOfProject(root: string): { tool: string; folder: string } | undefined {
  const names = readdirSync(root);
  for (const { tool, mark, folder: usual, key, has } of tools) {
    const file = names.find((name) => mark.test(name));
    if (file === undefined) continue;
    const settings = key && statSync(join(root, file)).isFile() ? readFileSync(join(root, file), "utf8") : "";
    const written = key?.exec(settings)?.[1] ?? usual;
    const folder = normalize(written).replace(/\/$/, "");
    const isInside = folder !== "." && !folder.startsWith("..") && isFolder(join(root, folder));
    if (isInside && (!has || readdirSync(join(root, folder)).some((name) => has.test(name)))) return { tool, folder };
  }
  return undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
