/** What a build came to. */
export type Outcome =
  | {
      kind: "built";
      pages: number;
      documents: number;
      /** Root-relative paths. */
      written: string[];
      removed: string[];
      unchanged: number;
      warnings: string[];
    }
  | { kind: "failed"; error: unknown };

/** One line for the terminal. */
export function summarise(outcome: Extract<Outcome, { kind: "built" }>, directory: string): string {
  const { pages, documents, written, removed, unchanged } = outcome;
  const files = `${written.length} written, ${removed.length} removed, ${unchanged} unchanged`;
  return `${count(pages, "page")} and ${count(documents, "document")} in ${directory}: ${files}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
