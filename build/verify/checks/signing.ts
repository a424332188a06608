import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type Answer, jsonOf, parsed, type Question, textOf } from "../client.ts";
import { bodyLimit, fieldBounds } from "../contract.ts";
import { type Check, each, type Finding, fault, note, unless } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { follows } from "./schemas.ts";

const path = "/api/guestbook";

interface Refusal {
  what: string;
  status: number;
  question: Question;
  header?: string;
  /** Fields whose faults must be named, all of them at once. */
  names?: readonly string[];
  /**
   * What it means where such a body is not refused as one that cannot be read: the host may have mended it on the way.
   */
  decodedByHost?: string;
}

const json = { "content-type": "application/json" };
const asJson = (value: unknown): Question => ({ method: "POST", headers: json, body: JSON.stringify(value) });

/**
 * Two faults that every probe has besides the one it is about. A host may change a request on its way (it replaces
 * bytes that are not UTF-8, or takes characters out), and a guestbook may lack a rule. Neither a name that is too long
 * nor an address that is a number can come right on the way, so that no probe becomes an entry even if its own fault is
 * mended and one more rule is lacking.
 */
const refusedAnyway = { name: "n".repeat(fieldBounds.name + 1), url: 7 };
const probe = (value: { message?: unknown; padding?: string }): Question => asJson({ ...value, ...refusedAnyway });

/** A probe whose message holds a byte that cannot stand in UTF-8. */
function notUtf8(): Question {
  const [before = "", after = ""] = JSON.stringify({ message: "|", ...refusedAnyway }).split("|");
  return {
    method: "POST",
    headers: json,
    body: new Uint8Array([...Buffer.from(before), 0xc3, 0x28, ...Buffer.from(after)]),
  };
}

/** Each of these must be refused, so asking them leaves nothing behind. */
const refusals: readonly Refusal[] = [
  { what: "PUT", status: 405, question: { ...probe({ message: "put" }), method: "PUT" }, header: "allow" },
  { what: "DELETE", status: 405, question: { method: "DELETE" }, header: "allow" },
  {
    what: "text as text/plain",
    status: 415,
    question: { ...probe({ message: "text" }), headers: { "content-type": "text/plain" } },
    header: "accept-post",
  },
  {
    what: "what is not JSON",
    status: 400,
    question: {
      method: "POST",
      headers: json,
      body: JSON.stringify({ message: "cut", ...refusedAnyway }).slice(0, -1),
    },
  },
  {
    what: "bytes that are not UTF-8",
    status: 400,
    question: notUtf8(),
    decodedByHost: "bytes that are not UTF-8 reach the guestbook as U+FFFD, so it cannot refuse them",
  },
  { what: "an array", status: 400, question: asJson([{ message: "in a list", ...refusedAnyway }]) },
  { what: "no message", status: 400, question: probe({}), names: ["message"] },
  { what: "a message of white space", status: 400, question: probe({ message: " \n\u200b" }), names: ["message"] },
  {
    what: `a message of ${fieldBounds.message + 1} characters`,
    status: 400,
    question: probe({ message: "🏡".repeat(fieldBounds.message + 1) }),
    names: ["message"],
  },
  {
    what: `an address of ${fieldBounds.url + 1} characters`,
    status: 400,
    question: asJson({ ...refusedAnyway, message: 7, url: "u".repeat(fieldBounds.url + 1) }),
    names: ["url"],
  },
  {
    what: "three faults at once",
    status: 400,
    question: asJson({ ...refusedAnyway, message: 7, url: "javascript:alert(1)" }),
    names: ["message", "name", "url"],
  },
  { what: "a control character", status: 400, question: probe({ message: "bell: \u0007" }), names: ["message"] },
  // JSON.stringify writes a lone surrogate as an escape, so the request itself is well formed.
  { what: "a lone surrogate", status: 400, question: probe({ message: "half: \ud83c" }), names: ["message"] },
  { what: "a body over 16 KB", status: 413, question: probe({ padding: "x".repeat(bodyLimit) }) },
];

export const guestbookRefusals: Check = {
  id: "guestbook-refusals",
  title: "The guestbook refuses what it must, and says why",
  part: "contract",
  async run(site) {
    const first = await site.ask(path, probe({}));
    if (isClosed(first)) return [note(path, "is closed for signing, so what it would refuse was not tried")];
    const page = textOf((await site.get("/guestbook/")).bytes);
    return [
      ...unless(page.includes("<form"), "/guestbook/", "has no form to sign with"),
      ...(await each(
        refusals,
        ({ what }) => `${path}, sent ${what}`,
        (refusal) => tryRefusal(site, refusal),
      )),
    ];
  },
};

/** Whether a guestbook answers that its owner has closed it for signing. */
export function isClosed(answer: Answer): boolean {
  return answer.status === 503 && textOf(answer.bytes).includes("#signing-closed");
}

async function tryRefusal(
  site: Site,
  { what, status, question, header, names, decodedByHost }: Refusal,
): Promise<Finding[]> {
  const where = `${path}, sent ${what}`;
  const answer = await site.ask(path, question);
  if (answer.status !== status) return unless(false, where, `answers ${answer.status}; ${status} was expected`);
  const problem = parsed(answer);
  const pointers = listAt(problem, "errors").map((error) => textAt(error, "pointer"));
  return [
    ...unless(
      answer.headers.get("content-type")?.startsWith("application/problem+json") === true,
      where,
      "is not refused as application/problem+json",
    ),
    ...unless(
      answer.headers.get("access-control-allow-origin") === "*",
      where,
      "is refused without Access-Control-Allow-Origin: *",
    ),
    ...unless(header === undefined || answer.headers.has(header), where, `is refused without the header ${header}`),
    ...(names ?? []).flatMap((name) =>
      unless(pointers.includes(`#/${name}`), where, `is refused without naming the fault of \`${name}\``),
    ),
    ...(decodedByHost === undefined || textAt(problem, "type").endsWith("#malformed-request")
      ? []
      : [note(where, decodedByHost)]),
    ...(await described(site, answer.status, where)),
    ...(await follows(site, where, `${site.base_url}/api/schemas/problem.json`, textOf(answer.bytes))),
  ];
}

/** Whether OpenAPI describes that the guestbook may answer so. */
async function described(site: Site, status: number, where: string): Promise<Finding[]> {
  const responses = at(await site.document("openapi"), "paths", path, "post", "responses");
  return unless(
    at(responses, String(status)) !== undefined,
    where,
    `answers ${status}, which OpenAPI does not describe`,
  );
}

/** Words with something in them that a careless store would break. */
const message =
  "`npm run verify` was here, to see that words are kept:\r\n" +
  "<b>as they are</b>, “quoted”, naïve, 日本語, 🏡 & all.";
const kept = message.replace("\r\n", "\n");

/** The only check that writes, and only if `write` is set: it signs once and looks for its entry. */
export const signing: Check = {
  id: "signing",
  title: "An entry that was accepted is in the list, word for word",
  part: "writing",
  async run(site) {
    const question = {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify({ message, name: "verify", ts: "1970-01-01T00:00:00Z" }),
    };
    const answer = await site.ask(path, question);
    if (isClosed(answer)) return [note(path, "is closed for signing, so nothing was written")];
    if (answer.status !== 201) return [fault(path, `answers ${answer.status} to a signature; 201 was expected`)];
    const entry = parsed(answer);
    const id = textAt(entry, "id");
    const again = parsed(await site.ask(path, question));
    return [
      ...unless(
        textAt(entry, "message") === kept && textAt(entry, "name") === "verify" && textAt(entry, "url") === "",
        path,
        "answers 201 with other words than were sent",
      ),
      ...unless(
        textAt(entry, "user_agent") === "open-house-verify",
        path,
        "signs with another User-Agent than was sent",
      ),
      ...unless(Date.parse(textAt(entry, "ts")) > 0, path, "takes the time of acceptance from the sender"),
      ...unless(textAt(again, "id") === id, path, "makes a second entry of a retry with the same Idempotency-Key"),
      ...(await follows(site, path, `${site.base_url}/api/schemas/entry.json`, textOf(answer.bytes))),
      ...(await isListed(site, id)),
    ];
  },
};

/**
 * A cache may keep a copy of the list for a minute and give it once more after that; with two seconds between, these
 * are enough.
 */
const looks = 65;

/** Looks for the entry until it is in the list, which it is at once unless a cache has a copy from before. */
async function isListed(site: Site, id: string): Promise<Finding[]> {
  for (let attempt = 0; attempt < looks; attempt++) {
    if (attempt > 0) await setTimeout(site.wait);
    const found = listAt(jsonOf(await site.ask(path)), "entries").filter((entry) => textAt(entry, "id") === id);
    if (found.length > 1) return [fault(path, `shows the entry ${id} ${found.length} times`)];
    if (found.length === 1)
      return [
        ...unless(textAt(found[0], "message") === kept, path, "shows the entry with other words than were sent"),
        note(path, `was signed once, as ${id}; the entry is in the list`),
      ];
  }
  return [fault(path, `answered 201 with the entry ${id}, which is not in the list`)];
}
