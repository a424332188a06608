import { jsonOfAny, shownHeader, textOf } from "../answer.ts";
import type { RequestOptions } from "../client.ts";
import { bodyLimit, fieldBounds } from "../contract.ts";
import type { Findings, Row } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { isClosed, guestbookPath as path } from "./guestbook.ts";
import { problemSchema, schemaRows } from "./schemas.ts";

/** A request that must be refused, so that it stores nothing. */
interface Refusal {
  what: string;
  request: RequestOptions;
  /** The status of the answer; 400 by default. */
  status?: number;
  /** Headers of the answer, with text that their value must contain. */
  header?: Readonly<Record<string, string>>;
  /** Fields whose faults must be named, all of them at once. */
  names?: readonly string[];
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
const probe = (value: { message?: unknown; padding?: string }) => asJson({ ...value, ...refusedAnyway });

/** A probe as text, whose message can be replaced or cut. */
const text = JSON.stringify({ message: "|", ...refusedAnyway });

/** The text with a byte in its message that cannot stand in UTF-8. */
const notUtf8 = Uint8Array.from(Buffer.from(text.replace("|", "\xc3("), "latin1"));

const { message: longestMessage, url: longestUrl } = fieldBounds;
const longMessage = "🏡".repeat(longestMessage + 1);
const longUrl = "u".repeat(longestUrl + 1);
const allow = { Allow: "POST" };

const refusals: readonly Refusal[] = [
  { what: "PUT", status: 405, request: { ...probe({ message: "put" }), method: "PUT" }, header: allow },
  { what: "DELETE", status: 405, request: { method: "DELETE" }, header: allow },
  { what: "text as text/plain", status: 415, request: post(text, "text/plain"), header: { "Accept-Post": "json" } },
  { what: "what is not JSON", request: post(text.slice(0, -1)) },
  { what: "bytes that are not UTF-8", request: post(notUtf8) },
  { what: "an array", request: asJson([{ message: "in a list", ...refusedAnyway }]) },
  { what: "no message", request: probe({}), names: ["message"] },
  { what: "a message of white space", request: probe({ message: " \n\u200b" }), names: ["message"] },
  {
    what: `a message of ${longestMessage + 1} characters`,
    request: probe({ message: longMessage }),
    names: ["message"],
  },
  {
    what: `an address of ${longestUrl + 1} characters`,
    request: asJson({ ...refusedAnyway, message: 7, url: longUrl }),
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

/** Whether the guestbook refuses what it must, and says why. */
export async function guestbookRefusals(site: Site, found: Findings): Promise<void> {
  if (isClosed(await site.ask(path, probe({}))))
    return found.note(path, "is closed for signing, so what it would refuse was not tried");
  const hasForm = (await site.text("/guestbook/")).includes("<form");
  found.faults("/guestbook/", [[!hasForm, "has no form to sign with"]]);
  const probes = refusals.map((refusal) => [`${path}, sent ${refusal.what}`, refusal] as const);
  await found.each(probes, ([, refusal]) => tryRefusal(site, refusal));
}

async function tryRefusal(site: Site, { status = 400, request, header = {}, names = [] }: Refusal): Promise<Row[]> {
  const answer = await site.ask(path, request);
  if (answer.status !== status) return [[true, `answers ${answer.status}; ${status} was expected`]];
  const problem = jsonOfAny(answer);
  const pointers = listAt(problem, "errors").map((error) => textAt(error, "pointer"));
  const contained = { ...header, "Content-Type": "application/problem+json", "Access-Control-Allow-Origin": "*" };
  const described = at(await site.document("openapi"), "paths", path, "post", "responses", String(status));
  return [
    [described === undefined, `answers ${status}, which OpenAPI does not describe`],
    ...Object.entries(contained).map(
      ([name, value]): Row => [
        !(answer.headers.get(name) ?? "").includes(value),
        `has ${shownHeader(answer, name)}, in which \`${value}\` was expected`,
      ],
    ),
    ...names.map(
      (name): Row => [!pointers.includes(`#/${name}`), `is refused without naming the fault of \`${name}\``],
    ),
    ...(await schemaRows(site, problemSchema(site), textOf(answer))),
  ];
}
