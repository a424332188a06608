import type { Expectation } from "../model/promise-checks.ts";
import { type Answer, shownHeader, textOf } from "./answer.ts";
import type { Row } from "./finding.ts";

/** What an answer has that was not expected. @param earlier The answers to the requests before it. */
export function differences(answer: Answer, expect: Expectation, earlier: readonly (Answer | null)[]): Row[] {
  const { headers, bytes } = answer;
  const { status = answer.status, header_absent = [], header_equals = {}, header_contains = {} } = expect;
  const { body_contains = [], body_absent = [], same_body_as } = expect;
  const body = textOf(answer);
  const like = same_body_as === undefined ? answer : earlier[same_body_as];
  const lacks = (text: string, part: string) => !text.toLowerCase().includes(part.toLowerCase());
  const given = (name: string) => `has ${shownHeader(answer, name)}`;
  return [
    [answer.status !== status, `answers ${answer.status}; ${status} was expected`],
    [!like || !Buffer.from(like.bytes).equals(bytes), "answers with other bytes, depending on how it is asked"],
    ...header_absent.map((name): Row => [headers.has(name), `carries the header ${name}`]),
    ...Object.entries(header_equals).map(
      ([name, value]): Row => [headers.get(name) !== value, `${given(name)}; \`${value}\` was expected`],
    ),
    ...Object.entries(header_contains).map(
      ([name, value]): Row => [
        lacks(headers.get(name) ?? "", value),
        `${given(name)}, in which \`${value}\` was expected`,
      ],
    ),
    ...body_contains.map((text): Row => [!body.includes(text), `does not contain \`${text}\``]),
    ...body_absent.map((text): Row => [!lacks(body, text), `contains \`${text}\``]),
  ];
}
