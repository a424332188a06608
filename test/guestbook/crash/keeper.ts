// Compacts the guestbook without a pause until it is killed, with a short grace period, so that it deletes much.
import { compact } from "../../../functions/guestbook/compact.ts";
import { storageSettings } from "../../../functions/guestbook/settings.ts";
import { openStore } from "../../../functions/guestbook/store.ts";

const store = openStore("guestbook-dev", { patience: 5000 });
for (let written = 0; ; ) {
  const done = await compact(
    store,
    { clock: Date.now },
    { ...storageSettings, grace: 200, twinWindow: 100, packBytes: 4000, fewest: 5, flood: 5 },
  ).catch(() => null);
  if (done !== null && done.deleted > 0) console.log(`deleted ${done.deleted}, written ${(written += done.written)}`);
}
