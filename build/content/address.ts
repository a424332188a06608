/** The address of a page. Paths are root-relative and percent-encoded. */
export interface Address {
  /** The path without its outer slashes; the home page's is `index`. */
  id: string;
  path: string;
  /** The path of its Markdown twin. */
  markdown_path: string;
}

/**
 * The address of a Markdown file, derived from its path in the content folder alone:
 * `notes/Why open.md` is `/notes/why-open/`, `notes/index.md` is `/notes/`, `index.md` is `/`.
 * With `readmeIsIndex`, `README.md` is read as a missing `index.md`, as code hosts do.
 */
export function addressOf(source: string, readmeIsIndex: boolean): Address {
  const segments = source
    .replace(/\.(md|markdown)$/i, "")
    .split("/")
    .map(slug);
  const last = segments.at(-1);
  if (last === "index" || (last === "readme" && readmeIsIndex)) segments.pop();
  if (segments.length === 0) return { id: "index", path: "/", markdown_path: "/index.md" };
  const id = segments.map(encodeURIComponent).join("/");
  return { id, path: `/${id}/`, markdown_path: `/${id}.md` };
}

/**
 * A file or folder name as a path segment: NFC, lower case, runs of anything but letters, digits, `.`, `_`, `~` as one
 * hyphen.
 */
export function slug(name: string): string {
  const plain = name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._~]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
  return plain === "" ? "page" : plain;
}

/** The output file of a page's HTML, decoded: `/notes/x/index.html`. */
export function htmlFileOf(path: string): string {
  return `${decodeURIComponent(path)}index.html`;
}

/** Compares pages by path; the order of all lists of pages. */
export function byPath(a: Pick<Address, "path">, b: Pick<Address, "path">): number {
  return a.path < b.path ? -1 : 1;
}
