// Compacts the guestbook without a pause until it is killed, with a short grace period, so that it deletes much. Prints a
// line for each run that deleted something.
import { compact } from "../../../functions/guestbook/compact.ts";
import { storageSettings } from "../../../functions/guestbook/settings.ts";
import { openStore } from "../../../functions/guestbook/store.ts";

const store = openStore("guestbook-dev", { timeout: 5000 });
const settings = { ...storageSettings, grace: 200, twinWindow: 100, packBytes: 4000, fewest: 5, flood: 5 };
let deleted = 0;
const counting: typeof store = { ...store, delete: (key) => store.delete(key).then(() => void deleted++) };
for (;;) {
  deleted = 0;
  await compact(counting, { clock: Date.now }, settings).catch(() => null);
  if (deleted > 0) console.log(`deleted ${deleted}`);
}
