// Compacts the guestbook without a pause until it is killed, with a short grace period, so that it deletes much.
import { compact, compaction } from "../../../functions/guestbook/compact.ts";
import { openStore } from "../../../functions/guestbook/store.ts";

const store = openStore("guestbook-dev", { patience: 5000 });
for (let written = 0; ; ) {
  const done = await compact(store, {
    ...compaction,
    clock: Date.now,
    grace: 200,
    settle: 100,
    packBytes: 4000,
    fewest: 5,
    flood: 5,
  }).catch(() => null);
  if (done !== null && done.deleted > 0) console.log(`deleted ${done.deleted}, written ${(written += done.written)}`);
}
