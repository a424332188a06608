import type { CheckRequest, Expectation } from "../../model/promise-checks.ts";
import type { Answer } from "../client.ts";
import { textOf } from "../client.ts";
import { type Finding, fault, note } from "../finding.ts";
import type { House } from "../house.ts";
import { isClosed } from "./guestbook.ts";

/** Makes the requests of a promise's check, in their order, and holds each answer against what is expected. Requests that write are left out. */
export async function meetsExpectations(house: House, requests: readonly CheckRequest[]): Promise<Finding[]> {
  const found: Finding[] = [];
  const answers: (Answer | null)[] = [];
  for (const request of requests) {
    answers.push(null);
    if (request.writes) continue;
    for (let time = 0; time < (request.times ?? 1); time++) {
      const answer = await house.ask(request.path, {
        method: request.method,
        headers: request.headers ?? {},
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      answers[answers.length - 1] = answer;
      if (request.method === "POST" && isClosed(answer))
        found.push(note(request.path, "is closed for signing, so this was not tried"));
      else
        found.push(
          ...differences(answer, request.expect, answers).map((what) =>
            fault(request.method === "GET" ? request.path : `${request.method} ${request.path}`, what),
          ),
        );
    }
  }
  return distinct(found);
}

function differences(answer: Answer, expect: Expectation, earlier: readonly (Answer | null)[]): string[] {
  const { status, headers, bytes } = answer;
  const body = textOf(bytes);
  const like = expect.same_body_as === undefined ? answer : earlier[expect.same_body_as];
  return [
    ...when(
      expect.status !== undefined && status !== expect.status,
      `answers ${status}; ${expect.status} was expected`,
    ),
    ...(expect.header_absent ?? []).flatMap((name) => when(headers.has(name), `carries the header ${name}`)),
    ...Object.entries(expect.header_equals ?? {}).flatMap(([name, value]) =>
      when(headers.get(name) !== value, `has ${shown(name, headers)}; \`${value}\` was expected`),
    ),
    ...Object.entries(expect.header_contains ?? {}).flatMap(([name, value]) =>
      when(
        !contains(headers.get(name) ?? "", value),
        `has ${shown(name, headers)}, in which \`${value}\` was expected`,
      ),
    ),
    ...(expect.body_contains ?? []).flatMap((text) => when(!body.includes(text), `does not contain \`${text}\``)),
    ...(expect.body_absent ?? []).flatMap((text) => when(contains(body, text), `contains \`${text}\``)),
    ...when(
      like === null || like === undefined || !Buffer.from(like.bytes).equals(bytes),
      "answers with other bytes, depending on how it is asked",
    ),
  ];
}

function when(differs: boolean, what: string): string[] {
  return differs ? [what] : [];
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function shown(name: string, headers: Headers): string {
  const value = headers.get(name);
  return value === null ? `no ${name}` : `${name}: \`${value}\``;
}

/** Forty equal answers have one thing to say. */
export function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.where}\n${finding.what}`, finding])).values()];
}
