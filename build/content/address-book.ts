import { addressAt, assetPath, decodedPath } from "./address.ts";
import type { Report } from "./diagnostics.ts";
import type { ContentFile } from "./files.ts";
import type { SourcePage } from "./read-page.ts";

/** The owner of an address. */
export interface Owner {
  kind: "page" | "markdown" | "alias" | "gone" | "file" | "document" | "list" | "template";
  /** Its name in messages: `notes/a.md`, `the Markdown of notes/a.md`, `the document /llms.txt`. */
  name: string;
  /** Where a link to the address leads: root-relative and percent-encoded. */
  path: string;
  /** For a copied file, its path in the content folder. */
  asset?: string;
  /** For a page, whether it comes with the software, so that an author's takes its place. */
  isShipped?: boolean;
}

/** One map from each address of the site to its owner. */
export type AddressBook = ReturnType<typeof createAddressBook>;

/** An empty address book. */
export function createAddressBook() {
  const owners = new Map<string, Owner>();
  /** Files and their folders, in lower case: some disks ignore case. Redirects have no files. */
  const files = new Map<string, Owner>();
  const folders = new Map<string, Owner>();
  return {
    /** The addresses whose owners are of the given kinds. */
    paths: (kinds: readonly Owner["kind"][]) =>
      [...owners.values()].filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path),
    /** The owner of an address, in whatever form it is written; undefined for a free one. */
    ownerOf: (path: string) => owners.get(fileAt(path)),
    /**
     * Gives an owner an address unless it is taken.
     * @returns the owner in the way: of the same address, whatever its case, or of a file above or
     * below it; undefined if there is none
     */
    claim(path: string, owner: Owner): Owner | undefined {
      const file = fileAt(path);
      const same = owners.get(file);
      if (same !== undefined) return same;
      owners.set(file, owner);
      if (owner.kind === "alias" || owner.kind === "gone") return undefined;
      const plain = file.toLowerCase();
      let other = files.get(plain) ?? folders.get(plain);
      files.set(plain, owner);
      for (const folder of foldersAbove(plain)) {
        if (folders.has(folder)) break; // then the folders above it were checked earlier
        folders.set(folder, owner);
        other ??= files.get(folder);
      }
      return other;
    },
  };
}

/** The one form of an address: decoded, in NFC, and for a page the file in which its HTML is. */
function fileAt(path: string): string {
  const plain = decodedPath(path);
  return plain.endsWith("/") ? `${plain}index.html` : plain;
}

/** The folders that a file is in, the nearest first: `/a/b` and `/a` for `/a/b/c`. */
export function foldersAbove(file: string): string[] {
  const folders: string[] = [];
  for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1))
    folders.push(file.slice(0, at));
  return folders;
}

/** Everything that may have addresses, except generated lists and templates. */
export interface Claimants {
  /** Pages to be published. The author's come before those of the software. */
  sourcePages: readonly SourcePage[];
  /** Pages that were removed for good. */
  gone: readonly SourcePage[];
  /** Files that are copied unchanged. */
  assets: readonly ContentFile[];
  /** Root-relative paths of the software's own documents and files, and of API operations. */
  documents: readonly string[];
}

/** Gives each claimant its addresses. Two with one address are a fault that names both. */
export function claimAddresses(
  { sourcePages, gone, assets, documents }: Claimants,
  report: Report,
): AddressBook {
  const book = createAddressBook();
  for (const path of documents)
    book.claim(path, { kind: "document", name: `the document ${path}`, path });
  for (const page of sourcePages) claimPage(page, book, report);
  for (const { path, file, lines } of gone) {
    const other = book.claim(path, { kind: "gone", name: `${file}, which is gone`, path });
    if (other === undefined || other.isShipped) continue;
    const problem = `says that ${decodeURIComponent(path)} is gone, but it is the address of ${other.name}`;
    report.fault({ file, line: lines.gone, field: "gone", problem, expected: "one of the two" });
  }
  for (const { path: asset } of assets) {
    const path = assetPath(asset);
    const other = book.claim(path, { kind: "file", name: asset, path, asset });
    if (other === undefined) continue;
    const problem = `would be copied to ${decodedPath(path)}, which is ${describeObstacle(path, other)}`;
    report.fault({ file: asset, problem, expected: "another name, or no such file" });
  }
  for (const page of sourcePages) if (page.matter.aliases) claimAliases(page, book, report);
  return book;
}

function claimPage(sourcePage: SourcePage, book: AddressBook, report: Report): void {
  const { path, markdown_path, file, source, lines } = sourcePage;
  const name = `the Markdown of ${file}`;
  const page = book.claim(path, { kind: "page", name: file, path, isShipped: source === null });
  const twin = book.claim(markdown_path, { kind: "markdown", name, path: markdown_path });
  const other = page ?? twin;
  if (other === undefined) return;
  const taken = page ? path : markdown_path;
  const where = `would ${page ? "be" : "have its Markdown"} at ${decodedPath(taken)}`;
  const problem = `${where}, which is ${describeObstacle(taken, other)}`;
  if (lines.permalink === undefined)
    return report.fault({ file, problem, expected: "another file name" });
  const expected = "an address that nothing else has, such as `/my-page/`";
  report.fault({ file, line: lines.permalink, field: "permalink", problem, expected });
}

/** Why an address is not free: its owner, or the owner of one above or below it. */
function describeObstacle(path: string, { name, path: taken }: Owner): string {
  if (fileAt(path).toLowerCase() === fileAt(taken).toLowerCase()) return `the address of ${name}`;
  return `a folder and a file at once, because of ${name} at ${decodedPath(taken)}`;
}

/** Claims the former addresses of a page and its Markdown, and reports those it cannot have. */
function claimAliases(page: SourcePage, book: AddressBook, report: Report): void {
  const { file, path, markdown_path, matter, lines } = page;
  const conflictOf = (alias: string): string | undefined => {
    if (/\*|\/:/.test(alias)) return "is a pattern to the host, not an address";
    // An address without an ending was a page's, whose Markdown had an address too.
    const isPage = alias.endsWith("/") || !/\.[a-z0-9]+$/i.test(alias);
    const address = isPage
      ? addressAt(`${alias.replace(/\/$/, "")}/`)
      : { path: alias, markdown_path: undefined };
    const own = [path, markdown_path].find((each) => fileAt(each) === fileAt(address.path));
    if (own !== undefined) return `is the page's own ${own === path ? "" : "Markdown "}address`;
    const owner: Owner = { kind: "alias", name: `${file}, as an alias`, path };
    const other = book.ownerOf(alias.replace(/\/$/, "")) ?? book.claim(address.path, owner);
    if (other !== undefined) return `is the address of ${other.name}`;
    if (address.markdown_path !== undefined)
      book.claim(address.markdown_path, { ...owner, path: markdown_path });
    return undefined;
  };
  for (const alias of new Set(matter.aliases)) {
    const conflict = conflictOf(alias);
    if (conflict === undefined) continue;
    const problem = `${alias} ${conflict}`;
    const expected = "one address that no page has, without `*` and `/:`";
    report.fault({ file, line: lines.aliases, field: "aliases", problem, expected });
  }
}
