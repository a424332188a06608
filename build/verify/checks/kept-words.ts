import { jsonOf } from "../body.ts";
import { fault, note, unless, type Finding } from "../finding.ts";
import type { House } from "../house.ts";
import { at, listAt, same, textAt } from "../json.ts";

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
