import { closeSync, openSync, readSync } from "node:fs";
import type { Report } from "./diagnostics.ts";
import type { ContentFile, Listing } from "./files.ts";
import type { OtherConfig } from "./other-config.ts";
import type { SourcePage } from "./parse-page.ts";
import { isKnownPattern } from "./permalinks.ts";

// Tells of what is in the content folder and is not published, or not read as it may be meant.

/** Files without those in HTML and XML that begin with front matter: another tool would make pages of them. */
export function withoutTemplates(files: readonly ContentFile[], report: Report): ContentFile[] {
  return files.filter((file) => {
    const isTemplate = /\.(html?|xml)$/i.test(file.path) && hasHead(file);
    if (isTemplate)
      report.warn("Files that begin with front matter are templates of another tool, not published", file.path);
    return !isTemplate;
  });
}

/**
 * The folders whose page is such a template, `index.html`, with slashes at their ends. Another tool makes a list there,
 * so that a README beside it is not the folder's page.
 */
export function templatedFolders(files: readonly ContentFile[]): Set<string> {
  const indexes = files.filter((file) => /(^|\/)index\.html?$/i.test(file.path) && hasHead(file));
  return new Set(indexes.map(({ path }) => path.replace(/[^/]*$/, "")));
}

function hasHead({ absolute }: ContentFile): boolean {
  return /^---\r?\n/.test(beginningOf(absolute));
}

/** Pages without those that Jekyll shows where there is none: the build makes one itself. */
export function withoutErrorPages(pages: readonly SourcePage[], report: Report): SourcePage[] {
  return pages.filter(({ matter, file }) => {
    const isErrorPage = (matter as Readonly<Record<string, unknown>>)["permalink"] === "/404.html";
    if (isErrorPage) report.warn("The build makes its own page for addresses that do not exist, in place of", file);
    return !isErrorPage;
  });
}

/** Tells which files and folders are not published, and why. */
export function reportLeftOut(listing: Listing, config: OtherConfig | undefined, report: Report): void {
  const { unpublished, excluded, linkedFolders, linkedAway, brokenLinks, besidesHugo } = listing;
  const tool = config?.tool === "zola" ? "Zola" : "Hugo";
  for (const path of besidesHugo ?? [])
    report.warn(`Of this ${tool} site \`content\` and \`static\` are published, and nothing else`, path);
  const count = unpublished.length === 1 ? "1 file or folder is" : `${unpublished.length} files and folders are`;
  // A hidden file such as `.DS_Store` may be in each folder, and is named once.
  for (const path of unpublished)
    report.warn(`${count} private by name and not published`, /(^|\/)(\.[^/]+\/?)$/.exec(path)?.[2] ?? path);
  for (const [by, left] of Map.groupBy(excluded, (each) => each.by)) {
    const files = left.length === 1 ? "1 file is" : `${left.length} files are`;
    for (const { path } of left) report.warn(`${files} left out by ${by}`, path);
  }
  for (const path of linkedFolders)
    report.warn("Links to folders are not followed, so nothing in them is published", path);
  for (const path of linkedAway)
    report.warn("Links to private files, or to files outside the content folder, are not followed", path);
  for (const path of brokenLinks) report.warn("Links to files that do not exist are left out", path);
}

/** Files in markup languages of which other programs make pages. */
const otherTexts = /\.(rst|adoc|asciidoc|org|textile|mediawiki|qmd|rmd)$/i;

/** Reports files that cannot be opened, and those that look as if they were meant to be read, but are only copied. */
export function reportMisnamedFiles({ files, unopened }: Listing, report: Report): void {
  for (const path of unopened)
    report.fault({
      file: path,
      problem: "has a name that is not UTF-8, so it cannot be opened",
      expected: "another name",
      publishable: true,
    });
  for (const { path } of files) {
    if (otherTexts.test(path)) report.warn("Files of text that is not Markdown are copied, not made into pages", path);
    if (path !== "facts.yaml" && /^facts\.ya?ml$/i.test(path))
      report.fault({
        file: path,
        problem: "is not read as the facts of this site",
        expected: "the name `facts.yaml`",
        publishable: true,
      });
  }
}

/**
 * Warns of what cannot be read of another tool's settings. Beside facts too: pages that such settings would keep out
 * are published.
 */
export function reportSettings(config: OtherConfig, report: Report): void {
  for (const { permalink } of config.permalinks)
    if (!isKnownPattern(permalink.pattern))
      report.warn(`Addresses of this pattern in \`${config.file}\` do not lead to their pages`, permalink.pattern);
  for (const key of config.unreadKeys)
    report.warn(`Keys that \`${config.file}\` hands down to pages and that mean nothing here are left alone`, key);
  for (const { file, why } of config.unread)
    report.warn(`\`${file}\` cannot be read, so nothing that it says is used: ${why}.`);
  for (const { written, why } of config.unreadIgnores)
    report.warn(
      `\`ignoreFiles\` in \`${config.file}\` has \`${written}\`, where a regular expression of Go (RE2) was expected ` +
        `(${why}); files with that text in their paths are left out.`,
    );
}

/** The first bytes of a file, enough to tell what it is. */
function beginningOf(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(8);
    return bytes.toString("latin1", 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}
