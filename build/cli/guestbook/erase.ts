import { type EraseProgress, eraseEntry } from "../../../functions/guestbook/erase.ts";
import { findEntry } from "../../../functions/guestbook/moderation.ts";
import { type Action, describe, finish, type Terminal, timestamp } from "./actions.ts";

/**
 * Takes the text of an entry out of the store for good, once the owner has typed its id. Goes on where it was ended.
 */
export const erase: Action = async (owner, id, { reason = "", yes }, terminal) => {
  const { print, warn, clock, wait } = terminal;
  const found = await findEntry(owner.store, id, clock());
  if (found === null) throw new Error(`There is no entry ${id}.`);
  if (found.state === "erased") {
    await owner.sweep();
    return print(`${id} is erased already, since ${timestamp(found.marked)}; nothing of it is left in the store.`);
  }
  if (found.state === "being_erased") {
    warn(`Erasing ${id} began at ${timestamp(found.marked)} and is not done; going on with it.`);
  } else {
    print(`To be erased for good: ${describe(found.entry)}`);
    if (yes !== true && (await terminal.ask("This cannot be undone. Type the id to go on: ")).trim() !== id)
      throw new Error("Nothing was erased.");
  }
  const showWait = showProgress(terminal);
  let hidden: Promise<string | null> | undefined;
  const report = (progress: EraseProgress) => {
    if (hidden === undefined) {
      warn(`It is hidden now. To stop here, press Ctrl-C; \`erase ${id}\` goes on from there.`);
      hidden = owner.refresh();
    }
    showWait(progress);
  };
  try {
    await eraseEntry(owner.store, id, { reason: { reason, ts: timestamp(clock()) }, clock, wait, report });
    await hidden;
  } finally {
    terminal.replace?.("");
  }
  await owner.sweep();
  await finish(
    owner,
    terminal,
    `Erased ${id}. Its text is no longer in the store; remove it from backups and exports yourself.`,
  );
};

/**
 * Shows what erasing waits for: in one line with the time that is left, or, if that is not known, the time since the
 * command began. Where lines stay, each cause is shown once.
 */
function showProgress({ replace, warn, clock }: Terminal): (progress: EraseProgress) => void {
  const start = clock();
  const causes = new Set<string>();
  return ({ state, milliseconds_left: left }) => {
    const cause =
      state === "late_writes"
        ? "No copy of the text is left. Waiting until nothing that began earlier can still write one"
        : "A copy of the text is left. It is deleted when nothing that began earlier can still be at work";
    const time =
      left > 0 ? `${minutes(left)} left${state === "copies" ? " or more" : ""}` : `${minutes(clock() - start)} so far`;
    if (replace !== null) replace(`${cause}: ${time}.`);
    else if (!causes.has(cause)) warn(`${cause}: ${time}.`);
    causes.add(cause);
  };
}

/** A span in milliseconds as `2:05`. */
function minutes(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
