import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { jsonOf } from "../answer.ts";
import type { RequestOptions } from "../client.ts";
import { differs, type Findings, headerLacks, type Row } from "../finding.ts";
import { at, listAt, readExpected, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { fieldBounds, isClosed, path } from "./guestbook.ts";
import { schemaRows } from "./schemas.ts";

const { message: longest, name, url } = fieldBounds;

/** Requests that must be refused, and the fields whose faults must be named, parted by spaces. */
const refusals = readExpected<readonly Refusal[]>("refusals", {
  message: "🏡".repeat(longest + 1),
  name: "n".repeat(name + 1),
  url: "u".repeat(url + 1),
  padding: "x".repeat(16 * 1024),
});

type Refusal = Partial<Record<"names" | "method" | "type" | "body", string>> & {
  sent: string;
  status: number;
  encoding?: "latin1";
};

const post = (body: string, type = "application/json", headers = {}) =>
  ({
    method: "POST",
    headers: { "content-type": type, ...headers },
    body,
  }) satisfies RequestOptions;

/** Whether the guestbook refuses what it must, and says why. */
export async function guestbookRefusals(site: Site, found: Findings): Promise<void> {
  const sent = refusals.map(({ sent, ...refusal }) => {
    const { method = "POST", type, encoding = "utf8", body } = refusal;
    const bytes =
      body === undefined ? {} : { ...post("", type), body: Buffer.from(body, encoding) };
    return { path: `${path}, sent ${sent}`, request: { ...bytes, method }, ...refusal };
  });
  if (isClosed(await site.ask(path, sent[0]?.request)))
    return found.note(path, "is closed for signing, so what it would refuse was not tried");
  found.faults("/guestbook/", [
    [!(await site.text("/guestbook/")).includes("<form"), "has no form to sign with"],
  ]);
  await found.each(sent, async ({ request, status, names = "" }) => {
    const answer = await site.ask(path, request);
    const pointers = listAt(jsonOf(answer, status), "errors").map((each) =>
      textAt(each, "pointer"),
    );
    const responses = at(await site.json("/api/openapi.json"), "paths", path, "post", "responses");
    const isDescribed = at(responses, String(status)) !== undefined;
    return [
      [!isDescribed, `answers ${status}, which OpenAPI does not describe`],
      ...(names.match(/\w+/g) ?? []).map((name): Row => {
        const what = `is refused without naming the fault of \`${name}\``;
        return [!pointers.includes(`#/${name}`), what];
      }),
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
    const { [id]: listed } = Object.groupBy(
      listAt(jsonOf(await site.ask(path)), "entries"),
      (entry) => textAt(entry, "id"),
    );
    if (listed === undefined) continue;
    const words = listed.map((entry) => textAt(entry, "message"));
    found.faults(path, [differs(`shows as the words of ${id}`, words, [kept])]);
    return found.note(path, `was signed once, as ${id}; the entry is in the list`);
  }
  found.faults(path, [[true, `answered 201 with the entry ${id}, which is not in the list`]]);
}
