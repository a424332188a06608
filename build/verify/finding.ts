import { NoAnswer } from "./client.ts";
import type { House } from "./house.ts";

/** One thing a check has to say: a fault makes it fail, a note does not. */
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
  run(house: House): Promise<Finding[]>;
}

export function fault(where: string, what: string): Finding {
  return { level: "fault", where, what };
}

export function note(where: string, what: string): Finding {
  return { level: "note", where, what };
}

/** A fault unless it holds: for lists of conditions. */
export function unless(holds: boolean, where: string, what: string): Finding[] {
  return holds ? [] : [fault(where, what)];
}

/** How many requests are under way at once: enough to be quick, few enough to be polite. */
const lanes = 6;

/**
 * Looks at many things, a few at a time, and gathers what is found in the order of the things.
 * What cannot be asked is a fault of its own; only the end of the run's means ends it.
 */
export async function each<T>(
  things: readonly T[],
  where: (thing: T) => string,
  look: (thing: T) => Promise<Finding[]>,
): Promise<Finding[]> {
  const found: Finding[][] = things.map(() => []);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < things.length; index = next++) {
      const thing = things[index] as T;
      try {
        found[index] = await look(thing);
      } catch (error) {
        if (!(error instanceof NoAnswer) || error.kind === "over") throw error;
        found[index] = [fault(where(thing), error.message)];
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, things.length) }, lane));
  return found.flat();
}
