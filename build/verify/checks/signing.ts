import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { jsonOf } from "../answer.ts";
import type { RequestOptions } from "../client.ts";
import { differs, type Findings, headerLacks, type Row } from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { fieldBounds, isClosed, path } from "./guestbook.ts";
import { schemaRows } from "./schemas.ts";

const post = (body: string | Uint8Array<ArrayBuffer>, type = "application/json", headers = {}) =>
  ({
    method: "POST",
    headers: { "content-type": type, ...headers },
    body,
  }) satisfies RequestOptions;

/**
 * Two faults that every probe has besides the one it is about. A host may change a request on its
 * way (it replaces bytes that are not UTF-8, or removes characters), and a guestbook may lack a
 * rule. No host turns a name that is too long or an address that is a number into a valid one, so
 * no probe becomes an entry even if its own fault disappears and one more rule is lacking.
 */
const refusedAnyway = { name: "n".repeat(fieldBounds.name + 1), url: 7 };
const probe = (value: Readonly<Record<string, unknown>>) =>
  post(JSON.stringify({ ...refusedAnyway, ...value }));

/** A probe as text, whose message can be replaced or cut. */
const text = JSON.stringify({ message: "|", ...refusedAnyway });

/** The text with a byte in its message that cannot stand in UTF-8. */
const notUtf8 = Uint8Array.from(Buffer.from(text.replace("|", "\xc3("), "latin1"));

const { message: longestMessage, url: longestUrl } = fieldBounds;
const longMessage = "🏡".repeat(longestMessage + 1);
const longUrl = "u".repeat(longestUrl + 1);

/**
 * Requests that must be refused, so that they store nothing; and the fields whose faults must be
 * named, all at once.
 */
const refusals: readonly (readonly [
  what: string,
  status: number,
  request: RequestOptions,
  names?: string,
])[] = [
  ["PUT", 405, { ...probe({ message: "put" }), method: "PUT" }],
  ["DELETE", 405, { method: "DELETE" }],
  ["text as text/plain", 415, post(text, "text/plain")],
  ["what is not JSON", 400, post(text.slice(0, -1))],
  ["bytes that are not UTF-8", 400, post(notUtf8)],
  ["an array", 400, post(`[${text}]`)],
  ["no message", 400, probe({}), "message"],
  ["a message of white space", 400, probe({ message: " \n\u200b" }), "message"],
  [
    `a message of ${longestMessage + 1} characters`,
    400,
    probe({ message: longMessage }),
    "message",
  ],
  [`an address of ${longestUrl + 1} characters`, 400, probe({ message: 7, url: longUrl }), "url"],
  [
    "three faults at once",
    400,
    probe({ message: 7, url: "javascript:alert(1)" }),
    "message name url",
  ],
  ["a control character", 400, probe({ message: "bell: \u0007" }), "message"],
  // JSON.stringify writes a lone surrogate as an escape, so the request itself is well formed.
  ["a lone surrogate", 400, probe({ message: "half: \ud83c" }), "message"],
  ["a body over 16 KB", 413, probe({ padding: "x".repeat(16 * 1024) })],
];

/** Whether the guestbook refuses what it must, and says why. */
export async function guestbookRefusals(site: Site, found: Findings): Promise<void> {
  if (isClosed(await site.ask(path, probe({}))))
    return found.note(path, "is closed for signing, so what it would refuse was not tried");
  found.faults("/guestbook/", [
    [!(await site.text("/guestbook/")).includes("<form"), "has no form to sign with"],
  ]);
  const sent = refusals.map(([what, ...refusal]) => [`${path}, sent ${what}`, ...refusal] as const);
  await found.each(sent, async ([, status, request, names = ""]) => {
    const answer = await site.ask(path, request);
    const pointers = listAt(jsonOf(answer, status), "errors").map((error) =>
      textAt(error, "pointer"),
    );
    const unnamed = names
      .split(" ")
      .filter((name) => name !== "" && !pointers.includes(`#/${name}`));
    const responses = at(await site.json("/api/openapi.json"), "paths", path, "post", "responses");
    return [
      [
        at(responses, String(status)) === undefined,
        `answers ${status}, which OpenAPI does not describe`,
      ],
      ...unnamed.map((name): Row => [true, `is refused without naming the fault of \`${name}\``]),
      headerLacks(answer, "Content-Type", "application/problem+json"),
      headerLacks(answer, "Allow", status === 405 ? "POST" : ""),
      headerLacks(answer, "Accept-Post", status === 415 ? "json" : ""),
      ...(await schemaRows(site, "/api/schemas/problem.json", answer)),
    ];
  });
}

/** A message with characters that a faulty store would change. */
const message =
  "`npm run verify` was here, to see that words are kept:\r\n" +
  "<b>as they are</b>, “quoted”, naïve, 日本語, 🏡 & all.";
const kept = message.replace("\r\n", "\n");

/**
 * How often the list is read, two seconds apart: a cache may answer with an old copy for a minute,
 * and once more while it asks for a new one.
 */
const looks = 65;

/**
 * Whether an entry that was accepted is in the list, word for word. The only check that writes, and
 * only if `write` is set: it signs once and looks for its entry.
 */
export async function signing(site: Site, found: Findings): Promise<void> {
  const body = JSON.stringify({ message, name: "verify", ts: "1970-01-01T00:00:00Z" });
  const request = post(body, "application/json", { "idempotency-key": randomUUID() });
  const answer = await site.ask(path, request);
  if (isClosed(answer)) return found.note(path, "is closed for signing, so nothing was written");
  const [entry, again] = [jsonOf(answer, 201), jsonOf(await site.ask(path, request), 201)];
  const id = textAt(entry, "id");
  const expected = { message: kept, name: "verify", url: "", user_agent: "open-house-verify" };
  found.faults(path, [
    ...Object.entries(expected).map(([field, value]) =>
      differs(`answers 201 with the ${field}`, at(entry, field), value),
    ),
    [!(Date.parse(textAt(entry, "ts")) > 0), "takes the time of acceptance from the sender"],
    ...(await schemaRows(site, "/api/schemas/entry.json", answer)),
    [textAt(again, "id") !== id, "makes a second entry of a retry with the same Idempotency-Key"],
  ]);
  // The entry is in the list at once, unless a cache has a copy from before.
  for (let attempt = 0; attempt < looks; attempt++) {
    if (attempt > 0) await setTimeout(site.client.limits.wait);
    const listed = listAt(jsonOf(await site.ask(path)), "entries").filter(
      (entry) => textAt(entry, "id") === id,
    );
    if (listed.length === 0) continue;
    found.faults(path, [
      [listed.length > 1, `shows the entry ${id} ${listed.length} times`],
      [textAt(listed[0], "message") !== kept, "shows the entry with other words than were sent"],
    ]);
    return found.note(path, `was signed once, as ${id}; the entry is in the list`);
  }
  found.faults(path, [[true, `answered 201 with the entry ${id}, which is not in the list`]]);
}
