import { type CheckRequest, type Expectation, promiseChecks } from "../../model/promise-checks.ts";
import { checkFor } from "../../model/promises.ts";
import { type Answer, textOf } from "../answer.ts";
import { type Check, distinct, type Finding, fault, note, unless } from "../finding.ts";
import { at, listAt, same, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { keptWords } from "./guestbook.ts";
import { noWatching } from "./no-tracking.ts";
import { noIdentity, noLimits, openOrigin, sameForAll } from "./open-to-all.ts";
import { freeToUse } from "./permission.ts";
import { isClosed } from "./refusals.ts";

const path = "/api/manifest.json";

/**
 * Whether the published checks are the ones that are run here. They are only compared: nothing a site publishes is
 * executed.
 */
export const manifest: Check = {
  id: "manifest",
  title: "The checks that are published are the checks that are run",
  part: "promises",
  async run(site) {
    const published = listAt(await site.document("manifest"), "promises");
    const ids = published.map((promise) => textAt(promise, "id"));
    const known = promiseChecks.map(({ id }) => id);
    return [
      ...unless(same(ids, known), path, `promises ${ids.join(", ") || "nothing"}; ${known.join(", ")} was expected`),
      ...promiseChecks.flatMap((check) => {
        const promise = published.find((candidate) => textAt(candidate, "id") === check.id);
        const { requests, holds, command } = checkFor(check, site);
        const unlike = Object.entries({ requests, holds, command }).filter(
          ([member, value]) => !same(at(promise, "check", member), value),
        );
        return promise === undefined
          ? []
          : unlike.map(([member]) =>
              fault(path, `publishes another check of \`${check.id}\` than is run here: \`${member}\` differs`),
            );
      }),
      ...(await onThePage(site, published)),
    ];
  },
};

/** Whether the manifesto's page has each promise with its command. */
async function onThePage(site: Site, published: readonly unknown[]): Promise<Finding[]> {
  const page = (await site.pages()).find(({ type }) => type === "manifesto");
  if (page === undefined) return [fault("/api/site.json", "lists no manifesto")];
  const text = textOf((await site.get(page.markdown_path)).bytes);
  return published.flatMap((promise) => {
    const command = textAt(promise, "check", "command");
    return [
      ...unless(
        text.includes(textAt(promise, "title")),
        page.markdown_path,
        `does not have the title of the promise \`${textAt(promise, "id")}\``,
      ),
      ...unless(
        command !== "" && text.includes(command),
        page.markdown_path,
        `does not show the command that tests \`${textAt(promise, "id")}\``,
      ),
    ];
  });
}

/**
 * What is checked besides the published requests: all pages instead of one, all answers of the run instead of three.
 */
const further: Readonly<Record<string, { title: string; look: (site: Site) => Promise<Finding[]> }>> = {
  "no-identity": { title: "Nobody is asked who they are", look: noIdentity },
  "no-watching": { title: "Nobody is watched", look: noWatching },
  "no-limits": { title: "Nobody is told to ask less", look: noLimits },
  "same-for-all": { title: "Everyone is given the same", look: sameForAll },
  "open-origin": { title: "Every origin may read", look: openOrigin },
  "free-to-use": { title: "Permission is the same on every surface", look: freeToUse },
  "kept-words": { title: "Words are kept as they were written", look: keptWords },
};

/** The seven promises: each is checked with the requests that are published for it, then with further ones. */
export const promises: readonly Check[] = promiseChecks.map((check, index) => ({
  id: check.id,
  title: `${index + 1}. ${further[check.id]?.title}`,
  part: "promises",
  async run(site) {
    const { requests } = checkFor(check, site);
    return distinct([...(await meetsExpectations(site, requests)), ...((await further[check.id]?.look(site)) ?? [])]);
  },
}));

/** Makes the requests of a promise's check in order, except those that write, and compares answers and expectations. */
async function meetsExpectations(site: Site, requests: readonly CheckRequest[]): Promise<Finding[]> {
  const found: Finding[] = [];
  const answers: (Answer | null)[] = [];
  for (const request of requests) {
    answers.push(null);
    if (request.writes) continue;
    for (let time = 0; time < (request.times ?? 1); time++) {
      const answer = await site.ask(request.path, {
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
