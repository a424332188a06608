// Removes, restores and erases entries as fast as it can until it is killed. Prints what it is about to do with an
// entry, and once more when it is done: `begin|done remove|restore|erase ID`.
import { writeSync } from "node:fs";
import { eraseEntries, findEntries, removeEntries, restoreEntries } from "../../../build/cli/guestbook/moderation.ts";
import { listKeys } from "../../../functions/guestbook/keys.ts";
import { openStore } from "../../../functions/guestbook/store.ts";

const store = openStore("guestbook-1-dev", { timeout: 5000 });
const reason = { reason: "r", ts: "" };
const say = (line: string) => writeSync(1, `${line}\n`);

for (let number = 0; ; number++) {
  const keys = await listKeys(store).catch(() => []);
  const ids = [...new Set(keys.map(({ id }) => id))];
  const id = ids[(number * 7919) % Math.max(1, ids.length)];
  if (id === undefined) continue;
  try {
    const found = await findEntries(store, [id]);
    const [state] = found.map((each) => each.state);
    if (state === "erased") continue;
    const does = number % 3 === 0 ? "erase" : state === "removed" ? "restore" : "remove";
    say(`begin ${does} ${id}`);
    if (does === "erase") await eraseEntries(store, found, reason, Date.now());
    if (does === "remove") await removeEntries(store, [id], reason);
    if (does === "restore") await restoreEntries(store, [id]);
    say(`done ${does} ${id}`);
  } catch {
    // The store is gone; the process will be killed soon.
  }
}
