import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { jsonOf, jsonOfAny, textOf } from "../answer.ts";
import type { Findings } from "../finding.ts";
import { listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { isClosed, guestbookPath as path } from "./guestbook.ts";
import { schemaRows } from "./schemas.ts";

/** A message with characters that a faulty store would change. */
const message =
  "`npm run verify` was here, to see that words are kept:\r\n" +
  "<b>as they are</b>, “quoted”, naïve, 日本語, 🏡 & all.";
const kept = message.replace("\r\n", "\n");

/**
 * How often the list is read, two seconds apart: a cache may answer with an old copy for a minute, and once more while
 * it asks for a new one.
 */
const looks = 65;

/**
 * Whether an entry that was accepted is in the list, word for word. The only check that writes, and only if `write` is
 * set: it signs once and looks for its entry.
 */
export async function signing(site: Site, found: Findings): Promise<void> {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify({ message, name: "verify", ts: "1970-01-01T00:00:00Z" }),
  };
  const answer = await site.ask(path, request);
  if (isClosed(answer)) return found.note(path, "is closed for signing, so nothing was written");
  if (answer.status !== 201) return found.fault(path, `answers ${answer.status} to a signature; 201 was expected`);
  const [entry, again] = [jsonOfAny(answer), jsonOfAny(await site.ask(path, request))];
  const id = textAt(entry, "id");
  const expected = { message: kept, name: "verify", url: "", user_agent: "open-house-verify" };
  const altered = Object.entries(expected).filter(([field, value]) => textAt(entry, field) !== value);
  found.faults(path, [
    [altered.length > 0, `answers 201 with other words than were sent: ${altered.map(([field]) => field).join(", ")}`],
    [!(Date.parse(textAt(entry, "ts")) > 0), "takes the time of acceptance from the sender"],
    ...(await schemaRows(site, `${site.base_url}/api/schemas/entry.json`, textOf(answer))),
    [textAt(again, "id") !== id, "makes a second entry of a retry with the same Idempotency-Key"],
  ]);
  // The entry is in the list at once, unless a cache has a copy from before.
  for (let attempt = 0; attempt < looks; attempt++) {
    if (attempt > 0) await setTimeout(site.wait);
    const listed = listAt(jsonOf(await site.ask(path)), "entries").filter((entry) => textAt(entry, "id") === id);
    if (listed.length === 0) continue;
    found.faults(path, [
      [listed.length > 1, `shows the entry ${id} ${listed.length} times`],
      [textAt(listed[0], "message") !== kept, "shows the entry with other words than were sent"],
    ]);
    return found.note(path, `was signed once, as ${id}; the entry is in the list`);
  }
  found.fault(path, `answered 201 with the entry ${id}, which is not in the list`);
}
