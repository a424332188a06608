import type { Fault } from "../content/fault.ts";
import { inThousands } from "../lib/phrases.ts";
import { countOf } from "../lib/text.ts";

/** The results of a build. */
export interface BuildReport {
  pages: number;
  /** Pages from the author's templates. */
  templates: number;
  documents: number;
  /** Root-relative paths of all files. */
  files: string[];
  /** Files that are new or changed. */
  written: string[];
  /** Files of the last build that this one does not make. */
  removed: string[];
  /** Files of pages that are left out because they are drafts. */
  drafts: readonly string[];
  warnings: readonly string[];
  /** The warnings that are shortened above, with all their files. */
  fullWarnings: readonly string[];
  /** Faults that a lenient build let pass. */
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
  const more = drafts.length > 5 ? ` and ${drafts.length - 5} more` : "";
  const named = `${countOf(drafts.length, "draft")} (${drafts.slice(0, 5).join(", ")}${more})`;
  const keptOut = drafts.length === 0 ? "" : ` Kept out: ${named}.`;
  return `${contents} in ${directory}: ${fresh} written, ${gone} removed, ${unchanged} unchanged.${keptOut}`;
}
