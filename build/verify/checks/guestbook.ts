import { isDeepStrictEqual } from "node:util";
import { strangersReservation } from "../../model/permissions.ts";
import { type Answer, jsonOf, mediaTypeOf, textOf } from "../answer.ts";
import { fieldBounds } from "../contract.ts";
import type { Findings, Row } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import { attributeOf, elementsOf } from "../markup.ts";
import type { Site } from "../site.ts";
import { typeRows } from "./documents.ts";

/** Where the guestbook is read and signed. */
export const guestbookPath = "/api/guestbook";

const path = guestbookPath;

/** Whether the guestbook is read as the contract says. */
export async function guestbook(site: Site, found: Findings): Promise<void> {
  const answer = await site.get(path);
  const book = await site.json(path);
  const entries = listAt(book, "entries");
  const times = entries.map((entry) => Date.parse(textAt(entry, "ts")));
  const count = at(book, "count");
  const options = await site.ask(path, { method: "OPTIONS" });
  const allowsPost = ["allow", "access-control-allow-methods"].every((name) =>
    /(^|[\s,])POST([\s,]|$)/i.test(options.headers.get(name) ?? ""),
  );
  found.faults(path, [
    [mediaTypeOf(answer) !== "application/json", "is not served as application/json"],
    [!(Number(count) >= entries.length), `counts ${JSON.stringify(count)} entries and shows ${entries.length}`],
    [!/written by strangers/i.test(textAt(book, "notice")), "carries no `notice` that strangers wrote its entries"],
    [!times.every((time, i) => i === 0 || time <= (times[i - 1] as number)), "is not newest first"],
    [new Set(entries.map(idOf)).size < entries.length, "shows an entry twice"],
    [options.status !== 204, `answers OPTIONS with ${options.status}; 204 was expected`],
    [!allowsPost, "does not allow POST in its answer to OPTIONS"],
  ]);
  // Its `Link` header leads to its description and its schema, and both are there.
  const link = answer.headers.get("link") ?? "";
  for (const rel of ["service-desc", "describedby"]) {
    const target = site.local(new RegExp(`<([^>]*)>; rel="${rel}"`).exec(link)?.[1] ?? "");
    const status = target === null ? null : (await site.get(target)).status;
    found.faults(path, [
      [target === null, `has no Link with rel="${rel}" that leads into this site`],
      [target !== null && status !== 200, `has a Link with rel="${rel}" to ${target}, which answers ${status}`],
    ]);
  }
  const page = await site.get("/guestbook/");
  found.faults(path, outsideTheLicense(answer));
  found.faults(page.path, [
    ...typeRows(page, "text/html"),
    ...outsideTheLicense(page),
    ...reservedInHtml(textOf(page)),
  ]);
  // The published schema of a signature names the bounds of the specification (section 8), so that a sender can rely on
  // them.
  const schema = await site.json("/api/schemas/signature.json");
  const stated = (field: string) => at(schema, "properties", field, "maxLength");
  const rows = Object.entries(fieldBounds).map(
    ([field, bound]): Row => [
      stated(field) !== bound,
      `bounds \`${field}\` by ${String(stated(field))}; ${bound} was expected`,
    ],
  );
  found.faults("/api/schemas/signature.json", rows);
}

/** Entries belong to those who wrote them, so the headers of the answer must not permit anything for the site. */
function outsideTheLicense({ headers }: Answer): Row[] {
  const permits = /=y\b/.test(headers.get("content-usage") ?? "") || /rel="?license/.test(headers.get("link") ?? "");
  const stated = headers.get("tdm-reservation") ?? "(none)";
  const expected = String(strangersReservation);
  return [
    [permits, "carries the site's permissions, which do not cover what visitors wrote"],
    [stated !== expected, `has tdm-reservation: ${stated}; what visitors wrote is reserved (${expected})`],
  ];
}

/** The page says the same for those who read neither headers nor `/.well-known/tdmrep.json`. */
function reservedInHtml(html: string): Row[] {
  const isReserved = elementsOf(html).some(
    (element) =>
      attributeOf(element, "name") === "tdm-reservation" &&
      attributeOf(element, "content") === String(strangersReservation),
  );
  const isSaid = html.includes("What this site permits with its own content does not cover them.");
  return [
    [!isReserved, 'has no <meta name="tdm-reservation"> that reserves what visitors wrote'],
    [!isSaid, "does not say that the site's permission does not cover the entries"],
  ];
}

/** Whether a guestbook answers that its owner has closed it for signing. */
export function isClosed(answer: Answer): boolean {
  return answer.status === 503 && textOf(answer).includes("#signing-closed");
}

/** Most answers of a long guestbook that are read. */
const mostPages = 20;

/** Whether the guestbook has as many entries as it counts, and the same ones when it is read again. */
export async function keptWords(site: Site, found: Findings): Promise<void> {
  const first = await readAll(site);
  const again = await readAll(site);
  const { count, entries } = first;
  if (!first.whole) return found.note(path, `is long; its first ${entries.length} entries were read`);
  const later = new Map(again.entries.map((entry) => [idOf(entry), entry]));
  const changed = entries.filter((entry) => !isDeepStrictEqual(later.get(idOf(entry)), entry)).map(idOf);
  found.faults(path, [
    [count !== entries.length, `counts ${count} entries, and has ${entries.length}`],
    // The owner may take an entry out between two readings; then the count is lower.
    [changed.length > 0 && again.count >= count, `lost or altered ${changed[0]} between two readings`],
  ]);
}

function idOf(entry: unknown): string {
  return textAt(entry, "id");
}

/** Reads the guestbook to its end, as `next` leads on within the site. */
async function readAll(site: Site) {
  const entries: unknown[] = [];
  let count = 0;
  let address: string | null = path;
  for (let page = 0; address !== null && page < mostPages; page++) {
    const answer: unknown = jsonOf(await site.ask(address));
    if (page === 0) count = Number(at(answer, "count"));
    entries.push(...listAt(answer, "entries"));
    const next = textAt(answer, "next");
    address = next === "" ? null : site.local(next);
  }
  return { count, entries, whole: address === null };
}
