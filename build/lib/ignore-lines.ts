import { globPattern } from "./linear-patterns.ts";

/** What one line names, and whether it ignores that. */
interface Rule {
  ignores: boolean;
  onlyFolders: boolean;
  /** Whether the line names a file or folder, by its path. */
  names(path: string): boolean;
}

/**
 * Reads lines as in `.gitignore` (https://git-scm.com/docs/gitignore). Of the lines that name a path the last one
 * counts, and what is in an ignored folder is ignored whatever they say.
 * @returns whether a file is ignored, by its path with forward slashes; undefined where no line ignores anything.
 */
export function readIgnoreLines(text: string): ((path: string) => boolean) | undefined {
  const rules = text.split(/\r?\n/).flatMap(readLine);
  if (!rules.some(({ ignores }) => ignores)) return undefined;
  const folders = new Map<string, boolean>([["", false]]);
  const isIgnored = (path: string, isFolder: boolean): boolean => {
    const known = isFolder ? folders.get(path) : undefined;
    if (known !== undefined) return known;
    const rule = rules.findLast(({ onlyFolders, names }) => (isFolder || !onlyFolders) && names(path));
    const above = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const result = isIgnored(above, true) || (rule?.ignores ?? false);
    if (isFolder) folders.set(path, result);
    return result;
  };
  return (path) => isIgnored(path, false);
}

function readLine(line: string): Rule[] {
  const written = line.replace(/(?<=\\ ) +$|(?<![\\ ]) +$/, ""); // a space with a backslash before it counts
  if (written === "" || written.startsWith("#")) return [];
  const ignores = !written.startsWith("!");
  const glob = ignores ? written : written.slice(1);
  const onlyFolders = glob.endsWith("/");
  const named = onlyFolders ? glob.slice(0, -1) : glob;
  const matches = globPattern(named.replace(/^\//, ""), true);
  // Without a slash before its end, a line names what is called so in any folder.
  const names = named.includes("/") ? matches : (path: string) => matches(path.slice(path.lastIndexOf("/") + 1));
  return named === "" ? [] : [{ ignores, onlyFolders, names }];
}
