import type { Content } from "./load.ts";
import { assetPath, decodedPath } from "./path-encoding.ts";

/** The addresses that pages which the author did not write may have. */
export interface FreeAddresses {
  /** Whether nothing has such an address, or had it. */
  isFree(path: string): boolean;
  take(path: string): void;
  /** The address of a part of what is at `base`, `/notes/2026/`: another one where something else has it. */
  below(base: string, name: string): string;
}

/** @param documents Root-relative paths of everything that the build publishes besides pages and copied files. */
export function createFreeAddresses(
  content: Pick<Content, "sourcePages" | "unpublished" | "assets">,
  documents: readonly string[],
): FreeAddresses {
  const taken = takenAddresses(content, documents);
  const isFree = (path: string): boolean => !taken.has(plain(path));
  return {
    isFree,
    take: (path) => void taken.add(plain(path)),
    below(base, name) {
      let path = `${base}${name}/`;
      while (!isFree(path)) path = `${path.slice(0, -1)}-list/`;
      return path;
    },
  };
}

/** Everything that has an address or had one, in the form of `plain`. */
function takenAddresses(
  { sourcePages, unpublished, assets }: Pick<Content, "sourcePages" | "unpublished" | "assets">,
  documents: readonly string[],
): Set<string> {
  return new Set([
    ...[...sourcePages, ...unpublished].flatMap(({ path, matter }) => [path, ...(matter.aliases ?? [])].map(plain)),
    ...assets.map(({ path }) => plain(assetPath(path))),
    ...documents.map(plain),
  ]);
}

/**
 * One form for the addresses of a page, of its file and of its Markdown: `/x` for `/x/index.html`, `/x.md` and `/x/`.
 */
function plain(path: string): string {
  return decodedPath(path)
    .replace(/(\/index)?\.html$|\.md$/, "")
    .replace(/\/$/, "");
}
