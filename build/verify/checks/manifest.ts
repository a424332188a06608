import { promiseChecks } from "../../model/promise-checks.ts";
import { checkFor } from "../../model/promises.ts";
import { jsonOf, textOf } from "../client.ts";
import { type Check, type Finding, fault, note, unless } from "../finding.ts";
import type { House } from "../house.ts";
import { at, listAt, same, textAt } from "../json.ts";
import { noIdentity, noLimits, openOrigin, sameForAll } from "./access.ts";
import { distinct, meetsExpectations } from "./expectations.ts";
import { freeToUse } from "./free-to-use.ts";
import { noWatching } from "./no-watching.ts";

const path = "/api/manifest.json";

/** The published checks are the ones that are run here. They are only compared: nothing a site publishes is ever executed. */
export const manifest: Check = {
  id: "manifest",
  title: "The checks that are published are the checks that are run",
  part: "promises",
  async run(house) {
    const published = listAt(await house.document("manifest"), "promises");
    const ids = published.map((promise) => textAt(promise, "id"));
    const known = promiseChecks.map(({ id }) => id);
    return [
      ...unless(same(ids, known), path, `promises ${ids.join(", ") || "nothing"}; ${known.join(", ")} was expected`),
      ...promiseChecks.flatMap((check) => {
        const promise = published.find((candidate) => textAt(candidate, "id") === check.id);
        const { requests, holds, command } = checkFor(check, house);
        const unlike = Object.entries({ requests, holds, command }).filter(
          ([member, value]) => !same(at(promise, "check", member), value),
        );
        return promise === undefined
          ? []
          : unlike.map(([member]) =>
              fault(path, `publishes another check of \`${check.id}\` than is run here: \`${member}\` differs`),
            );
      }),
      ...(await onThePage(house, published)),
    ];
  },
};

/** The manifesto's page tells each promise with its command. */
async function onThePage(house: House, published: readonly unknown[]): Promise<Finding[]> {
  const page = (await house.pages()).find(({ type }) => type === "manifesto");
  if (page === undefined) return [fault("/api/site.json", "lists no manifesto")];
  const text = textOf((await house.get(page.markdown_path)).bytes);
  return published.flatMap((promise) => {
    const command = textAt(promise, "check", "command");
    return [
      ...unless(
        text.includes(textAt(promise, "title")),
        page.markdown_path,
        `does not tell the promise \`${textAt(promise, "id")}\``,
      ),
      ...unless(
        command !== "" && text.includes(command),
        page.markdown_path,
        `does not show the command that tests \`${textAt(promise, "id")}\``,
      ),
    ];
  });
}

/** What is looked at besides the published requests: all pages instead of one, all answers of the run instead of three. */
const further: Readonly<Record<string, { title: string; look: (house: House) => Promise<Finding[]> }>> = {
  "no-identity": { title: "Nobody is asked who they are", look: noIdentity },
  "no-watching": { title: "Nobody is watched", look: noWatching },
  "no-limits": { title: "Nobody is told to ask less", look: noLimits },
  "same-for-all": { title: "Everyone is given the same", look: sameForAll },
  "open-origin": { title: "Every origin may read", look: openOrigin },
  "free-to-use": { title: "Permission is the same on every surface", look: freeToUse },
  "kept-words": { title: "Words are kept as they were written", look: keptWords },
};

/** The seven promises, by the very requests that are published for them, and then by more of the same kind. */
export const promises: readonly Check[] = promiseChecks.map((check, index) => ({
  id: check.id,
  title: `${index + 1}. ${further[check.id]?.title}`,
  part: "promises",
  async run(house) {
    const { requests } = checkFor(check, house);
    return distinct([...(await meetsExpectations(house, requests)), ...((await further[check.id]?.look(house)) ?? [])]);
  },
}));

/** How many answers of a long guestbook are read. */
const mostPages = 20;

/** The whole book is there: as many entries as are counted, and the same when it is read again. */
export async function keptWords(house: House): Promise<Finding[]> {
  const first = await readAll(house);
  const again = await readAll(house);
  if (!first.whole) return [note("/api/guestbook", `is long; its first ${first.entries.length} entries were read`)];
  const later = new Map(again.entries.map((entry) => [textAt(entry, "id"), entry]));
  // A visitor may sign, or the owner take an entry out, between two readings; then the count has changed as well.
  const gone = first.entries.filter((entry) => !later.has(textAt(entry, "id")));
  const altered = first.entries.filter(
    (entry) => later.has(textAt(entry, "id")) && !same(later.get(textAt(entry, "id")), entry),
  );
  return [
    ...unless(
      first.count === first.entries.length,
      "/api/guestbook",
      `counts ${first.count} entries, and has ${first.entries.length}`,
    ),
    ...unless(
      gone.length === 0 || again.count < first.count,
      "/api/guestbook",
      `lost ${gone
        .map((entry) => textAt(entry, "id"))
        .slice(0, 3)
        .join(", ")} between two readings`,
    ),
    ...altered
      .slice(0, 3)
      .map((entry) => fault("/api/guestbook", `altered the entry ${textAt(entry, "id")} between two readings`)),
  ];
}

interface Book {
  count: number;
  entries: unknown[];
  whole: boolean;
}

/** Reads the guestbook to its end, as `next` leads on within the house. */
async function readAll(house: House): Promise<Book> {
  const entries: unknown[] = [];
  let count = 0;
  let path: string | null = "/api/guestbook";
  for (let page = 0; path !== null && page < mostPages; page++) {
    const answer: unknown = jsonOf(await house.ask(path));
    if (page === 0) count = Number(at(answer, "count"));
    entries.push(...listAt(answer, "entries"));
    const next = textAt(answer, "next");
    path = next === "" ? null : house.local(next);
  }
  return { count, entries, whole: path === null };
}
