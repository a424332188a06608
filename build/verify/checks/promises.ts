import { type CheckRequest, type Expectation, promiseChecks } from "../../model/promise-checks.ts";
import { checkFor } from "../../model/promises.ts";
import { type Answer, requestOf, shownHeader, textOf } from "../answer.ts";
import type { Check, Findings } from "../finding.ts";
import { at, listAt, same, textAt } from "../json.ts";
import type { Site } from "../site.ts";
import { keptWords } from "./guestbook.ts";
import { freeToUse } from "./permission.ts";
import { isClosed } from "./refusals.ts";
import { noIdentity, noLimits, noWatching, openOrigin, sameForAll } from "./visitors.ts";

const path = "/api/manifest.json";

/**
 * Whether the published checks are the ones that are run here. They are only compared: nothing a site publishes is
 * executed.
 */
export const manifest: Check = {
  id: "manifest",
  title: "The checks that are published are the checks that are run",
  part: "promises",
  async run(site, found) {
    const published = listAt(await site.document("manifest"), "promises");
    const ids = published.map((promise) => textAt(promise, "id"));
    const known = promiseChecks.map(({ id }) => id);
    if (!same(ids, known))
      found.fault(path, `promises ${ids.join(", ") || "nothing"}; ${known.join(", ")} was expected`);
    for (const check of promiseChecks) {
      const promise = published.find((candidate) => textAt(candidate, "id") === check.id);
      if (promise === undefined) continue;
      const { requests, holds, command } = checkFor(check, site);
      for (const [member, value] of Object.entries({ requests, holds, command }))
        if (!same(at(promise, "check", member), value))
          found.fault(path, `publishes another check of \`${check.id}\` than is run here: \`${member}\` differs`);
    }
    await onThePage(site, published, found);
  },
};

/** Whether the manifesto's page has each promise with its command. */
async function onThePage(site: Site, published: readonly unknown[], found: Findings): Promise<void> {
  const page = (await site.pages()).find(({ type }) => type === "manifesto");
  if (page === undefined) return found.fault("/api/site.json", "lists no manifesto");
  const where = page.markdown_path;
  const text = await site.text(where);
  for (const promise of published) {
    const id = textAt(promise, "id");
    const command = textAt(promise, "check", "command");
    if (!text.includes(textAt(promise, "title")))
      found.fault(where, `does not have the title of the promise \`${id}\``);
    if (command === "" || !text.includes(command)) found.fault(where, `does not show the command that tests \`${id}\``);
  }
}

/**
 * What is checked besides the published requests: all pages where a published check asks for one, all answers of the
 * run where it asks for three.
 */
const further: Readonly<Record<string, { title: string; look: Check["run"] }>> = {
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
  async run(site, found) {
    await meetsExpectations(site, checkFor(check, site).requests, found);
    await further[check.id]?.look(site, found);
  },
}));

/** Makes the requests of a promise's check in order, except those that write, and compares answers and expectations. */
async function meetsExpectations(site: Site, requests: readonly CheckRequest[], found: Findings): Promise<void> {
  const answers: (Answer | null)[] = [];
  for (const { method, path, headers = {}, body, times = 1, writes = false, expect } of requests) {
    let answer: Answer | null = null;
    for (let time = 0; time < times && !writes; time++) {
      answer = await site.ask(path, { method, headers, ...(body === undefined ? {} : { body }) });
      if (method === "POST" && isClosed(answer)) found.note(path, "is closed for signing, so this was not tried");
      else for (const what of differences(answer, expect, answers)) found.fault(requestOf(answer), what);
    }
    answers.push(answer);
  }
}

/** What an answer has that was not expected, a sentence each. @param earlier The answers to the requests before it. */
function differences(answer: Answer, expect: Expectation, earlier: readonly (Answer | null)[]): string[] {
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
