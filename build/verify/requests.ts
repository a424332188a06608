import { escape, sayHtml } from "../lib/html.ts";
import type { say, Words } from "../lib/phrases.ts";
import { permissionSentence, tdmReservation } from "../model/permissions.ts";
import type { CheckRequest, Expectation } from "../model/promises.ts";
import { type Answer, jsonOf, mediaTypeOf, textOf } from "./answer.ts";
import { fillWords } from "./facts.ts";
import { differs, type Findings, headerDiffers, headerLacks, type Row } from "./finding.ts";
import { schemaErrors } from "./foreign-schemas.ts";
import { at, readExpected, textAt } from "./json.ts";
import type { Site } from "./site.ts";

/** A request with its expected answer. `sent` describes the request if the path does not. */
export type Probe = CheckRequest & { sent?: string; encoding?: "latin1" };

/** Requests to the site, a list for each check that makes more than the published ones. */
export const probesFor = (site: Site, manifesto = "/manifesto.md") =>
  readExpected<Record<"missing" | "free-to-use" | "guestbook" | "form", Probe[]>>("probes", {
    base_url: site.base_url,
    origin: site.client.origin,
    license_url: site.license.url,
    sentence: permissionSentence(site.permissions),
    tdm_reservation: tdmReservation(site.permissions),
    manifesto,
    name: "n".repeat(81),
    padding: "x".repeat(16 * 1024),
  });

/** The request as a finding names it: the address, after any method except GET. */
export function requestOf({ method, path }: Pick<Answer, "method" | "path">): string {
  return method === "GET" ? path : `${method} ${path}`;
}

/** Whether a guestbook answers that its owner has closed it for signing. */
export function isClosed(answer: Answer): boolean {
  return answer.status === 503 && textOf(answer).includes("#signing-closed");
}

/**
 * The faults of an answer by a schema of the site.
 * @param schema Its address, whole or root-relative; one at another origin is not requested.
 * @throws NoAnswer
 */
export async function schemaRows(site: Site, schema: string, answer: Answer): Promise<Row[]> {
  return schemaErrors(await site.json(schema), jsonOf(answer, answer.status));
}

/** Makes requests in order, except those that write, and compares answers and expectations. */
export async function meetsExpectations(site: Site, requests: readonly Probe[], found: Findings) {
  const answers: Answer[] = [];
  for (const [place, request] of requests.entries()) {
    const { sent, times = 1, writes = false, encoding = "utf8", expect } = request;
    const { path, method, headers = {}, body } = request;
    for (let time = 0; time < times && !writes; time++) {
      const bytes = body === undefined ? null : Buffer.from(body, encoding);
      const answer = await site.ask(path, { method, headers, body: bytes });
      const like = answers[expect.same_body_as ?? -1] ?? answer;
      answers[place] = answer;
      if (method === "POST" && isClosed(answer)) {
        found.note(path, "is closed for signing, so this was not tried");
        continue;
      }
      const where = sent ? `${path}, sent ${sent}` : requestOf(answer);
      const expected = inLanguage(expect, await site.wordsOn(path), site);
      found.faults(where, differences(answer, expected, like));
      if (mediaTypeOf(answer) === "application/problem+json")
        await found.each([where], () => problemRows(site, answer));
    }
  }
}

/** Whether a problem follows its schema, is explained on `/api/`, and is described by OpenAPI. */
async function problemRows(site: Site, answer: Answer): Promise<Row[]> {
  const { method, path, status } = answer;
  const [, name] = textAt(jsonOf(answer, status), "type").split("#");
  const operations = at(await site.json("/api/openapi.json"), "paths", path.split("?")[0] ?? "");
  const operation = at(operations, method.toLowerCase()) ?? at(operations, "post");
  const isDescribed = at(operation, "responses", String(status)) !== undefined;
  const isExplained = (await site.text("/api/")).includes(`id="${name}"`);
  return [
    [operation !== undefined && !isDescribed, `answers ${status}, which OpenAPI does not describe`],
    [!isExplained, `is of the type ${name}, which /api/ does not explain`],
    ...(await schemaRows(site, "/api/schemas/problem.json", answer)),
  ];
}

/** Expected texts with a page's words in place of their names in braces. */
function inLanguage(expect: Expectation, words: Words, { permissions }: Site): Expectation {
  const permission = escape(permissionSentence(permissions, words));
  const sayInHtml: typeof say = (...phrase) =>
    sayHtml(...phrase).value.replace(/`([^`]+)`/g, "<code>$1</code>");
  const body_contains = expect.body_contains
    ?.map((text) => text.replace("{permission}", () => permission))
    .map((text) => fillWords(text, words, sayInHtml));
  return { ...expect, body_contains };
}

/** The unexpected values of an answer, which may have to have the same body as another one. */
function differences(answer: Answer, expect: Expectation, like: Answer): Row[] {
  const { header_absent = [], header_equals = {}, header_contains = {} } = expect;
  const { body_contains = [], body_absent = [] } = expect;
  const body = textOf(answer);
  const lower = body.toLowerCase();
  const isLike = Buffer.from(like.bytes).equals(answer.bytes);
  return [
    differs("answers", answer.status, expect.status ?? answer.status),
    [!isLike, "answers with other bytes, depending on how it is asked"],
    ...header_absent.map((name) => headerDiffers(answer, name, "")),
    ...Object.entries(header_equals)
      .filter(([name]) => !name.endsWith("?") || answer.headers.has(name.slice(0, -1)))
      .map(([name, value]) => headerDiffers(answer, name.replace("?", ""), value)),
    ...Object.entries(header_contains).map(([name, value]) => headerLacks(answer, name, value)),
    ...body_contains.map((text): Row => [!body.includes(text), `does not contain \`${text}\``]),
    ...body_absent.map((text): Row => [lower.includes(text.toLowerCase()), `contains \`${text}\``]),
  ];
}
