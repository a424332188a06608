import { isDeepStrictEqual } from "node:util";
import { strangersReservation } from "../../model/permissions.ts";
import { type Answer, attributeOf, elementsOf, jsonOf, textOf } from "../answer.ts";
import { fieldBounds } from "../contract.ts";
import type { Findings, Row } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";

/** Where the guestbook is read and signed. */
export const guestbookPath = "/api/guestbook";

const path = guestbookPath;

/** Whether the guestbook is read as the contract says. */
export async function guestbook(site: Site, found: Findings): Promise<void> {
  const answer = await site.get(path);
  const book = await site.json(path);
  const ids = listAt(book, "entries").map(idOf);
  const times = listAt(book, "entries").map((entry) => Date.parse(textAt(entry, "ts")));
  const options = await site.ask(path, { method: "OPTIONS" });
  const allows = (name: string) => /(^|[\s,])POST([\s,]|$)/i.test(options.headers.get(name) ?? "");
  // Its `Link` header leads to its description and its schema, and both are there.
  const isLinked = async (rel: string) => {
    const [, address = ""] = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(answer.headers.get("link") ?? "") ?? [];
    const target = site.local(address);
    return target !== null && (await site.get(target)).status === 200;
  };
  found.faults(path, [
    [!/written by strangers/i.test(textAt(book, "notice")), "carries no `notice` that strangers wrote its entries"],
    [
      !isDeepStrictEqual(
        times,
        times.toSorted((a, b) => b - a),
      ),
      "is not newest first",
    ],
    [new Set(ids).size < ids.length, "shows an entry twice"],
    [options.status !== 204, `answers OPTIONS with ${options.status}; 204 was expected`],
    [!["allow", "access-control-allow-methods"].every(allows), "does not allow POST in its answer to OPTIONS"],
    [!(await isLinked("service-desc")), 'has no Link with rel="service-desc" that leads into this site'],
    [!(await isLinked("describedby")), 'has no Link with rel="describedby" that leads into this site'],
    ...outsideTheLicense(answer),
  ]);
  const page = await site.get("/guestbook/");
  const isReserved = elementsOf(textOf(page)).some(
    (element) =>
      attributeOf(element, "name") === "tdm-reservation" &&
      attributeOf(element, "content") === String(strangersReservation),
  );
  const words = "What this site permits with its own content does not cover them.";
  found.faults(page.path, [
    ...outsideTheLicense(page),
    [!isReserved, 'has no <meta name="tdm-reservation"> that reserves what visitors wrote'],
    [!textOf(page).includes(words), "does not say that the site's permission does not cover the entries"],
  ]);
  // The published schema of a signature names the bounds of the specification, so that a sender can rely on them.
  const schema = await site.json("/api/schemas/signature.json");
  for (const [field, bound] of Object.entries(fieldBounds)) {
    const stated = at(schema, "properties", field, "maxLength");
    const what = `bounds \`${field}\` by ${String(stated)}; ${bound} was expected`;
    found.faults("/api/schemas/signature.json", [[stated !== bound, what]]);
  }
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

/** Whether a guestbook answers that its owner has closed it for signing. */
export function isClosed(answer: Answer): boolean {
  return answer.status === 503 && textOf(answer).includes("#signing-closed");
}

/** Most answers of a long guestbook that are read. */
const mostPages = 20;

/** Whether the guestbook has as many entries as it counts, and the same ones when it is read again. */
export async function keptWords(site: Site, found: Findings): Promise<void> {
  const [{ count, entries, isWhole }, again] = [await readAll(site), await readAll(site)];
  if (!isWhole) return found.note(path, `is long; its first ${entries.length} entries were read`);
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
    address = site.local(textAt(answer, "next"));
  }
  return { count, entries, isWhole: address === null };
}
