import { mapConcurrently } from "../lib/map-concurrently.ts";
import { NoAnswer, RunOver } from "./answer.ts";
import { textAt } from "./json.ts";
import type { Site } from "./site.ts";

/** A result of a check: a fault makes the check fail, a note does not. */
export interface Finding {
  level: "fault" | "note";
  /** Where: usually a root-relative address. */
  where: string;
  /** What is wrong there, and what was expected. */
  what: string;
}

/** Whether something is wrong, and what it is. */
export type Row = readonly [isWrong: boolean, what: string];

export type Findings = ReturnType<typeof createFindings>;

/** One line of the report. */
export interface Check {
  id: string;
  /** What is true when the check holds. */
  title: string;
  /** The part of the report it stands in. */
  part: "contract" | "promises" | "writing";
  run(site: Site, found: Findings): void | Promise<void>;
}

/** Collects what a check finds, in order. A finding that is the same as an earlier one is not added. */
export function createFindings() {
  const findings = new Map<string, Finding>();
  const add = (finding: Finding): void => {
    const { level, where, what } = finding;
    const identity = JSON.stringify([level, where, what]);
    if (!findings.has(identity)) findings.set(identity, finding);
  };
  const fault = (where: string, what: string): void => add({ level: "fault", where, what });
  return {
    list: (): Finding[] => [...findings.values()],
    add,
    fault,
    note: (where: string, what: string): void => add({ level: "note", where, what }),
    /** Adds a fault for each row in which something is wrong. */
    faults: (where: string, rows: readonly Row[]): void => {
      for (const [isWrong, what] of rows) if (isWrong) fault(where, what);
    },
  };
}

/** How many items are looked at at once: enough to be quick, too few to be a load for the site. */
const concurrency = 6;

/**
 * Checks many items, a few at a time, and adds what is found in the order of the items. An item without an answer is a
 * fault.
 * @param where The address to report for an item without an answer; by default the item itself, or its `path`.
 * @throws RunOver where a limit of the whole run is reached.
 */
export async function each<T>(
  found: Findings,
  items: readonly T[],
  look: (item: T, found: Findings) => void | Promise<void>,
  where: (item: T) => string = (item) => (typeof item === "string" ? item : textAt(item, "path")),
): Promise<void> {
  const lookAt = async (item: T): Promise<Finding[]> => {
    const ofItem = createFindings();
    try {
      await look(item, ofItem);
    } catch (error) {
      if (!(error instanceof NoAnswer) || error instanceof RunOver) throw error;
      ofItem.fault(where(item), error.message);
    }
    return ofItem.list();
  };
  for (const finding of (await mapConcurrently(items, lookAt, concurrency)).flat()) found.add(finding);
}
