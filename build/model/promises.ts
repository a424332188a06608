import type { Report } from "../content/diagnostics.ts";
import type { License, Permissions } from "../schemas/facts.ts";
import type { FrontMatter } from "../schemas/front-matter.ts";
import { contentSignal, contentUsage, tdmReservation } from "./permissions.ts";
import { type PromiseCheck, promiseChecks } from "./promise-checks.ts";

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
 * Joins the author's promises with their checks, in the order of the checks. Reports missing, unknown and repeated
 * ones.
 */
export function readPromises(
  file: string,
  line: number | undefined,
  given: FrontMatter["promises"],
  report: Report,
): SitePromise[] {
  if (given === undefined) return []; // reported already, with the front matter
  const where = { file, line };
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
  if (missing !== "")
    report.fault({ ...where, field: "promises", problem: `lacks ${missing}`, expected: "all seven promises" });
  return promiseChecks.flatMap((check, index) => {
    const promise = given.find(({ id }) => id === check.id);
    return promise ? [{ number: index + 1, id: check.id, title: promise.title, text: promise.text.trim(), check }] : [];
  });
}

/** What the checks of a site's promises depend on. */
interface CheckedSite {
  base_url: string;
  permissions: Permissions;
  license: Pick<License, "url">;
}

/** A check with every placeholder in braces replaced by the site's value: as it is published, and as it is run. */
export function checkFor(check: PromiseCheck, site: CheckedSite): PromiseCheck {
  const values: Readonly<Record<string, string>> = {
    base_url: site.base_url,
    content_signal: contentSignal(site.permissions),
    content_usage: contentUsage(site.permissions),
    tdm_reservation: String(tdmReservation(site.permissions)),
    license_url: site.license.url,
    permissions: JSON.stringify(site.permissions),
  };
  return filled(check, (text) =>
    text.replace(/\{([a-z_]+)\}/g, (braces, name: string) => values[name] ?? braces),
  ) as PromiseCheck;
}

function filled(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((item) => filled(item, fill));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, fill)]));
}
