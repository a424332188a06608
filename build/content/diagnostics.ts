/** Something an author got wrong: where it is, what is wrong, what was expected. */
export interface Fault {
  /** Path in the content folder, or of the file it is about. */
  file: string;
  /** One-based, where it can be known. */
  line?: number | undefined;
  field?: string | undefined;
  /** What is wrong, as the rest of a sentence: "links to `x.md`, which does not exist". */
  problem: string;
  /** What was expected, as a short sentence or list. */
  expected?: string | undefined;
  /** True where the page can be published all the same; `--lenient` then makes it a warning. */
  publishable?: boolean | undefined;
  /**
   * An address of the site, decoded, that does not exist yet. It is no fault if one of the author's own templates makes
   * it.
   */
  unlessMade?: string | undefined;
}

/** All faults of a build at once. The message lists them all, one or two lines each. */
export class Faults extends Error {
  override name = "Faults";
  readonly faults: readonly Fault[];
  /** Read by Eleventy, which then leaves out the stack: it does not help an author. */
  readonly skipOriginalStack = true;
  constructor(faults: readonly Fault[]) {
    const count = faults.length === 1 ? "One thing" : `${faults.length} things`;
    super(`${count} to mend before this can be published:\n\n${faults.map(describeFault).join("\n")}\n`);
    this.faults = faults;
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** One fault as a line (or two) for a person. */
function describeFault(fault: Fault): string {
  const place = fault.line === undefined ? fault.file : `${fault.file}:${fault.line}`;
  const field = fault.field === undefined ? "" : ` ${fault.field}:`;
  const expected = fault.expected === undefined ? "" : `\n      expected: ${fault.expected}`;
  return `  ✗ ${place}${field} ${fault.problem}${expected}`;
}

/** Collects faults and warnings while a folder is read, so that all are reported together. */
export interface Report {
  fault(fault: Fault): void;
  /** Each text is reported once, followed by the list of all its items: `text`: `item`, `item`. */
  warn(text: string, item?: string): void;
}

/** The report of a whole build. */
export interface BuildReport extends Report {
  /**
   * The warnings, and the faults that remain only if no template makes an address (`unlessMade`).
   * @throws Faults if there are others.
   */
  close(): { warnings: string[]; pending: Fault[] };
}

/**
 * With `lenient`, faults that leave the page publishable are counted as warnings instead.
 * @param hasTemplates Whether the author's own templates make addresses that are not known yet.
 */
export function createReport(lenient: boolean, hasTemplates = false): BuildReport {
  const pending: Fault[] = [];
  const faults: Fault[] = [];
  const tolerated: Fault[] = [];
  const warnings = new Map<string, Set<string>>();
  return {
    fault(fault) {
      if (hasTemplates && fault.unlessMade !== undefined) pending.push(fault);
      else (lenient && fault.publishable ? tolerated : faults).push(fault);
    },
    warn: (text, item) => {
      const items = warnings.get(text) ?? new Set();
      warnings.set(text, item === undefined ? items : items.add(item));
    },
    close() {
      if (faults.length > 0) throw new Faults(faults.sort(byPlace));
      const shown = tolerated.sort(byPlace).slice(0, 10).map(describeFault);
      const more = tolerated.length > shown.length ? [`  … and ${tolerated.length - shown.length} more`] : [];
      const lines =
        tolerated.length === 0 ? [] : [`${tolerated.length} tolerated (--lenient):\n${[...shown, ...more].join("\n")}`];
      return { warnings: [...warnings].map(describeWarning).sort().concat(lines), pending };
    },
  };
}

/** A fault or a warning that was recorded; plain data, so that a worker thread can send it. */
export type RecordedDiagnostic = { fault: Fault } | { warning: Parameters<Report["warn"]> };

/** A report that records its diagnostics, in order, to be replayed in another thread or a later build. */
export function recordDiagnostics(): { report: Report; diagnostics: RecordedDiagnostic[] } {
  const diagnostics: RecordedDiagnostic[] = [];
  return {
    diagnostics,
    report: {
      fault: (fault) => void diagnostics.push({ fault }),
      warn: (...warning) => void diagnostics.push({ warning }),
    },
  };
}

/** Gives recorded diagnostics to a report, in their order. */
export function replayDiagnostics(diagnostics: readonly RecordedDiagnostic[], report: Report): void {
  for (const item of diagnostics) {
    if ("warning" in item) report.warn(...item.warning);
    else report.fault(item.fault);
  }
}

function describeWarning([text, items]: [string, ReadonlySet<string>]): string {
  if (items.size === 0) return text;
  const shown = [...items].sort().slice(0, 20);
  const more = items.size > shown.length ? ` and ${items.size - shown.length} more` : "";
  return `${text}: ${shown.map((item) => `\`${item}\``).join(", ")}${more}.`;
}

function byPlace(a: Fault, b: Fault): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0);
}

/** Names of errors whose message alone is shown; the pipeline itself throws no others. */
const withFullMessage = new Set(["Faults", "Error"]);

const reasons: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the disk",
  ENOTDIR: "a file stands where a folder should",
  EEXIST: "a file stands where a folder should",
  EISDIR: "a folder stands where a file should",
  ENOENT: "not found",
  EADDRINUSE: "already in use",
};

/**
 * The text to print for an error: one line for an error of the operating system, the message of an error that the
 * pipeline threw, and the whole stack of any other (a TypeError, say), because that is a bug of the pipeline itself.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return `${path ?? syscall}: ${reasons[code] ?? error.message}.`;
  return withFullMessage.has(error.name) ? error.message : (error.stack ?? error.message);
}
