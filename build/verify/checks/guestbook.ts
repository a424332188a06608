import { isDeepStrictEqual } from "node:util";
import { jsonOf } from "../answer.ts";
import type { Findings } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import { meetsExpectations, probesFor } from "../requests.ts";
import type { Site } from "../site.ts";
import { entriesElsewhere, path } from "./entries.ts";

/** How long the fields of a signature may be, in code points: the bounds of the specification. */
export const fieldBounds = { message: 500, name: 80, url: 200 } as const;

/** Whether reading the guestbook follows the contract. */
export async function guestbook(site: Site, found: Findings): Promise<void> {
  const entries = listAt(await site.json(path), "entries");
  const times = entries.map((entry) => Date.parse(textAt(entry, "ts")));
  found.faults(path, [
    [times.some((time, place) => time > (times[place - 1] ?? time)), "has a newer entry below"],
    [new Set(entries.map(idOf)).size < entries.length, "shows an entry twice"],
  ]);
  await meetsExpectations(site, probesFor(site).guestbook, found);
  await entriesElsewhere(site, found);
}

/** Whether the guestbook's count is right, and a second reading gives the same entries. */
export async function keptWords(site: Site, found: Findings): Promise<void> {
  const [{ count, entries, isWhole }, again] = [await readAll(site), await readAll(site)];
  if (!isWhole) return found.note(path, `is long; its first ${entries.length} entries were read`);
  const later = new Map(again.entries.map((entry) => [idOf(entry), entry]));
  const lost = entries.find((entry) => !isDeepStrictEqual(later.get(idOf(entry)), entry));
  found.faults(path, [
    [count !== entries.length, `counts ${count} entries, and has ${entries.length}`],
    // The owner may remove an entry between two readings; then the count is lower.
    [lost !== undefined && again.count >= count, `lost or altered ${idOf(lost)} when read again`],
  ]);
}

const idOf = (entry: unknown): string => textAt(entry, "id");

/** Reads the guestbook to its end, by `next`, within the site. */
async function readAll(site: Site) {
  const answers: unknown[] = [];
  let address: string | null = path;
  while (address !== null && answers.length < site.client.limits.sample) {
    answers.push(jsonOf(await site.ask(address)));
    address = site.local(textAt(answers.at(-1), "next"));
  }
  const entries = answers.flatMap((answer) => listAt(answer, "entries"));
  return { count: Number(at(answers[0], "count")), entries, isWhole: address === null };
}
