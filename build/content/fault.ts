/** An author's mistake: where it is, what is wrong, what was expected. */
export interface Fault {
  /** Path of the file, relative to the content folder if the file is inside it. */
  file: string;
  /** One-based; undefined if it is not known. */
  line?: number | undefined;
  field?: string | undefined;
  /** What is wrong, as the rest of a sentence: "links to `x.md`, which does not exist". */
  problem: string;
  /** What was expected, as a short sentence or list. */
  expected?: string | undefined;
  /** True if the page can be published all the same; `--lenient` then makes the fault a warning. */
  publishable?: boolean | undefined;
  /** A decoded address that is missing. If an author's template makes it, there is no fault. */
  unlessMade?: string | undefined;
}

function expectation({ expected }: Fault): string {
  return expected === undefined ? "" : `\n      expected: ${expected}`;
}

/** `notes/a.md:3 date:`, or as much of it as is known. */
export function placeInWords({ file, line, field }: Omit<Fault, "problem">): string {
  return `${line === undefined ? file : `${file}:${line}`}${field === undefined ? "" : ` ${field}:`}`;
}

/** A list of faults, one or two lines each. */
export function describeFaults(faults: readonly Fault[]): string {
  return faults
    .map((fault) => `  ✗ ${placeInWords(fault)} ${fault.problem}${expectation(fault)}`)
    .join("\n");
}

/** Compares faults by file and line. */
export function byPlace(a: Fault, b: Fault): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0);
}

/** Faults by kind, most frequent first: how many in how many files, an example, its `expected`. */
export function summariseKinds(faults: readonly Fault[]): string {
  const kinds = [...Map.groupBy(faults, kindOfFault)].sort(([, a], [, b]) => b.length - a.length);
  return kinds
    .map(([kind, some]) => {
      const files = new Set(some.map(({ file }) => file)).size;
      const example = some[0] as Fault;
      const count = `  ✗ ${some.length} in ${files} file${files === 1 ? "" : "s"}: ${kind}`;
      const shown = `      for example ${placeInWords(example)} ${example.problem}`;
      return `${count}\n${shown}${expectation(example)}`;
    })
    .join("\n");
}

/** The problem without its details: names in backticks or quotes, addresses, files, numbers. */
function kindOfFault({ field, problem }: Fault): string {
  const common = problem
    .replace(/`[^`]*`|"[^"]*"|\([^()]*\)/g, "…")
    .replace(/(?<=^|\s)[^\s,;:]*(?:[/#]|\.(?=\w)|\d)[^\s,;:]*/g, "…");
  const key = field?.replace(/\[\d+\]/g, "[…]");
  return key === undefined ? common : `${key}: ${common}`;
}
