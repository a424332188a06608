import { isDeepStrictEqual } from "node:util";
import { mapConcurrently } from "../lib/map-concurrently.ts";
import { type Answer, NoAnswer } from "./answer.ts";
import type { Site } from "./site.ts";

/** A result of a check: a fault makes the check fail, a note does not. */
export interface Finding {
  level: "fault" | "note";
  /** The place, usually a root-relative address. */
  where: string;
  /** The fault and the expected value. */
  what: string;
}

/** Whether there is a fault, and its description. */
export type Row = readonly [isWrong: boolean, what: string];
type Rows = readonly Row[];

/**
 * A row that compares a value with the expected one. Of long values it shows the part around the
 * first difference.
 * @param what The words before the value: `counts`, `is served as`.
 */
export function differs(what: string, given: unknown, expected: unknown): Row {
  const one = asText(given);
  const other = asText(expected);
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const part = (text: string) => {
    const start = one.length + other.length > 300 ? Math.max(0, same - 40) : 0;
    return `${start > 0 ? "…" : ""}${text.slice(start, start + 150)}`;
  };
  return [!isDeepStrictEqual(given, expected), `${what} ${part(one)}; ${part(other)} was expected`];
}

function asText(value: unknown): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)) || "(none)";
  return text.replace(/\b([0-9a-f]{12})[0-9a-f]{52}\b/g, "$1…");
}

type List = readonly unknown[];

/** A row that compares a list with the expected one, and shows the first difference. */
export function listDiffers(what: string, given: List, expected: List): Row {
  const longer = given.length > expected.length ? given : expected;
  const place = longer.findIndex((_, at) => !isDeepStrictEqual(given[at], expected[at]));
  return differs(`${what} ${place + 1} is`, given[place], expected[place]);
}

type Head = Pick<Answer, "headers">;

/** A row that compares a header's value. */
export function headerDiffers({ headers }: Head, name: string, expected: string): Row {
  return differs(`has ${name}:`, headers.get(name) ?? "", expected);
}

/** A row for a header whose value must contain a text; case is ignored. */
export function headerLacks({ headers }: Head, name: string, part: string): Row {
  const given = headers.get(name) ?? "";
  const isWrong = !given.toLowerCase().includes(part.toLowerCase());
  return [isWrong, `has ${name}: ${given || "(none)"}, in which ${part} was expected`];
}

export type Findings = ReturnType<typeof createFindings>;

/** Looks at a site, and adds what it finds. */
export type Look = (site: Site, found: Findings) => void | Promise<void>;

/** An item to check: an address, an object with a `path`, or a list that begins with its place. */
type Item = string | { path: string } | readonly [where: string, ...unknown[]];

const placeOf = (item: Item): string =>
  typeof item === "string" ? item : "path" in item ? item.path : item[0];

/** How many items are checked at once: enough to be quick, too few to burden the site. */
const concurrency = 6;

/** Collects what a check finds. Repeated findings are not added. */
export function createFindings() {
  const findings = new Map<string, Finding>();
  const add = (level: Finding["level"], where: string, what: string): void => {
    findings.set(JSON.stringify([level, where, what]), { level, where, what });
  };
  /** Adds a fault for each row that has one. */
  const faults = (where: string, rows: Rows): void => {
    for (const [isWrong, what] of rows) if (isWrong) add("fault", where, what);
  };
  /**
   * Checks items, a few at a time. An error that an answer of the site causes is a fault in the
   * item.
   */
  const each = async <T extends Item>(items: readonly T[], rowsOf: (item: T) => Promise<Rows>) => {
    const failed = (error: Error): Rows => {
      const why = error instanceof NoAnswer ? "" : "this check failed on what the site sent: ";
      return [[true, why + error.message]];
    };
    const lookAt = async (item: T) => faults(placeOf(item), await rowsOf(item).catch(failed));
    await mapConcurrently(items, lookAt, concurrency);
  };
  return {
    /** Faults first, and sorted by place, because several items are checked at once. */
    list: (): Finding[] =>
      [...findings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding),
    note: (where: string, what: string): void => add("note", where, what),
    faults,
    each,
  };
}
