import { existsSync } from "node:fs";
import { join } from "node:path";
import { beginningOf } from "../lib/file-system.ts";
import { readTable } from "../lib/yaml.ts";
import { isMarkdown } from "./address.ts";

// Which files are kept out, by name or for a private key inside, and which folders are refused.

/** The names, as private-files.yaml explains them. */
export const privateNames = readTable<
  Record<"folders" | "files" | "code_endings" | "project_files", string[]> & {
    code_and_data: string;
    project_settings: { names: string[]; pages: string; only_with_pages?: true }[];
  }
>(import.meta.dirname, "private-files.yaml");

const privateFiles = privateNames.files.map(
  (pattern) => new RegExp(pattern.replace("CODE", privateNames.code_and_data), "i"),
);
const projectFiles = privateNames.project_files.map((pattern) => new RegExp(pattern));

/**
 * Whether a file or folder is private by its name. Hidden ones are (`.git`, `.env`), except
 * `.well-known` at the top, which is for everybody (RFC 8615), and those that begin with `_`,
 * except the folder `_posts` and the page `_index.md`. A Markdown file of any other name is public.
 * @param path Relative to the content folder.
 */
export function isPrivate(path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(".")) return !(path === ".well-known" && isFolder);
  if (name.startsWith("_"))
    return isFolder ? name !== "_posts" : !/^_index\.(md|markdown)$/i.test(name);
  if (isFolder) return privateNames.folders.includes(name);
  if (projectFiles.some((pattern) => pattern.test(path))) return true;
  return !isMarkdown(name) && privateFiles.some((pattern) => pattern.test(name));
}

/** @throws Error of one line if the folder is the root of another program's project */
export function refuseProjectRoot(folder: string): void {
  for (const { names: settings, pages, only_with_pages } of privateNames.project_settings) {
    const found = settings
      .flatMap((name) => privateNames.code_endings.map((ending) => name.replace("*", ending)))
      .find((name) => existsSync(join(folder, name)));
    const hasPages = existsSync(join(folder, pages));
    if (found === undefined || (only_with_pages && !hasPages)) continue;
    const where = hasPages ? ` Its pages are in ${pages}: name it with --input=DIR.` : "";
    throw new Error(
      `${folder} is the root of another program's project (it has ${found}), so nothing is built.${where} ` +
        "The page about moving here, site/guide/moving.md, says what to do.",
    );
  }
}

/** How many bytes of a file are searched, from its beginning: an encrypted archive may be large. */
const mostSearched = 1_000_000;

/**
 * Whether a file has an OpenPGP ending and contains a private key, as text or in binary: `.asc` and
 * `.gpg` are also endings of signatures and public keys.
 * @param absolute Its path.
 */
export function holdsPrivateKey(absolute: string): boolean {
  if (!/\.(?:asc|gpg|pgp)$/i.test(absolute)) return false;
  const bytes = beginningOf(absolute, mostSearched);
  return /-----BEGIN [A-Z ]*PRIVATE KEY/.test(bytes.toString("latin1")) || hasSecretPacket(bytes);
}

/** Whether a secret key (tag 5) or secret subkey (tag 7) is among packets (RFC 9580, section 4). */
function hasSecretPacket(bytes: Buffer): boolean {
  for (let at = 0; at + 6 <= bytes.length; ) {
    const [first = 0, one = 0, two = 0] = bytes.subarray(at);
    if (first < 0x80) return false;
    const isNew = first >= 0xc0;
    const tag = isNew ? first & 0x3f : (first >> 2) & 0x0f;
    if (tag === 5 || tag === 7) return true;
    // In the older format a length has 1, 2 or 4 bytes. No key has an indeterminate or partial one.
    const size = isNew ? undefined : [1, 2, 4][first & 3];
    if (size !== undefined) at += 1 + size + bytes.readUIntBE(at + 1, size);
    else if (isNew && one < 192) at += 2 + one;
    else if (isNew && one < 224) at += 3 + ((one - 192) << 8) + two + 192;
    else if (isNew && one === 255) at += 6 + bytes.readUInt32BE(at + 2);
    else return false;
  }
  return false;
}
