import { strangersReservation } from "../../model/permissions.ts";
import { type Answer, jsonOf } from "../answer.ts";
import { fieldBounds } from "../contract.ts";
import { type Check, each, type Finding, fault, note, unless } from "../finding.ts";
import { at, listAt, same, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { isOf } from "./documents.ts";

const path = "/api/guestbook";

export const guestbook: Check = {
  id: "guestbook",
  title: "The guestbook is read as the contract says",
  part: "contract",
  async run(site) {
    const answer = await site.get(path);
    const book = await site.json(path);
    const entries = listAt(book, "entries");
    const times = entries.map((entry) => textAt(entry, "ts"));
    const ids = entries.map((entry) => textAt(entry, "id"));
    const options = await site.ask(path, { method: "OPTIONS" });
    const page = await site.get("/guestbook/");
    return [
      ...unless(
        answer.headers.get("content-type")?.startsWith("application/json") === true,
        path,
        "is not served as application/json",
      ),
      ...unless(
        Number(at(book, "count")) >= entries.length,
        path,
        `counts ${JSON.stringify(at(book, "count"))} entries and shows ${entries.length}`,
      ),
      ...unless(textAt(book, "notice") !== "", path, "carries no `notice` that strangers wrote its entries"),
      ...unless(
        times.every((time, i) => i === 0 || Date.parse(time) <= Date.parse(times[i - 1] as string)),
        path,
        "is not newest first",
      ),
      ...unless(new Set(ids).size === ids.length, path, "shows an entry twice"),
      ...unless(entries.every(isWhole), path, "has an entry whose fields are not all present strings"),
      ...unless(options.status === 204, path, `answers OPTIONS with ${options.status}; 204 was expected`),
      ...unless(allows(options, "POST"), path, "does not allow POST in its answer to OPTIONS"),
      ...(await saysWhereItIsDescribed(site, answer)),
      ...outsideTheLicense(answer),
      ...isOf(page, "text/html"),
      ...outsideTheLicense(page),
      ...(await statesBounds(site)),
    ];
  },
};

/** Whether the guestbook's `Link` header leads to its description and its schema, and both are there. */
async function saysWhereItIsDescribed(site: Site, { headers }: Answer): Promise<Finding[]> {
  const link = headers.get("link") ?? "";
  return each(
    ["service-desc", "describedby"],
    async (rel) => {
      const target = site.local(new RegExp(`<([^>]*)>; rel="${rel}"`).exec(link)?.[1] ?? "");
      if (target === null || target === "")
        return [fault(path, `has no Link with rel="${rel}" that leads into this site`)];
      const { status } = await site.get(target);
      return unless(status === 200, path, `has a Link with rel="${rel}" to ${target}, which answers ${status}`);
    },
    () => path,
  );
}

/**
 * The published schema of a signature names the bounds of the specification (section 8), so that a sender can rely on
 * them.
 */
async function statesBounds(site: Site): Promise<Finding[]> {
  const where = "/api/schemas/signature.json";
  const schema = await site.json(where);
  return Object.entries(fieldBounds).flatMap(([field, bound]) => {
    const stated = at(schema, "properties", field, "maxLength");
    return unless(
      stated === bound,
      where,
      `bounds \`${field}\` by ${stated === undefined ? "nothing" : JSON.stringify(stated)}; ${bound} was expected`,
    );
  });
}

const fields = ["id", "name", "message", "url", "user_agent", "ts"];

function isWhole(entry: unknown): boolean {
  return fields.every((field) => typeof at(entry, field) === "string");
}

/** Entries belong to those who wrote them, so the headers of the answer must not permit anything for the site. */
function outsideTheLicense({ headers, path: where }: Answer): Finding[] {
  const permits = /=y\b/.test(headers.get("content-usage") ?? "") || /rel="?license/.test(headers.get("link") ?? "");
  const reservation = headers.get("tdm-reservation");
  return [
    ...unless(!permits, where, "carries the site's permissions, which do not cover what visitors wrote"),
    ...unless(
      reservation === String(strangersReservation),
      where,
      `has tdm-reservation: ${reservation ?? "(none)"}; what visitors wrote is reserved (${strangersReservation})`,
    ),
  ];
}

function allows({ headers }: Answer, method: string): boolean {
  return [headers.get("allow"), headers.get("access-control-allow-methods")].every((value) =>
    (value ?? "")
      .toUpperCase()
      .split(/[\s,]+/)
      .includes(method),
  );
}

/** Most answers of a long guestbook that are read. */
const mostPages = 20;

/** Whether the guestbook has as many entries as it counts, and the same ones when it is read again. */
export async function keptWords(site: Site): Promise<Finding[]> {
  const first = await readAll(site);
  const again = await readAll(site);
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

/** Reads the guestbook to its end, as `next` leads on within the site. */
async function readAll(site: Site): Promise<Book> {
  const entries: unknown[] = [];
  let count = 0;
  let path: string | null = "/api/guestbook";
  for (let page = 0; path !== null && page < mostPages; page++) {
    const answer: unknown = jsonOf(await site.ask(path));
    if (page === 0) count = Number(at(answer, "count"));
    entries.push(...listAt(answer, "entries"));
    const next = textAt(answer, "next");
    path = next === "" ? null : site.local(next);
  }
  return { count, entries, whole: path === null };
}
