import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningServer } from "../../build/server/node-http.ts";
import { type Verdict, verify } from "../../build/verify/verify.ts";
import type { TestServer } from "../support/server.ts";
import { type Loose, serveFaulty } from "./faults.ts";
import { startSmallSite } from "./small-site.ts";

/** One fault of what was sent, put right: the fields as JSON, changed or not. */
type Mending = (fields: Loose) => Loose;

const unsafe = /[\p{Cc}\p{Cs}\u202a-\u202e\u200b]/gu;
const isText = (value: unknown): value is string => typeof value === "string";
const shown = (value: unknown) => (isText(value) ? value.replace(unsafe, "") : value);

/** Rules that a guestbook could lack, one at a time, besides all that its host mends. */
const lackedRules: Readonly<Record<string, Mending>> = {
  none: (fields) => fields,
  "a message must be there": (fields) => ({
    ...fields,
    message: String(fields.message ?? "").trim() || "missing",
  }),
  "a message is a string": (fields) => ({ ...fields, message: String(fields.message) }),
  "a message has an end": (fields) =>
    isText(fields.message) ? { ...fields, message: "cut" } : fields,
  "a name is a string": (fields) => (isText(fields.name) ? fields : { ...fields, name: "" }),
  "a name has an end": (fields) => (isText(fields.name) ? { ...fields, name: "" } : fields),
  "an address is a string": (fields) => (isText(fields.url) ? fields : { ...fields, url: "" }),
  "an address has an end, and runs no code": (fields) =>
    isText(fields.url) ? { ...fields, url: "" } : fields,
};

/**
 * What the most lenient host could make of a request on its way to the guestbook: any method is
 * POST to the API, any body is JSON or a form, bytes that are not UTF-8 become U+FFFD, JSON is closed where it was cut,
 * of a list the first item counts, members that nobody knows are dropped, and so are all characters
 * that may not be shown.
 */
async function mended(request: Request, rule: Mending): Promise<Request> {
  const text = new TextDecoder().decode(await request.arrayBuffer());
  const isForm = /urlencoded/.test(request.headers.get("content-type") ?? "");
  const form = isForm ? Object.fromEntries(new URLSearchParams(text)) : undefined;
  const parsed = form ?? valueOf(text) ?? valueOf(`${text}}`);
  const { message, name, url } = Object(Array.isArray(parsed) ? parsed[0] : parsed) as Loose;
  const fields = { message: shown(message), name: shown(name), url: shown(url) };
  return new Request(new URL("/api/guestbook", request.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: parsed === undefined ? text : JSON.stringify(rule(fields)),
  });
}

function valueOf(text: string): Loose {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let server: TestServer;
let lenient: RunningServer;
/** Which rule the guestbook lacks just now. */
let lacks = lackedRules["none"] as Mending;
/** What verify sent that could have been meant as an entry, and what it found. */
let probes: Request[] = [];
let report: Verdict;

beforeAll(async () => {
  server = await startSmallSite();
  const sent: Request[] = [];
  lenient = await serveFaulty(server, async (request, answer) => {
    if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return answer();
    sent.push(request.clone());
    return answer(await mended(request, lacks));
  });
  report = await verify(lenient.origin);
  probes = [...sent];
});
afterAll(async () => {
  await lenient.stop();
  await server.stop();
});

const count = async () =>
  (
    (await (await fetch(`${server.origin}/api/guestbook`)).json()) as {
      count: number;
      entries: unknown[];
    }
  ).count;

describe("verify without `write` leaves no entry", () => {
  test("at a host that mends whatever it can", async () => {
    expect(report.checks.filter(({ holds }) => holds !== true).map(({ id }) => id)).toEqual([
      "guestbook-refusals",
      "kept-words",
    ]);
    expect(probes.length).toBeGreaterThan(14);
    expect(new Set(probes.map(({ url }) => new URL(url).pathname))).toEqual(
      new Set(["/api/guestbook", "/guestbook", "/guestbook/"]),
    );
    expect(await count()).toBe(0);
  });

  test.each(Object.keys(lackedRules))(
    "where the guestbook besides lacks the rule: %s",
    async (rule) => {
      lacks = lackedRules[rule] as Mending;
      for (const probe of probes) {
        const body = await probe.clone().text();
        expect(
          (await fetch(probe.clone())).status,
          `${probe.method} ${body.slice(0, 200)}`,
        ).not.toBe(201);
      }
      expect(await count()).toBe(0);
    },
  );

  test("and such a host does let in what has one fault only", async () => {
    lacks = lackedRules["none"] as Mending;
    const bodies = [
      Buffer.concat([Buffer.from('{"message":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      '{"message":"half: \\ud83c"}',
      '{"message":"bell: \\u0007"}',
      '{"message":"cut"',
      '[{"message":"in a list"}]',
    ];
    for (const body of bodies)
      expect((await fetch(`${lenient.origin}/api/guestbook`, { method: "PUT", body })).status).toBe(
        201,
      );
    expect(await count()).toBe(bodies.length);
  });
});
