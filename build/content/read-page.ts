import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { dateTime } from "../lib/dates.ts";
import { withoutControlCharacters } from "../lib/text.ts";
import { withoutMarkdown } from "../markdown/plain-text.ts";
import { authorsTypes, type PageType } from "../schemas/fields.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import { type Address, addressAt, addressOf, dateInName } from "./address.ts";
import { type Report, recordDiagnostics } from "./diagnostics.ts";
import type { ContentFile } from "./files.ts";
import { controlsWarning, type Defaults, readSource } from "./front-matter.ts";
import { keyTable } from "./key-names.ts";
import type { Sortable } from "./page-order.ts";
import type { KeptOutBy } from "./publishing-keys.ts";

/** The warning about text that the author hides. */
export const hiddenWarning = "Text between %% marks is left out of these pages";

/** A Markdown file that has been read, checked and given an address, but not rendered. */
export interface SourcePage extends Address, Sortable {
  /** Path in the content folder, or null for a shipped or generated page. */
  source: string | null;
  /** The name of the file in diagnostics. */
  file: string;
  type: PageType;
  matter: FrontMatter;
  body: string;
  /** How many lines of the file come before the body. */
  offset: number;
  /** The line of the file, counted from 1, on which each front matter key stands. */
  lines: Partial<Record<string, number>>;
  /** Other names of the page, for links in double brackets. */
  names: readonly string[];
  /** The front matter key that keeps the page from being published. */
  keptOutBy?: KeptOutBy;
  /** What a generated list contains, in the form of `Outline.list`. */
  list?: string;
}

/**
 * Reads a Markdown file, checks its front matter and gives it an address. Faults are recorded,
 * never thrown, and returned with the page.
 * @param own False for shipped pages.
 * @param isFolderPage Whether the file is its folder's page.
 */
export function readPage(
  file: ContentFile,
  own: boolean,
  isFolderPage: boolean,
  defaults?: Defaults,
) {
  const { report, diagnostics } = recordDiagnostics();
  const name = own ? file.path : `(shipped) ${file.path}`;
  const text = readText(file, name, report);
  const source = readSource(name, text, report, dateInName(file.path), defaults);
  const { data: matter, keptOutBy, names, body, offset, lineOf } = source;
  for (const key of ["title", "short_title", "description"] as const) {
    const written = matter[key];
    if (written === undefined) continue;
    const shown = written.replace(/%%.*?%%/g, "").trim();
    if (shown !== written) report.warn(hiddenWarning, name);
    if (shown === "") delete matter[key];
    else matter[key] = withoutMarkdown(shown);
  }
  for (const field of [...keyTable.text_keys, ...keyTable.list_keys]) {
    const problem = "has `%%`, which hides nothing here";
    if (String(matter[field as keyof FrontMatter]).includes("%%"))
      report.fault({ file: name, line: lineOf(field), field, problem, expected: "no such marks" });
  }
  const { slug } = matter as { slug?: unknown };
  const path = pathWithSlug(file.path, slug, isFolderPage);
  const address =
    matter.permalink === undefined ? addressOf(path, isFolderPage) : addressAt(matter.permalink);
  const sourcePage: SourcePage = {
    ...address,
    published: dateTime(matter.date),
    order: matter.order ?? null,
    source: own ? file.path : null,
    file: name,
    type: pageTypeOf(address.path, matter.type),
    matter,
    body,
    offset,
    lines: Object.fromEntries(Object.keys(matter).map((key) => [key, lineOf(key)])),
    names,
    ...(keptOutBy !== undefined && { keptOutBy }),
  };
  return { sourcePage, diagnostics };
}

/** The path of a file with `slug` as its name, or as its folder's. */
function pathWithSlug(source: string, slug: unknown, isFolderPage: boolean): string {
  const parts = source.split("/");
  const at = parts.length - (isFolderPage ? 2 : 1);
  if (!/^[^/]/.test(String(slug ?? "")) || at < 0) return source;
  return parts.with(at, isFolderPage ? String(slug) : `${slug}.md`).join("/");
}

const fixedTypes = new Map(Object.entries(keyTable.fixed_types));

/** A page's type: fixed at some addresses, else the author's if authors may set it, or `page`. */
function pageTypeOf(path: string, type: string | undefined): PageType {
  const authored = authorsTypes.find((known) => known === type && known !== "guestbook");
  return fixedTypes.get(path) ?? authored ?? (type === "list" ? "list" : "page");
}

/**
 * A file's text without control characters, which HTML and XML may not have; a fault if not UTF-8.
 * @param name The name of the file in diagnostics.
 */
function readText(file: ContentFile, name: string, report: Report): string {
  // One call is many times faster than reading bytes and then decoding.
  const text = readFileSync(file.absolute, "utf8");
  if (text.includes("\uFFFD") && !isUtf8(readFileSync(file.absolute))) {
    const problem = "is not UTF-8 text, so it cannot be read";
    report.fault({ file: name, problem, expected: "a file saved as UTF-8" });
  }
  const clean = withoutControlCharacters(text);
  if (clean !== text) report.warn(controlsWarning, name);
  return clean;
}
