import { readFileSync } from "node:fs";
import { loadAssets } from "./assets.ts";
import { catalogue } from "./catalogue/catalogue.ts";
import type { OutputFile } from "./catalogue/document.ts";
import { guestbookOperations } from "./catalogue/operations.ts";
import { renderCatalogue } from "./catalogue/render.ts";
import { htmlFileOf } from "./content/address.ts";
import { isOrigin } from "./content/facts.ts";
import { createReport } from "./content/faults.ts";
import { isMarkdown, listFiles, type ContentFile } from "./content/files.ts";
import { loadContent } from "./content/load.ts";
import type { Memory } from "./content/memory.ts";
import { createContext, type Context } from "./context.ts";
import { createCrew, type Crew } from "./crew/crew.ts";
import { copiedAssets } from "./output/copied-assets.ts";
import { checkCrowding } from "./output/crowded-folders.ts";
import { pathsOf, readPages } from "./content/read-pages.ts";

export interface PublishOptions {
  /** The content folder. */
  input: string;
  /** Where the site will be served; without it, the facts' `base_url`. */
  base_url?: string | undefined;
  /** Whether drafts are published: only ever in the local server. */
  drafts?: boolean;
  /** Whether faults that leave a page publishable are only counted. */
  lenient?: boolean;
  /** All files of the content folder, where they are known already. */
  files?: readonly ContentFile[];
}

/** A site, read, checked and rendered; its pages are not laid out yet, and nothing of it is written. */
export interface Publication {
  context: Context;
  /** Makes all that is published but the pages, a few files at a time: documents, twins, assets, header and redirect rules, error pages. */
  files(): AsyncIterable<OutputFile[]>;
  warnings: string[];
}

/**
 * Turns a content folder into everything that is published. Pure but for reading files: the same content gives the same bytes.
 * The threads of a `crew` help with rendering. With a `memory`, kept from build to build, what did not change is neither read nor rendered again.
 * Throws `Faults`, which lists everything an author has to mend, or an Error of one line.
 */
export async function publish(
  { input, base_url: wanted, drafts = false, lenient = false, files }: PublishOptions,
  memory?: Memory,
  crew: Crew = createCrew(0),
): Promise<Publication> {
  const report = createReport(lenient);
  const found = files ?? listFiles(input);
  crew.hire(found.filter(({ path }) => isMarkdown(path)).length);
  const content = await loadContent({ files: found, drafts, crew, memory }, report);
  if (!content) {
    report.close();
    throw new Error("The content could not be read.");
  }
  const { facts } = content;
  const base_url = wanted ?? facts.base_url;
  if (!isOrigin(base_url)) {
    report.close();
    throw new Error(
      `The site cannot be built for ${base_url}: it needs an origin, such as https://example.org, because its pages link to each other from the root.`,
    );
  }
  const custom = content.assets.find(({ path }) => path === "style.css");
  const shared = loadAssets(custom && readFileSync(custom.absolute, "utf8"));
  const parts = await readPages(
    content,
    {
      base_url,
      assets: shared.assets,
      catalogue: catalogue.filter(({ isPublished }) => isPublished?.(facts) ?? true),
      operations: guestbookOperations(base_url),
    },
    report,
    crew,
    memory,
  );
  const made = [
    ...pathsOf(parts),
    ...parts.pages.flatMap(({ path, markdown_path }) => [htmlFileOf(path), decodeURIComponent(markdown_path)]),
    ...shared.files.map(({ path }) => path),
  ];
  const copied = copiedAssets(
    content.assets.filter((asset) => asset !== custom),
    made,
    report,
  );
  const context = createContext({ ...parts, copied: copied.map(({ path, sha256 }) => [path, sha256]) });
  checkCrowding([...made, ...copied.map(({ path }) => path)], report);
  const warnings = report.close();
  return {
    context,
    async *files() {
      yield* renderCatalogue(context);
      yield [...shared.files, ...copied];
    },
    warnings,
  };
}
