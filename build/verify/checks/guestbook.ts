import { strangersReservation } from "../../model/permissions.ts";
import { type Answer, jsonOf, mediaTypeOf, textOf } from "../answer.ts";
import { fieldBounds } from "../contract.ts";
import { each, type Findings, type Row } from "../finding.ts";
import { at, canonical, listAt, textAt } from "../json.ts";
import { attributeOf, elementsOf } from "../markup.ts";
import type { Site } from "../site.ts";
import { checkType } from "./documents.ts";

/** Where the guestbook is read and signed. */
export const guestbookPath = "/api/guestbook";

const path = guestbookPath;
const fields = ["id", "name", "message", "url", "user_agent", "ts"];

/** Whether the guestbook is read as the contract says. */
export async function guestbook(site: Site, found: Findings): Promise<void> {
  const answer = await site.get(path);
  const book = await site.json(path);
  const entries = listAt(book, "entries");
  const times = entries.map((entry) => Date.parse(textAt(entry, "ts")));
  const count = at(book, "count");
  const isWhole = (entry: unknown) => fields.every((field) => typeof at(entry, field) === "string");
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
    [!entries.every(isWhole), "has an entry whose fields are not all present strings"],
    [options.status !== 204, `answers OPTIONS with ${options.status}; 204 was expected`],
    [!allowsPost, "does not allow POST in its answer to OPTIONS"],
  ]);
  // Its `Link` header leads to its description and its schema, and both are there.
  const lookAtLink = async (rel: string, found: Findings) => {
    const link = answer.headers.get("link") ?? "";
    const target = site.local(new RegExp(`<([^>]*)>; rel="${rel}"`).exec(link)?.[1] ?? "");
    if (!target) return found.fault(path, `has no Link with rel="${rel}" that leads into this site`);
    const { status } = await site.get(target);
    if (status !== 200) found.fault(path, `has a Link with rel="${rel}" to ${target}, which answers ${status}`);
  };
  await each(found, ["service-desc", "describedby"], lookAtLink, () => path);
  const page = await site.get("/guestbook/");
  checkType(page, "text/html", found);
  found.faults(path, outsideTheLicense(answer));
  found.faults(page.path, [...outsideTheLicense(page), ...reservedInHtml(textOf(page))]);
  // The published schema of a signature names the bounds of the specification (section 8), so that a sender can rely on
  // them.
  const where = "/api/schemas/signature.json";
  const schema = await site.json(where);
  for (const [field, bound] of Object.entries(fieldBounds)) {
    const stated = at(schema, "properties", field, "maxLength");
    const shown = JSON.stringify(stated) ?? "nothing";
    if (stated !== bound) found.fault(where, `bounds \`${field}\` by ${shown}; ${bound} was expected`);
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
  if (count !== entries.length) found.fault(path, `counts ${count} entries, and has ${entries.length}`);
  const later = new Map(again.entries.map((entry) => [idOf(entry), canonical(entry)]));
  // A visitor may sign, or the owner take an entry out, between two readings; then the count has changed as well.
  const gone = entries.map(idOf).filter((id) => !later.has(id));
  if (gone.length > 0 && again.count >= count)
    found.fault(path, `lost ${gone.slice(0, 3).join(", ")} between two readings`);
  const altered = entries.filter((entry) => later.has(idOf(entry)) && later.get(idOf(entry)) !== canonical(entry));
  for (const entry of altered.slice(0, 3)) found.fault(path, `altered the entry ${idOf(entry)} between two readings`);
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
