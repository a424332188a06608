import { strangersReservation } from "../../model/permissions.ts";
import { type Answer, jsonOf, mediaTypeOf } from "../answer.ts";
import { fieldBounds } from "../contract.ts";
import { type Check, each, type Findings } from "../finding.ts";
import { at, listAt, same, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { checkType } from "./documents.ts";

const path = "/api/guestbook";

export const guestbook: Check = {
  id: "guestbook",
  title: "The guestbook is read as the contract says",
  part: "contract",
  async run(site, found) {
    const answer = await site.get(path);
    const book = await site.json(path);
    const entries = listAt(book, "entries");
    const times = entries.map((entry) => Date.parse(textAt(entry, "ts")));
    const count = at(book, "count");
    if (mediaTypeOf(answer) !== "application/json") found.fault(path, "is not served as application/json");
    if (!(Number(count) >= entries.length))
      found.fault(path, `counts ${JSON.stringify(count)} entries and shows ${entries.length}`);
    if (textAt(book, "notice") === "") found.fault(path, "carries no `notice` that strangers wrote its entries");
    if (!times.every((time, index) => index === 0 || time <= (times[index - 1] as number)))
      found.fault(path, "is not newest first");
    if (new Set(entries.map((entry) => textAt(entry, "id"))).size < entries.length)
      found.fault(path, "shows an entry twice");
    if (!entries.every(isWhole)) found.fault(path, "has an entry whose fields are not all present strings");
    const options = await site.ask(path, { method: "OPTIONS" });
    if (options.status !== 204) found.fault(path, `answers OPTIONS with ${options.status}; 204 was expected`);
    if (!allows(options, "POST")) found.fault(path, "does not allow POST in its answer to OPTIONS");
    await saysWhereItIsDescribed(site, answer, found);
    outsideTheLicense(answer, found);
    const page = await site.get("/guestbook/");
    checkType(page, "text/html", found);
    outsideTheLicense(page, found);
    await statesBounds(site, found);
  },
};

/** Whether the guestbook's `Link` header leads to its description and its schema, and both are there. */
async function saysWhereItIsDescribed(site: Site, { headers }: Answer, found: Findings): Promise<void> {
  const link = headers.get("link") ?? "";
  const look = async (rel: string, found: Findings) => {
    const target = site.local(new RegExp(`<([^>]*)>; rel="${rel}"`).exec(link)?.[1] ?? "");
    if (!target) return found.fault(path, `has no Link with rel="${rel}" that leads into this site`);
    const { status } = await site.get(target);
    if (status !== 200) found.fault(path, `has a Link with rel="${rel}" to ${target}, which answers ${status}`);
  };
  await each(found, ["service-desc", "describedby"], look, () => path);
}

/**
 * The published schema of a signature names the bounds of the specification (section 8), so that a sender can rely on
 * them.
 */
async function statesBounds(site: Site, found: Findings): Promise<void> {
  const where = "/api/schemas/signature.json";
  const schema = await site.json(where);
  for (const [field, bound] of Object.entries(fieldBounds)) {
    const stated = at(schema, "properties", field, "maxLength");
    const shown = stated === undefined ? "nothing" : JSON.stringify(stated);
    if (stated !== bound) found.fault(where, `bounds \`${field}\` by ${shown}; ${bound} was expected`);
  }
}

const fields = ["id", "name", "message", "url", "user_agent", "ts"];

function isWhole(entry: unknown): boolean {
  return fields.every((field) => typeof at(entry, field) === "string");
}

/** Entries belong to those who wrote them, so the headers of the answer must not permit anything for the site. */
function outsideTheLicense({ headers, path: where }: Answer, found: Findings): void {
  const permits = /=y\b/.test(headers.get("content-usage") ?? "") || /rel="?license/.test(headers.get("link") ?? "");
  if (permits) found.fault(where, "carries the site's permissions, which do not cover what visitors wrote");
  const stated = headers.get("tdm-reservation") ?? "(none)";
  if (stated !== String(strangersReservation))
    found.fault(where, `has tdm-reservation: ${stated}; what visitors wrote is reserved (${strangersReservation})`);
}

function allows({ headers }: Answer, method: string): boolean {
  return ["allow", "access-control-allow-methods"].every((name) => {
    const methods = (headers.get(name) ?? "").toUpperCase().split(/[\s,]+/);
    return methods.includes(method);
  });
}

/** Most answers of a long guestbook that are read. */
const mostPages = 20;

/** Whether the guestbook has as many entries as it counts, and the same ones when it is read again. */
export async function keptWords(site: Site, found: Findings): Promise<void> {
  const first = await readAll(site);
  const again = await readAll(site);
  if (!first.whole) return found.note(path, `is long; its first ${first.entries.length} entries were read`);
  if (first.count !== first.entries.length)
    found.fault(path, `counts ${first.count} entries, and has ${first.entries.length}`);
  const later = new Map(again.entries.map((entry) => [textAt(entry, "id"), entry]));
  // A visitor may sign, or the owner take an entry out, between two readings; then the count has changed as well.
  const gone = first.entries.map((entry) => textAt(entry, "id")).filter((id) => !later.has(id));
  if (gone.length > 0 && again.count >= first.count)
    found.fault(path, `lost ${gone.slice(0, 3).join(", ")} between two readings`);
  const altered = first.entries.filter((entry) => {
    const now = later.get(textAt(entry, "id"));
    return now !== undefined && !same(now, entry);
  });
  for (const entry of altered.slice(0, 3))
    found.fault(path, `altered the entry ${textAt(entry, "id")} between two readings`);
}

interface Book {
  count: number;
  entries: unknown[];
  whole: boolean;
}

/** Reads the guestbook to its end, as `next` leads on within the site. */
async function readAll(site: Site): Promise<Book> {
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
