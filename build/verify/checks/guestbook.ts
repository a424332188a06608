import { isDeepStrictEqual } from "node:util";
import { strangersReservation } from "../../model/permissions.ts";
import { type Answer, attributeOf, elementsOf, jsonOf, linkOf, textOf } from "../answer.ts";
import { differs, type Findings, headerDiffers, type Row } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { guestbookFeed } from "./guestbook-feed.ts";

/** Where the guestbook is read and signed. */
export const path = "/api/guestbook";

/** How long the fields of a signature may be, in code points: the bounds of the specification. */
export const fieldBounds = { message: 500, name: 80, url: 200 } as const;

/** Whether the guestbook is read as the contract says. */
export async function guestbook(site: Site, found: Findings): Promise<void> {
  const answer = await site.get(path);
  const book = await site.json(path);
  const ids = listAt(book, "entries").map(idOf);
  const times = listAt(book, "entries").map((entry) => Date.parse(textAt(entry, "ts")));
  const isNewestFirst = times.every(
    (time, index) => index === 0 || time <= (times[index - 1] as number),
  );
  found.faults(path, [
    [
      !/written by strangers/i.test(textAt(book, "notice")),
      "carries no `notice` that strangers wrote its entries",
    ],
    [!isNewestFirst, "is not newest first"],
    [new Set(ids).size < ids.length, "shows an entry twice"],
    ...outsideTheLicense(answer),
  ]);
  // Its `Link` header leads to its description and its schema, and both are there.
  const relations = ["service-desc", "describedby"].map(
    (rel) => [`${path}, Link with rel="${rel}"`, rel] as const,
  );
  await found.each(relations, async ([, rel]) => {
    const target = site.local(linkOf(answer, rel));
    const isThere = target !== null && (await site.get(target)).status === 200;
    return [[!isThere, "does not lead to what this site has"]];
  });
  await guestbookFeed(site, found);
  const page = await site.get("/guestbook/");
  const metas = elementsOf(textOf(page)).filter(
    (tag) => attributeOf(tag, "name") === "tdm-reservation",
  );
  const reservation = metas.map((tag) => attributeOf(tag, "content")).join();
  const words = "What this site permits with its own content does not cover them.";
  found.faults(page.path, [
    ...outsideTheLicense(page),
    differs('has <meta name="tdm-reservation">', reservation, String(strangersReservation)),
    [
      !textOf(page).includes(words),
      "does not say that the site's permission does not cover the entries",
    ],
  ]);
  // The published schema of a signature names the bounds, so that a sender can rely on them.
  const schema = "/api/schemas/signature.json";
  const fields = at(await site.json(schema), "properties");
  for (const [field, bound] of Object.entries(fieldBounds))
    found.faults(schema, [
      differs(`bounds \`${field}\` by`, at(fields, field, "maxLength"), bound),
    ]);
}

/**
 * Entries belong to those who wrote them, so the headers of the answer must not permit anything for
 * the site.
 */
function outsideTheLicense(answer: Answer): Row[] {
  const permits =
    /=y\b/.test(answer.headers.get("content-usage") ?? "") || linkOf(answer, "license") !== "";
  return [
    [permits, "carries the site's permissions, which do not cover what visitors wrote"],
    headerDiffers(answer, "tdm-reservation", String(strangersReservation)),
  ];
}

/** Whether a guestbook answers that its owner has closed it for signing. */
export function isClosed(answer: Answer): boolean {
  return answer.status === 503 && textOf(answer).includes("#signing-closed");
}

/**
 * Whether the guestbook has as many entries as it counts, and the same ones when it is read again.
 */
export async function keptWords(site: Site, found: Findings): Promise<void> {
  const [{ count, entries, isWhole }, again] = [await readAll(site), await readAll(site)];
  if (!isWhole) return found.note(path, `is long; its first ${entries.length} entries were read`);
  const later = new Map(again.entries.map((entry) => [idOf(entry), entry]));
  const changed = entries
    .filter((entry) => !isDeepStrictEqual(later.get(idOf(entry)), entry))
    .map(idOf);
  found.faults(path, [
    [count !== entries.length, `counts ${count} entries, and has ${entries.length}`],
    // The owner may take an entry out between two readings; then the count is lower.
    [
      changed.length > 0 && again.count >= count,
      `lost or altered ${changed[0]} between two readings`,
    ],
  ]);
}

function idOf(entry: unknown): string {
  return textAt(entry, "id");
}

/** Reads the guestbook to its end, as `next` leads on within the site. */
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
