import { agreement } from "./checks/agreement.ts";
import { digests } from "./checks/digests.ts";
import { documents, index, pages, returning } from "./checks/documents.ts";
import { guestbook, guestbookRefusals, signing } from "./checks/guestbook.ts";
import { links } from "./checks/links.ts";
import { manifest, promises } from "./checks/promises.ts";
import { openapi, schemas } from "./checks/schemas.ts";
import { createClient, type Limits } from "./client.ts";
import { createFindings, type Look } from "./finding.ts";
import { readExpected, textAt } from "./json.ts";
import { meetsExpectations, probesFor } from "./requests.ts";
import { discover } from "./site.ts";

/** The checks, by id. */
const looks: Readonly<Record<string, Look>> = {
  index,
  documents,
  pages,
  missing: (site, found) => meetsExpectations(site, probesFor(site).missing, found),
  returning,
  schemas,
  agreement,
  digests,
  links,
  openapi,
  guestbook,
  "guestbook-refusals": guestbookRefusals,
  manifest,
  ...promises,
  signing,
};

/** The claims of the checks, by id, in the order of the report. */
const checks = Object.entries(readExpected<Record<string, string>>("checks"));

/** The result: a check holds without faults, a site if all its checks hold. */
export type Verdict = Awaited<ReturnType<typeof verify>>;

/**
 * Checks a running site: everything it publishes against the contract, and its seven promises.
 * Writes nothing unless `write` is set: then it signs the guestbook, once.
 * @param origin Scheme, host and port.
 * @throws NoAnswer if there is nothing to check: no host, no index
 */
export async function verify(
  origin: string,
  { write = false, ...limits }: Partial<Limits> & { write?: boolean } = {},
) {
  const client = createClient(origin, limits);
  const site = await discover(client);
  const reports = [];
  for (const [id, title] of checks) {
    const look = looks[id];
    if (look === undefined || (look === signing && !write)) continue;
    const found = createFindings();
    await found.each([id], async () => (await look(site, found)) ?? []);
    const findings = found.list();
    reports.push({ id, title, holds: !findings.some(({ level }) => level === "fault"), findings });
  }
  return {
    url: origin,
    name: textAt(site.index, "name"),
    version: textAt(site.index, "version"),
    checks: reports,
    holds: reports.every(({ holds }) => holds),
    requests: client.requests(),
  };
}
