import { type Answer, jsonOfAny, mediaTypeOf, textOf } from "../answer.ts";
import type { RequestOptions } from "../client.ts";
import { bodyLimit, fieldBounds } from "../contract.ts";
import { type Check, each, type Findings } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { checkSchema } from "./schemas.ts";

const path = "/api/guestbook";

interface Refusal {
  what: string;
  request: RequestOptions;
  /** The status of the answer; 400 by default. */
  status?: number;
  header?: string;
  /** Fields whose faults must be named, all of them at once. */
  names?: readonly string[];
  /** What to note if such a body is refused for another reason than that it cannot be read: the host changed it. */
  decodedByHost?: string;
}

const post = (body: string | Uint8Array<ArrayBuffer>, type = "application/json"): RequestOptions => ({
  method: "POST",
  headers: { "content-type": type },
  body,
});
const asJson = (value: unknown): RequestOptions => post(JSON.stringify(value));

/**
 * Two faults that every probe has besides the one it is about. A host may change a request on its way (it replaces
 * bytes that are not UTF-8, or removes characters), and a guestbook may lack a rule. No host turns a name that is too
 * long or an address that is a number into a valid one, so no probe becomes an entry even if its own fault disappears
 * and one more rule is lacking.
 */
const refusedAnyway = { name: "n".repeat(fieldBounds.name + 1), url: 7 };
const probe = (value: { message?: unknown; padding?: string }): RequestOptions =>
  asJson({ ...value, ...refusedAnyway });

/** A probe as text, whose message can be replaced or cut. */
const text = JSON.stringify({ message: "|", ...refusedAnyway });

/** The text with a byte in its message that cannot stand in UTF-8. */
const notUtf8 = Uint8Array.from(Buffer.from(text.replace("|", "\xc3("), "latin1"));

/** Requests that must be refused, so that they store nothing. */
const refusals: readonly Refusal[] = [
  { what: "PUT", status: 405, request: { ...probe({ message: "put" }), method: "PUT" }, header: "allow" },
  { what: "DELETE", status: 405, request: { method: "DELETE" }, header: "allow" },
  { what: "text as text/plain", status: 415, request: post(text, "text/plain"), header: "accept-post" },
  { what: "what is not JSON", request: post(text.slice(0, -1)) },
  {
    what: "bytes that are not UTF-8",
    request: post(notUtf8),
    decodedByHost: "bytes that are not UTF-8 reach the guestbook as U+FFFD, so it cannot refuse them",
  },
  { what: "an array", request: asJson([{ message: "in a list", ...refusedAnyway }]) },
  { what: "no message", request: probe({}), names: ["message"] },
  { what: "a message of white space", request: probe({ message: " \n\u200b" }), names: ["message"] },
  {
    what: `a message of ${fieldBounds.message + 1} characters`,
    request: probe({ message: "🏡".repeat(fieldBounds.message + 1) }),
    names: ["message"],
  },
  {
    what: `an address of ${fieldBounds.url + 1} characters`,
    request: asJson({ ...refusedAnyway, message: 7, url: "u".repeat(fieldBounds.url + 1) }),
    names: ["url"],
  },
  {
    what: "three faults at once",
    request: asJson({ ...refusedAnyway, message: 7, url: "javascript:alert(1)" }),
    names: ["message", "name", "url"],
  },
  { what: "a control character", request: probe({ message: "bell: \u0007" }), names: ["message"] },
  // JSON.stringify writes a lone surrogate as an escape, so the request itself is well formed.
  { what: "a lone surrogate", request: probe({ message: "half: \ud83c" }), names: ["message"] },
  { what: "a body over 16 KB", status: 413, request: probe({ padding: "x".repeat(bodyLimit) }) },
];

export const guestbookRefusals: Check = {
  id: "guestbook-refusals",
  title: "The guestbook refuses what it must, and says why",
  part: "contract",
  async run(site, found) {
    const first = await site.ask(path, probe({}));
    if (isClosed(first)) return found.note(path, "is closed for signing, so what it would refuse was not tried");
    const page = await site.text("/guestbook/");
    if (!page.includes("<form")) found.fault("/guestbook/", "has no form to sign with");
    await each(found, refusals, (refusal, found) => tryRefusal(site, refusal, found), whereOf);
  },
};

/** Whether a guestbook answers that its owner has closed it for signing. */
export function isClosed(answer: Answer): boolean {
  return answer.status === 503 && textOf(answer).includes("#signing-closed");
}

function whereOf({ what }: Refusal): string {
  return `${path}, sent ${what}`;
}

async function tryRefusal(site: Site, refusal: Refusal, found: Findings): Promise<void> {
  const { status = 400, request, header, names = [], decodedByHost } = refusal;
  const where = whereOf(refusal);
  const answer = await site.ask(path, request);
  if (answer.status !== status) return found.fault(where, `answers ${answer.status}; ${status} was expected`);
  const problem = jsonOfAny(answer);
  const pointers = listAt(problem, "errors").map((error) => textAt(error, "pointer"));
  if (mediaTypeOf(answer) !== "application/problem+json")
    found.fault(where, "is not refused as application/problem+json");
  if (answer.headers.get("access-control-allow-origin") !== "*")
    found.fault(where, "is refused without Access-Control-Allow-Origin: *");
  if (header !== undefined && !answer.headers.has(header))
    found.fault(where, `is refused without the header ${header}`);
  for (const name of names)
    if (!pointers.includes(`#/${name}`)) found.fault(where, `is refused without naming the fault of \`${name}\``);
  if (decodedByHost !== undefined && !textAt(problem, "type").endsWith("#malformed-request"))
    found.note(where, decodedByHost);
  const described = at(await site.document("openapi"), "paths", path, "post", "responses", String(status));
  if (described === undefined) found.fault(where, `answers ${status}, which OpenAPI does not describe`);
  await checkSchema(site, where, `${site.base_url}/api/schemas/problem.json`, textOf(answer), found);
}
