import { contentUsage, tdmReservation } from "../../model/permissions.ts";
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
import { at, listAt, readExpected, textAt } from "../json.ts";
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
    const shown = [textAt(promise, "title"), command];
    found.faults(path, [
      differs(`publishes as the check of \`${check.id}\``, at(promise, "check"), {
        requests,
        holds,
        command,
      }),
    ]);
    found.faults(
      page.markdown_path,
      shown.map((part) => [!text.includes(part), `does not show of \`${check.id}\` ${part}`]),
    );
  }
}

/** An answer of the run, whose body was not kept. */
type Head = Omit<Answer, "bytes">;

/** Headers by who answers, files or the guestbook's function, and by the promise they keep. */
type Policies = Record<string, Record<string, Record<string, string>>>;

/** Of every answer of the run, that it keeps a promise: policies are compared whole. */
function keeps(id: string, { permissions, license }: Site): (answer: Head) => Row[] {
  const { every, files, guestbook } =
    readExpected<Policies>("policies", {
      content_usage: contentUsage(permissions),
      tdm_reservation: tdmReservation(permissions),
      robots: permissions.search ? "" : "noindex",
      license_url: license.url,
    })[id] ?? {};
  return ({ path, status, headers }) => {
    const own = /^\/(api\/)?guestbook(\.xml|\/)?(\?|$)/.test(path) ? guestbook : files;
    // The platform makes redirects, and caches make 304.
    const policies = status >= 300 && status < 400 ? {} : { ...every, ...own };
    return [
      [
        id === "no-identity" && (status === 401 || status === 407),
        `answers ${status}: it asks who one is`,
      ],
      [id === "no-limits" && status === 429, "answers 429: it counts how often one asks"],
      ...Object.entries(policies).map(([name, value]) => headerDiffers({ headers }, name, value)),
    ];
  };
}

/** Checks beyond the published requests, such as of all pages where those ask for one. */
const moreChecks: Readonly<Record<string, Look>> = {
  "no-identity": noIdentity,
  "no-watching": noWatching,
  "same-for-all": sameForAll,
  "free-to-use": freeToUse,
  "kept-words": keptWords,
};

/**
 * The seven promises by their ids: each is checked with the requests that are published for it,
 * then with more checks, and by all answers of the run.
 */
export const promises: Readonly<Record<string, Look>> = Object.fromEntries(
  promiseChecks.map((check) => [
    check.id,
    async (site: Site, found: Findings) => {
      await meetsExpectations(site, checkFor(check, site).requests, found);
      await moreChecks[check.id]?.(site, found);
      const rowsOf = keeps(check.id, site);
      for (const answer of site.client.seen) found.faults(requestOf(answer), rowsOf(answer));
    },
  ]),
);

/** What was requested, as a finding names it: the address, after any method but GET. */
function requestOf({ method, path }: Pick<Answer, "method" | "path">): string {
  return method === "GET" ? path : `${method} ${path}`;
}

/**
 * Makes the requests of a promise's check in order, but none that write, and compares the answers.
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
  const { header_absent = [], header_equals = {}, header_contains = {} } = expect;
  const { body_contains = [], body_absent = [], same_body_as = -1 } = expect;
  const body = textOf(answer);
  const like = earlier[same_body_as] ?? answer;
  const isLike = Buffer.from(like.bytes).equals(answer.bytes);
  const lower = body.toLowerCase();
  return [
    differs("answers", answer.status, expect.status ?? answer.status),
    [!isLike, "answers with other bytes, depending on how it is asked"],
    ...header_absent.map((name) => headerDiffers(answer, name, "")),
    ...Object.entries(header_equals).map(([name, value]) => headerDiffers(answer, name, value)),
    ...Object.entries(header_contains).map(([name, value]) => headerLacks(answer, name, value)),
    ...body_contains.map((text): Row => [!body.includes(text), `does not contain \`${text}\``]),
    ...body_absent.map((text): Row => [lower.includes(text.toLowerCase()), `contains \`${text}\``]),
  ];
}
