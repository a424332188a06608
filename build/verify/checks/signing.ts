import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { jsonOf, parsed, textOf } from "../answer.ts";
import { type Check, type Finding, fault, note, unless } from "../finding.ts";
import { listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { isClosed } from "./refusals.ts";
import { follows } from "./schemas.ts";

const path = "/api/guestbook";

/** A message with characters that a faulty store would change. */
const message =
  "`npm run verify` was here, to see that words are kept:\r\n" +
  "<b>as they are</b>, “quoted”, naïve, 日本語, 🏡 & all.";
const kept = message.replace("\r\n", "\n");

/** The only check that writes, and only if `write` is set: it signs once and looks for its entry. */
export const signing: Check = {
  id: "signing",
  title: "An entry that was accepted is in the list, word for word",
  part: "writing",
  async run(site) {
    const question = {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify({ message, name: "verify", ts: "1970-01-01T00:00:00Z" }),
    };
    const answer = await site.ask(path, question);
    if (isClosed(answer)) return [note(path, "is closed for signing, so nothing was written")];
    if (answer.status !== 201) return [fault(path, `answers ${answer.status} to a signature; 201 was expected`)];
    const entry = parsed(answer);
    const id = textAt(entry, "id");
    const again = parsed(await site.ask(path, question));
    return [
      ...unless(
        textAt(entry, "message") === kept && textAt(entry, "name") === "verify" && textAt(entry, "url") === "",
        path,
        "answers 201 with other words than were sent",
      ),
      ...unless(
        textAt(entry, "user_agent") === "open-house-verify",
        path,
        "signs with another User-Agent than was sent",
      ),
      ...unless(Date.parse(textAt(entry, "ts")) > 0, path, "takes the time of acceptance from the sender"),
      ...unless(textAt(again, "id") === id, path, "makes a second entry of a retry with the same Idempotency-Key"),
      ...(await follows(site, path, `${site.base_url}/api/schemas/entry.json`, textOf(answer.bytes))),
      ...(await isListed(site, id)),
    ];
  },
};

/**
 * How often the list is read: a cache may answer with an old copy for a minute and once more after that, and there are
 * two seconds between reads.
 */
const looks = 65;

/** Looks for the entry until it is in the list, which it is at once unless a cache has a copy from before. */
async function isListed(site: Site, id: string): Promise<Finding[]> {
  for (let attempt = 0; attempt < looks; attempt++) {
    if (attempt > 0) await setTimeout(site.wait);
    const found = listAt(jsonOf(await site.ask(path)), "entries").filter((entry) => textAt(entry, "id") === id);
    if (found.length > 1) return [fault(path, `shows the entry ${id} ${found.length} times`)];
    if (found.length === 1)
      return [
        ...unless(textAt(found[0], "message") === kept, path, "shows the entry with other words than were sent"),
        note(path, `was signed once, as ${id}; the entry is in the list`),
      ];
  }
  return [fault(path, `answered 201 with the entry ${id}, which is not in the list`)];
}
