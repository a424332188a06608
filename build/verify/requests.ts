import type { CheckRequest, Expectation } from "../model/promises.ts";
import { type Answer, textOf } from "./answer.ts";
import { differs, type Findings, headerDiffers, headerLacks, type Row } from "./finding.ts";
import { readExpected } from "./json.ts";
import type { Site } from "./site.ts";

/** A request with what its answer must be. What was `sent` is said where the path does not. */
export type Probe = CheckRequest & { sent?: string; encoding?: "latin1" };

/** Requests of the site, a list for each check that makes some besides the published ones. */
export const probesFor = (site: Site) =>
  readExpected<Record<"missing" | "guestbook" | "form", Probe[]>>("probes", {
    base_url: site.base_url,
    name: "n".repeat(81),
  });

/** What was requested, as a finding names it: the address, after any method but GET. */
export function requestOf({ method, path }: Pick<Answer, "method" | "path">): string {
  return method === "GET" ? path : `${method} ${path}`;
}

/** Whether a guestbook answers that its owner has closed it for signing. */
export function isClosed(answer: Answer): boolean {
  return answer.status === 503 && textOf(answer).includes("#signing-closed");
}

/**
 * Makes requests in order, except those that write, and compares answers and expectations.
 * @returns The answers; null for a request that was not made.
 */
export async function meetsExpectations(
  site: Site,
  requests: readonly Probe[],
  found: Findings,
): Promise<(Answer | null)[]> {
  const answers: (Answer | null)[] = [];
  for (const {
    sent,
    times = 1,
    writes = false,
    encoding = "utf8",
    expect,
    ...request
  } of requests) {
    const { path, method, headers = {}, body } = request;
    let answer: Answer | null = null;
    for (let time = 0; time < times && !writes; time++) {
      const bytes = body === undefined ? null : Buffer.from(body, encoding);
      answer = await site.ask(path, { method, headers, body: bytes });
      if (method === "POST" && isClosed(answer))
        found.note(path, "is closed for signing, so this was not tried");
      else {
        const where = sent ? `${path}, sent ${sent}` : requestOf(answer);
        found.faults(where, differences(answer, expect, answers));
      }
    }
    answers.push(answer);
  }
  return answers;
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
