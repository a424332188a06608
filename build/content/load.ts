import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Facts } from "../schemas/facts.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import { byPath, isMarkdown } from "./address.ts";
import { type PageCache, stampOf } from "./cache.ts";
import { type Report, replayDiagnostics } from "./diagnostics.ts";
import { readFacts } from "./facts.ts";
import { type ContentFile, type Listing, listContent } from "./files.ts";
import { identityFrom } from "./identity.ts";
import { withKeptBack } from "./kept-back.ts";
import {
  reportLeftOut,
  reportMisnamedFiles,
  reportSettings,
  templatedFolders,
  withoutErrorPages,
  withoutTemplates,
} from "./left-out.ts";
import { isGraph } from "./logseq.ts";
import { type OtherConfig, readOtherConfig } from "./other-config.ts";
import type { ParsedPage, SourceFile, SourcePage } from "./parse-page.ts";
import { type Origin, sourceFilesOf, withFreeAliases } from "./placement.ts";
import { pagesOfProject } from "./project-root.ts";
import { defaults, missingPages } from "./shipped-pages.ts";
import { bundledAway, unpublishedBundles, withoutBundled } from "./unpublished-bundles.ts";
import { reportUnreadPrograms } from "./unread-programs.ts";

/** A content folder, read and checked. */
export interface Content {
  facts: Facts;
  /** Whether the folder has a `facts.yaml`. */
  hasFacts: boolean;
  /** Whether that file has faults and others stand in for it, so that nothing is known of what it says. */
  hasFaultyFacts: boolean;
  /** Whether it is a vault of Obsidian. */
  isVault: boolean;
  /** Whether it is a wiki of a git host. */
  isWiki: boolean;
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
  isInGraph: false,
  isOfZola: false,
  languages: { all: new Set(), main: undefined, mainHasFolder: false, atTop: true },
  permalinks: [],
  handedDown: [],
  nav: undefined,
  templated: new Set(),
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

  reportMisnamedFiles(listing, report);
  const isVault = listing.unpublished.includes(".obsidian/");
  const config = readOtherConfig(folder);
  reportLeftOut(listing, config, report);
  if (config) reportSettings(config, report);
  reportUnreadPrograms(folder, report);
  const project = factsFile ? undefined : pagesOfProject(folder);
  if (project)
    report.warn(
      `This is the root of a project of ${project.tool}, whose pages are in \`${project.folder}\`. ` +
        `With --input=${join(folder, project.folder)} they are at the addresses that they have there.`,
    );
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
      isInGraph: isGraph(folder),
      isOfZola: config?.tool === "zola",
      languages,
      permalinks: config?.permalinks ?? [],
      handedDown: config?.handedDown ?? [],
      nav: config?.nav,
      templated: templatedFolders(files),
    },
    report,
    read,
    cache,
  );
  if (all.length === 0)
    report.warn("The content folder has no Markdown file, so the site has only the pages that come with the software.");
  const kept = withKeptBack(
    withoutErrorPages(
      all.filter(({ mostlyCode }) => !mostlyCode),
      report,
    ),
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
  const assets = files.filter((file) => file !== factsFile && (!isMarkdown(file.path) || programs.has(file.path)));
  const bundled = withDrafts ? [] : assets.filter(({ path }) => isBundled(path));
  for (const { path } of bundled) report.warn(bundledAway, path);
  const facts = factsFile ? shipped : { ...shipped, ...identityFrom(sourcePages, folder, config, shipped) };
  return {
    facts,
    hasFacts: factsFile !== undefined,
    hasFaultyFacts: factsFile !== undefined && theirs === undefined,
    isVault,
    isWiki: listing.isWiki,
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
