import { strangersReservation } from "../../model/permissions.ts";
import type { Answer, Question } from "../client.ts";
import { parsed, textOf } from "../client.ts";
import { bodyLimit, fieldBounds } from "../contract.ts";
import { type Check, each, type Finding, fault, note, unless } from "../finding.ts";
import type { House } from "../house.ts";
import { at, listAt, textAt } from "../json.ts";
import { isOf } from "./documents.ts";
import { follows } from "./schemas.ts";

const path = "/api/guestbook";

export const guestbook: Check = {
  id: "guestbook",
  title: "The guestbook is read as the contract says",
  part: "contract",
  async run(house) {
    const answer = await house.get(path);
    const book = await house.json(path);
    const entries = listAt(book, "entries");
    const times = entries.map((entry) => textAt(entry, "ts"));
    const ids = entries.map((entry) => textAt(entry, "id"));
    const options = await house.ask(path, { method: "OPTIONS" });
    const page = await house.get("/guestbook/");
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
      ...(await saysWhereItIsDescribed(house, answer)),
      ...outsideTheLicense(answer),
      ...isOf(page, "text/html"),
      ...outsideTheLicense(page),
      ...(await statesBounds(house)),
    ];
  },
};

/** A program that finds the guestbook finds its description and its schema from there: `Link`, and both answer. */
async function saysWhereItIsDescribed(house: House, { headers }: Answer): Promise<Finding[]> {
  const link = headers.get("link") ?? "";
  return each(
    ["service-desc", "describedby"],
    () => path,
    async (rel) => {
      const target = house.local(new RegExp(`<([^>]*)>; rel="${rel}"`).exec(link)?.[1] ?? "");
      if (target === null || target === "")
        return [fault(path, `has no Link with rel="${rel}" that leads into this house`)];
      const { status } = await house.get(target);
      return unless(status === 200, path, `has a Link with rel="${rel}" to ${target}, which answers ${status}`);
    },
  );
}

/**
 * The published schema of a signature names the bounds of the specification (section 8), so that a sender can rely on
 * them.
 */
async function statesBounds(house: House): Promise<Finding[]> {
  const where = "/api/schemas/signature.json";
  const schema = await house.json(where);
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

/** Entries belong to those who wrote them, so the site's permissions are not said of them. */
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
  async run(house) {
    const first = await house.ask(path, probe({}));
    if (isClosed(first)) return [note(path, "is closed for signing, so what it would refuse was not tried")];
    const page = textOf((await house.get("/guestbook/")).bytes);
    return [
      ...unless(page.includes("<form"), "/guestbook/", "has no form to sign with"),
      ...(await each(
        refusals,
        ({ what }) => `${path}, sent ${what}`,
        (refusal) => tryRefusal(house, refusal),
      )),
    ];
  },
};

/** Whether a guestbook answers that its owner has closed it for signing. */
export function isClosed(answer: Answer): boolean {
  return answer.status === 503 && textOf(answer.bytes).includes("#signing-closed");
}

async function tryRefusal(
  house: House,
  { what, status, question, header, names, decodedByHost }: Refusal,
): Promise<Finding[]> {
  const where = `${path}, sent ${what}`;
  const answer = await house.ask(path, question);
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
    ...(await described(house, answer.status, where)),
    ...(await follows(house, where, `${house.base_url}/api/schemas/problem.json`, textOf(answer.bytes))),
  ];
}

/** Whether OpenAPI describes that the guestbook may answer so. */
async function described(house: House, status: number, where: string): Promise<Finding[]> {
  const responses = at(await house.document("openapi"), "paths", path, "post", "responses");
  return unless(
    at(responses, String(status)) !== undefined,
    where,
    `answers ${status}, which OpenAPI does not describe`,
  );
}

function allows({ headers }: Answer, method: string): boolean {
  return [headers.get("allow"), headers.get("access-control-allow-methods")].every((value) =>
    (value ?? "")
      .toUpperCase()
      .split(/[\s,]+/)
      .includes(method),
  );
}
