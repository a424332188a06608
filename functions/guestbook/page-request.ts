import { queryLimit } from "./entry.ts";
import { isPosition } from "./keys.ts";
import type { PageRequest } from "./read.ts";
import type { Fault } from "./validate.ts";

/**
 * What a query asks for.
 * @param most Entries at most, also where the query has a greater `limit`.
 * @returns A fault for each parameter that the guestbook does not understand, if there are any.
 */
export function pageRequest(query: URLSearchParams, most: number): Pick<PageRequest, "from" | "limit"> | Fault[] {
  const from = query.get("from");
  const limit = query.get("limit");
  const faults: Fault[] = [];
  const add = (parameter: string, detail: string) => void faults.push({ field: null, parameter, detail });
  if (from !== null && !isPosition(from)) add("from", "`from` must be the place of an entry, as `next` gives it.");
  if (limit !== null && (!/^[1-9]\d*$/.test(limit) || Number(limit) > queryLimit))
    add("limit", `\`limit\` must be a whole number from 1 to ${queryLimit}.`);
  return faults.length > 0 ? faults : { from, limit: Math.min(most, Number(limit ?? most)) };
}
