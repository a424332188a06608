import { agreement } from "./checks/agreement.ts";
import { digests } from "./checks/digests.ts";
import { documents, index, missing, pages, returning } from "./checks/documents.ts";
import { guestbook } from "./checks/guestbook.ts";
import { links } from "./checks/links.ts";
import { manifest, promises } from "./checks/promises.ts";
import { openapi, schemas } from "./checks/schemas.ts";
import { guestbookRefusals, signing } from "./checks/signing.ts";
import { createClient, type Limits } from "./client.ts";
import { createFindings, type Look } from "./finding.ts";
import { textAt } from "./json.ts";
import { discover } from "./site.ts";

type Check = readonly [id: string, title: string, look: Look];

/**
 * Every check, in the order of the report. The promises come last because they look at every answer
 * of the run.
 */
const checks: readonly Check[] = [
  ["index", "The index leads to everything the contract names", index],
  ["documents", "Every document is there, with its media type", documents],
  ["pages", "Every page is there, as HTML and as Markdown", pages],
  ["missing", "Unknown addresses answer 404, in JSON under /api/", missing],
  ["returning", "A copy can be checked: ETag, 304 and HEAD", returning],
  ["schemas", "Every JSON document follows its published schema", schemas],
  [
    "agreement",
    "The documents agree with one another on counts, versions and addresses",
    agreement,
  ],
  ["digests", "Every stated digest is that of the bytes served", digests],
  ["links", "Every address of the site that is named anywhere leads somewhere", links],
  ["openapi", "OpenAPI describes what really answers", openapi],
  ["guestbook", "The guestbook is read as the contract says", guestbook],
  ["guestbook-refusals", "The guestbook refuses what it must, and says why", guestbookRefusals],
  ["manifest", "The checks that are published are the checks that are run", manifest],
  ...promises,
];

const writing: Check = [
  "signing",
  "An entry that was accepted is in the list, word for word",
  signing,
];

/** What was found: a check holds if no fault was found, a site if all its checks hold. */
export type Report = Awaited<ReturnType<typeof verify>>;

/**
 * Checks a running site: everything it publishes against the contract, and its seven promises.
 * Writes nothing unless `write` is set: then it signs the guestbook, once.
 * @param origin Scheme, host and port.
 * @throws NoAnswer where there is nothing to check: no host, no index.
 */
export async function verify(
  origin: string,
  { write = false, ...limits }: Partial<Limits> & { write?: boolean } = {},
) {
  const client = createClient(origin, limits);
  const site = await discover(client);
  const reports = [];
  for (const [id, title, look] of write ? [...checks, writing] : checks) {
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
