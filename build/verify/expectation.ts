import type { Expectation } from "../model/promise-checks.ts";
import { type Answer, shownHeader, textOf } from "./answer.ts";

/** What an answer has that was not expected, a sentence each. @param earlier The answers to the requests before it. */
export function differences(answer: Answer, expect: Expectation, earlier: readonly (Answer | null)[] = []): string[] {
  const { status, headers, bytes } = answer;
  const body = textOf(answer);
  const found: string[] = [];
  if (expect.status !== undefined && status !== expect.status)
    found.push(`answers ${status}; ${expect.status} was expected`);
  for (const name of expect.header_absent ?? []) if (headers.has(name)) found.push(`carries the header ${name}`);
  for (const [name, value] of Object.entries(expect.header_equals ?? {}))
    if (headers.get(name) !== value) found.push(`has ${shownHeader(answer, name)}; \`${value}\` was expected`);
  for (const [name, value] of Object.entries(expect.header_contains ?? {}))
    if (!contains(headers.get(name) ?? "", value))
      found.push(`has ${shownHeader(answer, name)}, in which \`${value}\` was expected`);
  for (const text of expect.body_contains ?? []) if (!body.includes(text)) found.push(`does not contain \`${text}\``);
  for (const text of expect.body_absent ?? []) if (contains(body, text)) found.push(`contains \`${text}\``);
  const like = expect.same_body_as === undefined ? answer : earlier[expect.same_body_as];
  if (!like || !Buffer.from(like.bytes).equals(bytes))
    found.push("answers with other bytes, depending on how it is asked");
  return found;
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
