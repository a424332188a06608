import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { jsonOf } from "../answer.ts";
import { differs, type Findings, headerDiffers } from "../finding.ts";
import { at, listAt, readExpected, textAt } from "../json.ts";
import { isClosed, meetsExpectations, type Probe, probesFor, schemaRows } from "../requests.ts";
import type { Site } from "../site.ts";
import { entriesElsewhere, entryAddress, path } from "./entries.ts";

// The guestbook: how it is read, what it refuses, and how it is signed.

/** How long the fields of a signature may be, in code points: the bounds of the specification. */
export const fieldBounds = { message: 500, name: 80, url: 200 } as const;

/** Whether reading the guestbook follows the contract. */
export async function guestbook(site: Site, found: Findings): Promise<void> {
  const entries = listAt(await site.json(path), "entries");
  const times = entries.map((entry) => Date.parse(textAt(entry, "ts")));
  found.faults(path, [
    [times.some((time, place) => time > (times[place - 1] ?? time)), "has a newer entry below"],
    [new Set(entries.map(idOf)).size < entries.length, "shows an entry twice"],
  ]);
  await meetsExpectations(site, probesFor(site).guestbook, found);
  await entriesElsewhere(site, found);
}

/** Whether the guestbook's count is right, and a second reading gives the same entries. */
export async function keptWords(site: Site, found: Findings): Promise<void> {
  const { count, entries, isWhole } = await readAll(site);
  const again = await readAll(site);
  if (!isWhole) return found.note(path, `is long; its first ${entries.length} entries were read`);
  const later = new Map(again.entries.map((entry) => [idOf(entry), entry]));
  const lost = entries.find((entry) => !isDeepStrictEqual(later.get(idOf(entry)), entry));
  found.faults(path, [
    [count !== entries.length, `counts ${count} entries, and has ${entries.length}`],
    // The owner may remove an entry between two readings; then the count is lower.
    [lost !== undefined && again.count >= count, `lost or altered ${idOf(lost)} when read again`],
  ]);
}

const idOf = (entry: unknown): string => textAt(entry, "id");

/** Reads the guestbook to its end, by `next`, within the site. */
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

/** Requests that must be refused, with headers of all answers and of single problems. */
const { every, problems, requests } = readExpected<{
  every: Headers;
  problems: Record<string, { status: number; title: string; detail?: string; headers?: Headers }>;
  requests: readonly Refusal[];
}>("refusals", {
  message: "🏡".repeat(fieldBounds.message + 1),
  lines: "a\\r\\n".repeat(fieldBounds.message / 2),
  name: "n".repeat(fieldBounds.name + 1),
  url: "u".repeat(fieldBounds.url + 1),
  padding: "x".repeat(16 * 1024),
});

type Headers = Record<string, string>;
/** A request, its problem, and faults by their places. */
type Refusal = Partial<Probe> & { sent: string; problem: string } & {
  type?: string;
  errors?: Headers;
  /** Places without a fault. */
  faultless?: string[];
};

/** Whether the guestbook refuses faulty requests, and says why. */
export async function guestbookRefusals(site: Site, found: Findings): Promise<void> {
  const refused = requests.map((refusal): Probe => {
    const { problem, errors = {}, faultless = [], type, ...request } = refusal;
    const { status, title, detail, headers: own } = problems[problem] ?? { status: 0, title: "" };
    const expect = {
      status,
      header_equals: { ...every, ...own },
      body_contains: [
        `"type": "${site.client.origin}/api/#${problem}",\n  "title": "${title}",\n  "status": ${status}`,
        detail === undefined ? "" : `"detail": "${detail}"`,
        ...Object.entries(errors).map(
          ([at, text]) => `"pointer": "${at}",\n      "detail": "${text}"`,
        ),
      ],
      body_absent: faultless.map((at) => `"pointer": "${at}"`),
    };
    const headers = { "content-type": type ?? "application/json", ...request.headers };
    return { method: "POST", path, ...request, headers, expect };
  });
  const first = await site.ask(path, { ...refused[0], body: refused[0]?.body ?? "" });
  if (isClosed(first)) {
    const wait = String(at(jsonOf(first, 503), "retry_after"));
    found.faults(path, [headerDiffers(first, "Retry-After", wait)]);
    return found.note(path, "is closed for signing, so what it would refuse was not tried");
  }
  await meetsExpectations(site, probesFor(site).form, found);
  await meetsExpectations(site, refused, found);
}

/** A message with characters that a faulty store could change. */
const message =
  "`npm run verify` was here, to see that words are kept:\r\n" +
  "<b>as they are</b>, “quoted”, naïve, 日本語, 🏡 & all.";
const kept = message.replace("\r\n", "\n");

/**
 * How often the list is read, two seconds apart: a cache may use an old copy for a minute, and once
 * more while it fetches a new one.
 */
const looks = 65;

/**
 * Whether an accepted entry is in the list, word for word. This is the only check that writes, and
 * only if `write` is set: it signs once and looks for its entry.
 */
export async function signing(site: Site, found: Findings): Promise<void> {
  const body = JSON.stringify({ message, name: "verify", ts: "1970-01-01T00:00:00Z" });
  const key = randomUUID();
  const headers = { "content-type": "application/json", "idempotency-key": key };
  const request = { method: "POST", headers, body };
  const answer = await site.ask(path, request);
  if (isClosed(answer)) return found.note(path, "is closed for signing, so nothing was written");
  const entry = jsonOf(answer, 201);
  const again = jsonOf(await site.ask(path, request), 201);
  const id = textAt(entry, "id");
  const address = entryAddress(entry);
  const expected = { message: kept, name: "verify", url: "", user_agent: "open-house-verify" };
  found.faults(path, [
    ...Object.entries(expected).map(([field, value]) =>
      differs(`answers 201 with the ${field}`, at(entry, field), value),
    ),
    [!(Date.parse(textAt(entry, "ts")) > 0), "takes the time of acceptance from the sender"],
    ...(await schemaRows(site, "/api/schemas/entry.json", answer)),
    [textAt(again, "id") !== id, "makes a second entry of a retry with the same Idempotency-Key"],
    headerDiffers(answer, "Location", site.client.origin + address),
  ]);
  const form = new URLSearchParams({ message, name: "verify", idempotency_key: key });
  const typed = { "content-type": "application/x-www-form-urlencoded" };
  const thanks = address.replace("#", "&signed=1#");
  const signed = { status: 303, header_equals: { Location: thanks } };
  const shown = { status: 200, body_contains: [`Thank you!</p><article class="entry" id="${id}"`] };
  const asPeopleDo = [
    { method: "POST", path: "/guestbook/", headers: typed, body: String(form), expect: signed },
    { method: "GET", path: thanks, expect: shown },
  ];
  await meetsExpectations(site, asPeopleDo, found);
  // The entry is in the list at once, unless a cache has an older copy.
  for (let look = 0; look < looks; look++) {
    if (look > 0) await setTimeout(site.client.limits.wait);
    const entries = listAt(jsonOf(await site.ask(path)), "entries");
    const listed = entries.filter((entry) => textAt(entry, "id") === id);
    if (listed.length === 0) continue;
    const words = listed.map((entry) => textAt(entry, "message"));
    found.faults(path, [differs(`shows as the words of ${id}`, words, [kept])]);
    return found.note(path, `was signed once, as ${id}; the entry is in the list`);
  }
  found.faults(path, [[true, `answered 201 with the entry ${id}, which is not in the list`]]);
}
