import { isDeepStrictEqual } from "node:util";
import {
  type CheckRequest,
  checkFor,
  type Expectation,
  promiseChecks,
} from "../../model/promises.ts";
import { type Answer, textOf } from "../answer.ts";
import {
  differs,
  type Findings,
  headerDiffers,
  headerLacks,
  type Look,
  type Row,
} from "../finding.ts";
import { at, listAt, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { isClosed, keptWords } from "./guestbook.ts";
import { freeToUse } from "./permission.ts";
import { noIdentity, noWatching, sameForAll } from "./visitors.ts";

/**
 * Whether the published checks are the ones that are run here, and stand on the manifesto's page.
 * They are only compared: nothing a site publishes is executed.
 */
export async function manifest(site: Site, found: Findings): Promise<void> {
  const path = "/api/manifest.json";
  const published = listAt(await site.json(path), "promises");
  const ids = published.map((promise) => textAt(promise, "id"));
  found.faults(path, [differs("promises", ids.join(), promiseChecks.map(({ id }) => id).join())]);
  const page = (await site.pages()).find(({ type }) => type === "manifesto");
  if (page === undefined) return found.faults("/api/site.json", [[true, "lists no manifesto"]]);
  const text = await site.text(page.markdown_path);
  for (const check of promiseChecks) {
    const promise = published[ids.indexOf(check.id)];
    const { requests, holds, command } = checkFor(check, site);
    for (const [member, value] of Object.entries({ requests, holds, command })) {
      const isOther = !isDeepStrictEqual(at(promise, "check", member), value);
      const what = `publishes another check of \`${check.id}\` than is run here: \`${member}\` differs`;
      found.faults(path, [[isOther, what]]);
    }
    found.faults(page.markdown_path, [
      [
        !text.includes(textAt(promise, "title")),
        `does not have the title of the promise \`${check.id}\``,
      ],
      [!text.includes(command), `does not show the command that tests \`${check.id}\``],
    ]);
  }
}

/** What must be true of every answer of the run. */
type OfEveryAnswer = (answer: Omit<Answer, "bytes">) => Row[];

const carriesNoIdentity: OfEveryAnswer = ({ status, headers }) => [
  [headers.getSetCookie().length > 0, "sets a cookie"],
  [
    status === 401 || status === 407 || headers.has("www-authenticate"),
    `answers ${status} and asks for credentials`,
  ],
];

const isNoLimit: OfEveryAnswer = ({ status }) => [
  [status === 429, "answers 429: it counts how often one asks"],
];

// Redirects and 304 are left out: the platform and caches make those.
const isOpen: OfEveryAnswer = (answer) =>
  answer.status >= 300 && answer.status < 400
    ? []
    : [headerDiffers(answer, "Access-Control-Allow-Origin", "*")];

/**
 * What is checked besides the published requests, such as all pages where a published check asks
 * for one, and what is checked of every answer.
 */
const further: Readonly<
  Record<string, readonly [title: string, look: Look | null, ofEvery?: OfEveryAnswer]>
> = {
  "no-identity": ["Nobody is asked who they are", noIdentity, carriesNoIdentity],
  "no-watching": ["Nobody is watched", noWatching],
  "no-limits": ["Nobody is told to ask less", null, isNoLimit],
  "same-for-all": ["Everyone is given the same", sameForAll],
  "open-origin": ["Every origin may read", null, isOpen],
  "free-to-use": ["Permission is the same on every surface", freeToUse],
  "kept-words": ["Words are kept as they were written", keptWords],
};

/**
 * The seven promises: each is checked with the requests that are published for it, then with
 * further ones.
 */
export const promises = promiseChecks.map((check, index) => {
  const [title, look, ofEvery] = further[check.id] as (typeof further)[string];
  const run: Look = async (site, found) => {
    await meetsExpectations(site, checkFor(check, site).requests, found);
    await look?.(site, found);
    for (const answer of site.client.seen) found.faults(requestOf(answer), ofEvery?.(answer) ?? []);
  };
  return [check.id, `${index + 1}. ${title}`, run] as const;
});

/** What was requested, as a finding names it: the address, after any method but GET. */
function requestOf({ method, path }: Pick<Answer, "method" | "path">): string {
  return method === "GET" ? path : `${method} ${path}`;
}

/**
 * Makes the requests of a promise's check in order, except those that write, and compares answers
 * and expectations.
 */
async function meetsExpectations(
  site: Site,
  requests: readonly CheckRequest[],
  found: Findings,
): Promise<void> {
  const answers: (Answer | null)[] = [];
  for (const { method, path, headers = {}, body, times = 1, writes = false, expect } of requests) {
    let answer: Answer | null = null;
    for (let time = 0; time < times && !writes; time++) {
      answer = await site.ask(path, { method, headers, body: body ?? null });
      if (method === "POST" && isClosed(answer))
        found.note(path, "is closed for signing, so this was not tried");
      else found.faults(requestOf(answer), differences(answer, expect, answers));
    }
    answers.push(answer);
  }
}

/**
 * What an answer has that was not expected.
 * @param earlier The answers to the requests before it.
 */
function differences(
  answer: Answer,
  expect: Expectation,
  earlier: readonly (Answer | null)[],
): Row[] {
  const {
    status = answer.status,
    header_absent = [],
    header_equals = {},
    header_contains = {},
  } = expect;
  const { body_contains = [], body_absent = [], same_body_as } = expect;
  const body = textOf(answer);
  const like = same_body_as === undefined ? answer : earlier[same_body_as];
  return [
    differs("answers", answer.status, status),
    [
      !like || !Buffer.from(like.bytes).equals(answer.bytes),
      "answers with other bytes, depending on how it is asked",
    ],
    ...header_absent.map((name): Row => [answer.headers.has(name), `carries the header ${name}`]),
    ...Object.entries(header_equals).map(([name, value]) => headerDiffers(answer, name, value)),
    ...Object.entries(header_contains).map(([name, value]) => headerLacks(answer, name, value)),
    ...body_contains.map((text): Row => [!body.includes(text), `does not contain \`${text}\``]),
    ...body_absent.map(
      (text): Row => [body.toLowerCase().includes(text.toLowerCase()), `contains \`${text}\``],
    ),
  ];
}
