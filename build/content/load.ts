import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Facts } from "../schemas/facts.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import { byPath, isMarkdown } from "./address.ts";
import { type PageCache, stampOf } from "./cache.ts";
import { type Report, replayDiagnostics } from "./diagnostics.ts";
import { readFacts } from "./facts.ts";
import { beginningOf, type ContentFile, type Listing, listContent } from "./files.ts";
import { identityFrom } from "./identity.ts";
import { withKeptBack } from "./kept-back.ts";
import { type OtherConfig, readOtherConfig } from "./other-config.ts";
import type { ParsedPage, SourceFile, SourcePage } from "./parse-page.ts";
import { isKnownPattern } from "./permalinks.ts";
import { type Origin, sourceFilesOf, withFreeAliases } from "./placement.ts";
import { defaults, missingPages } from "./shipped-pages.ts";
import { bundledAway, unpublishedBundles, withoutBundled } from "./unpublished-bundles.ts";

/** A content folder, read and checked. */
export interface Content {
  facts: Facts;
  /** Whether the folder has a `facts.yaml`. */
  hasFacts: boolean;
  /** Whether that file has faults and others stand in for it, so that nothing is known of what it says. */
  hasFaultyFacts: boolean;
  /** Whether it is a vault of Obsidian. */
  isVault: boolean;
  /** Settings of another tool, from which the site takes its name where it has no facts. */
  config: OtherConfig | undefined;
  /** All pages to be published, shipped ones included, sorted by path. */
  sourcePages: SourcePage[];
  /** Addresses of pages that were removed for good. */
  gone: string[];
  /**
   * Pages that have a file and are not published (drafts and removed pages), so that links to them can be explained.
   */
  unpublished: SourcePage[];
  assets: ContentFile[];
  /** Absolute paths of folders beside the content folder whose files another tool would publish. */
  beside: readonly string[];
  /** Why files and folders are left out, as the rest of a sentence, by their paths; folders end with a slash. */
  withheld: readonly (readonly [path: string, why: string])[];
}

const shippedOrigin: Origin = {
  own: false,
  isInVault: false,
  languages: { all: new Set(), main: undefined, mainHasFolder: false, atTop: true },
  permalinks: [],
  handedDown: [],
  nav: undefined,
};

interface LoadOptions {
  /** Absolute path of the content folder. */
  folder: string;
  listing: Listing;
  /** Whether drafts are published: only ever in the local server. */
  drafts: boolean;
  /** Parses files, in this thread or in others; results in the order of `files`. */
  read(files: readonly SourceFile[]): Promise<ParsedPage[]>;
  /** Pages of earlier builds in the same process. */
  cache?: PageCache | undefined;
}

/**
 * Reads the files of a content folder. Faults go to the report, which throws them all when it is closed.
 * @returns undefined where neither the folder nor the pipeline has usable facts.
 */
export async function loadContent(
  { folder, listing, drafts: withDrafts, read, cache }: LoadOptions,
  report: Report,
): Promise<Content | undefined> {
  const { files } = listing;
  const factsFile = files.find(({ path }) => path === "facts.yaml");
  // With faulty facts the pages are read all the same: the faults of all files are reported together.
  const theirs = factsFile && readFacts("facts.yaml", factsFile.absolute, report);
  const shipped = theirs ?? readFacts("facts.yaml", join(defaults, "facts.yaml"), report);

  reportLeftOut(listing, report);
  reportMisnamedFiles(listing, report);
  const isVault = listing.unpublished.includes(".obsidian/");
  const config = readOtherConfig(folder);
  const languages = {
    all: new Set(config?.languages),
    main: config?.mainLanguage,
    mainHasFolder: config?.mainHasFolder ?? false,
    atTop: config?.tool !== undefined,
  };
  const all = await readSourcePages(
    files,
    {
      own: true,
      isInVault: isVault,
      languages,
      permalinks: config?.permalinks ?? [],
      handedDown: config?.handedDown ?? [],
      nav: config?.nav,
    },
    report,
    read,
    cache,
  );
  if (all.length === 0)
    report.warn("The content folder has no Markdown file, so the site has only the pages that come with the software.");
  for (const { permalink } of config?.permalinks ?? [])
    if (!isKnownPattern(permalink.pattern))
      report.warn(`Addresses of this pattern in \`${config?.file}\` do not lead to their pages`, permalink.pattern);
  for (const key of config?.unreadKeys ?? [])
    report.warn(`Keys that \`${config?.file}\` hands down to pages and that mean nothing here are left alone`, key);
  const kept = withKeptBack(
    all.filter(({ mostlyCode }) => !mostlyCode),
    config,
    report,
  );
  const isBundled = unpublishedBundles(kept, config);
  const own = withoutBundled(kept, isBundled, report);
  const programs = new Set(all.flatMap(({ mostlyCode, file }) => (mostlyCode ? [file] : [])));
  for (const file of programs)
    report.warn("Files in MDX without a title that are more code than text are copied, not made into pages", file);
  const isShown = ({ draft }: FrontMatter): boolean => withDrafts || !draft;
  const shown = withFreeAliases(
    own.filter(({ matter }) => isShown(matter)),
    files,
  );
  const published = shown.filter(({ matter }) => !matter.gone);
  const gone = shown.filter(({ matter }) => matter.gone);
  const sourcePages = [
    ...published,
    ...missingPages(await readSourcePages(listContent(defaults).files, shippedOrigin, report, read, cache), published),
  ];

  if (!shipped) return undefined;
  // Told beside facts too: pages that these settings would keep out are published.
  for (const { file, why } of config?.unread ?? [])
    report.warn(`\`${file}\` cannot be read, so nothing that it says is used: ${why}.`);
  for (const { written, why } of config?.unreadIgnores ?? [])
    report.warn(
      `\`ignoreFiles\` in \`${config?.file}\` has \`${written}\`, where a regular expression of Go (RE2) was expected ` +
        `(${why}); files with that text in their paths are left out.`,
    );
  const assets = files.filter((file) => file !== factsFile && (!isMarkdown(file.path) || programs.has(file.path)));
  const bundled = withDrafts ? [] : assets.filter(({ path }) => isBundled(path));
  for (const { path } of bundled) report.warn(bundledAway, path);
  const facts = factsFile ? shipped : { ...shipped, ...identityFrom(sourcePages, folder, config, shipped) };
  return {
    facts,
    hasFacts: factsFile !== undefined,
    hasFaultyFacts: factsFile !== undefined && theirs === undefined,
    isVault,
    config,
    sourcePages: sourcePages.sort(byPath),
    gone: gone.map(({ path }) => path),
    unpublished: own.filter(({ matter }) => matter.gone || !isShown(matter)),
    assets: withoutTemplates(
      assets.filter((file) => !bundled.includes(file)),
      report,
    ),
    beside: ["static", "public"].map((name) => join(dirname(folder), name)).filter((path) => existsSync(path)),
    withheld: [
      ...listing.unpublished.map((path) => [path, "is private by its name"] as const),
      ...listing.linkedAway.map((path) => [path, "is a link to a private file, or to one outside the folder"] as const),
      ...bundled.map(({ path }) => [path, "is beside an `index.md` that is not published"] as const),
      ...listing.excluded.map(({ path, by }) => [path, `is left out by ${by}`] as const),
    ],
  };
}

/** Files without those in HTML and XML that begin with front matter: another tool would make pages of them. */
function withoutTemplates(files: readonly ContentFile[], report: Report): ContentFile[] {
  return files.filter(({ path, absolute }) => {
    const isTemplate = /\.(html?|xml)$/i.test(path) && /^---\r?\n/.test(beginningOf(absolute));
    if (isTemplate)
      report.warn("Files that begin with front matter are templates of another tool, not published", path);
    return !isTemplate;
  });
}

/** Tells which files and folders are not published, and why. */
function reportLeftOut(listing: Listing, report: Report): void {
  const { unpublished, excluded, linkedFolders, linkedAway, brokenLinks, besidesHugo } = listing;
  for (const path of besidesHugo ?? [])
    report.warn("Of this Hugo site `content` and `static` are published, and nothing else", path);
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

/** Reports files that cannot be opened, and those that look as if they were meant to be read, but are only copied. */
function reportMisnamedFiles({ files, unopened }: Listing, report: Report): void {
  for (const path of unopened)
    report.fault({
      file: path,
      problem: "has a name that is not UTF-8, so it cannot be opened",
      expected: "another name",
      publishable: true,
    });
  for (const { path } of files) {
    if (path !== "facts.yaml" && /^facts\.ya?ml$/i.test(path))
      report.fault({
        file: path,
        problem: "is not read as the facts of this site",
        expected: "the name `facts.yaml`",
        publishable: true,
      });
  }
}

/** Parses Markdown files, or takes them from the cache where they have not changed. */
async function readSourcePages(
  files: readonly ContentFile[],
  origin: Origin,
  report: Report,
  read: LoadOptions["read"],
  cache: PageCache | undefined,
): Promise<SourcePage[]> {
  const pages = files.filter(({ path }) => isMarkdown(path));
  const sources = sourceFilesOf(pages, origin);
  const stamps = cache && sources.map(({ file, ...place }) => `${stampOf(file.absolute)} ${JSON.stringify(place)}`);
  const cached = sources.map(({ file }, index) => {
    const entry = cache?.sources.get(file.absolute);
    return entry && entry.stamp === stamps?.[index] ? entry : undefined;
  });
  const parsed = (await read(sources.filter((_, index) => !cached[index]))).values();
  return sources.map(({ file }, index) => {
    const { sourcePage, diagnostics } = cached[index] ?? (parsed.next().value as ParsedPage);
    cache?.sources.set(file.absolute, { stamp: stamps?.[index] ?? "", sourcePage, diagnostics });
    replayDiagnostics(diagnostics, report);
    return sourcePage;
  });
}
