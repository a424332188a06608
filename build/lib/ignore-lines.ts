/**
 * Reads lines as in `.gitignore` (https://git-scm.com/docs/gitignore): `*`, `**` and `?`, a slash at the beginning or in
 * the middle for a path from the top, one at the end for folders, `#` for comments, and `!` for what is not ignored.
 * @returns whether a file is ignored, by its path with forward slashes; undefined where no line ignores anything.
 */
export function readIgnoreLines(text: string): ((path: string) => boolean) | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const rules = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ ignores: !line.startsWith("!"), pattern: patternOf(line.replace(/^!/, "")) }));
  if (!rules.some(({ ignores }) => ignores)) return undefined;
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.ignores ?? false;
}

/** A pattern for the files that a line names, and for all in the folders that it names. */
function patternOf(line: string): RegExp {
  const isFromTop = /\/./.test(line);
  const parts = line.replace(/^\/|\/$/g, "").split(/(\*\*\/|\*\*|\*|\?)/);
  const wildcards: Record<string, string> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
  const source = parts.map((part) => wildcards[part] ?? part.replace(/[.+^${}()|[\]\\]/g, "\\$&")).join("");
  return new RegExp(`^${isFromTop ? "" : "(?:.*/)?"}${source}${line.endsWith("/") ? "/" : "(?:/|$)"}`);
}
