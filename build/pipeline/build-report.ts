import type { Fault } from "../content/fault.ts";
import { countOf, inThousands } from "../lib/text.ts";

/** What a build made. */
export interface BuildReport {
  pages: number;
  /** Pages of the author's own templates. */
  templates: number;
  documents: number;
  /** Root-relative paths of all files. */
  files: string[];
  /** Files that are new or changed. */
  written: string[];
  /** Files of the last build that this one does not make. */
  removed: string[];
  /** Files of pages that say `draft: true` and are kept out. */
  drafts: readonly string[];
  warnings: readonly string[];
  /** The warnings that name only some of many, with all that they are about. */
  fullWarnings: readonly string[];
  /** What a lenient build only counted. */
  tolerated: readonly Fault[];
}

/**
 * Summarises a build in one line for the terminal.
 * @param directory The output folder as the user named it.
 */
export function summarise(
  { pages, templates, documents, files, written, removed, drafts }: BuildReport,
  directory: string,
): string {
  const ofTemplates = templates > 0 ? `, ${countOf(templates, "page")} of templates` : "";
  const contents = `${countOf(pages, "page")}${ofTemplates} and ${countOf(documents, "document")}`;
  const fresh = inThousands(written.length);
  const gone = inThousands(removed.length);
  const unchanged = inThousands(files.length - written.length);
  const kept = drafts.slice(0, 5);
  const more = drafts.length > kept.length ? ` and ${drafts.length - kept.length} more` : "";
  const keptOut =
    drafts.length === 0
      ? ""
      : ` Kept out: ${countOf(drafts.length, "draft")} (${kept.join(", ")}${more}).`;
  return `${contents} in ${directory}: ${fresh} written, ${gone} removed, ${unchanged} unchanged.${keptOut}`;
}
