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

/** One line of the report. */
export interface Check {
  id: string;
  /** What is true when the check holds. */
  title: string;
  /** The part of the report it stands in. */
  part: "contract" | "promises" | "writing";
  run(site: Site): Promise<Finding[]>;
}

export function fault(where: string, what: string): Finding {
  return { level: "fault", where, what };
}

export function note(where: string, what: string): Finding {
  return { level: "note", where, what };
}

/** A list with one fault, or an empty one if the condition holds. */
export function unless(holds: boolean, where: string, what: string): Finding[] {
  return holds ? [] : [fault(where, what)];
}

/** How many items are looked at at once: enough to be quick, too few to be a load for the site. */
const concurrency = 6;

/**
 * Checks many items, a few at a time. Returns the findings in the order of the items. An item without an answer is a
 * fault; only the end of the run's limits is thrown.
 * @param where The address to report for an item without an answer; by default the item itself, or its `path`.
 */
export async function each<T>(
  items: readonly T[],
  look: (item: T) => Promise<Finding[]>,
  where: (item: T) => string = (item) => (typeof item === "string" ? item : textAt(item, "path")),
): Promise<Finding[]> {
  const lookAt = async (item: T): Promise<Finding[]> => {
    try {
      return await look(item);
    } catch (error) {
      if (!(error instanceof NoAnswer) || error instanceof RunOver) throw error;
      return [fault(where(item), error.message)];
    }
  };
  return (await mapConcurrently(items, lookAt, concurrency)).flat();
}

/** The findings without repetitions: forty equal answers are one finding. */
export function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.where}\n${finding.what}`, finding])).values()];
}
