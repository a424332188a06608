import { byPlace, describeFaults, type Fault, summariseKinds } from "./fault.ts";

/** All faults of a build. The message lists them, or their kinds if they are very many. */
export class Faults extends Error {
  override name = "Faults";
  readonly faults: readonly Fault[];
  /** Read by Eleventy: it then leaves out the stack, which does not help an author. */
  readonly skipOriginalStack = true;
  /** @param pending How many links are not checked yet. */
  constructor(faults: readonly Fault[], pending = 0) {
    const count = faults.length === 1 ? "One thing" : `${faults.length} things`;
    const text = faults.length > mostListed ? summariseKinds(faults) : describeFaults(faults);
    const publishable = faults.filter((fault) => fault.publishable).length;
    const remaining = `${faults.length} in all. With --lenient, ${publishable} of them are only counted.\n${listOption}`;
    const end = faults.length > fewFaults ? `\n${remaining}\n` : "";
    const rest =
      pending > 0
        ? `\nLinks not checked yet, because a template may make what they lead to: ${pending}.\n`
        : "";
    super(`${count} to mend before this can be published:\n\n${text}\n${rest}${end}`);
    this.faults = faults;
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** More faults than this are summed up, because their lines would scroll off the screen. */
const mostListed = 50;

/** More faults than this are followed by a summary. */
const fewFaults = 10;

const listOption = "The whole list in a file: npm run build -- --faults=FILE";

/** The warning about the faults that a lenient build let pass. */
function describeTolerated(tolerated: readonly Fault[]): string {
  const few = tolerated.length <= fewFaults;
  const text = few ? describeFaults(tolerated) : `${summariseKinds(tolerated)}\n${listOption}`;
  return `${tolerated.length} tolerated (--lenient):\n${text}`;
}

/** Collects faults and warnings, so that all are reported together. */
export interface Report {
  fault(fault: Fault): void;
  /**
   * Each text is reported once, with all its items after it: `text`: `item`, `item`.
   * @param file Where the item is; if in several files, the first is named.
   */
  warn(text: string, item?: string, file?: string): void;
}

/**
 * The report of a whole build. With `lenient`, publishable faults are counted as warnings.
 * @param hasTemplates Whether templates of the author may make addresses that are not known yet.
 */
export function createReport(lenient: boolean, hasTemplates = false) {
  const pending: Fault[] = [];
  const faults: Fault[] = [];
  const tolerated: Fault[] = [];
  const warnings = new Map<string, Map<string, string | undefined>>();
  const add = (fault: Fault) => (lenient && fault.publishable ? tolerated : faults).push(fault);
  return {
    fault(fault: Fault): void {
      if (hasTemplates && fault.unlessMade !== undefined) pending.push(fault);
      else add(fault);
    },
    /** Takes the templates' decoded addresses: a link that waited for any other is a fault. */
    settle(made: ReadonlySet<string>): void {
      for (const fault of pending.splice(0)) if (!made.has(fault.unlessMade ?? "")) add(fault);
    },
    warn(text: string, item?: string, file?: string): void {
      const items = warnings.get(text) ?? new Map<string, string | undefined>();
      if (item !== undefined && !items.has(item)) items.set(item, file);
      warnings.set(text, items);
    },
    /** @throws Faults all faults so far, except those that `lenient` tolerates. */
    assertFaultless(): void {
      if (faults.length > 0) throw new Faults(faults.sort(byPlace), pending.length);
    },
    /**
     * All warnings, the shortened ones in full as well, and the faults that `lenient` tolerated,
     * which one of the warnings sums up.
     */
    summary() {
      const long = [...warnings].filter(([, items]) => items.size > mostItems);
      return {
        warnings: [
          ...Array.from(warnings, (warning) => describeWarning(warning, mostItems)).sort(),
          ...(tolerated.length > 0 ? [describeTolerated(tolerated.sort(byPlace))] : []),
        ],
        fullWarnings: long.map((warning) => describeWarning(warning)).sort(),
        tolerated,
      };
    },
  };
}

/** Adds a recorded fault or warning to a report. */
export type RecordedDiagnostic = (report: Report) => void;

/** A report that records its diagnostics, so that a later build can repeat them. */
export function recordDiagnostics(): { report: Report; diagnostics: RecordedDiagnostic[] } {
  const diagnostics: RecordedDiagnostic[] = [];
  return {
    diagnostics,
    report: {
      fault: (fault) => void diagnostics.push((report) => report.fault(fault)),
      warn: (...warning) => void diagnostics.push((report) => report.warn(...warning)),
    },
  };
}

/** The most items that a warning names on the terminal. */
const mostItems = 20;

function describeWarning(
  [text, items]: readonly [string, ReadonlyMap<string, string | undefined>],
  most = Infinity,
): string {
  if (items.size === 0) return text;
  const named = [...items.keys()].sort().slice(0, most);
  const more = items.size > named.length ? ` and ${items.size - named.length} more` : "";
  const shown = named.map((item) => {
    const file = items.get(item);
    return `\`${item}\`${file === undefined ? "" : ` (${file})`}`;
  });
  return `${text}: ${shown.join(", ")}${more}.`;
}
