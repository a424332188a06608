import type { Static } from "typebox";
import type { Report } from "../content/diagnostics.ts";
import type { SourcePage } from "../content/read-page.ts";
import { readTable } from "../lib/yaml.ts";
import type { License, Permissions } from "../schemas/facts.ts";
import { Type, withDescriptions, words } from "../schemas/fields.ts";
import { contentSignal, contentUsage, tdmReservation } from "./permissions.ts";

const headerMap = Type.Record(Type.String(), Type.String());
const pieces = Type.Array(words);

/** The conditions of an answer, in a closed vocabulary, so that no program has to run our code. */
const Expectation = Type.Partial(
  Type.Object({
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    header_absent: pieces,
    header_equals: headerMap,
    header_contains: headerMap,
    body_contains: pieces,
    body_absent: pieces,
    same_body_as: Type.Integer({ minimum: 0 }),
  }),
);
export type Expectation = Static<typeof Expectation>;

/** A request by which anyone can test a promise; `verify` needs `--write` for one that writes. */
const CheckRequest = Type.Object({
  method: Type.String(),
  path: Type.String({ pattern: "^/" }),
  headers: Type.Optional(headerMap),
  body: Type.Optional(Type.String()),
  times: Type.Optional(Type.Integer({ minimum: 1 })),
  writes: Type.Optional(Type.Boolean()),
  expect: Expectation,
});
export type CheckRequest = Static<typeof CheckRequest>;

export const Check = withDescriptions(
  "promise_check",
  Type.Object({ requests: Type.Array(CheckRequest), holds: Type.String(), command: Type.String() }),
);

/** How the promise with this id can be tested. */
export type PromiseCheck = Static<typeof Check> & { id: string };

/**
 * One check for each of the seven promises, in their order. manifest.json and the manifesto's page
 * publish them, and `npm run verify` runs them; the further tests that verify makes are in
 * build/verify/checks. The schema of manifest.json checks that they match the schemas above.
 */
export const promiseChecks = readTable<readonly PromiseCheck[]>(
  import.meta.dirname,
  "promise-checks.yaml",
);

/** A promise of the manifesto with its check. */
export interface SitePromise {
  /** 1 to 7 */
  number: number;
  id: string;
  title: string;
  text: string;
  check: PromiseCheck;
}

/**
 * Joins the author's promises with their checks, in the order of the checks. Reports missing,
 * unknown and repeated ones.
 * @param manifesto The manifesto's page, which every site has.
 */
export function readPromises(manifesto: SourcePage | undefined, report: Report): SitePromise[] {
  if (manifesto?.matter.promises === undefined) return []; // reported already, with the front matter
  const given = manifesto.matter.promises;
  const where = { file: manifesto.file, line: manifesto.lines.promises };
  const known = promiseChecks.map((check) => check.id);
  for (const [index, { id }] of given.entries()) {
    const field = `promises[${index + 1}].id`;
    const expected = `one of ${known.join(", ")}`;
    if (!known.includes(id))
      report.fault({ ...where, field, problem: `is \`${id}\`, which no check proves`, expected });
    else if (given.findIndex((other) => other.id === id) !== index)
      report.fault({ ...where, field, problem: `\`${id}\` is promised twice` });
  }
  const missing = known.filter((id) => !given.some((promise) => promise.id === id)).join(", ");
  const problem = `lacks ${missing}`;
  if (missing !== "")
    report.fault({ ...where, field: "promises", problem, expected: "all seven promises" });
  return promiseChecks.flatMap((check, index) => {
    const promise = given.find(({ id }) => id === check.id);
    if (!promise) return [];
    const { id, title, text } = promise;
    return [{ number: index + 1, id, title, text: text.trim(), check }];
  });
}

/** A check with the site's values for placeholders in braces, as it is published and run. */
export function checkFor(
  check: PromiseCheck,
  site: { base_url: string; permissions: Permissions; license: Pick<License, "url"> },
): PromiseCheck {
  const values: Readonly<Record<string, string>> = {
    base_url: site.base_url,
    content_signal: contentSignal(site.permissions),
    content_usage: contentUsage(site.permissions),
    tdm_reservation: String(tdmReservation(site.permissions)),
    license_url: site.license.url,
    permissions: JSON.stringify(site.permissions),
  };
  const inJson = (name: string) => JSON.stringify(values[name] ?? `{${name}}`).slice(1, -1);
  const filled = JSON.stringify(check).replace(/\{([a-z_]+)\}/g, (_, name) => inJson(name));
  return JSON.parse(filled) as PromiseCheck;
}
