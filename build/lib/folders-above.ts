/**
 * The folders that a root-relative path is in, from the outermost, without trailing slashes: `/a/b/c` and `/a/b/` are
 * in `/a` and `/a/b`.
 */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) folders.push(path.slice(0, end));
  return folders;
}
